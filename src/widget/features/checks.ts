import { parseFeet } from '#shared/primitives/feet.ts';
import { phoneParts } from '#shared/primitives/phone-parts.ts';
import type { StepWords } from '../words/step-words.ts';
import { on } from '../dom.ts';
import type { Field } from './field.ts';

/**
 * Checks typed text and returns the error to show, or '' if it's valid. These checks repeat the rules of
 * `widgetLeadInput`, because importing its schemas would add zod to the bundle. A test checks that both give the same
 * results.
 */
export type Check = (text: string) => string;

const EMAIL = /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@([A-Za-z\d][A-Za-z\d-]*\.)+[A-Za-z]{2,}$/;

/** The checks for all fields, with errors in the given language. Phone and ZIP are optional. */
export const checksIn = ({ checks: words }: Pick<StepWords, 'checks'>) => {
  const perimeter: Check = (text) => (parseFeet(text) === undefined ? words.length : '');
  const name: Check = (text) => (text.trim() ? '' : words.name);
  const email: Check = (text) => {
    if (EMAIL.test(text.trim())) return '';
    return /\w@[\w-]+$/.test(text.trim()) ? words.emailEnding : words.email;
  };
  const phone: Check = (text) => (!text.trim() || phoneParts(text) ? '' : words.phone);
  const zip: Check = (text) => (/^(\d{5}(-\d{4})?)?$/.test(text.trim()) ? '' : words.zip);
  return { perimeter, name, email, phone, zip };
};

/** Shows an error beside the field. '' removes it. */
export const show = ({ input, message }: Field, text: string): void => {
  message.textContent = text;
  input.setAttribute('aria-invalid', `${text !== ''}`);
};

/** Checks the field's text, shows the result, and returns whether it's valid. */
export const isFine = (field: Field, check: Check): boolean => {
  const text = check(field.input.value);
  show(field, text);
  return !text;
};

/** Checks a field when it loses focus and isn't empty, and then on each keystroke until it's valid. */
export const watch = (field: Field, check: Check): void => {
  on(field.input, 'blur', () => field.input.value.trim() && isFine(field, check));
  on(field.input, 'input', () => field.message.textContent && isFine(field, check));
};
