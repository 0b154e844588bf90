import { drawnFeet } from '#shared/features/drawing/fence-drawing.ts';
import type { Measured } from '#shared/features/drawing/measured.ts';
import { parseFeet } from '#shared/primitives/feet.ts';
import type { Fence } from '../load-steps.ts';
import type { Draft } from './draft.ts';

const readMeasured = (draft: Draft): Measured | undefined => {
  try {
    return (JSON.parse(draft['measured'] ?? 'null') as Measured | null) ?? undefined;
  } catch {
    return undefined;
  }
};

/**
 * Returns the drawing to send with the lead. Returns an empty object if there's no drawing or if the homeowner changed
 * the length after drawing. If the homeowner changed the number of gates after drawing, `gates` is empty.
 */
export const measuredIn = (draft: Draft, { length, gates }: Pick<Fence, 'length' | 'gates'>): Partial<Measured> => {
  const measured = readMeasured(draft);
  if (!measured?.drawing || drawnFeet(measured.drawing) !== parseFeet(length)) return {};
  return { ...measured, gates: measured.gates.length === gates ? measured.gates : [] };
};
