import type { WidgetConfig } from '#shared/features/widget/widget.schema.ts';
import { fill } from '#shared/primitives/phrase.ts';
import { connect } from './api.ts';
import { dress, h, keepInside, on } from './dom.ts';
import { estimateForm } from './features/estimate-form.ts';
import { phoneLink } from './features/phone-link.ts';
import { loadSteps } from './load-steps.ts';
import css from './widget.css?inline';
import { en } from '#shared/features/widget/words/first-words.en.ts';

/** Options that the host page can set. All except the id apply only until the server's settings arrive. */
export interface MountOptions {
  contractorId: string;
  /** The color of the widget's top edge while it loads, as '#rrggbb'. */
  primaryColor?: string | undefined;
  /** The phone number shown if our server can't be reached. */
  phone?: string | undefined;
  /** 'en' or 'es'. If missing, the language is Spanish on a Spanish page and the browser's language on other pages. */
  lang?: string | undefined;
}

export interface Mounted {
  /** The element added to the parent. It dispatches the events 'picket:ready' and 'picket:lead', which bubble. */
  element: HTMLElement;
  destroy(): void;
}

const NEAR = '600px';

/**
 * Applies the contractor's color to the widget. The top edge gets the unchanged color. The button gets the colors that
 * the server computed, because they have enough contrast.
 */
const paint = ({ style }: HTMLElement, color: string, brand?: WidgetConfig['brand']) => {
  style.setProperty('--b', color);
  if (!brand) return;
  style.setProperty('--f', brand.fill);
  style.setProperty('--on', brand.label);
  // A bright color works as a background, but has too little contrast for lines and links.
  if (brand.label !== '#ffffff') style.setProperty('--a', 'var(--i)');
};

/** Calls `run` once `element` is near the viewport. Returns a function that cancels the wait. */
const whenNear = (element: HTMLElement, run: () => void): (() => void) => {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      run();
    },
    { rootMargin: NEAR },
  );
  observer.observe(element);
  return () => observer.disconnect();
};

/**
 * Mounts the widget in `parent`. `host` is our server's origin. The widget immediately reserves its space, and fetches
 * its settings when it's near the viewport. See LIFECYCLE.md for the states. Never throws, because the widget shows
 * its own errors.
 */
export const mount = (parent: Element, host: string, options: MountOptions): Mounted => {
  const { contractorId } = options;
  const element = h('div', { 'data-picket': contractorId });
  const shadow = element.attachShadow({ mode: 'open' });
  const card = h('section', { class: 'w' });
  const ask = connect(host);
  let gone = false;
  let words = en;
  const tell = (type: string, detail: object) =>
    element.dispatchEvent(new CustomEvent(`picket:${type}`, { bubbles: true, composed: true, detail }));
  const steps = async () => {
    const loaded = await loadSteps(host, words.language);
    dress(shadow, loaded.css);
    return loaded;
  };

  const open = (config: WidgetConfig) => {
    paint(card, config.primaryColor, config.brand);
    const { companyName, productName } = config;
    const foot = fill(words.foot, { company: companyName });
    const other = h('button', { type: 'button', class: 'li', lang: words.other }, words.otherName);
    // The second comma tells the server that the first request for settings already counted this view.
    on(other, 'click', () => void load(words.other + ','));
    const credit = productName ? [' ', ...fill(words.credit, { product: productName })] : [];
    card.replaceChildren(
      ...estimateForm({ config, at: Date.now(), ask, host, steps, words, taken: (lead) => tell('lead', lead) }),
      h('p', { class: 'ft' }, other, ...foot, ...credit),
    );
    tell('ready', { contractorId });
  };
  const unavailable = (status: number, paused?: string) => {
    const retry = h('button', { type: 'button', class: 'bt' }, words.retry);
    on(retry, 'click', () => void load());
    on(window, 'online', () => retry.isConnected && void load());
    // A homeowner can't fix a wrong id, and a paused widget already shows its message. The contractor can see
    // the failed request in the browser's console.
    const why = status === 404 || paused ? '' : words.offline;
    const call =
      !paused && options.phone ? [' ', ...fill<Node | string>(words.call, { phone: phoneLink(options.phone) })] : [];
    card.replaceChildren(
      h('div', { class: 'dn', role: 'alert' }, h('b', {}, paused || words.failed), h('p', {}, why, ...call), retry),
    );
  };
  const load = async (lang = options.lang) => {
    card.replaceChildren(h('div', { class: 'sk', role: 'status', 'aria-label': words.loading }));
    const { status, body } = await ask<WidgetConfig>(
      `config/${encodeURIComponent(contractorId)}?lang=${[lang, document.documentElement.lang].join()}`,
    );
    if (gone) return;
    words = body.words ?? en;
    card.lang = words.language;
    card.ariaLabel = words.title;
    if (status === 200 && !body.paused) open(body as WidgetConfig);
    else unavailable(status, body.pausedText);
  };

  if (options.primaryColor) paint(card, options.primaryColor);
  dress(shadow, css);
  keepInside(shadow);
  shadow.append(card);
  parent.append(element);
  const stopWaiting = whenNear(element, () => void load());
  return {
    element,
    destroy: () => {
      gone = true;
      stopWaiting();
      element.remove();
    },
  };
};
