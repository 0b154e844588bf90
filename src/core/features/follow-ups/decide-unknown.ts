import { AppError, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, MessageId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { reopenSchedule } from '../messages/after-move.ts';
import { IS_SENT_BY_US, move } from '../messages/move-message.ts';
import { lockLead } from '../lead-rows/lock-leads.ts';
import { touchLead } from '../lead-rows/write-leads.ts';

export interface DecideUnknown {
  companyId: CompanyId;
  /** The message's id, as in the timeline's `message_unknown`. */
  messageId: string;
  action: 'resend' | 'ignore';
}

/**
 * Applies a member's decision about a message whose outcome is unknown. 'resend' queues the message again, and all
 * checks run again. 'ignore' cancels it. Throws NOT_FOUND if there's no such message. Throws CONFLICT if another member
 * has already decided, or if the outcome is now known.
 */
export async function decideUnknown(
  { db, clock, wakeUps }: Pick<Deps, 'db' | 'clock' | 'wakeUps'>,
  { companyId, messageId, action }: DecideUnknown,
): Promise<void> {
  await inCompany(db, companyId, async (tx) => {
    const row = await tx
      .selectFrom('messages')
      .select('lead_id')
      .where('company_id', '=', companyId)
      .where('id', '=', messageId as MessageId)
      .where(IS_SENT_BY_US)
      .executeTakeFirst();
    if (!row) throw notFound('the message');
    if (row.lead_id !== null) await lockLead(tx, companyId, row.lead_id);
    const key = { rowId: messageId };
    const anew = { plannedAt: clock.now(), reason: null, tries: 'none' } as const;
    const moved = await (action === 'resend'
      ? move(tx, key, { from: ['unknown'], to: 'scheduled', ...anew })
      : move(tx, key, { from: ['unknown'], to: 'cancelled', reason: 'You chose not to send it again' }));
    if (moved === 'unchanged') throw new AppError('Someone has already resolved this message', 'CONFLICT');
    if (row.lead_id !== null) await touchLead(tx, companyId, row.lead_id);
    if (action === 'resend') await reopenSchedule(tx, key);
  });
  if (action === 'resend') await wakeUps.enqueue(companyId);
}
