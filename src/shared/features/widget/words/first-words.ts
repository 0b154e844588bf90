import type { Language } from '#shared/primitives/language.ts';
import type { Template } from '#shared/primitives/phrase.ts';

/**
 * The words of the first script: all that a page shows before the homeowner acts. The script contains the English ones.
 * They are plain strings, so that another language can be sent with the company's settings and adds nothing to an
 * English page (W1).
 */
export interface FirstWords {
  language: Language;
  /** The other language, and its own name: the label of the switch. */
  other: Language;
  otherName: string;
  /** The card's name for screen readers. */
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
  /** Shown instead of the price while no length is entered. */
  empty: string;
  unsure: string;
  gates: string;
  fewer: string;
  more: string;
  material: string;
  included: string;
  /** What a material costs more than the first one. */
  perFoot: Template<'amount'>;
  price: string;
  /** Shown instead of the price if the company shows it after the next step or not at all. */
  later: string;
  steps: string;
  /** The button's label when a price is shown. */
  get: string;
  next: string;
  /** Shown if the second script can't be loaded. */
  orCall: Template<'company'> & Template<'phone'>;
}
