import { on } from '../dom.ts';
import type { Check } from './checks.ts';
import type { Field } from './field.ts';

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
