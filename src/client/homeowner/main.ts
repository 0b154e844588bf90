import { enhanceForm } from './forms.ts';
import { openPad } from './signature-pad.ts';

/**
 * What the homeowner's page gains from a script, all of it optional: a signature that is drawn, forms that say what
 * is wrong without a reload, and nothing lost where the connection is. No framework: it must be there at once on an
 * old phone (under 6 kB).
 */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-call]')) enhanceForm(form);
for (const pad of document.querySelectorAll<HTMLElement>('.pad')) openPad(pad);

// what is folded on the screen is wanted on paper
addEventListener('beforeprint', () => {
  for (const part of document.querySelectorAll<HTMLDetailsElement>('.terms details')) part.open = true;
});

// a panel that was opened takes the keyboard along
const focusPanel = () => {
  const panel = /^#(sign|ask|decline)$/.test(location.hash) ? document.querySelector<HTMLElement>(location.hash) : null;
  panel?.querySelector<HTMLElement>('h2[tabindex], input:not([type=hidden]), textarea')?.focus({ preventScroll: true });
};
addEventListener('hashchange', focusPanel);
