import { sql } from 'kysely';
import type { FollowUpMessageId, MessageId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../../platform/db/app.ts';
import { prepared } from '../../../platform/db/dialect.ts';
import { messageIdHeader, senderAddress } from '../../../platform/mail.ts';
import { sharedSender } from '../../../platform/twilio.ts';
import { recordOffer } from '../../estimates/estimate-offers.ts';
import { TYPED } from '../../outbox/registry.ts';
import type { DeliveryDeps, Ready } from './delivery.ts';
import type { DeliveryTable } from '../../outbox/message-facts.ts';

/**
 * Marks locked rows of one company 'sending', writes their messages to the thread, and keeps what they promise. After
 * this commit the messages may be with the provider whatever happens to us; before it, certainly not: it counts the
 * try. Gives what marks each row.
 */
export async function markSending(
  tx: CompanyTx,
  { config, timings }: Pick<DeliveryDeps, 'config' | 'timings'>,
  { ready, now }: { ready: readonly Ready[]; now: Date },
): Promise<Map<string, Mark>> {
  for (const { facts, offer } of ready)
    if (offer && facts.leadId !== null)
      await recordOffer(tx, {
        companyId: facts.companyId,
        leadId: facts.leadId,
        sourceId: facts.rowId as FollowUpMessageId,
        offer,
        at: now,
      });
  const marks = new Map<string, Mark>();
  for (const [table, own] of Map.groupBy(ready, ({ facts }) => facts.table))
    for (const mark of await markAndTell(tx, { table, ready: own, config, now, leaseMs: timings.sendLeaseMs }))
      marks.set(mark.rowId, mark);
  return marks;
}

/** One try of a row. */
export interface Mark {
  rowId: string;
  /** Its entry in the thread. */
  entryId: MessageId;
  /** Which try it is, 1 for the first. */
  attempt: number;
  /** Its lease, which no other try of the row shares: what is noted of the try holds as long as the row carries it. */
  claimedUntil: Date;
}

interface ToMark {
  table: DeliveryTable;
  ready: readonly Ready[];
  config: DeliveryDeps['config'];
  now: Date;
  leaseMs: number;
}

/** The mark and the thread's entries in one statement: while a transaction waits for its turn, mails wait for it. */
async function markAndTell(tx: CompanyTx, { table, ready, config, now, leaseMs }: ToMark): Promise<Mark[]> {
  const entries = ready.map((one) => ({ ...entryOf(one, config), facts: one.facts }));
  const column = (of: (entry: (typeof entries)[number]) => string | null) => entries.map(of);
  const { rows } = await sql<Mark>`${prepared}
    with marked as (
      update ${sql.table(table)} set status = 'sending', sending_at = ${now}, reason = null, attempts = attempts + 1,
        claimed_until = date_trunc('milliseconds', clock_timestamp()) + ${leaseMs} * interval '1 millisecond'
      where id = any(${column(({ facts }) => facts.rowId)}::uuid[])
      returning id, attempts, claimed_until),
    told as (insert into messages
      (company_id, lead_id, direction, channel, kind, from_address, to_address, subject, body, status, provider_id,
        source_id, at, automated)
    select ${entries[0]?.facts.companyId}::uuid, e.lead_id, 'out', e.channel, e.kind, e.from_address, e.to_address, e.subject,
      e.body, 'sending', e.provider_id, e.source_id, ${now}::timestamptz, e.kind <> ${TYPED}::text
    from unnest(
      ${column(({ facts }) => facts.leadId)}::uuid[], ${column(({ facts }) => facts.channel)}::text[],
      ${column(({ facts }) => facts.kind)}::text[], ${column(({ from }) => from)}::text[],
      ${column(({ to }) => to)}::text[], ${column(({ subject }) => subject)}::text[],
      ${column(({ body }) => body)}::text[], ${column(({ providerId }) => providerId)}::text[],
      ${column(({ facts }) => facts.rowId)}::uuid[])
      as e (lead_id, channel, kind, from_address, to_address, subject, body, provider_id, source_id)
    returning id, source_id)
    select marked.id as "rowId", told.id as "entryId", marked.attempts as attempt, marked.claimed_until as "claimedUntil"
    from marked join told on told.source_id = marked.id`.execute(tx);
  return rows;
}

const entryOf = (ready: Ready, config: DeliveryDeps['config']) =>
  ready.channel === 'sms'
    ? {
        from: ready.text.from ?? sharedSender(config),
        to: ready.text.to,
        subject: null,
        body: ready.kept ?? ready.text.body,
        providerId: null,
      }
    : {
        from: senderAddress(config),
        to: ready.mail.to,
        subject: ready.mail.subject,
        body: ready.kept ?? ready.mail.text,
        // known before it is sent: written once, no index is touched again when the mail is accepted
        providerId: messageIdHeader(ready.mail),
      };
