import { isPossiblePhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { z } from 'zod';

/** A US phone number in E.164, such as '+12085550172'. */
export type Phone = string & { readonly kind: 'phone' };

export const PHONE_HINT = 'Enter a US phone number, such as (208) 555-0172';

/**
 * Parses a number as people type it. Returns undefined if the input can't be a number in the US or Puerto Rico. Only
 * the server checks whether the area code exists, because it has the table of area codes (`core/platform/us-data`).
 */
export const parsePhone = (text: string): Phone | undefined => {
  const parsed = parsePhoneNumberFromString(text, 'US');
  if (!parsed || parsed.countryCallingCode !== '1' || parsed.ext) return undefined;
  const number: string = parsed.number;
  return isPossiblePhoneNumber(number) && /^\+1[2-9]\d{2}[2-9]\d{6}$/.test(number) ? (number as Phone) : undefined;
};

export { formatPhone } from './format-phone.ts';

/** The input schema: accepts any usual format and outputs E.164. */
export const phone = z.string().transform((value, context) => {
  const parsed = parsePhone(value);
  if (parsed) return parsed;
  context.addIssue({ code: 'custom', message: PHONE_HINT });
  return z.NEVER;
});
