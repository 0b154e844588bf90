import type { FieldErrors } from '../../primitives/app-error.ts';
import { type Offer, OFFER_DAYS } from '../estimates/offer-price.rules.ts';
import { findUnknownTags, hasOffer, hasTag, TAGS } from './tags.rules.ts';

/** A schedule's limits, and the errors for exceeding them (spec, section 5). */
export const MAX_STEPS = 5;
export const MAX_STEPS_MESSAGE = 'Maximum reached: You cannot add more than 5 follow-up messages';
export const MIN_STEPS_MESSAGE = 'Cannot remove: You must have at least one follow-up message';
export const MAX_DAY = 365;
/** Twilio's limit for one text (T12). */
export const MAX_MESSAGE_LENGTH = 1_600;

/**
 * A company's default schedule (spec, section 9). The wording is ours. The third step has the discount offer (C30),
 * 10% off for scheduling this week.
 */
export const DEFAULT_CHANNEL = 'sms';
export const DEFAULT_CADENCE = [1, 3, 7];
export const DEFAULT_SEND_TIME = '10:00';
export const DEFAULT_MESSAGES = [
  'Hi {{name}}, checking in on the {{total_feet}} of fence for {{address}}. Does {{estimate_amount}} work for you? Any questions, just reply here.',
  'Hi {{name}}, still thinking about the fence for {{address}}? We are happy to change the material or the gates and work out a new price. Just reply here.',
  'Hi {{name}}, a last reminder about the fence for {{address}}: schedule this week and take {{offer}} {{estimate_amount}}, good through {{offer_ends}}.',
] as const;

/** The default messages in Spanish. They use only GSM-7 characters, which don't include á, í, ó or ú (T12). */
export const DEFAULT_MESSAGES_ES = [
  'Hola {{name}}, le escribimos sobre los {{total_feet}} de cerca para {{address}}. ¿Le parece bien {{estimate_amount}}? Si tiene preguntas, responda a este mensaje.',
  'Hola {{name}}, ¿sigue pensando en la cerca para {{address}}? Con gusto cambiamos el material o las puertas y le damos otro precio. Solo responda a este mensaje.',
  'Hola {{name}}, este es el recordatorio final sobre la cerca para {{address}}: programe el trabajo esta semana y reciba {{offer}} en {{estimate_amount}}, hasta el {{offer_ends}}.',
] as const satisfies readonly [string, string, string];

/** The default messages' offers, in the same order. */
export const DEFAULT_OFFERS: readonly (Offer | null)[] = [null, null, { percent: 10, days: OFFER_DAYS }];

/** The third default message for contractors who leave the offer out, in English and Spanish. */
export const LAST_REMINDER =
  'Hi {{name}}, a last reminder about the fence for {{address}}: {{estimate_amount}}. If you would like to schedule the work, or change anything, just reply here.';
export const LAST_REMINDER_ES =
  'Hola {{name}}, este es el recordatorio final sobre la cerca para {{address}}: {{estimate_amount}}. Si quiere programar el trabajo o cambiar algo, solo responda a este mensaje.';

/**
 * Returns the template as it's sent. A default message ends with the estimate's link, unless it already contains the
 * link. A message that the contractor wrote stays as it is.
 */
export const withDefaultLink = (template: string): string => {
  const isDefault = [...DEFAULT_MESSAGES, ...DEFAULT_MESSAGES_ES, LAST_REMINDER, LAST_REMINDER_ES].some(
    (text) => text === template,
  );
  return isDefault && !hasTag(template, 'estimate_link') ? `${template} {{estimate_link}}` : template;
};

const DAY_HINT = 'Enter a whole number of days, 1 or more, such as 3';

/**
 * Returns the error for a step's day as a sentence with an example, or undefined if the day is valid. NaN is invalid.
 */
export const dayFault = (day: number): string | undefined => {
  if (!Number.isInteger(day) || day < 1) return DAY_HINT;
  return day > MAX_DAY ? `Enter at most ${MAX_DAY} days` : undefined;
};

const braced = (tag: string): string => `{{${tag}}}`;

/** The error for a message that uses an offer's tags without an offer. */
export const NO_OFFER_SET = 'Set an offer for this message, or remove {{offer}} and {{offer_ends}}';

/**
 * Returns the error for a message template, or undefined if it's valid. It must not be empty, exceed 1,600 characters,
 * or contain an unknown tag. The offer's tags need an offer. If `offer` is undefined, that isn't checked, because the
 * offer isn't known yet.
 */
export const messageFault = (template: string, offer?: Offer | null): string | undefined => {
  const text = template.trim();
  if (text === '') return 'Write a message';
  if (text.length > MAX_MESSAGE_LENGTH) return 'Use at most 1,600 characters';
  const unknown = findUnknownTags(text);
  if (unknown.length > 0)
    return `Unknown tag: ${unknown.join(', ')}. Use ${TAGS.slice(0, -1).map(braced).join(', ')} or ${TAGS.slice(-1).map(braced).join('')}`;
  return offer === null && hasOffer(text) ? NO_OFFER_SET : undefined;
};

/** Returns the error for a day that isn't later than the previous day in the list, or undefined if it's valid. */
export const risingFault = (day: number, before: number | undefined): string | undefined =>
  before !== undefined && day <= before
    ? `Enter a day after ${before}. Each follow-up must be later than the previous one`
    : undefined;

/** Returns all errors in a list of steps, keyed by field path ('steps.0.day'). The server returns the same errors. */
export const stepFaults = (
  steps: readonly { day: number; message: string; offer?: Offer | null | undefined }[],
): FieldErrors => {
  const faults: FieldErrors = {};
  for (const [index, { day, message, offer }] of steps.entries()) {
    const wrongDay = dayFault(day) ?? risingFault(day, steps[index - 1]?.day);
    const wrongMessage = messageFault(message, offer);
    if (wrongDay !== undefined) faults[`steps.${index}.day`] = wrongDay;
    if (wrongMessage !== undefined) faults[`steps.${index}.message`] = wrongMessage;
  }
  return faults;
};
