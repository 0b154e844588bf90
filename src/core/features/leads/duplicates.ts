import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { LeadPairInput } from '#shared/features/leads/merge.schema.ts';
import { invalid } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { lockLeadRow } from './leads.repository.ts';
import { findMergedInto } from './lead-merges.repository.ts';
import { getLeadView } from './read-leads.ts';

const SHOWN = 3;

/**
 * Returns up to three of the company's other leads that may be the same person, newest first. These leads have the same
 * email address or phone number. Leaves out leads that are waiting for review or marked as spam, and leads that a user
 * marked as a different person. Throws NOT_FOUND if there's no such lead.
 */
export const findDuplicates = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  companyId: CompanyId,
  leadId: LeadId,
): Promise<{ items: LeadView[] }> =>
  inCompany(db, companyId, async (tx) => {
    const now = clock.now();
    const lead = await getLeadView(tx, {
      companyId,
      leadId: (await findMergedInto(tx, companyId, leadId)) ?? leadId,
      now,
    });
    const ids = lead.held ? [] : await alikeIds(tx, companyId, lead);
    const items: LeadView[] = [];
    for (const id of ids) items.push(await getLeadView(tx, { companyId, leadId: id, now }));
    return { items };
  });

async function alikeIds(
  tx: CompanyTx,
  companyId: CompanyId,
  lead: Pick<LeadView, 'id' | 'email' | 'phone'>,
): Promise<LeadId[]> {
  const id = lead.id as LeadId;
  const rows = await tx
    .selectFrom('leads')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '!=', id)
    .where('held_at', 'is', null)
    .where((row) =>
      row.or([
        ...(lead.email === null ? [] : [row('email', '=', lead.email)]),
        ...(lead.phone === null ? [] : [row('phone', '=', lead.phone)]),
      ]),
    )
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('lead_pairs_apart')
            .select('lead_a')
            .where('lead_pairs_apart.company_id', '=', companyId)
            .where((pair) =>
              pair.or([
                pair.and([pair('lead_a', '=', id), pair('lead_b', '=', pair.ref('leads.id'))]),
                pair.and([pair('lead_b', '=', id), pair('lead_a', '=', pair.ref('leads.id'))]),
              ]),
            ),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Records that two leads are different people. Idempotent. Throws NOT_FOUND. Throws CONFLICT if either lead is waiting
 * for review or marked as spam.
 */
export const keepApart = (
  { db }: Pick<Deps, 'db'>,
  companyId: CompanyId,
  { leadId, otherLeadId }: LeadPairInput,
): Promise<void> => {
  if (leadId === otherLeadId) throw invalid({ otherLeadId: 'Choose a different lead' });
  return inCompany(db, companyId, async (tx) => {
    const [first, second] = leadId < otherLeadId ? [leadId, otherLeadId] : [otherLeadId, leadId];
    for (const id of [first, second]) await lockLeadRow(tx, companyId, id);
    await tx
      .insertInto('lead_pairs_apart')
      .values({ company_id: companyId, lead_a: first, lead_b: second })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
};
