import { insertAcceptance } from '#core/features/agreements/accept-estimate.ts';
import { documentOf } from '#core/features/estimates/estimate-document.ts';
import { getVersion } from '#core/features/estimates/read-version.ts';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import type { EstimateId } from '#shared/primitives/ids.ts';
import type { DemoContext } from './seed-leads.ts';

/** Creates the homeowner's typed signature on the exact document (C29). */
export async function seedSignature(
  { tx, company }: DemoContext,
  { lead, estimateId, at }: { lead: LeadRow; estimateId: EstimateId; at: Date },
): Promise<void> {
  const version = await getVersion(tx, { companyId: company.id, id: estimateId, at });
  await insertAcceptance(tx, {
    version,
    at,
    document: documentOf(version),
    signing: { token: '', name: lead.name, ip: '203.0.113.20', userAgent: 'Mozilla/5.0 (demo)', addOnIds: [] },
  });
}
