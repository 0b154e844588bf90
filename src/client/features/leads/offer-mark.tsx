import { discountWords } from '#shared/features/estimates/offer-price.rules.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { formatCalendarDay } from '../../lib/dates.ts';

/** The offer that a lead's price includes, such as '10% off through Nov 23, 2026'. Nothing without an offer. */
export function OfferMark({ lead: { offer }, short = false }: { lead: LeadView; short?: boolean }) {
  if (!offer) return null;
  const words = discountWords(offer);
  return <small className="muted block">{short ? words : `${words} through ${formatCalendarDay(offer.endsOn)}`}</small>;
}
