import { h } from '../dom.ts';

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export interface Field {
  root: HTMLElement;
  input: Input;
  message: HTMLElement;
}

export interface FieldOptions {
  label: string;
  /** The text beside the label that marks the field as optional. */
  optional?: string;
  /** Attributes of the input: type, autocomplete, inputmode, maxlength. */
  attributes?: Record<string, string>;
  lines?: boolean;
  unit?: string;
}

/** Creates a label, its field and an element for its error. `watch` adds a check. */
export const makeField = (
  name: string,
  { label, optional = '', attributes = {}, lines = false, unit = '' }: FieldOptions,
): Field => {
  const input: Input = h(lines ? 'textarea' : 'input', {
    id: name,
    name,
    'aria-describedby': `${name}-e`,
    'aria-required': `${!optional}`,
    ...attributes,
  });
  const message = h('p', { class: 'er', id: `${name}-e` });
  const caption = h('label', { for: name }, label, optional ? h('i', {}, ` ${optional}`) : '');
  return {
    root: h('div', { class: 'f' }, caption, h('div', { class: 'u' }, input, unit ? h('span', {}, unit) : ''), message),
    input,
    message,
  };
};
