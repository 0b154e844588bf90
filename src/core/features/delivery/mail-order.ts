import { sql } from 'kysely';
import type { CompanyTx } from '../../platform/db/app.ts';
import { backoff } from './retry.rules.ts';
import type { SeriesMessage } from '../messages/series.ts';
import { type Verdict, wait } from '../messages/verdict.ts';

/**
 * For each email follow-up that must wait for an unsent earlier email: the follow-up's id and the earlier email's due
 * time.
 */
export type MailsAhead = ReadonlyMap<string, Date>;

/**
 * Finds which of these follow-ups must wait because an earlier email hasn't been sent yet. Skips the query if none of
 * them is an email after the first step. Uses the index `messages_step_once`.
 */
export async function findMailsAhead(
  tx: CompanyTx,
  followUps: readonly Pick<SeriesMessage, 'id' | 'step' | 'channel'>[],
): Promise<MailsAhead> {
  const later = followUps.filter(({ step, channel }) => step > 1 && channel === 'email');
  if (later.length === 0) return new Map();
  // Not a prepared statement, because a query plan made while the table was small would scan the entire table for each
  // row.
  const { rows } = await sql<{ id: string; due_at: Date }>`
    select m.id, max(ahead.due_at) as due_at from follow_up_messages m
    join follow_up_messages ahead on ahead.schedule_id = m.schedule_id and ahead.channel = m.channel
      and ahead.step < m.step and ahead.status in ('scheduled', 'sending')
    where m.id = any(${later.map(({ id }) => id)}::uuid[]) group by m.id`.execute(tx);
  return new Map(rows.map(({ id, due_at }) => [id, due_at]));
}

/** C17: delays a step while an earlier step is waiting for a retry or is being sent by another worker. */
export function checkMailOrder(id: string, ahead: MailsAhead, now: Date): Verdict | null {
  const due = ahead.get(id);
  if (!due) return null;
  const at = new Date(Math.max(due.getTime(), now.getTime()) + backoff(1));
  return wait(at, 'Waiting for the previous step, which hasn’t been sent yet.');
}
