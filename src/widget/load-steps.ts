import type { WidgetConfig, WidgetLeadAnswer } from '#shared/features/widget/widget.schema.ts';
import type { Language } from '#shared/primitives/language.ts';
import type { Ask } from './api.ts';
import type { Draft } from './features/draft.ts';
import type { Field } from './features/field.ts';

const loading: Record<string, Promise<Steps>> = {};
let tries = 0;

const fetchSteps = async (host: string, language: Language): Promise<Steps> => {
  // Some browsers cache a failed module, so a retry needs a different URL.
  const again = tries++ ? `?${tries}` : '';
  for (const file of language === 'en' ? ['steps'] : ['steps', language])
    await import(/* @vite-ignore */ `${host}/widget-${file}.js${again}`);
  const steps = window.Picket?.steps;
  if (!steps) throw new Error('no steps');
  return steps;
};

/**
 * Loads the second script and its strings in the given language. Loads each language only once. Uses `import()` instead
 * of a script tag, because Trusted Types on a host page block a tag's `src`. If a page allows scripts only by nonce, a
 * script that it allows can still import others. Rejects if a script can't be loaded. The next call then tries again.
 */
export const loadSteps = (host: string, language: Language): Promise<Steps> =>
  (loading[language] ??= fetchSteps(host, language).catch((error: unknown) => {
    delete loading[language];
    throw error;
  }));

/** The fence as entered in the first step. The length is the text as typed. */
export interface Fence {
  length: string;
  gates: number;
  materialId: string | undefined;
  materialName: string;
}

/** The second step, created by the second script. The draft's values are already filled in. */
export interface ContactStep {
  root: HTMLElement;
  /** Updates the fence's summary and moves focus to it. */
  open(): void;
  /** Shows the chat in place of the first step. Rejects if its script can't be loaded. */
  chat?(): Promise<void>;
}

export interface ContactOptions {
  config: WidgetConfig;
  /**
   * When the settings arrived, in milliseconds as in `Date.now()`. Missing if the browser has cached a first script
   * from before tickets existed.
   */
  at?: number;
  ask: Ask;
  /** Our server's origin. */
  host: string;
  draft: Draft;
  fence: () => Fence;
  /** The first step's length field, for showing the server's error about the length. */
  perimeter: Field;
  back: () => void;
  /**
   * Opens the second step again. Missing if the browser has cached a first script from before the Forward button was
   * supported.
   */
  forward?: () => void;
  /** Called with the server's response after a lead is stored. */
  taken: (lead: WidgetLeadAnswer) => void;
}

/**
 * The interface that `/widget-steps.js` provides to `/widget-embed.js`. It covers everything that isn't needed until
 * the homeowner uses the form (W1 in docs/benchmarks.md). The two scripts are built together, but a browser may cache
 * one of them for ten minutes longer than the other. So add to this interface, but never remove anything.
 */
export interface Steps {
  css: string;
  /** '$3,542.08', or undefined if the price is hidden or not yet known. */
  price(config: WidgetConfig, fence: Fence): string | undefined;
  /** Makes the length field validate its text like any other field. */
  watchLength(field: Field): void;
  /**
   * Returns whether the length is valid. If it isn't, the field shows why. Asks the homeowner once to confirm an
   * unlikely length.
   */
  checkLength(field: Field): boolean;
  /** Shows or hides the help for measuring below the length field, and updates `button` to match. */
  help?(button: HTMLElement, field: Field): void;
  contact(options: ContactOptions): ContactStep;
}
