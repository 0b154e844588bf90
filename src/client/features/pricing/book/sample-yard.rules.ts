import type { Fence, FenceRun } from '#shared/features/pricing/fence.ts';
import { type EstimateLine, viewLines } from '#shared/features/pricing/line-view.ts';
import type { PriceBook, PriceList } from '#shared/features/pricing/price-book.ts';
import { priceFence, taxWords } from '#shared/features/pricing/price.rules.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { DEFAULT_LANGUAGE } from '#shared/primitives/language.ts';

export interface SamplePrice {
  lines: EstimateLine[];
  /** Null without a tax. */
  tax: { label: string; cents: number } | null;
  totalCents: number;
}

/** The sample's sides in feet. The second one is on a moderate slope, and the third one on a steep slope in hard ground. */
const SIDES = [
  { label: 'Back', feet: 80 },
  { label: 'Left', feet: 40, slope: 'moderate' },
  { label: 'Right', feet: 40, slope: 'steep', hardDig: true },
] as const satisfies readonly Omit<FenceRun, 'materialId'>[];
/** How much old fence is taken away in the sample. */
const REMOVED_FEET = 60;

/** Returns a material's priced heights, the tallest first. */
const heightsOf = ({ heights }: PriceBook, materialId: string): number[] =>
  heights.flatMap((height) => (height.materialId === materialId ? [height.heightFt] : [])).toSorted((a, b) => b - a);

/** Returns the kinds of gates that fit beside each other on the back side. */
const fittingGates = ({ gateKinds }: PriceBook): PriceBook['gateKinds'] => {
  let left: number = SIDES[0].feet;
  return gateKinds.filter(({ widthFt }) => {
    if (widthFt > left) return false;
    left -= widthFt;
    return true;
  });
};

/**
 * Returns a yard that everything in the book applies to: three sides, each at one of the material's heights, one gate of
 * each kind, removal, two corners, every item once, and the first zone that's served.
 */
const sampleYard = (book: PriceBook, materialId: FenceRun['materialId']): { fence: Fence; zip: string | null } => {
  const heights = heightsOf(book, materialId);
  const served = book.zones.find((zone) => 'cents' in zone);
  return {
    fence: {
      plain: false,
      runs: SIDES.map((side, index) => ({
        ...side,
        materialId,
        ...(heights.length > 0 && { heightFt: heights[index % heights.length] }),
      })),
      gates: fittingGates(book).map(({ key }) => ({ kind: key, run: 0 })),
      ...(book.removalPerFootCents > 0 && { removalFeet: REMOVED_FEET }),
      items: book.items.map(({ id }) => ({ itemId: id })),
      lines: [],
      addOns: [],
    },
    zip: served?.zips[0] ?? null,
  };
};

/** Returns the sample yard's price, or undefined if it can't be computed, such as above the largest amount. */
export const sampleOf = (prices: PriceList, materialId: string): SamplePrice | undefined => {
  const material = prices.materials.find(({ id }) => id === materialId);
  if (!material) return undefined;
  const { fence, zip } = sampleYard(prices.book, material.id as FenceRun['materialId']);
  try {
    const { lines, taxCents, totalCents } = priceFence(fence, prices, { zip });
    const { tax } = prices.book;
    return {
      lines: viewLines(lines),
      tax: taxCents > 0 ? { label: taxWords(tax, DEFAULT_LANGUAGE), cents: taxCents } : null,
      totalCents,
    };
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
};
