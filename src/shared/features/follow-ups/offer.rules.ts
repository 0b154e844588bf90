import { addDays, formatDate, type LocalDate, localDateOf } from '../../primitives/local-date.ts';
import { hasOffer } from './tags.rules.ts';

/** How long the offer of a message holds, counted from the day it is sent (decisions.md, follow-ups). */
export const OFFER_DAYS = 7;

/** The last day of an offer that goes out now, where the homeowner is. */
export const offerEndsOn = (sentAt: Date, zone: string): LocalDate => addDays(localDateOf(sentAt, zone), OFFER_DAYS);

/** The same as people read it: 'Nov 19, 2026'. */
export const offerEnds = (sentAt: Date, zone: string): string => formatDate(offerEndsOn(sentAt, zone));

const MARKETING = /\d\s*%\s*off\b|\$\s*\d[\d,.]*\s+off\b|\bdiscount\b|\bcoupon\b/i;

/** Whether a template makes an offer, so that as a text it needs consent in writing (C5). */
export const isMarketing = (template: string): boolean => hasOffer(template) || MARKETING.test(template);
