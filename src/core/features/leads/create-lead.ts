import type { LeadCreateInput } from '#shared/features/leads/lead-edits.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { insertLeadOnce } from '../lead-rows/write-leads.ts';
import { findMergedByKey } from './lead-merges.repository.ts';
import { quoteFence } from './quote-lead.ts';
import { getLeadView } from './read-leads.ts';
import { recordConsent } from './record-consent.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';

/** Request details stored with a consent that the contractor records (C3). */
export interface RequestFacts {
  ip: string;
  userAgent: string;
}

/**
 * Adds a lead that the contractor enters. If a lead with the same `idempotencyKey` exists, returns that lead instead.
 * Sends nothing to the homeowner. Throws VALIDATION_FAILED if the material is unknown, or if consent is given but the
 * phone number can't be texted.
 */
export const createLead = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  companyId: CompanyId,
  input: LeadCreateInput,
  facts: RequestFacts,
): Promise<LeadView> =>
  inCompany(db, companyId, async (tx) => {
    const now = clock.now();
    const key = input.idempotencyKey ?? null;
    const merged = key && (await findMergedByKey(tx, companyId, key));
    if (merged) return getLeadView(tx, { companyId, leadId: merged, now });
    const fence = {
      materialId: input.materialId ?? null,
      perimeter: input.perimeter ?? null,
      gateCount: input.gateCount ?? 0,
      zip: input.zip ?? null,
      measured: null,
    };
    const { materialType, quoteCents } = await quoteFence(tx, companyId, fence);
    const phone = input.phone ?? null;
    const source = input.source ?? 'manual';
    const leadId = await insertLeadOnce(tx, {
      company_id: companyId,
      name: input.name,
      email: input.email ?? null,
      phone,
      address: input.address ?? null,
      zip: input.zip ?? null,
      perimeter_ft: fence.perimeter,
      gate_count: fence.gateCount,
      material_id: fence.materialId,
      material_type: materialType,
      quote_cents: quoteCents,
      notes: input.notes ?? '',
      source,
      language: input.language ?? null,
      idempotency_key: key,
      created_at: now,
    });
    if (leadId === undefined) return getLeadView(tx, { companyId, leadId: await findByKey(tx, companyId, key), now });
    const data = { source, perimeter: fence.perimeter, gateCount: fence.gateCount, materialType, quoteCents };
    await addTimelineEvent(tx, { companyId, leadId, kind: 'lead_created', at: now, data });
    if (input.smsConsent) await recordConsent(tx, { companyId, leadId, phone, ...input.smsConsent, ...facts, at: now });
    return getLeadView(tx, { companyId, leadId, now });
  });

/** Returns the lead that a concurrent call created with this key. */
async function findByKey(tx: CompanyTx, companyId: CompanyId, key: string | null): Promise<LeadId> {
  const { id } = await tx
    .selectFrom('leads')
    .select('id')
    .where('company_id', '=', companyId)
    .where('idempotency_key', '=', key)
    .executeTakeFirstOrThrow();
  return id;
}
