import { z } from 'zod';
import { isHeight } from './layout.rules.ts';
import { systemKeySchema } from './system-keys.ts';

/** A number with at most three decimals, which counting keeps exactly. */
const measure = (low: number, high: number, unit: string) => {
  const hint = `Enter a number from ${low} to ${high}${unit}`;
  return z.number(hint).min(low, hint).max(high, hint).multipleOf(0.001, 'Use at most three decimals');
};
const wholeNumber = (low: number, high: number) => {
  const hint = `Enter a whole number from ${low} to ${high}`;
  return z.number(hint).int(hint).min(low, hint).max(high, hint);
};
const SPACING_HINT = 'Enter a distance from 1 to 50 ft, with at most two decimals';
const HEIGHT_HINT = 'Enter a height from 1 to 12 ft, in half feet';
const WASTE_HINT = 'Enter a waste from 0% to 50%';
const KIND_HINT = 'Enter the kind of post, such as 4x4';

const feetBetween = z
  .number(SPACING_HINT)
  .min(1, SPACING_HINT)
  .max(50, SPACING_HINT)
  .refine((feet) => Math.abs(feet * 100 - Math.round(feet * 100)) < 1e-6, SPACING_HINT);
const height = z.number(HEIGHT_HINT).refine(isHeight, HEIGHT_HINT);
const inches = measure(0.001, 120, ' in');
const kind = z.string(KIND_HINT).trim().min(1, KIND_HINT).max(60, 'Use at most 60 characters');
const count = wholeNumber(0, 20);
const every = measure(0.5, 120, ' in');

/** Sorted by height. The last entry covers the tallest height of the system (checked below). */
const byHeight = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.array(z.strictObject({ upToFt: height, ...shape })).min(1, 'Add a height');

const base = {
  spacingFt: feetBetween,
  usualHeightFt: height,
  heightsFt: z.array(height).min(1, 'Add a height').max(23),
};
const postKinds = z.strictObject({ line: kind, end: kind, corner: kind, transition: kind, gate: kind });
const hole = z
  .strictObject({ diameterIn: inches, concreteIn: inches, postAreaSqIn: measure(0.001, 1000, ' sq in') })
  // A square post fits if the hole is wider than the post's diagonal.
  .refine(({ diameterIn, postAreaSqIn }) => diameterIn > Math.sqrt(2 * postAreaSqIn), {
    path: ['diameterIn'],
    message: 'The hole is narrower than its post. Enter a larger diameter',
  });
const holes = z.strictObject({ line: hole, gate: hole });
const kit = z.strictObject({
  built: z.literal('kit'),
  hingeSetsPerLeaf: count,
  latchPerOpening: count,
  dropRodPerDouble: count,
});
const rails = { railsByHeight: byHeight({ rails: count }), railStockFt: feetBetween };

const woodSystem = z.strictObject({
  key: systemKeySchema,
  family: z.literal('wood'),
  ...base,
  ...rails,
  board: z
    .strictObject({ faceIn: inches, gapIn: measure(-12, 24, ' in'), sides: wholeNumber(1, 2) })
    .refine(({ faceIn, gapIn }) => faceIn + gapIn >= 0.5, {
      path: ['gapIn'],
      message: 'The overlap must leave at least half an inch of each board',
    }),
  boardWastePercent: z.number(WASTE_HINT).min(0, WASTE_HINT).max(50, WASTE_HINT).multipleOf(0.001, WASTE_HINT),
  screwsPerBoardPerRail: count,
  caps: z.boolean(),
  gate: z.strictObject({
    built: z.literal('site'),
    frameBoardsPerLeaf: count,
    hinges: byHeight({ perLeaf: count }),
    latchPerOpening: count,
    dropRodPerDouble: count,
  }),
  posts: postKinds,
  hole: holes,
});
const panelSystem = z.strictObject({
  key: systemKeySchema,
  family: z.enum(['vinyl', 'aluminum']),
  ...base,
  panels: z.literal(true),
  caps: z.boolean(),
  gate: kit,
  posts: postKinds,
  hole: holes,
});
const splitRailSystem = z.strictObject({
  key: systemKeySchema,
  family: z.literal('split_rail'),
  ...base,
  ...rails,
  caps: z.boolean(),
  concrete: z.literal(false),
  gate: kit,
  posts: postKinds,
});
const pipe = z.strictObject({ odIn: measure(0.5, 12, ' in') });
const chainLinkSystem = z.strictObject({
  key: systemKeySchema,
  family: z.literal('chain_link'),
  ...base,
  fabricRollFt: feetBetween,
  topRailStickFt: feetBetween,
  pullPostEveryFt: wholeNumber(50, 5000),
  tensionBandsPerFootOfHeight: count,
  braceBandsPerSide: count,
  railEndsPerSide: count,
  tensionBarsPerSide: count,
  tieEveryInOnPost: every,
  tieEveryInOnRail: every,
  tiesPerBag: wholeNumber(1, 10_000),
  bottomWire: z.boolean(),
  hogRingEveryIn: every,
  gate: z.strictObject({
    built: z.literal('kit'),
    postHingesPerLeaf: count,
    frameHingesPerLeaf: count,
    forkLatchPerSingle: count,
    dropRodPerDouble: count,
  }),
  posts: z.strictObject({ line: kind, terminal: kind }),
  holeByHeight: byHeight({ line: pipe, terminal: pipe }),
  holeDiameterTimesOd: z
    .number()
    .gt(1, 'The hole is narrower than its post. Enter more than 1')
    .max(20)
    .multipleOf(0.001),
  holeDepthIn: z.strictObject({ at4Ft: inches, perFootAbove4: measure(0, 24, ' in') }),
});

/** Entries by height, with their path. Each list must reach the system's tallest height. */
const listsByHeight = (system: z.infer<typeof anySystem>) => [
  ...('railsByHeight' in system ? [{ path: ['railsByHeight'], list: system.railsByHeight }] : []),
  ...('holeByHeight' in system ? [{ path: ['holeByHeight'], list: system.holeByHeight }] : []),
  ...(system.family === 'wood' ? [{ path: ['gate', 'hinges'], list: system.gate.hinges }] : []),
];

const anySystem = z.discriminatedUnion('family', [woodSystem, panelSystem, splitRailSystem, chainLinkSystem]);

/** The rules for counting one fence system. Lengths in feet (`Ft`) and inches (`In`). */
export const fenceSystemSchema = anySystem.superRefine((system, context) => {
  const tallest = Math.max(...system.heightsFt);
  for (const { path, list } of listsByHeight(system)) {
    const rising = list.every(({ upToFt }, index) => upToFt > (list[index - 1]?.upToFt ?? 0));
    if (!rising) context.addIssue({ code: 'custom', path, message: 'List the heights from the lowest to the tallest' });
    else if ((list.at(-1)?.upToFt ?? 0) < tallest)
      context.addIssue({ code: 'custom', path, message: `Add an entry that reaches ${tallest} ft` });
  }
  if (!system.heightsFt.includes(system.usualHeightFt))
    context.addIssue({ code: 'custom', path: ['usualHeightFt'], message: 'Choose one of the system’s heights' });
});
export type FenceSystem = z.infer<typeof fenceSystemSchema>;
export type WoodSystem = z.infer<typeof woodSystem>;
export type PanelSystem = z.infer<typeof panelSystem>;
export type SplitRailSystem = z.infer<typeof splitRailSystem>;
export type ChainLinkSystem = z.infer<typeof chainLinkSystem>;

/** The pounds of concrete in a bag. */
export const BAG_POUNDS = [50, 60, 80] as const;
export const bagSchema = z.literal(BAG_POUNDS, 'Choose bags of 50, 60 or 80 lb');
export type BagPounds = z.infer<typeof bagSchema>;
