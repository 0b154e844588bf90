import type { Language } from '#shared/primitives/language.ts';
import type { Template } from '#shared/primitives/phrase.ts';

/**
 * The words of the widget's first script: everything a page shows before the homeowner uses the form. The script
 * contains the English words. The words are plain strings, so that the server can send another language with the
 * company's settings without making the English script larger (W1).
 */
export interface FirstWords {
  language: Language;
  /** The other language, and its own name, which is the label of the language switch. */
  other: Language;
  otherName: string;
  /** The name of the form for screen readers. */
  title: string;
  loading: string;
  failed: string;
  offline: string;
  call: Template<'phone'>;
  retry: string;
  foot: Template<'company'>;
  credit: Template<'product'>;
  length: string;
  unit: string;
  /** Shown instead of the price until a length is entered. */
  empty: string;
  unsure: string;
  gates: string;
  fewer: string;
  more: string;
  material: string;
  included: string;
  /** How much more a material costs than the first one. */
  perFoot: Template<'amount'>;
  price: string;
  /** Shown instead of the price if the company shows prices only after the next step, or never. */
  later: string;
  steps: string;
  /** The button's label when a price is shown. */
  get: string;
  next: string;
  /** Shown if the second script can't be loaded. */
  orCall: Template<'company'> & Template<'phone'>;
}
