import { cents, type Cents } from '../../primitives/cents.ts';

/** A US state's cap on the total of all payments before work starts (C27), as of the day the estimate was sent. */
export interface DepositCap {
  /** The state's code and name, such as 'CA' and 'California'. */
  state: string;
  stateName: string;
  combine: 'fraction' | 'lesser' | 'greater';
  num: number;
  den: number;
  /** The second limit, in dollars. Set only if `combine` is 'lesser'. */
  dollars: number | null;
  /** The cap doesn't apply below this price. At exactly this price, it applies only if `fromIncluded` is true. */
  overDollars: number;
  fromIncluded: boolean;
}

/**
 * Returns the maximum amount that may be collected before work starts on a job with this price
 * (`us-deposit-caps.json`). The amount is rounded down to the cent. Returns null if there's no limit. Picket doesn't
 * track special-order costs, so they don't raise the cap.
 */
export const capOf = (totalCents: number, cap: DepositCap | null): Cents | null => {
  if (!cap) return null;
  const over = cap.overDollars * 100;
  if (cap.fromIncluded ? totalCents < over : totalCents <= over) return null;
  const product = totalCents * cap.num;
  if (!Number.isSafeInteger(product)) throw new RangeError(`no cap on ${totalCents} cents`);
  const share = (product - (product % cap.den)) / cap.den;
  return cents(cap.combine === 'lesser' && cap.dollars !== null ? Math.min(share, cap.dollars * 100) : share);
};
