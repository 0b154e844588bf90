import { sql } from 'kysely';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { moving } from '../messages/move-message.ts';

export interface OfErased {
  companyId: CompanyId;
  leadIds: readonly LeadId[];
  at: Date;
}

/** Why an erased lead's messages aren't sent. */
const REASON = 'The lead was erased';

/** Whether a message to or about one of these leads is being handed to its provider right now. */
export async function isSending(tx: CompanyTx, { companyId, leadIds }: OfErased): Promise<boolean> {
  const { rows } = await sql<{ sending: boolean }>`select exists (select from messages
    where company_id = ${companyId} and lead_id = any(${leadIds}) and status = 'sending') as sending`.execute(tx);
  return rows[0]?.sending === true;
}

/**
 * Cancels everything that hasn't been sent to or about these leads, and removes the words and addresses from all that
 * was. When, on which channel and whether a message was delivered stays, because reports count it. So does the provider's
 * id, because the message would be fetched again without it. A message that a worker has claimed loses its lease, so it
 * isn't sent.
 */
export async function eraseMessages(tx: CompanyTx, { companyId, leadIds }: OfErased): Promise<void> {
  const whose = sql`company_id = ${companyId} and lead_id = any(${leadIds})`;
  await moving({
    from: ['draft', 'scheduled', 'unknown'],
    to: 'cancelled',
    set: [sql`reason = ${REASON}`],
    where: [sql`m.company_id = ${companyId}`, sql`m.lead_id = any(${leadIds})`],
  }).execute(tx);
  // An email's row must have an address, so it gets one that no one can have (RFC 2606).
  await sql`update messages set to_address = case when channel = 'email' and schedule_id is null then 'erased@invalid' else '' end,
      from_address = case when from_address is not null then '' end, subject = null,
      body = case when body is not null then '' end, payload = '{}', template = case when template is not null then '' end,
      whole_text = null, attachments = '{}', unsure = false
    where ${whose}`.execute(tx);
  await sql`update message_attempts set to_address = '', subject = null, body = null
    where message_id in (select id from messages where ${whose})`.execute(tx);
}
