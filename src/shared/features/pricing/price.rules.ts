import { invalid, type FieldErrors } from '../../primitives/app-error.ts';
import { cents, formatCents, MAX_CENTS, type Cents } from '../../primitives/cents.ts';
import { hundredthsOfFoot, isFeet } from '../../primitives/feet.ts';

/** The maximum number of gates in one estimate. */
export const MAX_GATES = 100;
export const FEET_HINT = 'Enter more than 0 and up to 100,000 feet, such as 184 or 212.5';
export const GATES_HINT = 'Enter a whole number of gates from 0 to 100, such as 1';
const PRICE_HINT = 'Enter a price of 0 or more, such as 7.62';
const TOO_MUCH = 'The total is too large. Enter a lower price';
const TOO_LONG = `The total would be over ${formatCents(MAX_CENTS)}. Enter fewer feet`;

/** The values that a price depends on: decimal feet, whole gates, and prices in cents per foot and per gate. */
export interface PriceInput {
  perimeter: number;
  gateCount: number;
  basePriceCents: number;
  premiumCents: number;
  gatePriceCents: number;
}

export interface Price {
  totalCents: Cents;
  fenceCents: Cents;
  gatesCents: Cents;
  perFootCents: Cents;
}

/** Divides by 100 and rounds half up, using integers, because 1.005 * 100 isn't 100.5 in floating point. */
const hundredth = (whole: number): number => {
  const rest = whole % 100;
  return (whole - rest) / 100 + (rest >= 50 ? 1 : 0);
};

const faultsOf = ({ perimeter, gateCount, basePriceCents, premiumCents, gatePriceCents }: PriceInput): FieldErrors => {
  const faults: FieldErrors = {};
  if (!isFeet(perimeter)) faults.perimeter = FEET_HINT;
  if (!Number.isInteger(gateCount) || gateCount < 0 || gateCount > MAX_GATES) faults.gateCount = GATES_HINT;
  if (!Number.isSafeInteger(basePriceCents)) faults.basePriceCents = PRICE_HINT;
  if (!Number.isSafeInteger(gatePriceCents) || gatePriceCents < 0) faults.gatePriceCents = PRICE_HINT;
  if (!Number.isSafeInteger(premiumCents)) faults.premiumCents = PRICE_HINT;
  else if (basePriceCents + premiumCents < 0)
    faults.premiumCents = `Base price plus premium can’t be below $0. Enter a premium of ${formatCents(-basePriceCents)} or more`;
  return faults;
};

/**
 * Calculates a fence's price (spec, section 9): perimeter × (base + premium) + gates × gate price. The calculation is
 * exact, in hundredths of a foot, and is rounded half up to the cent once at the end. `fenceCents + gatesCents =
 * totalCents`, which is at most MAX_CENTS. Throws AppError VALIDATION_FAILED with an error for each invalid field.
 */
export const priceEstimate = (input: PriceInput): Price => {
  const faults = faultsOf(input);
  if (Object.keys(faults).length > 0) throw invalid(faults);
  const perFoot = input.basePriceCents + input.premiumCents;
  const fenceHundredths = hundredthsOfFoot(input.perimeter) * perFoot;
  const gates = input.gateCount * input.gatePriceCents;
  // Above 2^53 a product is no longer exact, so it's rejected.
  if (!Number.isSafeInteger(fenceHundredths)) throw invalid({ basePriceCents: TOO_MUCH });
  const fence = hundredth(fenceHundredths);
  if (!Number.isSafeInteger(fence + gates)) throw invalid({ gatePriceCents: TOO_MUCH });
  // The gates alone can't exceed the limit, even at the highest gate price.
  if (fence + gates > MAX_CENTS) throw invalid({ perimeter: TOO_LONG });
  return {
    totalCents: cents(fence + gates),
    fenceCents: cents(fence),
    gatesCents: cents(gates),
    perFootCents: cents(perFoot),
  };
};

/**
 * Returns the deposit for a total, rounded half up to the cent. `percent` is 0 to 100 with at most two decimals, by
 * default 50 (spec, section 9). The caller applies state caps (C27) afterward. Throws RangeError if the total is
 * negative or if `percent` isn't between 0 and 100.
 */
export const depositCents = (totalCents: number, percent = 50): Cents => {
  const basisPoints = Math.round(percent * 100);
  if (!(totalCents >= 0) || !(percent >= 0 && percent <= 100)) throw new RangeError(`no deposit: ${percent}%`);
  const product = totalCents * basisPoints;
  if (!Number.isSafeInteger(product)) throw new RangeError(`no deposit of ${totalCents} cents`);
  const rest = product % 10_000;
  return cents((product - rest) / 10_000 + (rest >= 5_000 ? 1 : 0));
};
