import { h } from '../dom.ts';
import type { StepWords } from '../words/step-words.ts';
import { makeField } from './field.ts';

/** The fields of the second step, by their names in the request. */
export const contactFields = (words: StepWords) => {
  const { optional } = words;
  return {
    name: makeField('name', {
      label: words.name,
      attributes: { autocomplete: 'name', maxlength: '200' },
    }),
    email: makeField('email', {
      label: words.email,
      attributes: { type: 'email', autocomplete: 'email', maxlength: '254' },
    }),
    phone: makeField('phone', {
      label: words.phone,
      optional,
      attributes: { type: 'tel', autocomplete: 'tel', maxlength: '40' },
    }),
    address: makeField('address', {
      label: words.address,
      optional,
      attributes: { autocomplete: 'address-line1', maxlength: '180' },
    }),
    city: makeField('city', { label: words.city, optional, attributes: { maxlength: '100' } }),
    zip: makeField('zip', {
      label: words.zip,
      optional,
      attributes: { inputmode: 'numeric', autocomplete: 'postal-code', maxlength: '10' },
    }),
    notes: makeField('notes', {
      label: words.notes,
      optional,
      lines: true,
      attributes: { maxlength: '4000' },
    }),
  };
};

/**
 * Creates a field that only bots fill in. People can't see or reach it: it's invisible, hidden from screen readers,
 * outside the tab order, and ignored by password managers. If the field is filled in (`website` in the request), the
 * server holds the lead.
 */
export const honeypot = (): { root: HTMLElement; value: () => string | undefined } => {
  const input = h('input', {
    id: 'website',
    name: 'website',
    tabindex: '-1',
    autocomplete: 'off',
    'data-1p-ignore': true,
    'data-bwignore': true,
    'data-lpignore': 'true',
    'data-form-type': 'other',
  });
  const root = h('div', { class: 'hp', 'aria-hidden': 'true' }, h('label', { for: 'website' }, 'Website'), input);
  return { root, value: () => input.value || undefined };
};
