import { type RawBuilder, sql } from 'kysely';
import type { MessageId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { prepared } from '../../platform/db/dialect.ts';
import { senderAddress } from '../../platform/mail.ts';
import { messageIdHeader } from '../../platform/mail-source.ts';
import { sharedSender } from '../../platform/twilio.ts';
import { leaseFor } from '../../platform/db/lease.ts';
import { LOCKING_FREE_LEADS } from '../lead-rows/lock-leads.ts';
import { recordOffer } from '../estimates/estimate-offers.ts';
import { addressKey } from '../permission/check-mail.ts';
import type { Checked, DeliveryDeps, Ready } from './delivery.ts';
import { moving } from '../messages/move-message.ts';
import { leadVersion } from './rows.ts';

type MarkDeps = Pick<DeliveryDeps, 'config' | 'timings'>;

/**
 * Marks one company's messages 'sending' (`marking`) and records the offers that they make. The marks must be committed
 * before any message is passed to its provider. After the commit, a message may have reached the provider even if this
 * process dies. Returns each message's mark by row id.
 */
export async function markSending(
  tx: CompanyTx,
  deps: MarkDeps,
  { checked, now }: { checked: readonly Checked[]; now: Date },
): Promise<Map<string, Mark>> {
  const at = performance.now();
  if (checked.length === 0) return new Map();
  const { rows } = await marking(deps, { checked, now }).execute(tx);
  const marks = new Map(rows.map((mark) => [mark.rowId, { ...mark, at }]));
  for (const { facts, offer } of checked.map(({ ready }) => ready))
    if (offer && facts.leadId !== null && marks.has(facts.rowId))
      await recordOffer(tx, {
        companyId: facts.companyId,
        leadId: facts.leadId,
        sourceId: facts.rowId as MessageId,
        offer,
        at: now,
      });
  return marks;
}

/** One attempt to send a message. */
export interface Mark {
  rowId: string;
  /** The attempt number, starting with 1. */
  attempt: number;
  /**
   * The attempt's lease, which is different for each attempt. An outcome is recorded only while the row still has this
   * lease.
   */
  claimedUntil: Date;
  /** This process's monotonic time just before the message was marked 'sending'. */
  at: number;
}

interface ToMark {
  checked: readonly Checked[];
  now: Date;
}

/**
 * Returns the statement that marks messages 'sending', counts the attempt and writes the words that are sent. The
 * statement skips messages that changed since they were checked (for example, because they were canceled). It also
 * skips messages whose lead has changed or is locked, and emails to recipients who unsubscribed. The statement doesn't
 * wait for locked leads. If an opt-out is committed while the statement runs, the statement can miss it, unless the
 * opt-out also cancels the message or the lead was already locked.
 */
export function marking({ config, timings }: MarkDeps, { checked, now }: ToMark): RawBuilder<Omit<Mark, 'at'>> {
  const given = checked.map(({ ready, version, lead }) => ({
    id: ready.facts.rowId,
    version,
    opt_out: optOutOf(ready),
    lead_id: ready.facts.leadId,
    lead_version: lead?.version ?? null,
    ...wordsOf(ready, config),
  }));
  const mark = moving({
    from: ['scheduled'],
    to: 'sending',
    set: [
      sql`sending_at = ${now}, at = ${now}, sent_at = null, reason = null, error_code = null, attempts = attempts + 1`,
      sql`claimed_until = g.lease, try_lease = g.lease`,
      sql`from_address = g.from_address, to_address = g.to_address, subject = g.subject, body = g.body`,
      sql`provider_id = g.provider_id`,
    ],
    using: sql`given g left join free on free.id = g.lead_id`,
    where: [
      sql`m.id = any(${given.map(({ id }) => id)}::uuid[]) and m.id = g.id and m.xmin = g.version::xid`,
      sql`(g.lead_id is null or free.id is not null)`,
      sql`(g.opt_out is null or not exists (select from opt_outs o where o.company_id = m.company_id
        and o.channel = 'email' and o.address = g.opt_out and o.lifted_at is null))`,
    ],
    returning: sql`m.id as "rowId", m.attempts as attempt, m.claimed_until as "claimedUntil"`,
  });
  return sql`${prepared} with
    given as (select *, ${leaseFor(timings.sendLeaseMs)} as lease from json_to_recordset(${JSON.stringify(given)}::json) as g (id uuid, version text, opt_out text,
      lead_id uuid, lead_version text, from_address text, to_address text, subject text, body text, provider_id text)),
    free as materialized (
      select l.id from leads l join given g on g.lead_id = l.id
      where l.id = any(${given.map(({ lead_id }) => lead_id)}::uuid[]) and ${leadVersion('l')} = g.lead_version
      ${LOCKING_FREE_LEADS})
    ${mark}`;
}

/**
 * Returns the email address to check for opt-outs when the email is marked 'sending', in the form stored in `opt_outs`.
 * Returns null for an email to which opt-outs don't apply. Also returns null for a text, because the phone lock
 * prevents new opt-outs.
 */
const optOutOf = (ready: Ready): string | null =>
  ready.channel === 'email' && ready.optOutBinds ? addressKey(ready.mail.to) : null;

const wordsOf = (ready: Ready, config: DeliveryDeps['config']) =>
  ready.channel === 'sms'
    ? {
        from_address: ready.text.from ?? sharedSender(config),
        to_address: ready.text.to,
        subject: null,
        body: ready.kept ?? ready.text.body,
        provider_id: null,
      }
    : {
        from_address: senderAddress(config),
        to_address: ready.mail.to,
        subject: ready.mail.subject,
        body: ready.kept ?? ready.mail.text,
        // The Message-ID is known before sending. Writing it here avoids an index update when the mail server accepts it.
        provider_id: messageIdHeader(ready.mail),
      };
