import { z } from 'zod';
import { paragraph } from '../../primitives/text.ts';
import { feetBetween, type Position } from './earth.ts';
import type { FenceDrawing } from './fence-drawing.ts';
import { toTenths } from './fence-line.ts';

export const DRAWING_LIMITS = { runs: 20, points: 200, gates: 100, label: 60, spreadFeet: 5_280 } as const;
const { runs: MOST_RUNS, points: MOST_POINTS, gates: MOST_GATES, label: MOST_LABEL, spreadFeet } = DRAWING_LIMITS;

/**
 * Whether a position is within the bounds of the US states and territories. Guam and the western Aleutians have eastern
 * longitudes.
 */
const isInUs = ([longitude, latitude]: Position): boolean =>
  latitude >= -15 && latitude <= 72 && ((longitude >= -180 && longitude <= -64) || longitude >= 144);

const position = z
  .array(z.number())
  .min(2, 'Enter a longitude and a latitude')
  .max(3, 'Enter a longitude and a latitude')
  .transform(([longitude = 0, latitude = 0]): Position => [longitude, latitude])
  .refine(
    ([longitude, latitude]) => Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90,
    'Enter an angle in degrees',
  )
  .refine(isInUs, 'The fence must be in the United States');

const words = (max: number) => paragraph(max).pipe(z.string().regex(/^[^\n]*$/, 'Use one line'));

/** A gate's kind: 'walk', 'double', or a kind from the company's price book. */
export const gateKindSchema = words(MOST_LABEL).pipe(z.string().min(1, 'Choose a gate type'));

const drawnGate = z.object({ atFeet: z.number().min(0, 'Enter 0 or more'), kind: gateKindSchema });

/**
 * A run as a client sends it. `feet` is ignored and always recomputed from the line. A gate beyond the line's end is
 * moved to the end.
 */
const drawnRun = z
  .object({
    type: z.literal('Feature'),
    geometry: z.object({
      type: z.literal('LineString'),
      coordinates: z
        .array(position)
        .min(2, 'A run needs at least two points')
        .max(MOST_POINTS, `Use at most ${MOST_POINTS} points`),
    }),
    properties: z.object({
      feet: z.number(),
      label: words(MOST_LABEL).optional(),
      gates: z.array(drawnGate).max(MOST_GATES, `Use at most ${MOST_GATES} gates`).optional(),
    }),
  })
  .transform((run) => {
    const { coordinates } = run.geometry;
    const feet = toTenths(
      coordinates.slice(1).reduce((sum, at, index) => sum + feetBetween(coordinates[index] ?? at, at), 0),
    );
    const { label, gates } = run.properties;
    const placed = gates?.map(({ atFeet, kind }) => ({ atFeet: Math.min(toTenths(atFeet), feet), kind }));
    return {
      ...run,
      properties: { feet, ...(label ? { label } : {}), ...(placed && placed.length > 0 ? { gates: placed } : {}) },
    };
  })
  .refine(({ properties }) => properties.feet > 0, 'A run needs a length');

/**
 * A drawing from an untrusted client. It may have at most 20 runs, 200 points and 100 gates. All points must be in the
 * United States and within a mile of the first point. Lengths are recomputed from the coordinates.
 */
export const fenceDrawingSchema: z.ZodType<FenceDrawing> = z
  .object({
    type: z.literal('FeatureCollection'),
    located: z.literal(false).optional(),
    features: z.array(drawnRun).min(1, 'Draw at least one run').max(MOST_RUNS, `Use at most ${MOST_RUNS} runs`),
  })
  .superRefine(({ features }, context) => {
    const all = features.flatMap(({ geometry }) => geometry.coordinates);
    const gates = features.flatMap(({ properties }) => properties.gates ?? []);
    const refuse = (message: string) => context.addIssue({ code: 'custom', message });
    if (all.length > MOST_POINTS) refuse(`Use at most ${MOST_POINTS} points`);
    if (gates.length > MOST_GATES) refuse(`Use at most ${MOST_GATES} gates`);
    const [first] = all;
    if (first && all.some((at) => feetBetween(first, at) > spreadFeet)) refuse('The runs must be near each other');
  })
  .transform(({ located, ...drawing }): FenceDrawing => (located === false ? { ...drawing, located } : drawing));
