import { sql } from 'kysely';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { stopSchedules } from '../schedules/stop-schedules.ts';
import { bounceKind } from '../opt-outs/bounce.rules.ts';
import { recordBounce } from '../opt-outs/bounces.ts';
import { isForContractor } from '../outbox/registry.ts';
import { addOptOut } from '../permission/opt-out.repository.ts';
import type { MessageFacts } from '../outbox/message-facts.ts';
import type { Outcome } from './delivery-counters.ts';
import { noteAllAccepted } from './note-accepted.ts';
import { heedRefusal } from './providers/carrier-refusals.ts';
import { SERVICE_DOWN } from '../permission/waiting-reasons.ts';
import { changeRow, finishSchedule, noteOnTimeline, type RowChange } from '../outbox/change-row.ts';
import {
  backoff,
  CARRIER_OPT_OUT,
  mailFailureWords,
  MAX_ATTEMPTS,
  textFailureWords,
  waitingWords,
} from './retry.rules.ts';
import { lockPhone } from './rows.ts';
import { lockLead } from '../lead-rows/lock-leads.ts';
import { goesOutOnceMore, SENT_ONCE_MORE } from './second-notice.ts';

interface Noted {
  facts: MessageFacts;
  now: Date;
  /** The lease of the try that this is about: nothing changes where the row carries another. */
  claimedUntil: Date;
}

/** Each note says what it made of the row, to be counted once it is committed; null where it changed nothing. */
type Made = Promise<Outcome | null>;

/** The thread's entry of the try that is not decided yet. */
const lastTry = (rowId: string) =>
  sql`id = (select id from messages where source_id = ${rowId} and direction = 'out'
    and status in ('sending', 'unknown') order by at desc, id desc limit 1)`;

/** Notes that the provider has the message (`noteAllAccepted`). */
export async function noteAccepted(
  tx: CompanyTx,
  { facts, providerId, now }: Omit<Noted, 'claimedUntil'> & { providerId: string },
): Made {
  const { companyId } = facts;
  const changed = await noteAllAccepted(tx, { companyId, acceptances: [{ facts, providerId }], now });
  return changed.size > 0 ? 'sent' : null;
}

/** What a failure is going to change, locked: 21610 stops all schedules of the phone (T7). */
export const lockFor = (
  tx: CompanyTx,
  companyId: CompanyId,
  leadId: LeadId,
  { rowId, code }: { rowId: string; code: string | null },
): Promise<unknown> =>
  code === CARRIER_OPT_OUT ? lockPhone(tx, companyId, leadId, rowId) : lockLead(tx, companyId, leadId);

type Failure = Noted & { code: string | null; detail: string };

/**
 * Notes that the provider has not got it: tried again later, up to 8 times over hours (T8), then failed. `attempt`: which
 * try it was. `unmarked`: it failed before its mark counted it.
 */
export async function notePassing(tx: CompanyTx, failure: Failure & { attempt: number; unmarked?: boolean }): Made {
  const { facts, now, code, attempt, claimedUntil, unmarked = false } = failure;
  if (attempt >= MAX_ATTEMPTS) return noteRefused(tx, failure);
  if (facts.leadId !== null && bounceOf(facts, failure) !== null) await lockLead(tx, facts.companyId, facts.leadId);
  const changed = await changeRow(tx, facts, ['sending', 'scheduled'], {
    status: 'scheduled',
    dueAt: new Date(now.getTime() + backoff(attempt)),
    reason: waitingWords(facts.channel, code),
    ...(unmarked && { tries: 'more' }),
    claimedUntil,
  });
  if (!changed) return null;
  // nothing left the house, so the thread and the limits (C18) know nothing of it
  const { rows } = await sql<{ to_address: string }>`delete from messages
    where ${lastTry(facts.rowId)} and status = 'sending' returning to_address`.execute(tx);
  const [message] = rows;
  if (message) await suppress(tx, facts, { address: message.to_address, code, detail: failure.detail, now });
  return 'retried';
}

/** Notes that it will never be taken (T9), in words; a carrier's opt-out and a hard bounce suppress the address (T7, C26). */
export async function noteRefused(tx: CompanyTx, failure: Failure): Made {
  const { facts, now, code, detail, claimedUntil } = failure;
  if (facts.kind === 'opt-out.confirmation' && code === CARRIER_OPT_OUT) return noteConfirmed(tx, failure);
  if (facts.leadId !== null) await lockFor(tx, facts.companyId, facts.leadId, { rowId: facts.rowId, code });
  const reason = facts.channel === 'sms' ? textFailureWords(code) : mailFailureWords(code);
  const changed = await changeRow(tx, facts, ['sending', 'scheduled'], { status: 'failed', reason, claimedUntil });
  if (!changed) return null;
  const { rows } = await sql<{ subject: string | null; body: string; to_address: string }>`update messages
    set status = 'failed', error_code = ${code} where ${lastTry(facts.rowId)}
    returning subject, body, to_address`.execute(tx);
  const message = rows[0];
  await noteOnTimeline(tx, facts, {
    kind: 'message_failed',
    at: now,
    data: { reason, ...(message ? { subject: message.subject, body: message.body } : {}) },
  });
  if (message) await suppress(tx, facts, { address: message.to_address, code, detail, now });
  await finishSchedule(tx, facts);
  return 'failed';
}

/** Notes that Twilio took the STOP itself, without Advanced Opt-Out to say so: it has confirmed it, and we need not (C10). */
async function noteConfirmed(tx: CompanyTx, { facts, now, claimedUntil }: Failure): Made {
  if (facts.leadId !== null) await lockLead(tx, facts.companyId, facts.leadId);
  const reason = 'The text service has already confirmed it';
  if (!(await changeRow(tx, facts, ['sending'], { status: 'skipped', reason, claimedUntil }))) return null;
  await sql`delete from messages where ${lastTry(facts.rowId)} and status = 'sending'`.execute(tx);
  await noteOnTimeline(tx, facts, { kind: 'message_skipped', at: now, data: { reason } });
  return 'skipped';
}

/** What a failure says of a homeowner's mailbox (C26). */
const bounceOf = ({ channel, onTimeline }: MessageFacts, failure: Pick<Failure, 'code' | 'detail'>) =>
  channel === 'email' && onTimeline ? bounceKind(failure) : null;

/** T7, T9 and C26: what the failure says about the address, and about further texts. Only companies keep such books. */
export async function suppress(
  tx: CompanyTx,
  facts: MessageFacts,
  failure: { address: string; code: string | null; detail: string; now: Date },
): Promise<void> {
  const { companyId } = facts;
  const { address, code, now } = failure;
  if (companyId === null) return;
  if (facts.channel === 'sms') await heedRefusal(tx, { ...facts, companyId }, code, now);
  if (facts.channel === 'sms' && code === CARRIER_OPT_OUT) {
    await addOptOut(tx, { companyId, channel: 'sms', address, source: 'carrier', at: now });
    await stopSchedules(tx, {
      companyId,
      phone: address,
      reason: (name) => `Follow-ups stopped because ${name} has opted out of texts.`,
      at: now,
    });
  }
  const kind = bounceOf(facts, failure);
  if (kind !== null)
    await recordBounce(tx, { companyId, leadId: facts.leadId, address, kind, code, sourceId: facts.rowId, at: now });
}

/** What is read where nobody can say whether a message arrived: by an admin of one to the contractor, else by him. */
const MAY_HAVE_ARRIVED = 'The connection dropped. This message may have arrived';
const UNKNOWN_WORDS = {
  sms: 'The connection dropped. This text may have arrived; we won’t resend it unless you ask',
  email: 'The connection dropped. This email may have arrived; we won’t resend it unless you ask',
} as const;

/** Notes that it may or may not have arrived (T10): only a person sends it again, save `goesOutOnceMore`. */
export async function noteUnknown(tx: CompanyTx, { facts, now, claimedUntil }: Noted): Made {
  if (facts.leadId !== null) await lockLead(tx, facts.companyId, facts.leadId);
  const reason = isForContractor(facts.kind) ? MAY_HAVE_ARRIVED : UNKNOWN_WORDS[facts.channel];
  const change: RowChange = (await goesOutOnceMore(tx, facts))
    ? { status: 'scheduled', dueAt: new Date(now.getTime() + backoff(1)), reason: SENT_ONCE_MORE, claimedUntil }
    : { status: 'unknown', reason, claimedUntil };
  if (!(await changeRow(tx, facts, ['sending'], change))) return null;
  const { rows } = await sql<{ subject: string | null; body: string }>`update messages set status = 'unknown'
    where ${lastTry(facts.rowId)} returning subject, body`.execute(tx);
  await noteOnTimeline(tx, facts, {
    kind: 'message_unknown',
    at: now,
    data: { reason, messageId: facts.rowId, subject: rows[0]?.subject ?? null, body: rows[0]?.body ?? '' },
  });
  await finishSchedule(tx, facts);
  return change.status === 'unknown' ? 'unknown' : 'retried';
}

/** Notes that the provider never got it: due again now, and that was no try. */
export async function noteNeverArrived(tx: CompanyTx, { facts, now, claimedUntil }: Noted): Promise<null> {
  const change = { status: 'scheduled', dueAt: now, reason: null, tries: 'less', claimedUntil } as const;
  const changed = await changeRow(tx, facts, ['sending'], change);
  if (changed) await sql`delete from messages where ${lastTry(facts.rowId)} and status = 'sending'`.execute(tx);
  return null;
}

/** Notes that its provider as a whole is down: it waits, no try is counted. Who was asked goes to the end of the line. */
export async function noteHeld(tx: CompanyTx, { facts, now, claimedUntil, asked }: Noted & { asked: boolean }): Made {
  const changed = await changeRow(tx, facts, ['sending'], {
    status: 'scheduled',
    reason: SERVICE_DOWN[facts.channel],
    tries: 'less',
    claimedUntil,
    ...(asked ? { dueAt: new Date(now.getTime() + backoff(1)) } : {}),
  });
  if (!changed) return null;
  await sql`delete from messages where ${lastTry(facts.rowId)} and status = 'sending'`.execute(tx);
  return 'held';
}
