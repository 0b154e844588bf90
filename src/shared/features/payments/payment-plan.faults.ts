import { formatCents } from '../../primitives/cents.ts';
import type { FieldErrors } from '../../primitives/app-error.ts';
import type { LocalDate } from '../../primitives/local-date.ts';
import { capOf, type DepositCap } from '../estimates/deposit-cap.rules.ts';
import { dayOfDue, dueAtSigning, type PlanStage, priceStages, stageCents } from './payment-plan.rules.ts';

/** The field of a stage that holds its amount. */
const amountField = (stage: PlanStage): string =>
  'percent' in stage ? 'percent' : 'cents' in stage ? 'cents' : 'rest';

const pathOf = (plan: readonly PlanStage[], index: number, prefix: string): string => {
  const stage = plan[index];
  return `${prefix}${index}.${stage ? amountField(stage) : 'label'}`;
};

/** Percentages with four decimals, without the errors of floating point. */
const sumPercent = (plan: readonly PlanStage[]): number =>
  plan.reduce((sum, stage) => sum + ('percent' in stage ? Math.round(stage.percent * 10_000) : 0), 0) / 10_000;

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 });

/** Returns the error of a plan whose sum differs from the total, at the stage that makes it differ. */
function sumFault(
  plan: readonly PlanStage[],
  { totalCents, kept = 0, prefix }: { totalCents: number | null; kept?: number; prefix: string },
): FieldErrors {
  const last = plan.length - 1;
  const percent = sumPercent(plan);
  const hasRest = plan.some((stage) => 'rest' in stage);
  const fixed = plan.reduce((sum, stage) => sum + ('cents' in stage ? stage.cents : 0), 0);
  if (percent > 100) {
    let sum = 0;
    const index = plan.findIndex((stage) => {
      sum += 'percent' in stage ? Math.round(stage.percent * 10_000) : 0;
      return sum > 1_000_000;
    });
    return {
      [pathOf(plan, index, prefix)]: `The stages add up to ${number.format(percent)}%. They can’t be more than 100%`,
    };
  }
  const isAllPercent = plan.every((stage) => 'percent' in stage);
  if (isAllPercent && percent !== 100)
    return {
      [pathOf(plan, last, prefix)]:
        `The stages add up to ${number.format(percent)}%. Make them 100%, or let one take the rest`,
    };
  if (isAllPercent || totalCents === null) return {};
  // A share that is rounded may make the sum differ by less than a cent for each stage.
  const shares = plan.map((stage) =>
    'percent' in stage ? (stageCents([stage, { label: '', due: 'done', rest: true }], { totalCents })[0] ?? 0) : 0,
  );
  const sum = fixed + shares.reduce<number>((all, one) => all + one, 0);
  if (hasRest ? sum <= totalCents : Math.abs(sum - totalCents) < (percent > 0 ? plan.length : 1)) return {};
  const at = plan.findLastIndex((stage, index) => 'cents' in stage && index >= kept);
  return {
    [pathOf(plan, at < 0 ? last : at, prefix)]:
      `The stages add up to ${formatCents(sum)}, but the total is ${formatCents(totalCents)}`,
  };
}

const restFault = (plan: readonly PlanStage[], prefix: string): FieldErrors => {
  const rests = plan.flatMap((stage, index) => ('rest' in stage ? [index] : []));
  const last = rests.at(-1);
  return last === undefined || rests.length === 1
    ? {}
    : { [`${prefix}${last}.rest`]: 'Only one stage can take the rest' };
};

export interface PlanContext {
  /** The price of each option with signed changes. */
  totals: readonly number[];
  terms: { cap: DepositCap | null };
  /** Today in the job's time zone. A stage's day can't be earlier. */
  today: LocalDate;
  /** The number of stages at the beginning that are due or paid already. They keep their day. */
  kept?: number;
  /** What comes before a stage's index in the paths of errors. */
  prefix?: string;
}

/**
 * Returns a plan's errors by path, such as 'stages.1.percent'. The form and the server use the same rules: the sum is
 * the total, what is due at the signature is within the state's cap (C27), and no day has passed.
 */
export function planFaults(
  plan: readonly PlanStage[],
  { totals, terms, today, kept = 0, prefix = 'stages.' }: PlanContext,
): FieldErrors {
  const faults: FieldErrors = {};
  for (const [index, stage] of plan.entries()) {
    const day = dayOfDue(stage.due);
    if (index >= kept && day !== null && day < today) faults[`${prefix}${index}.due`] = 'Choose today or a later day';
  }
  Object.assign(faults, restFault(plan, prefix));
  for (const totalCents of totals) Object.assign(faults, sumFault(plan, { totalCents, kept, prefix }));
  if (Object.keys(faults).length > 0) return faults;
  for (const totalCents of totals) Object.assign(faults, capFault(plan, { totalCents, terms, prefix }));
  return faults;
}

function capFault(
  plan: readonly PlanStage[],
  { totalCents, terms, prefix }: { totalCents: number; terms: { cap: DepositCap | null }; prefix: string },
): FieldErrors {
  const maxCents = capOf(totalCents, terms.cap);
  if (maxCents === null || !terms.cap) return {};
  const asked = dueAtSigning(priceStages(plan, { cap: null }, { totalCents }));
  if (asked <= maxCents) return {};
  const last = plan.findLastIndex(({ due }) => due === 'signing');
  return {
    [pathOf(plan, last, prefix)]:
      `${terms.cap.stateName} limits what is due at the signature to ${formatCents(maxCents)}`,
  };
}

/** Returns the errors of a company's default plan, which has neither a price nor a day, by paths such as 'defaultPlan.0.due'. */
export function defaultPlanFaults(plan: readonly PlanStage[]): FieldErrors {
  const prefix = 'defaultPlan.';
  if (plan.length === 0) return {};
  const days = plan.flatMap(({ due }, index) => (dayOfDue(due) === null ? [] : [index]));
  const faults: FieldErrors = { ...sumFault(plan, { totalCents: null, prefix }), ...restFault(plan, prefix) };
  for (const index of days) faults[`${prefix}${index}.due`] = 'Choose an event. Each estimate has other days';
  return faults;
}
