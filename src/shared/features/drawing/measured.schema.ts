import { z } from 'zod';
import { FEET_HINT } from '../pricing/fence-limits.ts';
import { isFeet } from '../../primitives/feet.ts';
import { uuidSchema } from '../../primitives/ids.ts';
import type { FenceDrawing } from './fence-drawing.ts';
import { DRAWING_LIMITS, gateKindSchema } from './fence-drawing.schema.ts';
import type { Measured } from './measured.ts';

export const measuredRunSchema = z.object({
  feet: z.number(FEET_HINT).refine((value) => isFeet(value), FEET_HINT),
  heightFt: z
    .number('Enter a height in feet')
    .positive('Enter a height in feet')
    .max(20, 'Enter 20 feet or less')
    .optional(),
  materialId: uuidSchema('Choose a material').optional(),
});

export const measuredRunsSchema = z
  .array(measuredRunSchema)
  .max(DRAWING_LIMITS.runs, `Use at most ${DRAWING_LIMITS.runs} runs`);

export const measuredGatesSchema = z
  .array(z.object({ kind: gateKindSchema }))
  .max(DRAWING_LIMITS.gates, `Use at most ${DRAWING_LIMITS.gates} gates`);

/**
 * A lead's fence measurements and drawing. They aren't validated here, because the server validated them when it
 * received them.
 */
export const measuredView = z.custom<Measured>();
export const drawingView = z.custom<FenceDrawing>();
