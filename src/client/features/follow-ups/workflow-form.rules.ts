import type { FollowUpChannel, TextHours, WorkflowView } from '#shared/features/follow-ups/follow-ups.schema.ts';
import {
  DEFAULT_CADENCE,
  DEFAULT_CHANNEL,
  DEFAULT_MESSAGES,
  DEFAULT_OFFERS,
  DEFAULT_SEND_TIME,
} from '#shared/features/follow-ups/steps.rules.ts';
import { WIDEST_HOURS } from '#shared/features/permission/day-window.rules.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { formatTimeOfDay, minutesOf } from '#shared/primitives/local-date.ts';
import { isSameOfferForm, offerFormOf, offerOfForm } from '../estimates/offer-form.rules.ts';
import { readKeptSteps, stepsOf, type StepForm } from './follow-up-form.rules.ts';

/** The company's defaults as typed. Times are 'HH:MM', or '' while incomplete. */
export interface WorkflowForm {
  channel: FollowUpChannel;
  steps: StepForm[];
  sendTime: string;
  sendFrom: string;
  sendUntil: string;
}
export type TimeField = 'sendTime' | 'sendFrom' | 'sendUntil';

export const DEFAULT_WORKFLOW: WorkflowView = {
  channel: DEFAULT_CHANNEL,
  cadence: [...DEFAULT_CADENCE],
  messages: [...DEFAULT_MESSAGES],
  offers: [...DEFAULT_OFFERS],
  sendTime: DEFAULT_SEND_TIME,
  sendFrom: WIDEST_HOURS.from,
  sendUntil: WIDEST_HOURS.until,
};

export const workflowFormOf = ({
  channel,
  cadence,
  messages,
  offers,
  sendTime,
  sendFrom,
  sendUntil,
}: WorkflowView) => ({
  channel,
  steps: cadence.map((day, index) => ({
    key: `step-${index}`,
    day: String(day),
    message: messages[index] ?? '',
    offer: offerFormOf(offers[index] ?? null),
    done: null,
  })),
  sendTime,
  sendFrom,
  sendUntil,
});

/** Returns the values to save. An invalid day is NaN. */
export const workflowOf = ({ steps, channel, sendTime, sendFrom, sendUntil }: WorkflowForm): WorkflowView => ({
  channel,
  cadence: stepsOf(steps).map(({ day }) => day),
  messages: steps.map(({ message }) => message),
  offers: steps.map(({ offer }) => offerOfForm(offer)),
  sendTime,
  sendFrom,
  sendUntil,
});

export const isSameWorkflow = (a: WorkflowView, b: WorkflowView): boolean =>
  a.channel === b.channel &&
  a.sendTime === b.sendTime &&
  a.sendFrom === b.sendFrom &&
  a.sendUntil === b.sendUntil &&
  a.cadence.join() === b.cadence.join() &&
  a.messages.length === b.messages.length &&
  a.messages.every(
    (message, index) =>
      message === b.messages[index] &&
      isSameOfferForm(offerFormOf(a.offers[index] ?? null), offerFormOf(b.offers[index] ?? null)),
  );

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const TIME_HINT = 'Enter a time of day, such as 10:00 AM';
const LEAST_WINDOW = 60;

/** Formats '20:00' as '8:00 PM'. */
const clock = (time: string): string => formatTimeOfDay(minutesOf(time));

/** Returns the time fields' errors, as sentences. The rules are the same as on the server. */
export const timeFaults = ({ sendTime, sendFrom, sendUntil }: WorkflowForm): FieldErrors => {
  const faults: FieldErrors = {};
  if (!TIME.test(sendTime)) faults['sendTime'] = TIME_HINT;
  if (!TIME.test(sendFrom)) faults['sendFrom'] = TIME_HINT;
  else if (sendFrom < WIDEST_HOURS.from)
    faults['sendFrom'] = `Choose ${clock(WIDEST_HOURS.from)} or later. We don’t send texts earlier`;
  if (!TIME.test(sendUntil)) faults['sendUntil'] = TIME_HINT;
  else if (sendUntil > WIDEST_HOURS.until)
    faults['sendUntil'] = `Choose ${clock(WIDEST_HOURS.until)} or earlier. We don’t send texts later`;
  else if (TIME.test(sendFrom) && minutesOf(sendUntil) - minutesOf(sendFrom) < LEAST_WINDOW)
    faults['sendUntil'] = `Choose a time at least one hour after ${clock(sendFrom)}`;
  return faults;
};

/** If the send time is outside the texting hours, says when texts are sent instead. Otherwise, returns undefined. */
export const waitWords = (form: WorkflowForm): string | undefined => {
  const { channel, sendTime, sendFrom, sendUntil } = form;
  if (channel === 'email' || Object.keys(timeFaults(form)).length > 0) return undefined;
  if (sendTime < sendFrom) return `Texts are sent at ${clock(sendFrom)}, when your hours start.`;
  return sendTime >= sendUntil
    ? `Texts are sent at ${clock(sendFrom)} the next day. Your hours end at ${clock(sendUntil)}.`
    : undefined;
};

/** Returns '10:00 AM to 8:00 PM', the company's own texting hours, or asks for them while they're incomplete. */
export const hoursLine = (form: WorkflowForm): string => {
  const { sendFrom, sendUntil } = form;
  return TIME.test(sendFrom) && TIME.test(sendUntil) ? `${clock(sendFrom)} to ${clock(sendUntil)}` : TIME_HINT;
};

/**
 * Returns lines such as 'Monday to Friday: 10:00 AM to 6:00 PM'. They show the hours that both the law and the
 * company's settings allow.
 */
export const weekWords = (week: TextHours, form: WorkflowForm): string[] => {
  const wrong = timeFaults(form);
  const own =
    wrong['sendFrom'] === undefined && wrong['sendUntil'] === undefined
      ? { from: minutesOf(form.sendFrom), to: minutesOf(form.sendUntil) }
      : { from: 0, to: 24 * 60 };
  const say = (hours: TextHours['weekday']): string => {
    if (!hours) return 'no texts';
    const [from, to] = [Math.max(hours.from, own.from), Math.min(hours.to, own.to)];
    return from < to ? `${formatTimeOfDay(from)} to ${formatTimeOfDay(to)}` : 'no texts';
  };
  const [weekday, saturday, sunday] = [say(week.weekday), say(week.saturday), say(week.sunday)];
  const words =
    weekday === saturday
      ? [`Monday to Saturday: ${weekday}`]
      : [`Monday to Friday: ${weekday}`, `Saturday: ${saturday}`];
  return [...words, `Sunday: ${sunday}`, ...(week.closedOnHolidays ? ['State holidays: no texts'] : [])];
};

const FIELD: readonly TimeField[] = ['sendTime', 'sendFrom', 'sendUntil'];

/**
 * Returns the form that was stored when the session ended, and the values that it was based on. Undefined if the stored
 * data is invalid.
 */
export const readKeptWorkflow = (kept: unknown): { form: WorkflowForm; from: string } | undefined => {
  if (typeof kept !== 'object' || kept === null || !('form' in kept) || !('from' in kept)) return undefined;
  const { form, from } = kept;
  if (typeof form !== 'object' || form === null || typeof from !== 'string' || !('steps' in form)) return undefined;
  const steps = readKeptSteps(form.steps);
  const values = form as Record<string, unknown>;
  const channel = (['sms', 'email', 'both'] as const).find((one) => one === values['channel']);
  const [sendTime, sendFrom, sendUntil] = FIELD.map((field) => values[field]);
  return steps.length > 0 &&
    channel &&
    typeof sendTime === 'string' &&
    typeof sendFrom === 'string' &&
    typeof sendUntil === 'string'
    ? { form: { channel, steps, sendTime, sendFrom, sendUntil }, from }
    : undefined;
};

/** Maps the server's error paths to the form's: 'cadence.0' becomes 'steps.0.day'. */
export const fieldsOnScreen = (fields: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields).map(([path, message]) => [
      path
        .replace(/^cadence\.(\d+)$/, 'steps.$1.day')
        .replace(/^messages\.(\d+)$/, 'steps.$1.message')
        .replace(/^offers\.(\d+)\.days$/, 'steps.$1.offer.days')
        .replace(/^offers\.(\d+)\..*$/, 'steps.$1.offer.value'),
      message,
    ]),
  );
