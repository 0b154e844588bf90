import { z } from 'zod';
import { FEET_HINT, FENCE_LIMITS } from '../pricing/fence-limits.ts';
import { heightSchema } from '../pricing/price-book.schema.ts';
import { isFeet } from '../../primitives/feet.ts';
import { uuidSchema } from '../../primitives/ids.ts';
import type { FenceDrawing } from './fence-drawing.ts';
import { DRAWING_LIMITS, gateKindSchema } from './fence-drawing.schema.ts';
import type { Measured } from './measured.ts';

export const measuredRunSchema = z.object({
  feet: z.number(FEET_HINT).refine((value) => isFeet(value), FEET_HINT),
  heightFt: heightSchema.optional(),
  materialId: uuidSchema('Choose a material').optional(),
});

export const measuredRunsSchema = z
  .array(measuredRunSchema)
  .max(FENCE_LIMITS.runs, `Use at most ${FENCE_LIMITS.runs} runs`);

export const measuredGatesSchema = z
  .array(z.object({ kind: gateKindSchema }))
  .max(DRAWING_LIMITS.gates, `Use at most ${DRAWING_LIMITS.gates} gates`);

/** The length of an old fence to take away, in feet. 0 counts as missing. */
export const removalFeetSchema = z
  .number(FEET_HINT)
  .refine((value) => value === 0 || isFeet(value), FEET_HINT)
  .transform((value) => (value === 0 ? undefined : value))
  .optional();

/**
 * A lead's fence measurements and drawing. They aren't validated here, because the server validated them when it
 * received them.
 */
export const measuredView = z.custom<Measured>();
export const drawingView = z.custom<FenceDrawing>();
