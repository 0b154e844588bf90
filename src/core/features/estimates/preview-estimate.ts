import type { EstimatePreview, EstimatePreviewInput } from '#shared/features/estimates/estimates.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { draftEstimate } from './draft-estimate.ts';
import { getCompany, requireLead } from './estimates.repository.ts';

/** What the estimate would say if it were sent now; stores nothing. Throws NOT_FOUND, VALIDATION_FAILED. */
export const previewEstimate = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { companyId, input }: { companyId: CompanyId; input: EstimatePreviewInput },
): Promise<EstimatePreview> =>
  inCompany(db, companyId, async (tx) => {
    await requireLead(tx, { companyId, id: input.leadId });
    const company = await getCompany(tx, companyId);
    const draft = await draftEstimate(tx, { companyId, timeZone: company.time_zone, at: clock.now(), ...input });
    return {
      number: 'PREVIEW',
      totalCents: draft.totalCents,
      depositCents: draft.depositCents,
      lines: draft.lines,
      materialType: draft.material.name,
      perimeter: input.perimeter,
      gateCount: input.gateCount,
      notes: input.notes ?? '',
      date: draft.date,
      validUntil: draft.validUntil,
    };
  });
