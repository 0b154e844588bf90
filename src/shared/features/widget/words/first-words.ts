import type { Language } from '#shared/primitives/language.ts';
import type { Template } from '#shared/primitives/phrase.ts';

/**
 * The strings that the widget shows before the homeowner uses the form. The widget's first script contains the English
 * ones. All entries are plain strings, so the server can send another language's strings with the company's settings.
 * Adding a language therefore doesn't make the first script larger (W1).
 */
export interface FirstWords {
  language: Language;
  /** The other language's code, and its name in that language. The name labels the language switch. */
  other: Language;
  otherName: string;
  /** The form's label for screen readers. */
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
  /** Shown instead of the price until the homeowner enters a length. */
  empty: string;
  unsure: string;
  gates: string;
  fewer: string;
  more: string;
  material: string;
  included: string;
  /** States how much more a material costs than the first one. */
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
