import { isAtStart, MAX_STAGES, type PlanStage, WORK_STARTED } from '#shared/features/payments/payment-plan.rules.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { parseDollars } from '#shared/primitives/cents.ts';

/** A stage as typed. */
export interface StageForm {
  /** Stays the same when stages move. */
  key: string;
  label: string;
  how: 'percent' | 'cents' | 'rest';
  /** The percentage or the dollars. Kept, but unused, for the rest. */
  amount: string;
  when: 'signing' | 'start' | 'done' | 'day' | 'step';
  day: string;
  step: string;
}

/** 'usual' is what applies without a plan of one's own. The stages are kept, but unused, for any other than 'own'. */
export interface PlanForm {
  kind: 'usual' | 'quarters' | 'thirds' | 'own';
  stages: StageForm[];
}

export const HALF_AND_QUARTERS: readonly PlanStage[] = [
  { label: 'Deposit', percent: 50, due: 'signing' },
  { label: 'Progress payment', percent: 25, due: WORK_STARTED },
  { label: 'Final payment', percent: 25, due: 'done' },
];
export const THIRDS: readonly PlanStage[] = [
  { label: 'First third', percent: 33.3333, due: 'signing' },
  { label: 'Second third', percent: 33.3333, due: WORK_STARTED },
  { label: 'Last third', rest: true, due: 'done' },
];

const newKey = (): string => crypto.randomUUID();

/** Stored stages get the same keys each time, so that a form that wasn't touched stays the same. */
const stageForm = (stage: PlanStage, index: number): StageForm => {
  const { label, due } = stage;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(due);
  const isEvent = due === 'signing' || due === 'done';
  return {
    key: `stored-${index}`,
    label,
    how: 'percent' in stage ? 'percent' : 'cents' in stage ? 'cents' : 'rest',
    amount: 'percent' in stage ? String(stage.percent) : 'cents' in stage ? (stage.cents / 100).toFixed(2) : '',
    when: isEvent ? due : isDay ? 'day' : isAtStart(due) ? 'start' : 'step',
    day: isDay ? due : '',
    step: isEvent || isDay || isAtStart(due) ? '' : due,
  };
};

const isSame = (one: readonly PlanStage[], other: readonly PlanStage[]): boolean =>
  JSON.stringify(one.map(partsOf)) === JSON.stringify(other.map(partsOf));
const partsOf = (stage: PlanStage) => [
  stage.label,
  stage.due,
  'percent' in stage ? stage.percent : null,
  'cents' in stage ? stage.cents : null,
];

/** Returns the form for a plan, or for what applies without one. `usual` are the stages to begin with then. */
export const planFormOf = (plan: readonly PlanStage[] | null, usual: readonly PlanStage[]): PlanForm => {
  const kind =
    plan === null ? 'usual' : isSame(plan, HALF_AND_QUARTERS) ? 'quarters' : isSame(plan, THIRDS) ? 'thirds' : 'own';
  return { kind, stages: (plan ?? usual).map(stageForm) };
};

const dueOf = ({ when, day, step }: StageForm): string => {
  if (when === 'start') return WORK_STARTED;
  if (when === 'day') return day;
  return when === 'step' ? step.trim() : when;
};

const percentOf = (text: string): number | undefined => {
  const trimmed = text.trim().replace(/\s*%$/, '');
  const percent = Number(trimmed);
  return /^\d{1,3}(\.\d{1,4})?$/.test(trimmed) && percent > 0 && percent <= 100 ? percent : undefined;
};
const centsOf = (text: string): number | undefined => {
  const cents = parseDollars(text);
  return cents !== undefined && cents > 0 ? cents : undefined;
};

const PERCENT_HINT = 'Enter a percentage up to 100, such as 25';
const AMOUNT_HINT = 'Enter an amount, such as 1500';

/** Returns the errors of what was typed, by paths such as 'stages.1.percent'. What the stages add up to is checked after. */
export const typedFaults = ({ kind, stages }: PlanForm): FieldErrors => {
  const faults: FieldErrors = {};
  if (kind !== 'own') return faults;
  for (const [index, stage] of stages.entries()) {
    const path = `stages.${index}`;
    if (stage.label.trim() === '') faults[`${path}.label`] = 'Enter a name, such as Deposit';
    if (stage.how === 'percent' && percentOf(stage.amount) === undefined) faults[`${path}.percent`] = PERCENT_HINT;
    if (stage.how === 'cents' && centsOf(stage.amount) === undefined) faults[`${path}.cents`] = AMOUNT_HINT;
    if (dueOf(stage) === '')
      faults[`${path}.due`] = stage.when === 'day' ? 'Choose a day' : 'Enter a step of the job, such as Posts set';
  }
  return faults;
};

/** Returns the plan of the form, or null for what applies without one. Call it only if `typedFaults` finds nothing. */
export const planOfForm = ({ kind, stages }: PlanForm): PlanStage[] | null => {
  if (kind === 'usual') return null;
  if (kind === 'quarters') return [...HALF_AND_QUARTERS];
  if (kind === 'thirds') return [...THIRDS];
  return stages.map((stage): PlanStage => {
    const base = { label: stage.label.trim(), due: dueOf(stage) };
    if (stage.how === 'rest') return { ...base, rest: true };
    return stage.how === 'percent'
      ? { ...base, percent: percentOf(stage.amount) ?? 0 }
      : { ...base, cents: centsOf(stage.amount) ?? 0 };
  });
};

/** Adds a stage before the last, which usually takes the rest. */
export const addStage = (form: PlanForm): PlanForm => {
  const stage: StageForm = {
    key: newKey(),
    label: 'Progress payment',
    how: 'percent',
    amount: '',
    when: 'start',
    day: '',
    step: '',
  };
  const at = Math.max(0, form.stages.length - 1);
  return form.stages.length >= MAX_STAGES ? form : { ...form, stages: form.stages.toSpliced(at, 0, stage) };
};

/** Reads a form that was kept as JSON. Returns undefined if it isn't one. */
export const readKeptPlan = (kept: unknown): PlanForm | undefined => {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const { kind, stages } = kept as Partial<PlanForm>;
  return Array.isArray(stages) && typeof kind === 'string' ? (kept as PlanForm) : undefined;
};
