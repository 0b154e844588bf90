import { discountWords, sentOffer } from '#shared/features/estimates/offer-price.rules.ts';
import type {
  FollowUpChannel,
  FollowUpStep,
  FollowUpView,
  MessageStatus,
} from '#shared/features/follow-ups/follow-ups.schema.ts';
import {
  DEFAULT_MESSAGES,
  DEFAULT_MESSAGES_ES,
  DEFAULT_OFFERS,
  LAST_REMINDER,
  LAST_REMINDER_ES,
  MAX_DAY,
  MAX_STEPS,
  stepFaults,
} from '#shared/features/follow-ups/steps.rules.ts';
import { sampleLink, type TagValues } from '#shared/features/follow-ups/tags.rules.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { formats } from '#shared/primitives/formats.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/primitives/language.ts';
import {
  isSameOfferForm,
  type OfferForm,
  offerFormFaults,
  offerFormOf,
  offerOfForm,
  readKeptOffer,
  validOffer,
} from '../estimates/offer-form.rules.ts';

/** A step as typed. `key` doesn't change when steps are added or removed. */
export interface StepForm {
  key: string;
  day: string;
  message: string;
  offer: OfferForm | null;
  /** The result of a sent or skipped step, which can't be edited. */
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
  // Activating a completed schedule starts it from the beginning.
  view.status !== 'done' && messages.some(({ status }) => HAD_ITS_TURN.includes(status)) ? { dueAt, messages } : null;

/** Chooses an available channel for a new schedule. A saved schedule keeps its channel. */
const startingChannel = ({ status, channel }: FollowUpView, { sms, email }: LeadView): FollowUpChannel => {
  if (status !== 'none') return channel;
  if (email === null) return 'sms';
  return sms.allowed ? channel : 'email';
};

/**
 * Returns the form for a stored schedule. For a new schedule, and for a completed one that can start over, the 'active'
 * switch is on.
 */
export const startingForm = (view: FollowUpView, lead: LeadView): FollowUpForm => ({
  channel: startingChannel(view, lead),
  active: view.active || view.status === 'none' || view.status === 'done',
  steps: view.steps.map((step, index) => ({
    key: `step-${index}`,
    day: String(step.day),
    message: step.message,
    offer: offerFormOf(step.offer),
    done: sentStep(view, step),
  })),
});

/** Whether a field path such as 'steps.0.message' or 'steps.0.offer.days' belongs to a message. */
export const isMessagePath = (path: string): boolean => path.endsWith('.message') || path.includes('.offer');

/** Parses a whole number of days. Returns NaN if invalid. */
const dayOf = (text: string): number => (/^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN);

export const stepsOf = (steps: readonly StepForm[]): FollowUpStep[] =>
  steps.map(({ day, message, offer }) => ({ day: dayOf(day), message, offer: offerOfForm(offer) }));

/** Returns all errors by field path, such as 'steps.0.day'. The wording matches the server's. */
export const faultsOf = (steps: readonly StepForm[]): FieldErrors => ({
  ...stepFaults(stepsOf(steps)),
  ...Object.fromEntries(
    steps.flatMap(({ offer }, index) => Object.entries(offerFormFaults(offer, `steps.${index}.offer`))),
  ),
});

/** Returns the days to request dates for, sorted and without duplicates. Leaves out invalid days. */
export const daysToAsk = (steps: readonly StepForm[]): number[] =>
  [...new Set(steps.map(({ day }) => dayOf(day)))]
    .filter((day) => day >= 1 && day <= MAX_DAY)
    .toSorted((a, b) => a - b)
    .slice(0, 5);

const NEXT_DAYS = 4;

/**
 * Returns the next step to add. It repeats the interval between the last two steps. Its message is the first default
 * message that isn't used yet and makes no offer.
 */
export const nextStep = (steps: readonly StepForm[], key: string): StepForm => {
  const days = steps.map(({ day }) => dayOf(day)).filter((day) => !Number.isNaN(day));
  const last = Math.max(0, ...days);
  const before = Math.max(0, ...days.filter((day) => day < last));
  const gap = before > 0 ? last - before : NEXT_DAYS;
  const unused = DEFAULT_MESSAGES.find(
    (text, index) => DEFAULT_OFFERS[index] === null && !steps.some(({ message }) => message === text),
  );
  return {
    key,
    day: String(Math.min(MAX_DAY, last + gap)),
    message: unused ?? DEFAULT_MESSAGES[1],
    offer: null,
    done: null,
  };
};

/** Returns the step without its offer. A default message that makes the offer is replaced by one that doesn't. */
export const withoutOffer = (step: StepForm): StepForm => {
  if (step.done !== null || step.offer === null) return step;
  const [english, spanish] = [DEFAULT_MESSAGES[2], DEFAULT_MESSAGES_ES[2]];
  const message = step.message === english ? LAST_REMINDER : step.message === spanish ? LAST_REMINDER_ES : step.message;
  return { ...step, message, offer: null };
};

/** Returns the tag values for this lead. An offer's depend on the step (`offerTags`). */
export const tagsOf = (
  { name, address, perimeter, quoteCents, estimateSentAt }: LeadView,
  origin: string,
): Omit<TagValues, 'offer' | 'offerEnds'> => ({
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
  a.steps.every(
    (step, index) =>
      step.day === b.steps[index]?.day &&
      step.message === b.steps[index].message &&
      isSameOfferForm(step.offer, b.steps[index].offer),
  );

/**
 * Returns the tag values of an offer that is sent at `at`, in the job's time zone. The values are null without a valid
 * offer.
 */
export const offerTags = (
  form: OfferForm | null,
  { at, zone, language }: { at: Date | undefined; zone: string | undefined; language?: Language },
): Pick<TagValues, 'offer' | 'offerEnds'> => {
  const offer = validOffer(form);
  if (!offer) return { offer: null, offerEnds: null };
  const ends =
    at && zone ? formats(language ?? DEFAULT_LANGUAGE).day(sentOffer(offer, { now: at, zone }).endsOn) : null;
  return { offer: discountWords(offer, language), offerEnds: ends };
};

const isText = (value: unknown): value is string => typeof value === 'string';

/** Returns the unsent steps that were stored when the session ended. */
export const readKeptSteps = (kept: unknown): StepForm[] => {
  if (!Array.isArray(kept)) return [];
  return kept.slice(0, MAX_STEPS).flatMap((step: unknown): StepForm[] =>
    typeof step === 'object' &&
    step !== null &&
    'day' in step &&
    'message' in step &&
    'key' in step &&
    !('done' in step && step.done) &&
    isText(step.day) &&
    isText(step.message) &&
    isText(step.key)
      ? [
          {
            key: step.key,
            day: step.day,
            message: step.message,
            offer: readKeptOffer('offer' in step ? step.offer : null),
            done: null,
          },
        ]
      : [],
  );
};

/**
 * Adds the steps that were stored when the session ended to the saved schedule. Skips steps that have been sent since
 * then.
 */
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
