import { brandFill, DEFAULT_BRAND_COLOR } from '#shared/features/widget/brand-fill.ts';
import { readLanguage } from '#shared/primitives/language.ts';
import { dress, drawing, h, keepInside, on } from '../dom.ts';
import type { MountOptions } from '../mount.ts';
import css from './button.css?inline';
import { BUTTON_WORDS } from './button-words.ts';

const COLOR = /^#[\da-f]{6}$/i;

/**
 * Chooses the language using the same rules as the server. The tag's language comes first, then Spanish if the page is
 * in Spanish, then the browser's language.
 */
const languageOf = ({ lang }: MountOptions) =>
  readLanguage(lang) ??
  (readLanguage(document.documentElement.lang) === 'es' ? 'es' : readLanguage(navigator.language)) ??
  'en';

/**
 * Adds a floating button to the corner of the window. The button opens the widget in a dialog. The widget is mounted
 * when the dialog first opens. When the dialog closes, the values that the homeowner typed aren't lost. The button and
 * the dialog are inside `parent` and are removed with it.
 */
export const floatIn = (parent: Element, options: MountOptions): void => {
  const words = BUTTON_WORDS[languageOf(options)];
  const element = h('div', { 'data-picket-button': options.contractorId });
  const shadow = element.attachShadow({ mode: 'open' });
  const cross = drawing('0 0 24 24', [['x', 'M6 6l12 12M18 6l-12 12']]);
  const close = h('button', { type: 'button', class: 'close', 'aria-label': words.close }, cross);
  const place = h('div', { class: 'place' });
  const dialog = h('dialog', { 'aria-label': words.open, lang: words.language }, close, place);
  const button = h('button', { type: 'button', class: 'open', lang: words.language }, words.open);
  const root = h('div', { class: 'all' }, button, dialog);
  const { fill, label } = brandFill(
    COLOR.test(options.primaryColor ?? '') ? `${options.primaryColor}` : DEFAULT_BRAND_COLOR,
  );
  root.style.setProperty('--fill', fill);
  root.style.setProperty('--label', label);
  on(button, 'click', () => {
    dialog.showModal();
    window.Picket?.mount?.(place, options);
  });
  on(close, 'click', () => dialog.close());
  // A click outside the dialog's content, on its backdrop.
  on(dialog, 'click', (event) => event.target === dialog && dialog.close());
  dress(shadow, css);
  keepInside(shadow);
  shadow.append(root);
  parent.append(element);
};

export type FloatIn = typeof floatIn;
