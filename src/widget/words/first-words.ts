import type { Language } from '#shared/primitives/language.ts';
import type { Template } from '#shared/primitives/phrase.ts';

/**
 * What the first script says: all that a page shows before a person acts. The script holds English. These are plain
 * texts, so that another language can travel with the company's settings and costs an English page nothing (W1).
 */
export interface FirstWords {
  language: Language;
  /** Of the card, for screen readers. */
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
  /** In the price's place while there is no length. */
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
  /** In the price's place, where it is shown after the next step or not at all. */
  later: string;
  steps: string;
  /** The button, beside a price. */
  get: string;
  next: string;
  /** Where the second script can't be had. */
  orCall: Template<'company'> & Template<'phone'>;
}
