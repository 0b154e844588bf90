import { z } from 'zod';

/** A priced line in an answer (`EstimateLine`). */
export const estimateLineView = z.object({
  label: z.string(),
  quantity: z.number(),
  unit: z.enum(['foot', 'each', 'job']),
  unitCents: z.number().int(),
  totalCents: z.number().int(),
  kind: z.enum([
    'run',
    'slope',
    'hardDig',
    'gate',
    'removal',
    'corner',
    'end',
    'item',
    'zone',
    'line',
    'addOn',
    'minimum',
    'rounding',
  ]),
  /** An add-on's id. It counts only while `ticked` is true. */
  addOn: z.string().optional(),
  ticked: z.boolean().optional(),
});
