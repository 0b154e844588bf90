import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { LeadKnownInput, LeadPairInput } from '#shared/features/leads/merge.schema.ts';
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
    const ids = lead.held ? [] : await newest(otherThan(alike(tx, companyId, lead), companyId, lead.id as LeadId));
    return { items: await viewsOf(tx, companyId, ids, now) };
  });

/**
 * Returns up to three of the company's leads with this email address or phone number, newest first. Leaves out leads
 * that are waiting for review or marked as spam.
 */
export const findKnownLeads = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  companyId: CompanyId,
  { email, phone }: LeadKnownInput,
): Promise<{ items: LeadView[] }> =>
  inCompany(db, companyId, async (tx) => ({
    items: await viewsOf(
      tx,
      companyId,
      await newest(alike(tx, companyId, { email: email ?? null, phone: phone ?? null })),
      clock.now(),
    ),
  }));

async function viewsOf(tx: CompanyTx, companyId: CompanyId, ids: LeadId[], now: Date): Promise<LeadView[]> {
  const items: LeadView[] = [];
  for (const leadId of ids) items.push(await getLeadView(tx, { companyId, leadId, now }));
  return items;
}

const alike = (tx: CompanyTx, companyId: CompanyId, { email, phone }: Pick<LeadView, 'email' | 'phone'>) =>
  tx
    .selectFrom('leads')
    .select('id')
    .where('company_id', '=', companyId)
    .where('held_at', 'is', null)
    .where((row) =>
      row.or([
        ...(email === null ? [] : [row('email', '=', email)]),
        ...(phone === null ? [] : [row('phone', '=', phone)]),
      ]),
    );
type Alike = ReturnType<typeof alike>;

const otherThan = (leads: Alike, companyId: CompanyId, id: LeadId): Alike =>
  leads.where('id', '!=', id).where((row) =>
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
  );

const newest = async (leads: Alike): Promise<LeadId[]> =>
  (await leads.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(SHOWN).execute()).map(({ id }) => id);

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
