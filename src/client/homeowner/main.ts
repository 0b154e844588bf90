import { enhanceForm } from './forms.ts';
import { offerChat } from './estimate-chat.ts';
import { noteView } from './note-view.ts';
import { openPad } from './signature-pad.ts';

/**
 * The script for the homeowner's page. The page also works without this script. The script adds a field for drawing a
 * signature and shows errors without a page load. If the connection fails, it keeps the typed values. It doesn't use a
 * framework, because it must load fast on an old phone (under 6 kB).
 */
noteView();
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-call]')) enhanceForm(form);
// Sends a ticked add-on at once.
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-auto]'))
  form.addEventListener('change', () => form.requestSubmit());
for (const panel of document.querySelectorAll<HTMLElement>('[data-chat]')) offerChat(panel);
for (const pad of document.querySelectorAll<HTMLElement>('.pad')) openPad(pad);

// Expands the collapsed parts for printing.
addEventListener('beforeprint', () => {
  for (const part of document.querySelectorAll<HTMLDetailsElement>('.terms details')) part.open = true;
});

// Moves focus into the opened panel.
const focusPanel = () => {
  const panel = /^#(sign|ask|decline)$/.test(location.hash) ? document.querySelector<HTMLElement>(location.hash) : null;
  panel?.querySelector<HTMLElement>('h2[tabindex], input:not([type=hidden]), textarea')?.focus({ preventScroll: true });
};
addEventListener('hashchange', focusPanel);
