import { FEET_HINT } from '#shared/features/pricing/price.rules.ts';
import { parseFeet } from '#shared/primitives/feet.ts';

/**
 * Takes what was typed and answers the sentence to show, or '' where it is fine. These say the same as
 * `widgetLeadInput`, whose schemas would bring zod along; a test compares the two.
 */
export type Check = (text: string) => string;

export const CONSENT_NEEDS_PHONE = 'Enter the phone number to text';

export const checkPerimeter: Check = (text) => (parseFeet(text) === undefined ? FEET_HINT : '');

export const checkName: Check = (text) => (text.trim() ? '' : 'Enter your name');

const EMAIL = /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@([A-Za-z\d][A-Za-z\d-]*\.)+[A-Za-z]{2,}$/;

export const checkEmail: Check = (text) => {
  if (EMAIL.test(text.trim())) return '';
  return /\w@[\w-]+$/.test(text.trim())
    ? 'This address has no ending, such as .com'
    : 'Enter an email address, such as dana@example.com';
};

/** Optional. Digits with the usual marks around them, with or without the 1 of the US. */
export const checkPhone: Check = (text) => {
  const digits = text.replace(/[\s().+-]/g, '');
  return !digits || /^1?[2-9]\d\d[2-9]\d{6}$/.test(digits) ? '' : 'Enter a US phone number, such as (208) 555-0172';
};

/** Optional. */
export const checkZip: Check = (text) =>
  /^(\d{5}(-\d{4})?)?$/.test(text.trim()) ? '' : 'Enter a five-digit ZIP code, such as 83642';

export const anything: Check = () => '';
