import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { formatCalendarDay } from '../../lib/dates.ts';

/**
 * Formats an offer in English, as `discountWords` does. It isn't used here, because it would load the words of all
 * languages with the first screen.
 */
const offerWords = (offer: NonNullable<LeadView['offer']>): string =>
  `${'percent' in offer ? `${offer.percent}%` : formatCents(offer.amountCents)} off`;

/** The offer that a lead's price includes, such as '10% off through Nov 23, 2026'. Nothing without an offer. */
export function OfferMark({ lead: { offer }, short = false }: { lead: LeadView; short?: boolean }) {
  if (!offer) return null;
  const words = offerWords(offer);
  return <small className="muted block">{short ? words : `${words} through ${formatCalendarDay(offer.endsOn)}`}</small>;
}
