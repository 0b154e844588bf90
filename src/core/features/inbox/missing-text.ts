import { sql } from 'kysely';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { MessageFacts } from '../outbox/message-facts.ts';
import { TYPED } from '../outbox/registry.ts';
import type { TextStatus } from './text-status.ts';

const WORDS = 'The message text wasn’t saved: the text service reported a failure, then sent it after all.';

/**
 * Adds a sent text to the thread if it is missing there: its attempt was removed, because Twilio answered the send with
 * an error (T8). Later statuses are recorded by SID, and the text counts toward the limits (C18).
 */
export async function writeMissingText(
  tx: CompanyTx,
  { facts, status, now }: { facts: MessageFacts; status: TextStatus; now: Date },
): Promise<void> {
  const { companyId, leadId, rowId, kind, label } = facts;
  await sql`insert into messages
      (company_id, lead_id, direction, channel, kind, from_address, to_address, body, status, provider_id, source_id, at, automated)
    select ${companyId}, ${leadId}, 'out', 'sms', ${kind}, ${status.from ?? ''},
      coalesce(nullif(${status.to ?? ''}, ''), (select to_address from outbox where id = ${rowId}),
        (select phone from leads where id = ${leadId}), ''),
      coalesce((select payload ->> 'text' from outbox where id = ${rowId} and kind = ${TYPED}), ${`${label}. ${WORDS}`}),
      'sent', ${status.sid}, ${rowId}, ${now}::timestamptz, ${kind !== TYPED}
    where not exists (select from messages where provider_id = ${status.sid} and direction = 'out')`.execute(tx);
}
