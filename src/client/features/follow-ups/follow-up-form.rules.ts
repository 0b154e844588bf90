import type { FollowUpChannel, FollowUpView, MessageStatus } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { DEFAULT_MESSAGES, MAX_DAY, MAX_STEPS, stepFaults } from '#shared/features/follow-ups/steps.rules.ts';
import { sampleLink, type TagValues } from '#shared/features/follow-ups/tags.rules.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';

/** A step as it is typed. `key` stays with it while others come and go. */
export interface StepForm {
  key: string;
  day: string;
  message: string;
  /** What became of it where it has had its turn: such a step stays as it is. */
  done: SentStep | null;
}
export interface SentStep {
  dueAt: string | null;
  messages: FollowUpView['steps'][number]['messages'];
}

export interface FollowUpForm {
  channel: FollowUpChannel;
  active: boolean;
  steps: StepForm[];
}

const HAD_ITS_TURN: readonly MessageStatus[] = ['sending', 'sent', 'delivered', 'failed', 'unknown'];

const sentStep = (view: FollowUpView, { dueAt, messages }: FollowUpView['steps'][number]): SentStep | null =>
  // one that ran to its end starts over when it is activated again
  view.status !== 'done' && messages.some(({ status }) => HAD_ITS_TURN.includes(status)) ? { dueAt, messages } : null;

/** A new one goes by the way that is possible; what was saved stays as it was chosen. */
const startingChannel = ({ status, channel }: FollowUpView, { sms, email }: LeadView): FollowUpChannel => {
  if (status !== 'none') return channel;
  if (email === null) return 'sms';
  return sms.allowed ? channel : 'email';
};

/** The form of what is stored. A new one is on. */
export const startingForm = (view: FollowUpView, lead: LeadView): FollowUpForm => ({
  channel: startingChannel(view, lead),
  active: view.active || view.status === 'none',
  steps: view.steps.map((step, index) => ({
    key: `step-${index}`,
    day: String(step.day),
    message: step.message,
    done: sentStep(view, step),
  })),
});

/** Whether a field's path ('steps.0.message') is a message's. */
export const isMessagePath = (path: string): boolean => path.endsWith('.message');

/** The whole day that is typed; NaN where it is none. */
const dayOf = (text: string): number => (/^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN);

export const stepsOf = (steps: readonly StepForm[]): { day: number; message: string }[] =>
  steps.map(({ day, message }) => ({ day: dayOf(day), message }));

/** Every fault by the path of its field ('steps.0.day'), in the words that the server uses. */
export const faultsOf = (steps: readonly StepForm[]): FieldErrors => stepFaults(stepsOf(steps));

/** The days that can be asked for, in order, each once; what is half typed is left out. */
export const daysToAsk = (steps: readonly StepForm[]): number[] =>
  [...new Set(steps.map(({ day }) => dayOf(day)))]
    .filter((day) => day >= 1 && day <= MAX_DAY)
    .toSorted((a, b) => a - b)
    .slice(0, 5);

const NEXT_DAYS = 4;

/** A further step: after the last one by the gap before it, with a default message that isn't in use yet. */
export const nextStep = (steps: readonly StepForm[], key: string): StepForm => {
  const days = steps.map(({ day }) => dayOf(day)).filter((day) => !Number.isNaN(day));
  const last = Math.max(0, ...days);
  const before = Math.max(0, ...days.filter((day) => day < last));
  const gap = before > 0 ? last - before : NEXT_DAYS;
  const unused = DEFAULT_MESSAGES.find((text) => !steps.some(({ message }) => message === text));
  return { key, day: String(Math.min(MAX_DAY, last + gap)), message: unused ?? DEFAULT_MESSAGES[1], done: null };
};

/** What fills the tags for this lead; the day on which an offer ends depends on the step. */
export const tagsOf = (
  { name, address, perimeter, quoteCents, estimateSentAt }: LeadView,
  origin: string,
): Omit<TagValues, 'offerEnds'> => ({
  name,
  address,
  totalFeet: perimeter,
  estimateCents: quoteCents,
  estimateLink: estimateSentAt === null ? null : sampleLink(origin),
});

export const isSameForm = (a: FollowUpForm, b: FollowUpForm): boolean =>
  a.channel === b.channel &&
  a.active === b.active &&
  a.steps.length === b.steps.length &&
  a.steps.every((step, index) => step.day === b.steps[index]?.day && step.message === b.steps[index].message);

const isText = (value: unknown): value is string => typeof value === 'string';

/** Steps that were kept through a sign-in, as far as they are open steps. */
export const readKeptSteps = (kept: unknown): StepForm[] => {
  if (!Array.isArray(kept)) return [];
  return kept
    .slice(0, MAX_STEPS)
    .flatMap((step: unknown): StepForm[] =>
      typeof step === 'object' &&
      step !== null &&
      'day' in step &&
      'message' in step &&
      'key' in step &&
      !('done' in step && step.done) &&
      isText(step.day) &&
      isText(step.message) &&
      isText(step.key)
        ? [{ key: step.key, day: step.day, message: step.message, done: null }]
        : [],
    );
};

/** Steps that were kept through a sign-in, laid over what is stored: only days and messages that are still open. */
export const withKept = (form: FollowUpForm, kept: unknown): FollowUpForm => {
  if (typeof kept !== 'object' || kept === null || !('steps' in kept) || !Array.isArray(kept.steps)) return form;
  const open = readKeptSteps(kept.steps);
  const done = form.steps.filter((step) => step.done !== null);
  const keys = new Set(done.map(({ key }) => key));
  const channel =
    'channel' in kept ? (['sms', 'email', 'both'] as const).find((one) => one === kept.channel) : undefined;
  return {
    channel: channel ?? form.channel,
    active: 'active' in kept && typeof kept.active === 'boolean' ? kept.active : form.active,
    steps: [...done, ...open.filter(({ key }) => !keys.has(key))].slice(0, MAX_STEPS),
  };
};
