import { sql } from 'kysely';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { MessageFacts } from '../outbox/message-facts.ts';
import type { Mark } from './mark-sending.ts';
import { reopenSchedule } from '../outbox/change-row.ts';
import { lockLead } from '../lead-rows/lock-leads.ts';

/**
 * Returns a row to the try that was given up as unknown (`settleLapsed`), or about which Twilio is being asked, when
 * its answer was delayed here by Postgres: an answer is always valid. Does nothing if a person has decided, or another
 * try has begun: each writes its own entry.
 */
export async function takeBack(
  tx: CompanyTx,
  facts: MessageFacts,
  { entryId, claimedUntil }: Pick<Mark, 'entryId' | 'claimedUntil'>,
): Promise<void> {
  const { table, rowId, companyId, leadId } = facts;
  const isGivenUp = sql`id = ${rowId} and status in ('unknown', 'sending') and claimed_until is distinct from ${claimedUntil}
    and ${entryId} = (
    select id from messages where source_id = ${rowId} and direction = 'out' order by at desc, id desc limit 1)`;
  const { rows: found } = await sql`select from ${sql.table(table)} where ${isGivenUp}`.execute(tx);
  if (found.length === 0) return;
  // always a delivery transaction's first lock
  if (leadId !== null) await lockLead(tx, companyId, leadId);
  const { rows: taken } = await sql`update ${sql.table(table)} set status = 'sending', claimed_until = ${claimedUntil}
    where ${isGivenUp} returning id`.execute(tx);
  if (taken.length === 0) return;
  await sql`update messages set status = 'sending' where id = ${entryId}`.execute(tx);
  await reopenSchedule(tx, facts);
}
