import { isPossiblePhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { z } from 'zod';
import { phoneParts } from './phone-parts.ts';

/** A US phone number in E.164, such as '+12085550172'. */
export type Phone = string & { readonly kind: 'phone' };

export const PHONE_HINT = 'Enter a US phone number, such as (208) 555-0172';

const US_NUMBER = /^\+1[2-9]\d{2}[2-9]\d{6}$/;

const parseWhole = (text: string): Phone | undefined => {
  const parsed = parsePhoneNumberFromString(text, 'US');
  if (!parsed || parsed.countryCallingCode !== '1' || parsed.ext) return undefined;
  const number: string = parsed.number;
  return isPossiblePhoneNumber(number) && US_NUMBER.test(number) ? (number as Phone) : undefined;
};

/** A number and what was typed beside it, such as 'ext. 12' or a second number. `rest` is empty if there's nothing. */
export interface ReadPhone {
  phone: Phone;
  rest: string;
}

/**
 * Parses what people type or paste as a phone: 'Cell: (614) 229-0649 x12', '614-229-0649 / 614-229-0650'. The first US
 * number is the phone. Returns undefined if there's no number in the US or Puerto Rico. Only the server checks whether
 * the area code exists, because it has the table of area codes (`core/platform/us-data`).
 */
export const readPhone = (text: string): ReadPhone | undefined => {
  const parts = phoneParts(text);
  if (parts) return { phone: `+1${parts.digits}` as Phone, rest: parts.rest };
  const phone = parseWhole(text);
  return phone && { phone, rest: '' };
};

/** Returns the first US number in the text (`readPhone`). */
export const parsePhone = (text: string): Phone | undefined => readPhone(text)?.phone;

export { formatPhone } from './format-phone.ts';

/** The input schema: accepts any usual format and outputs E.164. */
export const phone = z.string().transform((value, context) => {
  const parsed = parsePhone(value);
  if (parsed) return parsed;
  context.addIssue({ code: 'custom', message: PHONE_HINT });
  return z.NEVER;
});
