import { AppError, notFound } from '#shared/primitives/app-error.ts';
import type { MessageId } from '#shared/primitives/ids.ts';
import { asCompany, type SystemDeps, type SystemTx } from '../../platform/db/system.ts';
import type { Deps, MessageOwner } from '../../platform/deps.ts';
import { reopenSchedule } from '../messages/after-move.ts';
import { IS_SENT_BY_US, move } from '../messages/move-message.ts';
import { lockLead } from '../lead-rows/lock-leads.ts';
import { type Actor, recordAct } from './audit.ts';
import { lockForRetry, mayBeDismissed, whatOf, whyNoRetry } from './message-failures.ts';

type RetryDeps = SystemDeps & Pick<Deps, 'clock' | 'wakeUps'>;

/**
 * Reschedules a failed message with its full number of attempts. All checks run again when it's sent. Its due time
 * doesn't change, so the 72-hour limit (C17) still applies. A message to a homeowner can be retried only if it
 * definitely wasn't sent (`whyNoRetry`). Returns false if the message is already scheduled. If two calls run at the
 * same time, the second call waits for the first call's lock and then returns false. Throws NOT_FOUND if there's no
 * such message. Throws CONFLICT if an admin can't retry it.
 */
export async function retryMessage({ system, clock, wakeUps }: RetryDeps, by: Actor, id: string): Promise<boolean> {
  const owner = await system.transaction().execute((tx) => retryIn(tx, { by, id, now: clock.now() }));
  if (owner === null) return false;
  await wakeUps.enqueue(owner);
  return true;
}

/** Returns the company (or the platform) that needs a wake-up job. Null if the message is already waiting. */
async function retryIn(
  tx: SystemTx,
  { by, id, now }: { by: Actor; id: string; now: Date },
): Promise<MessageOwner | null> {
  const found = await find(tx, id);
  if (!found) throw notFound('the message');
  const { company_id: companyId, lead_id: leadId } = found;
  // The lead is always locked first (lead-rows/lock-leads.ts).
  if (leadId !== null && companyId !== null) await asCompany(tx, companyId, (its) => lockLead(its, companyId, leadId));
  const row = await lockForRetry(tx, id);
  if (!row) throw notFound('the message');
  if (row.status === 'scheduled') return null;
  if (row.status !== 'failed' && row.status !== 'unknown') throw new AppError(nothingToDecide(row.status), 'CONFLICT');
  const why = whyNoRetry({ ...row, status: row.status }, now);
  if (why !== null) throw new AppError(why, 'CONFLICT');
  const { status } = row;
  await asCompany(tx, companyId, async (its) => {
    await move(its, { rowId: id }, { from: [status], to: 'scheduled', reason: null, tries: 'none' });
    await reopenSchedule(its, { rowId: id });
  });
  await recordAct(tx, {
    by,
    action: 'message.retried',
    on: { kind: 'message', id, name: whatOf(row) },
    before: { status: row.status, reason: row.reason, attempts: row.attempts },
    after: { status: 'scheduled' },
    at: now,
  });
  return row.company_id ?? 'platform';
}

/**
 * Dismisses an unknown message to the contractor or from the platform. Returns false if the message was already
 * dismissed. Throws NOT_FOUND if there's no such message. Throws CONFLICT if the message isn't unknown or is for a
 * homeowner.
 */
export const dismissMessage = ({ system, clock }: SystemDeps & Pick<Deps, 'clock'>, by: Actor, id: string) =>
  system.transaction().execute(async (tx): Promise<boolean> => {
    const found = await find(tx, id);
    const row = found && (await lockForRetry(tx, id));
    if (!found || !row) throw notFound('the message');
    if (row.status === 'cancelled') return false;
    if (row.status !== 'unknown') throw new AppError(`Nothing to decide: this message is ${row.status}`, 'CONFLICT');
    if (!mayBeDismissed({ ...row, status: row.status }))
      throw new AppError(
        'Only the contractor can decide whether to resend this message, in the lead’s timeline',
        'CONFLICT',
      );
    const reason = 'This message may have arrived. An admin chose not to resend it';
    await asCompany(tx, found.company_id, (its) =>
      move(its, { rowId: id }, { from: ['unknown'], to: 'cancelled', reason }),
    );
    await recordAct(tx, {
      by,
      action: 'message.dismissed',
      on: { kind: 'message', id, name: whatOf(row) },
      before: { status: 'unknown', reason: row.reason },
      after: { status: 'cancelled' },
      at: clock.now(),
    });
    return true;
  });

const nothingToDecide = (status: string): string =>
  status === 'sending'
    ? 'This message is being sent right now'
    : `This message didn’t fail: it’s ${status === 'cancelled' ? 'canceled' : status}`;

const find = (tx: SystemTx, id: string) =>
  tx
    .selectFrom('messages')
    .select(['company_id', 'lead_id'])
    .where('id', '=', id as MessageId)
    .where(IS_SENT_BY_US)
    .executeTakeFirst();
