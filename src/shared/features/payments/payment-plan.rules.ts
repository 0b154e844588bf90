import { cents, type Cents } from '../../primitives/cents.ts';
import { type LocalDate, localDate } from '../../primitives/local-date.ts';
import { capOf, type DepositCap } from '../estimates/deposit-cap.rules.ts';

/** What a stage asks for: a share of the total in percent (at most four decimals), an amount in cents, or the rest. */
export type StageAmount = { percent: number } | { cents: number } | { rest: true };

/**
 * One stage of a payment plan. `due` is 'signing', 'done' (when the work is done), a day as 'YYYY-MM-DD', or the label of
 * a step of the job.
 */
export type PlanStage = { label: string; due: string } & StageAmount;

/** A stage with its amount at one price. */
export interface PricedStage {
  label: string;
  due: string;
  cents: Cents;
}

export const MAX_STAGES = 12;

/** The step that every job has. */
export const WORK_STARTED = 'Work started';

/** The day of a stage that is due on a day, or null for any other stage. */
export const dayOfDue = (due: string): LocalDate | null => (/^\d{4}-\d{2}-\d{2}$/.test(due) ? localDate(due) : null);

/** Whether a stage is due when the work starts. Any other step is due when the work is done, at the latest. */
export const isAtStart = (due: string): boolean => due.trim().toLowerCase() === WORK_STARTED.toLowerCase();

/** Adds a stage for the rest if all stages are due at the signature, so that a state's cap (C27) can leave something. */
export const withRest = (plan: readonly PlanStage[]): PlanStage[] =>
  plan.every(({ due }) => due === 'signing')
    ? [
        // The rest is asked for as a share of 100%, of which only what is left counts.
        ...plan.map(({ label, due, ...amount }) => ({ label, due, ...('rest' in amount ? { percent: 100 } : amount) })),
        { label: 'Balance', due: 'done', rest: true },
      ]
    : [...plan];

/** Returns a share of a total, rounded half up. Exact for every total and every percentage with four decimals. */
const shareOf = (totalCents: number, percent: number): number => {
  const whole = 1_000_000n;
  const product = BigInt(totalCents) * BigInt(Math.round(percent * 10_000));
  return Number((product * 2n + whole) / (whole * 2n));
};

/** The stage that takes what the others leave: the one that says so or, without one, the last. */
const restOf = (plan: readonly PlanStage[]): number => {
  const index = plan.findIndex((stage) => 'rest' in stage);
  return index < 0 ? plan.length - 1 : index;
};

/**
 * Returns the amounts of a plan's stages. Their sum is always `totalCents`, the total with signed changes, and none is
 * negative. Shares are of `signedCents`, the price that the plan was made for (default: the total). A signed change is
 * added to the last stage, and a credit is taken from the last stage that has something left. `maxCents` is the state's
 * limit on what is due at the signature (C27). What is above it moves to the last stage that isn't due then.
 */
export function stageCents(
  plan: readonly PlanStage[],
  {
    totalCents,
    signedCents = totalCents,
    maxCents = null,
  }: { totalCents: number; signedCents?: number; maxCents?: number | null },
): Cents[] {
  if (plan.length === 0) throw new RangeError('a plan without stages');
  const rest = restOf(plan);
  // Without shares, the amounts are the same whatever the price was when they were agreed on.
  const base = rest === plan.length - 1 && !plan.some((stage) => 'percent' in stage) ? totalCents : signedCents;
  let left = base;
  const amounts = plan.map((stage, index) => {
    const asked = 'percent' in stage ? shareOf(base, stage.percent) : 'cents' in stage ? stage.cents : 0;
    const given = index === rest ? 0 : Math.min(asked, left);
    left -= given;
    return given;
  });
  amounts[rest] = left;
  limitSigning(plan, amounts, maxCents);
  addToLast(amounts, totalCents - base);
  return amounts.map(cents);
}

function limitSigning(plan: readonly PlanStage[], amounts: number[], maxCents: number | null): void {
  const last = plan.findLastIndex(({ due }) => due !== 'signing');
  if (maxCents === null || last < 0) return;
  let allowed = maxCents;
  for (const [index, { due }] of plan.entries()) {
    if (due !== 'signing') continue;
    const asked = amounts[index] ?? 0;
    const kept = Math.min(asked, allowed);
    allowed -= kept;
    amounts[index] = kept;
    amounts[last] = (amounts[last] ?? 0) + asked - kept;
  }
}

function addToLast(amounts: number[], change: number): void {
  let left = change;
  for (let index = amounts.length - 1; index >= 0 && left !== 0; index -= 1) {
    const was = amounts[index] ?? 0;
    const now = Math.max(0, was + left);
    left -= now - was;
    amounts[index] = now;
  }
}

/** Returns the stages of a plan with their amounts (`stageCents`), limited by the state's cap at that price. */
export const priceStages = (
  plan: readonly PlanStage[],
  { cap }: { cap: DepositCap | null },
  { totalCents, signedCents = totalCents }: { totalCents: number; signedCents?: number },
): PricedStage[] => {
  const amounts = stageCents(plan, { totalCents, signedCents, maxCents: capOf(signedCents, cap) });
  return plan.map(({ label, due }, index) => ({ label, due, cents: amounts[index] ?? cents(0) }));
};

/** What is due at the signature: the deposit. */
export const dueAtSigning = (stages: readonly PricedStage[]): Cents =>
  cents(stages.reduce((sum, stage) => sum + (stage.due === 'signing' ? stage.cents : 0), 0));

/** What decides which stages are due. */
export interface StageFacts {
  signedOn: LocalDate | null;
  startedOn: LocalDate | null;
  doneOn: LocalDate | null;
  /** Today in the job's time zone, as the days above. */
  today: LocalDate;
  /** The most that may be collected before work starts (C27). Null if there's no limit or the work has started. */
  mostNowCents: number | null;
}

export type StageStatus = 'planned' | 'due' | 'paid';

/**
 * A stage as it stands. `dueOn` is the day from which it's due, or null while that isn't known. `paidCents` is never
 * stored: what was received, less what went back, fills the stages in their order.
 */
export interface StageNow extends PricedStage {
  dueOn: LocalDate | null;
  paidCents: Cents;
  status: StageStatus;
}

/** The day from which a stage is due, whatever the state allows to collect. Null while it isn't known. */
const dueDay = (due: string, { signedOn, startedOn, doneOn }: StageFacts): LocalDate | null => {
  if (due === 'signing') return signedOn;
  if (due === 'done') return doneOn;
  return dayOfDue(due) ?? (isAtStart(due) ? (startedOn ?? doneOn) : doneOn);
};

/** Returns the stages as they stand after `paidCents` was received for the job, less what went back. */
export function stagesNow(stages: readonly PricedStage[], facts: StageFacts, paidCents: number): StageNow[] {
  let left = Math.max(0, paidCents);
  let through = 0;
  return stages.map((stage) => {
    const paid = Math.min(left, stage.cents);
    left -= paid;
    through += stage.cents;
    const dueOn = dueDay(stage.due, facts);
    const mayBeAsked = facts.mostNowCents === null || through <= facts.mostNowCents;
    const isDue = facts.signedOn !== null && dueOn !== null && dueOn <= facts.today && mayBeAsked;
    const status = paid >= stage.cents ? 'paid' : isDue ? 'due' : 'planned';
    return { ...stage, dueOn, paidCents: cents(paid), status };
  });
}

/** Returns what a stage still asks for, in cents. It's never negative. */
export const leftOfStage = (stage: { cents: number; paidCents: number }): number => stage.cents - stage.paidCents;

/** Returns what the due stages still ask for, in cents. */
export const dueNow = (stages: readonly StageNow[]): number =>
  stages.reduce((sum, stage) => sum + (stage.status === 'due' ? leftOfStage(stage) : 0), 0);

/** Stages that ask for nothing, such as the rest after a deposit of 100%, aren't shown, unless all are so. */
export const shownStages = <Stage extends PricedStage>(stages: readonly Stage[]): Stage[] => {
  const some = stages.filter(({ cents: amount }) => amount > 0);
  return some.length > 0 ? some : stages.slice(0, 1);
};
