import { type RawBuilder, sql } from 'kysely';
import type { CompanyTx } from '../../platform/db/app.ts';
import { moving } from '../messages/move-message.ts';

/**
 * Removes steps from their schedule, for example because the follow-ups start over. Steps that were sent stay in the
 * conversation, but no longer belong to a schedule. A step that's being sent becomes 'unknown' until its answer comes.
 * All others are deleted. `which` is an SQL condition that selects the steps of schedules. Their alias is `m`. The
 * caller must lock the leads.
 */
export async function dropSteps(tx: CompanyTx, which: RawBuilder<unknown>): Promise<void> {
  await moving({ from: ['sending'], to: 'unknown', where: [which] }).execute(tx);
  await sql`update messages m set schedule_id = null, due_at = null, first_due_at = null, sending_at = null
    where ${which} and m.at is not null`.execute(tx);
  await sql`delete from messages m where ${which}`.execute(tx);
}
