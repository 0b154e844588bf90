import { type FieldErrors, invalid } from '../../primitives/app-error.ts';
import { cents, type Cents, formatCents, MAX_CENTS } from '../../primitives/cents.ts';
import type { Language } from '../../primitives/language.ts';
import { calculatedWords } from '../estimates/words.ts';
import { type FenceLine, type LineKind, minimumLine, roundingLine } from './fence-line.ts';
import { fenceLines } from './fence-lines.rules.ts';
import type { Fence } from './fence.ts';
import { halfUp } from './half-up.ts';
import type { PriceBook, PriceList, Tax } from './price-book.ts';

/** The parts of a price book that apply to a whole sum. They're stored with each version. */
export type SumRules = Pick<PriceBook, 'minimumCents' | 'roundToCents' | 'tax'>;

export const sumRulesOf = ({ minimumCents, roundToCents, tax }: PriceBook): SumRules => ({
  minimumCents,
  roundToCents,
  tax,
});

/** What a fence costs, in cents. The total is the subtotal minus the discount plus the tax. */
export interface Sums {
  subtotalCents: Cents;
  discountCents: Cents;
  taxCents: Cents;
  totalCents: Cents;
  /** What the tax is charged on, before the discount's share comes off. */
  taxableCents: Cents;
}

export interface FencePrice extends Sums {
  /** Every line, add-ons that aren't ticked included. Those that count add up to the subtotal. */
  lines: FenceLine[];
}

const FENCE_KINDS: readonly LineKind[] = ['run', 'slope', 'hardDig'];

const sumOf = (lines: readonly FenceLine[]): number => lines.reduce((sum, { totalCents }) => sum + totalCents, 0);

/**
 * Returns the tax in cents on the taxable amount less its share of the discount. It's rounded half up, once. The product
 * may be too large for a number to be exact.
 */
const taxOf = (taxable: number, { subtotal, discount, bps }: { subtotal: number; discount: number; bps: number }) => {
  if (subtotal === 0 || bps === 0 || taxable === 0) return 0;
  const by = BigInt(subtotal) * BigInt(20_000);
  const doubled =
    BigInt(taxable) * BigInt(subtotal - discount) * BigInt(bps) * BigInt(2) + BigInt(subtotal) * BigInt(10_000);
  return Number(doubled / by);
};

/** Whether a line counts in the sum. An add-on counts only while it's ticked. */
export const counts = ({ addOn }: Pick<FenceLine, 'addOn'>, ticked: ReadonlySet<string>): boolean =>
  addOn === undefined || ticked.has(addOn);

/**
 * Adds up the lines of `fenceLines` with these add-ons ticked: the lines, then a line up to the minimum, then a line to
 * the rounding step, then the discount on that sum, then the tax once. `discountFor` returns the discount on that sum, in cents.
 */
export const sumFence = (
  given: readonly FenceLine[],
  rules: SumRules,
  { ticked = [], discountFor = () => 0 }: { ticked?: readonly string[]; discountFor?: DiscountFor } = {},
): FencePrice => {
  const set = new Set(ticked);
  const lines = [...given];
  const counted = sumOf(lines.filter((line) => counts(line, set)));
  const minimum = Math.max(counted, rules.minimumCents);
  if (minimum > counted) lines.push(minimumLine(minimum - counted));
  const step = rules.roundToCents;
  const subtotal = step === 0 ? minimum : halfUp(minimum, step) * step;
  if (subtotal !== minimum) lines.push(roundingLine(subtotal - minimum));
  const discount = discountFor(subtotal);
  return { lines, ...withTax(lines, rules.tax, { subtotal, discount }) };
};

/** Returns what comes off a sum, in cents, from 0 to that sum. */
export type DiscountFor = (subtotalCents: number) => number;

const withTax = (
  lines: readonly FenceLine[],
  { bps, on }: Tax,
  { subtotal, discount }: { subtotal: number; discount: number },
): Sums => {
  const taxable =
    bps === 0 ? 0 : on === 'all' ? subtotal : sumOf(lines.filter(({ kind }) => FENCE_KINDS.includes(kind)));
  const tax = taxOf(taxable, { subtotal, discount, bps });
  return {
    subtotalCents: cents(subtotal),
    discountCents: cents(discount),
    taxCents: cents(tax),
    totalCents: cents(subtotal - discount + tax),
    taxableCents: cents(taxable),
  };
};

/**
 * The one price of a fence: the lines and the sums in cents of a description at a company's prices. Pure, and the same in
 * browsers and on the server. With a neutral book, a plain fence costs perimeter × (base + premium) + gates × gate price,
 * rounded half up to the cent once (spec, section 9). Throws AppError VALIDATION_FAILED with an error for each invalid
 * field, named as in `fenceFields`.
 */
export const priceFence = (
  fence: Fence,
  prices: PriceList,
  {
    zip = null,
    ticked,
    discountFor,
  }: { zip?: string | null; ticked?: readonly string[]; discountFor?: DiscountFor } = {},
): FencePrice => {
  const { lines, faults } = fenceLines(fence, prices, zip);
  if (Object.keys(faults).length > 0) throw invalid(faults);
  const rules = sumRulesOf(prices.book);
  refuseTooMuch(fence, sumFence(lines, rules, { ticked: fence.addOns.map(({ id }) => id) }));
  return sumFence(lines, rules, { ...(ticked && { ticked }), ...(discountFor && { discountFor }) });
};

/** The total with everything ticked and without a discount is the most that a homeowner can be charged. */
const refuseTooMuch = ({ plain }: Fence, { totalCents }: Sums): void => {
  if (totalCents <= MAX_CENTS) return;
  const faults: FieldErrors = {
    [plain ? 'perimeter' : 'runs']: `The total would be over ${formatCents(MAX_CENTS)}. Enter fewer feet`,
  };
  throw invalid(faults);
};

/** Names a tax with its rate: 'Tax (6%)'. */
export const taxWords = ({ bps, text }: Tax, language: Language): string => {
  const words = calculatedWords(language);
  return words.tax({ name: text === '' ? words.bareTax : text, percent: String(bps / 100) });
};
