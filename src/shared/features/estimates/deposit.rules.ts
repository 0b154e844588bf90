import { DEFAULT_LANGUAGE, type Language } from '../../primitives/language.ts';
import { calculatedWords } from './words/index.ts';
import { cents, type Cents, formatCents } from '../../primitives/cents.ts';
import { halfUp } from '../pricing/half-up.ts';

/** A company's deposit setting: a percentage of the total, or an amount in cents. */
export type DepositRule = { kind: 'percent'; percent: number } | { kind: 'amount'; cents: number };

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
 * The rules for a version's deposit at any price, such as an option's price or a discounted price. They're stored when
 * the version is sent.
 */
export interface DepositTerms {
  rule: DepositRule;
  /** Null if the job's state has no cap, or if the state is unknown. */
  cap: DepositCap | null;
  /** Whether the company lets homeowners pay the full amount at once. */
  offerFull: boolean;
}

/** The deposit for one price. */
export interface Deposit {
  cents: Cents;
  /** The state's maximum deposit at this price. Null if the state has none. */
  maxCents: Cents | null;
  /**
   * Why the deposit is lower than the company's setting, such as 'California limits a deposit to $1,000.00'. Null if it
   * isn't lower.
   */
  reason: string | null;
  /** Whether the full amount can be paid before work starts. */
  full: boolean;
}

/** The default: half of the total, without a cap (spec, section 9). */
export const DEFAULT_DEPOSIT: DepositTerms = { rule: { kind: 'percent', percent: 50 }, cap: null, offerFull: true };

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

/**
 * Returns the deposit for a total, rounded half up to the cent. `percent` is 0 to 100 with at most two decimals, by
 * default 50 (spec, section 9). The caller applies state caps (C27) afterward. Throws RangeError if the total is
 * negative or if `percent` isn't between 0 and 100.
 */
export const depositCents = (totalCents: number, percent = 50): Cents => {
  if (!(totalCents >= 0) || !(percent >= 0 && percent <= 100)) throw new RangeError(`no deposit: ${percent}%`);
  return cents(halfUp(totalCents * Math.round(percent * 100), 10_000));
};

/**
 * Returns the deposit for a price: the company's setting, reduced to the state's cap if necessary (C27). If the deposit
 * is reduced, the result includes the reason.
 */
export const depositOf = (
  totalCents: number,
  { rule, cap, offerFull }: DepositTerms,
  language: Language = DEFAULT_LANGUAGE,
): Deposit => {
  const wanted =
    rule.kind === 'percent' ? depositCents(totalCents, rule.percent) : cents(Math.min(rule.cents, totalCents));
  const maxCents = capOf(totalCents, cap);
  const limited = maxCents !== null && wanted > maxCents;
  return {
    cents: limited ? maxCents : wanted,
    maxCents,
    reason:
      limited && cap
        ? calculatedWords(language).depositLimit({ state: cap.stateName, amount: formatCents(maxCents) })
        : null,
    full: offerFull && (maxCents === null || maxCents >= totalCents),
  };
};

const percentFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** Formats a percentage as '50%' or '33.33%'. */
export const formatPercent = (percent: number): string => `${percentFormat.format(percent)}%`;

/**
 * Formats the deposit for the terms: '50% of the total ($1,771.04)', or '$1,000.00 (California limits a deposit to
 * $1,000.00)'.
 */
export const depositInTerms = (
  totalCents: number,
  terms: DepositTerms,
  language: Language = DEFAULT_LANGUAGE,
): string => {
  const words = calculatedWords(language);
  const { cents, reason } = depositOf(totalCents, terms, language);
  const amount = formatCents(cents);
  if (reason !== null) return words.depositBecause({ amount, reason });
  return terms.rule.kind === 'percent'
    ? words.shareOfTotal({ percent: formatPercent(terms.rule.percent), amount })
    : amount;
};
