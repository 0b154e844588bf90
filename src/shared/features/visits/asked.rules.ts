import { formatFeet } from '../../primitives/feet.ts';

/** The columns of a lead that say what was asked for. */
interface Asked {
  perimeter_ft: number | null;
  gate_count: number;
  material_type: string | null;
  notes: string;
}

/** Returns what a homeowner asked for, such as '184 ft, Vinyl, 1 gate', and their notes on further lines. */
export const describeAsked = ({
  perimeter_ft: feet,
  gate_count: gates,
  material_type: material,
  notes,
}: Asked): string =>
  [
    [
      feet === null ? '' : formatFeet(feet),
      material ?? '',
      gates === 0 ? '' : `${gates} ${gates === 1 ? 'gate' : 'gates'}`,
    ]
      .filter((part) => part !== '')
      .join(', '),
    notes.trim(),
  ]
    .filter((line) => line !== '')
    .join('\n');
