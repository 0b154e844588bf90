import { mount, type Mounted, type MountOptions } from './mount.ts';
import type { FloatIn } from './button/widget-button.ts';
import type { Language } from '#shared/primitives/language.ts';
import type { Steps } from './load-steps.ts';
import type { StepWords } from './words/step-words.ts';

type Call = [parent: Element, options: MountOptions];

interface PicketApi {
  mount(parent: Element, options: MountOptions): Mounted;
  /** Calls that the host page queued before the script loaded, in order. */
  q?: ArrayLike<Call[number]>[];
  /** The widgets placed by script tags, by company and target. */
  placed?: Map<string, Element>;
  /** The second script's exports, set by that script. */
  steps?: Steps;
  /** The second script's strings in languages other than English. Each language has its own script, which sets them. */
  words?: Partial<Record<Language, StepWords>>;
}

declare global {
  interface Window {
    Picket?: Partial<PicketApi>;
  }
}

/** Returns all of our tags in the page, also in open shadow roots. */
const tagsIn = (root: Document | ShadowRoot): HTMLScriptElement[] => [
  ...root.querySelectorAll<HTMLScriptElement>('script[src*="/widget-embed.js"]'),
  ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? tagsIn(shadowRoot) : [])),
];

const current = document.currentScript as HTMLScriptElement | null;
// jQuery and tag managers run a copy of the tag without its attributes, and a shadow root's tag isn't the current one.
const tags = current?.dataset['contractorId'] ? [current] : tagsIn(document);
const host = new URL((current?.src || tags[0]?.src) ?? '', location.href).origin;

const start = (): PicketApi => {
  const waiting = [...(window.Picket?.q ?? [])];
  const mounted = new WeakMap<Element, Mounted>();
  const api: PicketApi = {
    mount: (parent, options) => {
      const before = mounted.get(parent);
      if (before?.element.isConnected) return before;
      const now = mount(parent, host, options);
      mounted.set(parent, now);
      return now;
    },
    placed: new Map(),
  };
  window.Picket = api;
  for (const [parent, options] of waiting.map((call) => Array.from(call) as unknown as Call))
    api.mount(parent, options);
  return api;
};

const find = (selector: string): Element | null => {
  try {
    return document.querySelector(selector);
  } catch {
    // If the selector is invalid, the widget appears at the script tag.
    return null;
  }
};

/**
 * Returns the element to mount the widget in. If the script tag names an element (`data-target`) and the element
 * exists, returns it. Otherwise, returns a new element after the tag, or at the end of the page if the tag is in the
 * head. Returns undefined if the page must finish loading first.
 */
const placeFor = (tag: HTMLScriptElement): Element | undefined => {
  const target = tag.dataset['target'];
  const found = target && find(target);
  if (found) return found;
  if ((target || document.head.contains(tag)) && document.readyState === 'loading') return undefined;
  const own = document.createElement('div');
  // The widget takes part in the layout itself, so that rules for the page's own boxes can't hide or shrink this one.
  own.style.setProperty('display', 'contents', 'important');
  if (tag.isConnected && !document.head.contains(tag)) tag.after(own);
  else document.body.append(own);
  return own;
};

const place = (api: PicketApi, tag: HTMLScriptElement) => {
  const { contractorId, primaryColor, phone, target, lang, mode } = tag.dataset;
  if (!contractorId) return;
  const key = [contractorId, target, mode].join();
  // The embed code is on the page twice, or the host page's router ran it again.
  if (api.placed?.get(key)?.isConnected) return;
  const parent = placeFor(tag);
  if (!parent) {
    document.addEventListener('DOMContentLoaded', () => place(api, tag));
    return;
  }
  api.placed?.set(key, parent);
  const options = { contractorId, primaryColor, phone, lang };
  if (mode === 'button')
    void import(/* @vite-ignore */ `${host}/widget-button.js`).then(({ floatIn }: { floatIn: FloatIn }) =>
      floatIn(parent, options),
    );
  else api.mount(parent, options);
};

const running = window.Picket?.placed ? (window.Picket as PicketApi) : start();
for (const tag of tags) place(running, tag);
setTimeout(() => {
  if (!document.querySelector('[data-picket]') && !running.placed?.size)
    // oxlint-disable-next-line no-console
    console.warn('Picket needs data-contractor-id');
}, 3e3);
