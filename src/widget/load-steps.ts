import type { WidgetConfig, WidgetLeadAnswer } from '#shared/features/widget/widget.schema.ts';
import type { Ask } from './api.ts';
import type { Draft } from './features/draft.ts';
import type { Field } from './features/field.ts';

let loading: Promise<Steps> | undefined;
let tries = 0;

const fetchSteps = async (host: string): Promise<Steps> => {
  // some browsers remember a module that failed: another address for another try
  const again = tries++ ? `?${tries}` : '';
  await import(/* @vite-ignore */ `${host}/widget-steps.js${again}`);
  const steps = window.Picket?.steps;
  if (!steps) throw new Error('no steps');
  return steps;
};

/**
 * Fetches the second script, once. `import()` and not a script tag: a host that asks for Trusted Types refuses a tag's
 * `src`, and one that trusts nonces lets a script with one import. Rejects where it can't be had; the next call tries
 * again.
 */
export const loadSteps = (host: string): Promise<Steps> =>
  (loading ??= fetchSteps(host).catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));

/** The fence as the first step holds it; the length as it was typed. */
export interface Fence {
  length: string;
  gates: number;
  materialId: string | undefined;
  materialName: string;
}

/** The second step, made by the second script. Its draft's values are in it from the start. */
export interface ContactStep {
  root: HTMLElement;
  /** Says again what is being asked for, and moves the focus there. */
  open(): void;
}

export interface ContactOptions {
  config: WidgetConfig;
  /** When they came, as `Date.now()` gives it; a first script from before tickets doesn't say. */
  at?: number;
  ask: Ask;
  draft: Draft;
  fence: () => Fence;
  /** The first step's field, for a refusal that names it. */
  perimeter: Field;
  back: () => void;
  /** Opens the second step again; a first script from before the browser's 'Forward' has none. */
  forward?: () => void;
  /** Called with the server's answer once a lead is stored. */
  taken: (lead: WidgetLeadAnswer) => void;
}

/**
 * What `/widget-steps.js` hands to `/widget-embed.js`: all that isn't needed before a person acts (W1 of
 * performance.md). The two are built together, but a browser may hold one of them ten minutes longer: add to this, and
 * keep what is there.
 */
export interface Steps {
  css: string;
  /** '$3,542.08', or undefined where the price isn't to be shown or not known yet. */
  price(config: WidgetConfig, fence: Fence): string | undefined;
  /** Checks the length from now on as any other field. */
  watchLength(field: Field): void;
  /** Whether the length can be priced; if not, the field says so. An unlikely one is asked about once. */
  checkLength(field: Field): boolean;
  /** Shows or hides help with the length below its field; `button` says which. */
  help?(button: HTMLElement, field: Field): void;
  contact(options: ContactOptions): ContactStep;
}
