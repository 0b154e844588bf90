import type { WidgetConfig, WidgetLeadAnswer } from '#shared/features/widget/widget.schema.ts';
import type { Language } from '#shared/primitives/language.ts';
import type { Ask } from './api.ts';
import type { Draft } from './features/draft.ts';
import type { Field } from './features/field.ts';

const loading: Record<string, Promise<Steps>> = {};
let tries = 0;

const fetchSteps = async (host: string, language: Language): Promise<Steps> => {
  // Some browsers cache a failed module: a retry needs another URL.
  const again = tries++ ? `?${tries}` : '';
  for (const file of language === 'en' ? ['steps'] : ['steps', language])
    await import(/* @vite-ignore */ `${host}/widget-${file}.js${again}`);
  const steps = window.Picket?.steps;
  if (!steps) throw new Error('no steps');
  return steps;
};

/**
 * Loads the second script and its words in the language, once. Uses `import()` instead of a script tag: a host that enforces Trusted Types blocks a
 * tag's `src`, and a host that allows scripts by nonce lets an allowed script import others. Rejects if it can't be
 * loaded; the next call tries again.
 */
export const loadSteps = (host: string, language: Language): Promise<Steps> =>
  (loading[language] ??= fetchSteps(host, language).catch((error: unknown) => {
    delete loading[language];
    throw error;
  }));

/** The fence as entered in the first step, with the length as typed. */
export interface Fence {
  length: string;
  gates: number;
  materialId: string | undefined;
  materialName: string;
}

/** The second step, created by the second script. The draft's values are already filled in. */
export interface ContactStep {
  root: HTMLElement;
  /** Updates the summary of the fence and moves the focus to it. */
  open(): void;
  /** Shows the conversation in place of the first step. Rejects if its script can't be loaded. */
  chat?(): Promise<void>;
}

export interface ContactOptions {
  config: WidgetConfig;
  /**
   * When the settings arrived, in milliseconds as in `Date.now()`. A cached first script from before tickets leaves it
   * out.
   */
  at?: number;
  ask: Ask;
  draft: Draft;
  fence: () => Fence;
  /** The first step's length field, which shows the server's error about it. */
  perimeter: Field;
  back: () => void;
  /**
   * Opens the second step again. A cached first script from before support for the browser's Forward button leaves it
   * out.
   */
  forward?: () => void;
  /** Called with the server's response after a lead is stored. */
  taken: (lead: WidgetLeadAnswer) => void;
}

/**
 * What `/widget-steps.js` provides to `/widget-embed.js`: everything that isn't needed before a person acts (W1 of
 * performance.md). The two are built together, but a browser may cache one of them for ten minutes longer. Add to this
 * interface, but never remove from it.
 */
export interface Steps {
  css: string;
  /** '$3,542.08', or undefined if the price is hidden or not yet known. */
  price(config: WidgetConfig, fence: Fence): string | undefined;
  /** From now on, checks the length like any other field. */
  watchLength(field: Field): void;
  /** Returns whether the length can be priced; if not, the field shows why. Asks once about an unlikely length. */
  checkLength(field: Field): boolean;
  /** Shows or hides help with the length below its field. `button` shows whether it is open. */
  help?(button: HTMLElement, field: Field): void;
  contact(options: ContactOptions): ContactStep;
}
