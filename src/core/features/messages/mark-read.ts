import { sql } from 'kysely';
import { notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';

interface OfLead {
  companyId: CompanyId;
  leadId: LeadId;
}

/**
 * The contractor has the conversation before his eyes: nothing of it is unread. Where nothing was, nothing is written,
 * and no dashboard is told. Throws NOT_FOUND.
 */
export const markRead = (deps: Pick<Deps, 'db'>, of: OfLead): Promise<void> => setUnread(deps, of, 0);

/** Puts a conversation back among the unread ones. Throws NOT_FOUND. */
export const markUnread = (deps: Pick<Deps, 'db'>, of: OfLead): Promise<void> => setUnread(deps, of, 1);

const setUnread = ({ db }: Pick<Deps, 'db'>, { companyId, leadId }: OfLead, count: 0 | 1): Promise<void> =>
  inCompany(db, companyId, async (tx) => {
    const lead = await tx
      .selectFrom('leads')
      .select('unread_count')
      .where('company_id', '=', companyId)
      .where('id', '=', leadId)
      .executeTakeFirst();
    if (!lead) throw notFound('This lead');
    if (count === 0 ? lead.unread_count === 0 : lead.unread_count > 0) return;
    await tx
      .updateTable('leads')
      .set({ unread_count: count === 0 ? 0 : sql<number>`greatest(unread_count, 1)` })
      .where('company_id', '=', companyId)
      .where('id', '=', leadId)
      .execute();
  });
