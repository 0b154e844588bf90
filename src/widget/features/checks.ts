import { parseFeet } from '#shared/primitives/feet.ts';
import type { StepWords } from '../words/step-words.ts';
import { on } from '../dom.ts';
import type { Field } from './field.ts';

/**
 * Takes what was typed and answers the sentence to show, or '' where it is fine. These say the same as
 * `widgetLeadInput`, whose schemas would bring zod along; a test compares the two.
 */
export type Check = (text: string) => string;

const EMAIL = /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@([A-Za-z\d][A-Za-z\d-]*\.)+[A-Za-z]{2,}$/;

/** The checks of the fields, in the words of a language. Phone and ZIP are optional. */
export const checksIn = ({ checks: words }: Pick<StepWords, 'checks'>) => {
  const perimeter: Check = (text) => (parseFeet(text) === undefined ? words.length : '');
  const name: Check = (text) => (text.trim() ? '' : words.name);
  const email: Check = (text) => {
    if (EMAIL.test(text.trim())) return '';
    return /\w@[\w-]+$/.test(text.trim()) ? words.emailEnding : words.email;
  };
  // digits with the usual marks around them, with or without the 1 of the US
  const phone: Check = (text) => {
    const digits = text.replace(/[\s().+-]/g, '');
    return !digits || /^1?[2-9]\d\d[2-9]\d{6}$/.test(digits) ? '' : words.phone;
  };
  const zip: Check = (text) => (/^(\d{5}(-\d{4})?)?$/.test(text.trim()) ? '' : words.zip);
  return { perimeter, name, email, phone, zip };
};

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
