import { h } from '../dom.ts';

/**
 * A field that no person fills in: it can't be seen, heard or reached by keyboard, and password managers are told to
 * leave it alone. What a program writes there holds its lead (`website` of the request).
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
