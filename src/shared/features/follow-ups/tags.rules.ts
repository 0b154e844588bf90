import { formatCents } from '../../primitives/cents.ts';
import { formatFeet } from '../../primitives/feet.ts';

/** The tags that a message template may hold (decisions.md, follow-ups). */
export const TAGS = ['name', 'address', 'total_feet', 'estimate_amount', 'offer_ends'] as const;
export type Tag = (typeof TAGS)[number];

/** What fills the tags. `offerEnds` is text for people ('Nov 19, 2026'). */
export interface TagValues {
  name: string | null;
  address: string | null;
  /** Decimal feet. */
  totalFeet: number | null;
  estimateCents: number | null;
  offerEnds: string | null;
}

const TAG = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** The tags in a template that do not exist, as written, each once. */
export const findUnknownTags = (template: string): string[] => [
  ...new Set(
    [...template.matchAll(TAG)].filter(([, name]) => !TAGS.includes(name as Tag)).map(([whole]) => whole),
  ),
];

/** Whether the template makes the offer of C30. */
export const hasOffer = (template: string): boolean =>
  [...template.matchAll(TAG)].some(([, name]) => name === 'offer_ends');

/** First name, as people are addressed in a text: 'Dana' of 'Dana Whitfield'. */
const firstName = (name: string | null): string => name?.trim().split(/\s+/)[0] ?? '';

/**
 * Fills a template in one pass: a value that itself holds '{{…}}' stays text. Fallbacks: 'there',
 * 'your property', 'your estimate'; feet and offer are left out with the words around them closed up.
 */
export const fillTags = (template: string, values: TagValues): string => {
  const text: Record<Tag, string> = {
    name: firstName(values.name) || 'there',
    address: values.address?.trim() || 'your property',
    total_feet: values.totalFeet === null ? '' : formatFeet(values.totalFeet),
    estimate_amount: values.estimateCents === null ? 'your estimate' : formatCents(values.estimateCents),
    offer_ends: values.offerEnds ?? '',
  };
  const filled = template.replace(TAG, (whole, name: string) => {
    if (!TAGS.includes(name as Tag)) return whole;
    return text[name as Tag];
  });
  return filled.replace(/[ \t]{2,}/g, ' ').replace(/ ([.,;:!?])/g, '$1');
};
