import { mount, type Mounted, type MountOptions } from './mount.ts';
import type { Steps } from './load-steps.ts';

type Call = [parent: Element, options: MountOptions];

interface PicketApi {
  mount(parent: Element, options: MountOptions): Mounted;
  /** Calls made before the script had loaded, in their order; set by the page. */
  q?: ArrayLike<Call[number]>[];
  /** What scripts have placed, by company and target. */
  placed?: Map<string, Element>;
  /** Set by the second script. */
  steps?: Steps;
}

declare global {
  interface Window {
    Picket?: Partial<PicketApi>;
  }
}

const script =
  (document.currentScript as HTMLScriptElement | null) ??
  document.querySelector<HTMLScriptElement>('script[src*="/widget-embed.js"]');
const host = new URL(script?.src ?? '', location.href).origin;

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
    // a selector with a slip of the pen: the widget stands where the tag does
    return null;
  }
};

/** The element that the tag names, else a new one where the tag stands; the page's end for a tag in the head. */
const placeFor = (tag: HTMLScriptElement): Element | undefined => {
  const target = tag.dataset['target'];
  const found = target && find(target);
  if (found) return found;
  if ((target || document.head.contains(tag)) && document.readyState === 'loading') return undefined;
  const own = document.createElement('div');
  if (tag.isConnected && !document.head.contains(tag)) tag.after(own);
  else document.body.append(own);
  return own;
};

const place = (api: PicketApi, tag: HTMLScriptElement) => {
  const { contractorId, primaryColor, phone, target } = tag.dataset;
  if (!contractorId) return;
  const key = `${contractorId} ${target ?? ''}`;
  // pasted twice, or run again by the page's own router
  if (api.placed?.get(key)?.isConnected) return;
  const parent = placeFor(tag);
  if (!parent) {
    document.addEventListener('DOMContentLoaded', () => place(api, tag));
    return;
  }
  api.placed?.set(key, parent);
  api.mount(parent, { contractorId, ...(primaryColor ? { primaryColor } : {}), ...(phone ? { phone } : {}) });
};

const running = window.Picket?.placed ? (window.Picket as PicketApi) : start();
if (script) place(running, script);
