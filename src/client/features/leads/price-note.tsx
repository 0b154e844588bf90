import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { owesText, problemText } from './owes-text.ts';
import { OfferMark } from './offer-mark.tsx';

/** The lines below a price in the list: its offer, what the lead owes, and a payment that failed or was lost. */
export default function PriceNote({ lead }: { lead: LeadView }) {
  const owes = [owesText(lead), problemText(lead)].filter(Boolean).join('. ');
  return (
    <>
      <OfferMark lead={lead} short />
      {owes && <small className="muted block text-sm font-normal">{owes}</small>}
    </>
  );
}
