import type { MaterialId } from '../../primitives/ids.ts';

/** A gate kind's price for one material, or for one height of it. */
export interface GateByMaterial {
  materialId: MaterialId;
  heightFt?: number | undefined;
  priceCents: number;
}

export interface GateKind {
  key: string;
  label: string;
  leaves: 1 | 2;
  widthFt: number;
  priceCents: number;
  byMaterial?: GateByMaterial[] | undefined;
}

/** Something priced for each job, each piece or each foot, such as a permit. */
export interface BookItem {
  id: string;
  label: string;
  unit: 'job' | 'each' | 'foot';
  cents: number;
  /** An optional item is added by the contractor. Any other is in every estimate unless its quantity there is 0. */
  optional: boolean;
}

/** A part of the service area: a surcharge in cents, or no service there. */
export type Zone = { zips: string[]; cents: number } | { zips: string[]; refuse: true };

export interface Tax {
  /** The rate in basis points. 0 means that no tax is charged. */
  bps: number;
  /** What is taxed: everything, or only runs with their slope and hard digging. */
  on: 'all' | 'fence';
  /** How homeowners see the tax named. Empty means 'Tax'. */
  text: string;
}

/**
 * A company's price book: everything that a price depends on besides the base price, the gate price and the materials'
 * premiums. Amounts are in cents.
 */
export interface PriceBook {
  /** A height that is priced here replaces the base price plus the premium for that material. */
  heights: { materialId: MaterialId; heightFt: number; perFootCents: number }[];
  gateKinds: GateKind[];
  removalPerFootCents: number;
  slope: { moderatePercent: number; steepPercent: number };
  hardDigPercent: number;
  corners: { cornerCents: number; endCents: number };
  items: BookItem[];
  zones: Zone[];
  minimumCents: number;
  /** The step that a sum is rounded to, in cents. 0 means that it isn't rounded. */
  roundToCents: number;
  tax: Tax;
  /** Whether gates' widths come off their run's priced feet. */
  gateTakesWidth: boolean;
  /** How far the shown range goes below and above the exact price. 0 means that the exact price is shown. */
  range: { percent: number };
}

/** The key of the gate kind that a bare number of gates means. The company's gate price is its price. */
export const WALK = 'walk';
/** The gate kinds that every book has. */
export const FIXED_KINDS: readonly string[] = [WALK, 'double'];

/** A book that changes no price. Both of its gate kinds cost the company's gate price, in cents. */
export const neutralBook = (gatePriceCents: number): PriceBook => ({
  heights: [],
  gateKinds: [
    { key: WALK, label: 'Walk gate', leaves: 1, widthFt: 4, priceCents: gatePriceCents },
    { key: 'double', label: 'Double gate', leaves: 2, widthFt: 10, priceCents: gatePriceCents },
  ],
  removalPerFootCents: 0,
  slope: { moderatePercent: 0, steepPercent: 0 },
  hardDigPercent: 0,
  corners: { cornerCents: 0, endCents: 0 },
  items: [],
  zones: [],
  minimumCents: 0,
  roundToCents: 0,
  tax: { bps: 0, on: 'all', text: '' },
  gateTakesWidth: false,
  range: { percent: 0 },
});

/** A company's prices: the base price per foot, the price of a walk gate, the materials and the book. In cents. */
export interface PriceList {
  basePriceCents: number;
  gatePriceCents: number;
  materials: readonly { id: string; name: string; premiumCents: number }[];
  book: PriceBook;
}
