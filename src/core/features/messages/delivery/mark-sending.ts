import { sql } from 'kysely';
import type { FollowUpMessageId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../../platform/db/app.ts';
import { senderAddress } from '../../../platform/mail.ts';
import { sharedSender } from '../../../platform/twilio.ts';
import { recordOffer } from '../../estimates/estimate-offers.ts';
import type { DeliveryDeps, Ready } from './delivery.ts';

/**
 * Marks a locked row 'sending', writes its message to the thread, and keeps what it promises. After this commit the message may be with
 * the provider whatever happens to us; before it, certainly not.
 */
export async function markSending(
  tx: CompanyTx,
  { config, timings }: Pick<DeliveryDeps, 'config' | 'timings'>,
  { ready, now }: { ready: Ready; now: Date },
): Promise<void> {
  const { facts, offer } = ready;
  if (offer && facts.leadId !== null)
    await recordOffer(tx, {
      companyId: facts.companyId,
      leadId: facts.leadId,
      sourceId: facts.rowId as FollowUpMessageId,
      offer,
      at: now,
    });
  await sql`update ${sql.table(facts.table)}
    set status = 'sending', sending_at = ${now}, reason = null,
      claimed_until = date_trunc('milliseconds', clock_timestamp()) + ${timings.sendLeaseMs} * interval '1 millisecond'
    where id = ${facts.rowId}`.execute(tx);
  await tx
    .insertInto('messages')
    .values({
      company_id: facts.companyId,
      lead_id: facts.leadId,
      direction: 'out',
      channel: ready.channel,
      kind: facts.kind,
      from_address: ready.channel === 'sms' ? (ready.text.from ?? sharedSender(config)) : senderAddress(config),
      to_address: ready.channel === 'sms' ? ready.text.to : ready.mail.to,
      subject: ready.channel === 'sms' ? null : ready.mail.subject,
      body: ready.channel === 'sms' ? ready.text.body : (ready.kept ?? ready.mail.text),
      status: 'sending',
      provider_id: null,
      error_code: null,
      source_id: facts.rowId,
      at: now,
    })
    .execute();
}
