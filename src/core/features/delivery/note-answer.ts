import type { CompanyTx } from '../../platform/db/app.ts';
import type { ProviderAnswer } from '../../platform/provider-answer.ts';
import type { DeliveryDeps } from './delivery.ts';
import type { MessageFacts } from '../messages/message-facts.ts';
import type { Outcome } from './delivery-counters.ts';
import type { Mark } from './mark-sending.ts';
import { noteAccepted, noteHeld, noteNeverArrived, notePassing, noteRefused, noteUnknown } from './note.ts';
import { sql } from 'kysely';
import { reopenSchedule } from '../messages/after-move.ts';
import { IS_SENT_BY_US, moving } from '../messages/move-message.ts';
import { lockLead } from '../lead-rows/lock-leads.ts';

interface Try {
  facts: MessageFacts;
  mark: Omit<Mark, 'rowId'>;
}

/**
 * Records a provider's answer to an attempt that was marked 'sending'. Returns the row's outcome, which is counted
 * after the commit.
 */
export async function noteAnswer(
  tx: CompanyTx,
  { clock, logger }: Pick<DeliveryDeps, 'clock' | 'logger'>,
  { facts, mark }: Try,
  answer: ProviderAnswer,
): Promise<Outcome | null> {
  const now = clock.now();
  const { attempt, claimedUntil } = mark;
  const about = { kind: facts.kind, row: facts.rowId, channel: facts.channel, attempt };
  if (answer.kind !== 'accepted' && answer.kind !== 'unknown') await restoreAttempt(tx, facts, mark);
  switch (answer.kind) {
    case 'accepted':
      return noteAccepted(tx, { facts, now, providerId: answer.providerId });
    case 'not-begun':
      logger.warn(
        about,
        'a message waited too long for its provider, or the worker was stopping; it will be checked again',
      );
      return noteNeverArrived(tx, { facts, now, claimedUntil });
    case 'held':
      return noteHeld(tx, { facts, now, claimedUntil, asked: answer.asked });
    case 'passing':
      logger.warn({ ...about, code: answer.code }, "the provider didn't take a message; trying again later");
      return notePassing(tx, { facts, now, code: answer.code, detail: answer.detail, attempt, claimedUntil });
    case 'refused':
      logger.warn({ ...about, code: answer.code }, 'the provider refused a message');
      return noteRefused(tx, { facts, now, code: answer.code, detail: answer.detail, claimedUntil });
    case 'unknown':
      logger.warn(about, 'the provider’s answer is unknown');
      // A text stays 'sending', because Twilio can be queried about it when its lease ends. A mail server can't be
      // queried.
      return facts.channel === 'email' ? noteUnknown(tx, { facts, now, claimedUntil }) : null;
  }
}

/**
 * Restores the attempt to 'sending' if the provider's answer is recorded late, because a late answer is still valid. By
 * then, the message may have become unknown, or `recordLapsed` may be querying Twilio about it. Does nothing if a
 * person has decided the outcome, if another attempt has started, or if the follow-ups have been started again.
 */
async function restoreAttempt(
  tx: CompanyTx,
  facts: MessageFacts,
  { claimedUntil }: Pick<Mark, 'claimedUntil'>,
): Promise<void> {
  const { rowId, companyId, leadId } = facts;
  const isGivenUp = sql`m.id = ${rowId} and m.try_lease = ${claimedUntil}
    and m.claimed_until is distinct from ${claimedUntil} and ${IS_SENT_BY_US}`;
  const { rows: found } = await sql`select from messages m
    where m.status in ('unknown', 'sending') and ${isGivenUp}`.execute(tx);
  if (found.length === 0) return;
  // A delivery transaction always locks the lead first.
  if (leadId !== null) await lockLead(tx, companyId, leadId);
  const { rows: taken } = await moving({
    from: ['unknown', 'sending'],
    to: 'sending',
    set: [sql`claimed_until = ${claimedUntil}`],
    where: [isGivenUp],
    returning: sql`m.id`,
  }).execute(tx);
  if (taken.length > 0) await reopenSchedule(tx, facts);
}
