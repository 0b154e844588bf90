import { DEFAULT_LANGUAGE, type Language } from '../../primitives/language.ts';
import { calculatedWords } from './words.ts';
import { cents, type Cents, formatCents } from '../../primitives/cents.ts';
import { capOf, type DepositCap } from './deposit-cap.rules.ts';
import { halfUp } from '../pricing/half-up.ts';
import { dueAtSigning, type PlanStage, priceStages } from '../payments/payment-plan.rules.ts';

/** A company's deposit setting: a percentage of the total, or an amount in cents. */
export type DepositRule = { kind: 'percent'; percent: number } | { kind: 'amount'; cents: number };

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
  /** The payment plan, if there's one. What it asks for at the signature is then the deposit, whatever `rule` says. */
  plan?: PlanStage[] | null;
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

/** A job without a plan of its own has two stages: the deposit at the signature, and the rest when the work is done. */
export const depositAndRest = ({ rule }: Pick<DepositTerms, 'rule'>): PlanStage[] => [
  {
    label: 'Deposit',
    due: 'signing',
    ...(rule.kind === 'percent' ? { percent: rule.percent } : { cents: rule.cents }),
  },
  { label: 'Balance', due: 'done', rest: true },
];

/** The default: half of the total, without a cap (spec, section 9). */
export const DEFAULT_DEPOSIT: DepositTerms = { rule: { kind: 'percent', percent: 50 }, cap: null, offerFull: true };

/**
 * Returns the deposit for a total, rounded half up to the cent. `percent` is 0 to 100 with at most two decimals, by
 * default 50 (spec, section 9). The caller applies state caps (C27) afterward. Throws RangeError if the total is
 * negative or if `percent` isn't between 0 and 100.
 */
export const depositCents = (totalCents: number, percent = 50): Cents => {
  if (!(totalCents >= 0) || !(percent >= 0 && percent <= 100)) throw new RangeError(`no deposit: ${percent}%`);
  return cents(halfUp(totalCents * Math.round(percent * 100), 10_000));
};

/** Returns what is asked for at the signature, before the state's cap: by the payment plan or, without one, by the rule. */
const wantedOf = (totalCents: number, { rule, plan }: DepositTerms): Cents => {
  if (plan) return dueAtSigning(priceStages(plan, { cap: null }, { totalCents }));
  return rule.kind === 'percent' ? depositCents(totalCents, rule.percent) : cents(Math.min(rule.cents, totalCents));
};

/**
 * Returns the deposit for a price: the company's setting or the plan's stage at the signature, reduced to the state's cap if necessary (C27). If the deposit
 * is reduced, the result includes the reason.
 */
export const depositOf = (totalCents: number, terms: DepositTerms, language: Language = DEFAULT_LANGUAGE): Deposit => {
  const { cap, offerFull } = terms;
  const wanted = wantedOf(totalCents, terms);
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

const percentFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 });

/** Formats a percentage as '50%' or '33.33%'. */
export const formatPercent = (percent: number): string => `${percentFormat.format(percent)}%`;

/** The deposit's share of the total in percent, or null if it's an amount, or the sum of several stages. */
export const percentAsked = ({ rule, plan }: DepositTerms): number | null => {
  if (!plan) return rule.kind === 'percent' ? rule.percent : null;
  const [stage, ...others] = plan.filter(({ due }) => due === 'signing');
  return stage && others.length === 0 && 'percent' in stage ? stage.percent : null;
};

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
  const percent = percentAsked(terms);
  return percent === null ? amount : words.shareOfTotal({ percent: formatPercent(percent), amount });
};
