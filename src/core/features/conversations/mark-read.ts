import { inCompany } from '../../platform/db/app.ts';
import { lockLeadOrThrow } from '../lead-rows/lock-leads.ts';
import { changeLead, type OfLead } from '../lead-rows/write-leads.ts';
import type { Deps } from '../../platform/deps.ts';

/**
 * Marks a conversation as read when the contractor opens it. The next message then triggers a new notice. If the
 * conversation is already read, doesn't write anything or notify dashboards. Throws NOT_FOUND.
 */
export const markRead = ({ db }: Pick<Deps, 'db'>, of: OfLead): Promise<void> =>
  inCompany(db, of.companyId, async (tx) => {
    const { unread_count: unread, reply_told_at: toldAt } = await lockLeadOrThrow(tx, of.companyId, of.leadId);
    if (unread > 0 || toldAt !== null) await changeLead(tx, of, { unread_count: 0, reply_told_at: null });
  });

/** Marks a conversation as unread. Throws NOT_FOUND. */
export const markUnread = ({ db }: Pick<Deps, 'db'>, of: OfLead): Promise<void> =>
  inCompany(db, of.companyId, async (tx) => {
    const { unread_count: unread } = await lockLeadOrThrow(tx, of.companyId, of.leadId);
    if (unread === 0) await changeLead(tx, of, { unread_count: 1 });
  });
