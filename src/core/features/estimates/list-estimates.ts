import type { EstimateListItem } from '#shared/features/estimates/estimates.schema.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { EstimateRow } from '../../platform/db/tables.ts';
import type { EstimateDeps } from './send-estimate.ts';
import { estimateUrl, findTokens } from './estimate-links.ts';
import { statusNow } from './estimate-status.ts';
import { listOfLead, requireLead } from './estimates.repository.ts';

/** Every version sent to a lead, newest first; `url` is '' where its link is revoked. Throws NOT_FOUND. */
export const listEstimates = (
  { db, clock, config }: Pick<EstimateDeps, 'db' | 'clock' | 'config'>,
  { companyId, leadId }: { companyId: CompanyId; leadId: LeadId },
): Promise<EstimateListItem[]> =>
  inCompany(db, companyId, async (tx) => {
    await requireLead(tx, { companyId, id: leadId });
    const estimates = await listOfLead(tx, { companyId, id: leadId });
    const estimateIds = estimates.map(({ id }) => id);
    const tokens = await findTokens(tx, { companyId, estimateIds, secret: config.APP_SECRET });
    const urlOf = ({ id }: EstimateRow) => {
      const token = tokens.get(id);
      return token === undefined ? '' : estimateUrl(config, token);
    };
    return estimates.map((estimate) => toItem(estimate, { url: urlOf(estimate), now: clock.now() }));
  });

const toItem = (estimate: EstimateRow, { url, now }: { url: string; now: Date }): EstimateListItem => ({
  id: estimate.id,
  number: estimate.number,
  version: estimate.version,
  status: statusNow(estimate, now),
  totalCents: estimate.total_cents,
  perimeter: estimate.perimeter_ft,
  gateCount: estimate.gate_count,
  materialType: estimate.material_type,
  sentAt: estimate.sent_at.toISOString(),
  validUntil: estimate.valid_until,
  viewCount: estimate.view_count,
  lastViewedAt: estimate.last_viewed_at?.toISOString() ?? null,
  url,
});
