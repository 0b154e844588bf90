import { FEET_HINT } from '#shared/features/pricing/price.rules.ts';
import { parseFeet } from '#shared/primitives/feet.ts';
import { on } from '../dom.ts';
import type { Field } from './field.ts';

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

/** Shows a sentence beside the field; '' takes it away. */
export const show = ({ input, message }: Field, text: string): void => {
  message.textContent = text;
  input.setAttribute('aria-invalid', `${text !== ''}`);
};

/** Checks what is typed, shows the outcome, and says whether it is fine. */
export const isFine = (field: Field, check: Check): boolean => {
  const text = check(field.input.value);
  show(field, text);
  return !text;
};

/** Checks a field when it is left with something typed, then on each key until it is right. */
export const watch = (field: Field, check: Check): void => {
  on(field.input, 'blur', () => field.input.value.trim() && isFine(field, check));
  on(field.input, 'input', () => field.message.textContent && isFine(field, check));
};
