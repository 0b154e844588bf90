import { sql } from 'kysely';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { stopSchedules } from '../schedules/stop-schedules.ts';
import { bounceKind } from '../opt-outs/bounce.rules.ts';
import { recordBounce } from '../opt-outs/bounces.ts';
import { isForContractor } from '../messages/registry.ts';
import { addOptOut } from '../permission/opt-out.repository.ts';
import type { MessageFacts } from '../messages/message-facts.ts';
import type { Outcome } from './delivery-counters.ts';
import { noteAllAccepted } from './note-accepted.ts';
import { heedRefusal } from './providers/carrier-refusals.ts';
import { SERVICE_DOWN } from '../permission/waiting-reasons.ts';
import { finishSchedule, noteOnTimeline } from '../messages/after-move.ts';
import { move, moveOne } from '../messages/move-message.ts';
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

interface Noted {
  facts: MessageFacts;
  now: Date;
  /** The attempt's lease. If the row now has a different lease, nothing changes. */
  claimedUntil: Date;
}

/** The row's outcome, which the caller counts after the commit. Null if nothing changed. */
type Made = Promise<Outcome | null>;

/** Records that the provider accepted the message (`noteAllAccepted`). */
export async function noteAccepted(
  tx: CompanyTx,
  { facts, providerId, now }: Omit<Noted, 'claimedUntil'> & { providerId: string },
): Made {
  const { companyId } = facts;
  const changed = await noteAllAccepted(tx, { companyId, acceptances: [{ facts, providerId }], now });
  return changed.size > 0 ? 'sent' : null;
}

/**
 * Locks the leads that a failure may change. For error 21610, which stops all follow-ups to the phone number (T7),
 * locks every lead with this phone number.
 */
export const lockFor = (
  tx: CompanyTx,
  companyId: CompanyId,
  leadId: LeadId,
  { rowId, code }: { rowId: string; code: string | null },
): Promise<unknown> =>
  code === CARRIER_OPT_OUT ? lockPhone(tx, companyId, leadId, rowId) : lockLead(tx, companyId, leadId);

/** `unmarked` is true if the message failed before it was marked 'sending', so that nothing of it left. */
type Failure = Noted & { code: string | null; detail: string; unmarked?: boolean };

/**
 * Records a temporary failure. The message is tried up to 8 times over several hours (T8), and then fails. `attempt` is
 * the number of the attempt that just failed. If it's `unmarked`, it hasn't been counted yet. Nothing was sent, so the
 * attempt doesn't count toward the limits (C18).
 */
export async function notePassing(tx: CompanyTx, failure: Failure & { attempt: number }): Made {
  const { facts, now, code, attempt, claimedUntil, unmarked = false } = failure;
  if (attempt >= MAX_ATTEMPTS) return noteRefused(tx, failure);
  if (facts.leadId !== null && bounceOf(facts, failure) !== null) await lockLead(tx, facts.companyId, facts.leadId);
  const moved = await moveOne(tx, facts, {
    from: ['sending', 'scheduled'],
    to: 'scheduled',
    dueAt: new Date(now.getTime() + backoff(attempt)),
    reason: waitingWords(facts.channel, code),
    ...(unmarked && { tries: 'more' }),
    claimedUntil,
  });
  if (!moved) return null;
  if (!unmarked) await suppress(tx, facts, { address: moved.to_address, code, detail: failure.detail, now });
  return 'retried';
}

/**
 * Records a permanent refusal (T9) with an explanation. A carrier opt-out or hard bounce also suppresses the phone
 * number or email address (T7, C26).
 */
export async function noteRefused(tx: CompanyTx, failure: Failure): Made {
  const { facts, now, code, detail, claimedUntil, unmarked = false } = failure;
  if (facts.kind === 'opt-out.confirmation' && code === CARRIER_OPT_OUT) return noteConfirmed(tx, failure);
  if (facts.leadId !== null) await lockFor(tx, facts.companyId, facts.leadId, { rowId: facts.rowId, code });
  const reason = facts.channel === 'sms' ? textFailureWords(code) : mailFailureWords(code);
  const moved = await moveOne(tx, facts, {
    from: ['sending', 'scheduled'],
    to: 'failed',
    reason,
    errorCode: code,
    claimedUntil,
  });
  if (!moved) return null;
  const { subject, body, to_address: address } = moved;
  await noteOnTimeline(tx, facts, {
    kind: 'message_failed',
    at: now,
    data: { reason, ...(unmarked || body === null ? {} : { subject, body }) },
  });
  if (!unmarked) await suppress(tx, facts, { address, code, detail, now });
  await finishSchedule(tx, facts);
  return 'failed';
}

/**
 * Records that Twilio handled the STOP itself, without Advanced Opt-Out. Twilio has already confirmed the opt-out, so
 * we send no confirmation (C10).
 */
async function noteConfirmed(tx: CompanyTx, { facts, now, claimedUntil }: Failure): Made {
  if (facts.leadId !== null) await lockLead(tx, facts.companyId, facts.leadId);
  const reason = 'The text service has already confirmed it';
  if ((await move(tx, facts, { from: ['sending'], to: 'skipped', reason, claimedUntil })) === 'unchanged') return null;
  await noteOnTimeline(tx, facts, { kind: 'message_skipped', at: now, data: { reason } });
  return 'skipped';
}

/** Returns the kind of bounce if an email to a homeowner bounced (C26), or null otherwise. */
const bounceOf = ({ channel, onTimeline }: MessageFacts, failure: Pick<Failure, 'code' | 'detail'>) =>
  channel === 'email' && onTimeline ? bounceKind(failure) : null;

/**
 * T7, T9 and C26: applies a failure's consequences for the phone number or email address and for later texts. Used only
 * for companies' messages.
 */
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

/**
 * The explanation for an unconfirmed message. If the message was to the contractor, an admin sees it. Otherwise, the
 * contractor sees it.
 */
const MAY_HAVE_ARRIVED = 'The connection dropped. This message may have arrived';
const UNKNOWN_WORDS = {
  sms: 'The connection dropped. This text may have arrived. We won’t resend it unless you ask',
  email: 'The connection dropped. This email may have arrived. We won’t resend it unless you ask',
} as const;

/**
 * Records that the message may have arrived (T10). Only a person can resend it, unless it's resent automatically
 * (`isResentOnce`).
 */
export async function noteUnknown(tx: CompanyTx, { facts, now, claimedUntil }: Noted): Made {
  if (facts.leadId !== null) await lockLead(tx, facts.companyId, facts.leadId);
  const reason = isForContractor(facts.kind) ? MAY_HAVE_ARRIVED : UNKNOWN_WORDS[facts.channel];
  const moved = await moveOne(tx, facts, { from: ['sending'], to: 'unknown', reason, claimedUntil });
  if (!moved) return null;
  const isResent = await isResentOnce(tx, facts);
  const dueAt = new Date(now.getTime() + backoff(1));
  if (isResent) await move(tx, facts, { from: ['unknown'], to: 'scheduled', dueAt, reason: SENT_ONCE_MORE });
  await noteOnTimeline(tx, facts, {
    kind: 'message_unknown',
    at: now,
    data: { reason, messageId: facts.rowId, subject: moved.subject, body: moved.body ?? '' },
  });
  await finishSchedule(tx, facts);
  return isResent ? 'retried' : 'unknown';
}

/**
 * Records that the provider never received the message. The message is due again immediately, without using an attempt.
 */
export async function noteNeverArrived(tx: CompanyTx, { facts, now, claimedUntil }: Noted): Promise<null> {
  const again = { dueAt: now, reason: null, tries: 'less', claimedUntil } as const;
  await move(tx, facts, { from: ['sending'], to: 'scheduled', ...again });
  return null;
}

/**
 * Records that the provider is down. The message waits, without using an attempt. If it was sent as the probe, it moves
 * to the end of the queue.
 */
export async function noteHeld(tx: CompanyTx, { facts, now, claimedUntil, asked }: Noted & { asked: boolean }): Made {
  const moved = await move(tx, facts, {
    from: ['sending'],
    to: 'scheduled',
    reason: SERVICE_DOWN[facts.channel],
    tries: 'less',
    claimedUntil,
    ...(asked ? { dueAt: new Date(now.getTime() + backoff(1)) } : {}),
  });
  return moved === 'unchanged' ? null : 'held';
}

/** The explanation shown while the message waits to be resent. */
const SENT_ONCE_MORE = 'The connection dropped while this was being sent. We’ll send it once more';

/**
 * Whether an email with an unknown outcome is automatically resent. Only emails to the contractor or from the platform
 * are resent, and only once. A second copy with the same Message-ID does no harm, but a lost email could cost the
 * contractor a lead. See docs/decisions.md, 'Unconfirmed notices are resent once'.
 */
async function isResentOnce(
  tx: CompanyTx,
  { rowId, kind, channel }: Pick<MessageFacts, 'rowId' | 'kind' | 'channel'>,
): Promise<boolean> {
  if (channel !== 'email' || !isForContractor(kind)) return false;
  const { rows } = await sql`select from message_attempts
    where message_id = ${rowId} and status = 'unknown' limit 1`.execute(tx);
  return rows.length === 0;
}
