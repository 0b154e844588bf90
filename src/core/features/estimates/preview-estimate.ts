import { balanceOf } from '#shared/features/balances/balance.rules.ts';
import type { EstimatePreview, EstimatePreviewInput } from '#shared/features/estimates/estimates.schema.ts';
import { bestOffer } from '#shared/features/estimates/offer-price.rules.ts';
import { viewDatedOffer } from '#shared/features/estimates/offer.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { draftEstimate, type DraftOption } from './draft-estimate.ts';
import { getCompany, getLead } from './estimates.repository.ts';

/** Returns the estimate as it would be sent now. Stores nothing. Throws NOT_FOUND and VALIDATION_FAILED. */
export const previewEstimate = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { companyId, input }: { companyId: CompanyId; input: EstimatePreviewInput },
): Promise<EstimatePreview> =>
  inCompany(db, companyId, async (tx) => {
    const lead = await getLead(tx, { companyId, id: input.leadId });
    const company = await getCompany(tx, companyId);
    const draft = await draftEstimate(tx, { company, lead, input, at: clock.now() });
    const {
      subtotalCents,
      discountCents,
      taxCents,
      taxLabel,
      totalCents,
      depositCents,
      depositReason,
      lines,
      materialType,
      perimeter,
      gateCount,
    } = viewOf(draft.first);
    const offer = bestOffer([...(draft.offer ? [draft.offer] : []), ...draft.leadOffers], subtotalCents);
    return {
      number: 'PREVIEW',
      subtotalCents,
      discountCents,
      taxCents,
      taxLabel,
      totalCents,
      depositCents,
      depositReason,
      offer: offer && viewDatedOffer(offer),
      leadOffers: draft.leadOffers.map(viewDatedOffer),
      offersFrom: draft.offersFrom,
      depositTerms: draft.depositTerms,
      lines,
      options: draft.options.map(viewOf),
      materialType,
      perimeter,
      gateCount,
      notes: input.notes ?? '',
      date: draft.date,
      validUntil: draft.validUntil,
    };
  });

const viewOf = ({ label, perimeter, gateCount, material, deposit, ...sums }: DraftOption) => ({
  label,
  perimeter,
  gateCount,
  materialType: material.name,
  lines: sums.lines,
  subtotalCents: sums.subtotalCents,
  discountCents: sums.discountCents,
  taxCents: sums.taxCents,
  taxLabel: sums.taxLabel,
  totalCents: sums.totalCents,
  depositCents: deposit.cents,
  depositReason: deposit.reason,
  balanceCents: balanceOf({ totalCents: sums.totalCents, paidCents: deposit.cents }),
});
