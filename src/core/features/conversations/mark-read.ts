import { notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { LeadRow, LeadUpdate } from '../leads/leads.table.ts';
import type { Deps } from '../../platform/deps.ts';

interface OfLead {
  companyId: CompanyId;
  leadId: LeadId;
}

/**
 * The contractor has the conversation before his eyes: nothing of it is unread, and he is told of what is written next.
 * Where nothing changes, nothing is written, and no dashboard is told. Throws NOT_FOUND.
 */
export const markRead = ({ db }: Pick<Deps, 'db'>, of: OfLead): Promise<void> =>
  inCompany(db, of.companyId, async (tx) => {
    const { unread_count: unread, reply_told_at: toldAt } = await find(tx, of);
    if (unread > 0 || toldAt !== null) await set(tx, of, { unread_count: 0, reply_told_at: null });
  });

/** Puts a conversation back among the unread ones. Throws NOT_FOUND. */
export const markUnread = ({ db }: Pick<Deps, 'db'>, of: OfLead): Promise<void> =>
  inCompany(db, of.companyId, async (tx) => {
    const { unread_count: unread } = await find(tx, of);
    if (unread === 0) await set(tx, of, { unread_count: 1 });
  });

async function find(
  tx: CompanyTx,
  { companyId, leadId }: OfLead,
): Promise<Pick<LeadRow, 'unread_count' | 'reply_told_at'>> {
  const lead = await tx
    .selectFrom('leads')
    .select(['unread_count', 'reply_told_at'])
    .where('company_id', '=', companyId)
    .where('id', '=', leadId)
    .forUpdate()
    .executeTakeFirst();
  if (!lead) throw notFound('This lead');
  return lead;
}

async function set(tx: CompanyTx, { companyId, leadId }: OfLead, change: LeadUpdate): Promise<void> {
  await tx.updateTable('leads').set(change).where('company_id', '=', companyId).where('id', '=', leadId).execute();
}
