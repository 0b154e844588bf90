import { formatCents } from '../../primitives/cents.ts';

/** The maximum number of materials in a company's list. */
export const MAX_MATERIALS = 100;

/** The largest premium, in cents per foot. */
export const MAX_PREMIUM_CENTS = 10_000_000;

/** How many materials a company on Starter shows in its widget. It chooses which. */
export const BASIC_MATERIALS = 2;

/**
 * Returns why a premium is too low, or undefined if it's high enough. A premium may be negative if the base price plus
 * the premium is at least 0.
 */
export const premiumFault = (basePriceCents: number, premiumCents: number): string | undefined =>
  basePriceCents + premiumCents < 0
    ? `The price per foot can’t be negative. Enter ${formatCents(-basePriceCents)} or more`
    : undefined;

/** Returns why a base price is too low for the company's cheapest material, or undefined if it's high enough. */
export const basePriceFault = (
  basePriceCents: number,
  materials: readonly { name: string; premiumCents: number }[],
): string | undefined => {
  const cheapest = materials.toSorted((a, b) => a.premiumCents - b.premiumCents)[0];
  if (!cheapest || basePriceCents + cheapest.premiumCents >= 0) return undefined;
  const least = formatCents(-cheapest.premiumCents);
  return `${cheapest.name} costs ${least} less per foot than the base cost. Enter ${least} or more`;
};
