import type { FieldErrors } from '../../primitives/app-error.ts';
import { findUnknownTags, hasTag, TAGS } from './tags.rules.ts';

/** A schedule's limits, and the errors for exceeding them (spec, section 5). */
export const MAX_STEPS = 5;
export const MAX_STEPS_MESSAGE = 'Maximum reached: You cannot add more than 5 follow-up messages';
export const MIN_STEPS_MESSAGE = 'Cannot remove: You must have at least one follow-up message';
export const MAX_DAY = 365;
/** Twilio's limit for one text (T12). */
export const MAX_MESSAGE_LENGTH = 1_600;

/**
 * A company's default schedule (spec, section 9). The wording is ours. The third step contains the discount offer
 * (C30).
 */
export const DEFAULT_CHANNEL = 'sms';
export const DEFAULT_CADENCE = [1, 3, 7];
export const DEFAULT_SEND_TIME = '10:00';
export const DEFAULT_MESSAGES = [
  'Hi {{name}}, checking in on the {{total_feet}} of fence for {{address}}. Does {{estimate_amount}} work for you? Any questions, just reply here.',
  'Hi {{name}}, still thinking about the fence for {{address}}? We are happy to change the material or the gates and work out a new price. Just reply here.',
  'Hi {{name}}, a last reminder about the fence for {{address}}: schedule this week and take 10% off {{estimate_amount}}, good through {{offer_ends}}.',
] as const;

/** The default messages in Spanish. They use only GSM-7 characters, which don't include á, í, ó or ú (T12). */
export const DEFAULT_MESSAGES_ES = [
  'Hola {{name}}, le escribimos sobre los {{total_feet}} de cerca para {{address}}. ¿Le parece bien {{estimate_amount}}? Si tiene preguntas, responda a este mensaje.',
  'Hola {{name}}, ¿sigue pensando en la cerca para {{address}}? Con gusto cambiamos el material o las puertas y le damos otro precio. Solo responda a este mensaje.',
  'Hola {{name}}, este es el recordatorio final sobre la cerca para {{address}}: programe el trabajo esta semana y reciba 10% de descuento en {{estimate_amount}}, hasta el {{offer_ends}}.',
] as const satisfies readonly [string, string, string];

/**
 * Returns the template as it's sent. A default message ends with the estimate's link, unless it already contains the
 * link. A message that the contractor wrote stays as it is.
 */
export const withDefaultLink = (template: string): string => {
  const isDefault = [...DEFAULT_MESSAGES, ...DEFAULT_MESSAGES_ES].some((text) => text === template);
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

/**
 * Returns the error for a message template, or undefined if it's valid. It must not be empty, exceed 1,600 characters,
 * or contain an unknown tag.
 */
export const messageFault = (template: string): string | undefined => {
  const text = template.trim();
  if (text === '') return 'Write a message';
  if (text.length > MAX_MESSAGE_LENGTH) return 'Use at most 1,600 characters';
  const unknown = findUnknownTags(text);
  return unknown.length === 0
    ? undefined
    : `Unknown tag: ${unknown.join(', ')}. Use ${TAGS.slice(0, -1).map(braced).join(', ')} or ${TAGS.slice(-1).map(braced).join('')}`;
};

/** Returns the error for a day that isn't later than the previous day in the list, or undefined if it's valid. */
export const risingFault = (day: number, before: number | undefined): string | undefined =>
  before !== undefined && day <= before
    ? `Enter a day after ${before}. Each follow-up must be later than the previous one`
    : undefined;

/** Returns all errors in a list of steps, keyed by field path ('steps.0.day'). The server returns the same errors. */
export const stepFaults = (steps: readonly { day: number; message: string }[]): FieldErrors => {
  const faults: FieldErrors = {};
  for (const [index, { day, message }] of steps.entries()) {
    const wrongDay = dayFault(day) ?? risingFault(day, steps[index - 1]?.day);
    const wrongMessage = messageFault(message);
    if (wrongDay !== undefined) faults[`steps.${index}.day`] = wrongDay;
    if (wrongMessage !== undefined) faults[`steps.${index}.message`] = wrongMessage;
  }
  return faults;
};
