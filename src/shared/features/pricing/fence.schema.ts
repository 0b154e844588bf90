import { z } from 'zod';
import { isFeet } from '../../primitives/feet.ts';
import { materialIdSchema } from '../../primitives/ids.ts';
import { line } from '../../primitives/text.ts';
import {
  AT_HINT as AT,
  COUNT_HINT as COUNT,
  FEET_HINT,
  FENCE_LIMITS,
  GATES_HINT,
  MAX_GATES,
  QUANTITY_HINT as QUANTITY,
} from './fence-limits.ts';
import { bookCents, heightSchema } from './price-book.schema.ts';

export const perimeterSchema = z.number(FEET_HINT).refine((value) => isFeet(value), FEET_HINT);
export const gateCountSchema = z.number(GATES_HINT).int(GATES_HINT).min(0, GATES_HINT).max(MAX_GATES, GATES_HINT);

const RUN = 'Choose one of the runs';

export const runSchema = z.strictObject({
  label: line('a name for this run, such as Back', FENCE_LIMITS.label).optional(),
  feet: perimeterSchema,
  heightFt: heightSchema.optional(),
  materialId: materialIdSchema.optional(),
  slope: z.enum(['moderate', 'steep'], 'Choose moderate or steep').optional(),
  hardDig: z.boolean('Choose whether digging is hard').optional(),
  join: z.enum(['corner', 'inline', 'apart'], 'Choose corner, inline or apart').optional(),
  closed: z.boolean('Choose whether the last run meets the first').optional(),
});

export const gateSchema = z.strictObject({
  kind: z.string('Choose a kind of gate').min(1, 'Choose a kind of gate').max(40, 'Choose a kind of gate'),
  run: z.number(RUN).int(RUN).min(0, RUN).optional(),
  atFeet: z
    .number(AT)
    .min(0, AT)
    .refine((value) => value === 0 || isFeet(value), AT)
    .optional(),
});

const quantity = z.number(QUANTITY).refine((value) => isFeet(value), QUANTITY);
const count = z.number(COUNT).int(COUNT).min(0, COUNT).max(FENCE_LIMITS.corners, COUNT);
export const freeLineSchema = z.strictObject({
  label: line('what this is for, such as Haul away brush', FENCE_LIMITS.label),
  quantity,
  unitCents: bookCents,
});
export const most = (max: number, what: string): [number, string] => [max, `Use at most ${max} ${what}`];

/** A fence that was priced, as `Fence` describes it. */
export const fenceView = z.object({
  plain: z.boolean(),
  runs: z.array(
    z.object({
      label: z.string().optional(),
      feet: z.number(),
      heightFt: z.number().optional(),
      /** Empty for versions that were sent before it was stored. */
      materialId: z.string(),
      slope: z.enum(['moderate', 'steep']).optional(),
      hardDig: z.boolean().optional(),
      join: z.enum(['corner', 'inline', 'apart']).optional(),
      closed: z.boolean().optional(),
    }),
  ),
  gates: z.array(z.object({ kind: z.string(), run: z.number().optional(), atFeet: z.number().optional() })),
  removalFeet: z.number().optional(),
  corners: z.number().optional(),
  ends: z.number().optional(),
  items: z.array(z.object({ itemId: z.string(), quantity: z.number().optional() })),
  lines: z.array(z.object({ label: z.string(), quantity: z.number(), unitCents: z.number() })),
  addOns: z.array(z.object({ id: z.string(), label: z.string(), quantity: z.number(), unitCents: z.number() })),
});
export type FenceView = z.infer<typeof fenceView>;

/** The fields of a fence in an estimate or an option. Either `runs`, or the three fields of a plain fence. */
export const fenceFields = {
  perimeter: perimeterSchema.optional(),
  materialId: materialIdSchema.optional(),
  gateCount: gateCountSchema.optional(),
  runs: z
    .array(runSchema)
    .min(1, 'Add a run')
    .max(...most(FENCE_LIMITS.runs, 'runs'))
    .optional(),
  gates: z
    .array(gateSchema)
    .max(...most(MAX_GATES, 'gates'))
    .optional(),
  removalFeet: z
    .number(FEET_HINT)
    .refine((value) => value === 0 || isFeet(value), FEET_HINT)
    .optional(),
  corners: count.optional(),
  ends: count.optional(),
  items: z
    .array(
      z.strictObject({
        itemId: z.string('Choose an item from your price book').toLowerCase(),
        /** 0 takes an item that is in every estimate off this one. */
        quantity: z
          .number(QUANTITY)
          .refine((value) => value === 0 || isFeet(value), QUANTITY)
          .optional(),
      }),
    )
    .max(...most(FENCE_LIMITS.items, 'items'))
    .optional(),
  lines: z
    .array(freeLineSchema)
    .max(...most(FENCE_LIMITS.lines, 'lines'))
    .optional(),
  addOns: z
    .array(freeLineSchema)
    .max(...most(FENCE_LIMITS.addOns, 'add-ons'))
    .optional(),
};
const fenceSchema = z.object(fenceFields);
export type FenceInput = z.infer<typeof fenceSchema>;

/** How far a given length may differ from the sum of the runs, in feet. */
const TOLERANCE_FT = 1;

/**
 * Returns the errors between the fields of one fence, by path. `path` is the prefix of the fence's fields, such as
 * 'options.1.'.
 */
export const fenceFaults = (fence: FenceInput): { path: (string | number)[]; message: string }[] => {
  const { perimeter, materialId, gateCount, runs, gates } = fence;
  const faults: { path: (string | number)[]; message: string }[] = [];
  if (runs === undefined) {
    if (perimeter === undefined) faults.push({ path: ['perimeter'], message: FEET_HINT });
    if (materialId === undefined) faults.push({ path: ['materialId'], message: 'Choose a material' });
    if (gateCount === undefined && gates === undefined) faults.push({ path: ['gateCount'], message: GATES_HINT });
  } else {
    const feet = runs.reduce((sum, run) => sum + run.feet, 0);
    if (perimeter !== undefined && Math.abs(feet - perimeter) > TOLERANCE_FT + 1e-6)
      faults.push({ path: ['perimeter'], message: 'Enter the sum of the runs, or leave the length out' });
    for (const [index, run] of runs.entries()) {
      if (run.materialId === undefined && materialId === undefined)
        faults.push({ path: ['runs', index, 'materialId'], message: 'Choose a material' });
      if (run.closed === true && (index < runs.length - 1 || runs.length === 1))
        faults.push({
          path: ['runs', index, 'closed'],
          message: 'Only the last of two or more runs can meet the first',
        });
    }
  }
  if (gates !== undefined && gateCount !== undefined && gateCount !== 0) {
    const walk = gates.filter(({ kind }) => kind === 'walk').length;
    if (gateCount !== gates.length && gateCount !== walk)
      faults.push({ path: ['gateCount'], message: 'Enter the number of gates in the list, or leave it out' });
  }
  return faults;
};
