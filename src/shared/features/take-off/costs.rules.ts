import type { LaborRate } from './costs.schema.ts';
import type { MaterialItem } from './items.rules.ts';
import type { LaborBasis } from './take-off.rules.ts';

/** What a company pays: cents per item by key, cents per hour, and minutes of labor. */
export interface Costs {
  hourlyCents: number;
  items: Readonly<Record<string, number>>;
  labor: readonly LaborRate[];
}

export interface CountedCost {
  costCents: number;
  labor: { activity: string; minutes: number }[];
  /** The items without a cost. The cost leaves them out. */
  missing: MaterialItem[];
}

const halfUp = (value: number): number => Math.floor(value + 0.5);

/** Returns what a fence costs: its items and its labor, which is rounded to the cent once, half up. */
export const costOf = (
  { items, laborBasis }: { items: readonly MaterialItem[]; laborBasis: LaborBasis },
  costs: Costs,
): CountedCost => {
  const centsOf = ({ key }: MaterialItem): number | undefined =>
    Object.hasOwn(costs.items, key) ? costs.items[key] : undefined;
  const labor = costs.labor.map(({ activity, per, minutes }) => ({
    activity,
    minutes: Math.round(laborBasis[per] * 100 * minutes * 100) / 10_000,
  }));
  const minutes = labor.reduce((sum, each) => sum + Math.round(each.minutes * 10_000), 0);
  return {
    costCents:
      items.reduce((sum, item) => sum + (centsOf(item) ?? 0) * item.quantity, 0) +
      halfUp((minutes * costs.hourlyCents) / 600_000),
    labor,
    missing: items.filter((item) => centsOf(item) === undefined),
  };
};

/** Returns what is left of a price, and its share of the price and of the cost in basis points, half up. */
export const marginOf = (
  priceCents: number,
  costCents: number,
): { costCents: number; marginCents: number; marginBps?: number; markupBps?: number } => {
  const marginCents = priceCents - costCents;
  return {
    costCents,
    marginCents,
    ...(priceCents > 0 && { marginBps: halfUp((marginCents * 10_000) / priceCents) }),
    ...(costCents > 0 && { markupBps: halfUp((marginCents * 10_000) / costCents) }),
  };
};

/** Returns the price that leaves this margin, half up to the cent. `marginBps` is below 10,000. */
export const priceForMargin = (costCents: number, marginBps: number): number =>
  halfUp((costCents * 10_000) / (10_000 - marginBps));
