import { sql } from 'kysely';
import { HOUR } from '#shared/primitives/durations.ts';
import type { LeadId } from '#shared/primitives/ids.ts';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { errorForLog } from '../../platform/log-error.ts';
import type { FoundText } from '../../platform/twilio.ts';
import { LAPSED, leaseFor } from '../../platform/db/lease.ts';
import { knownTexts } from './known-texts.ts';
import { withPhone } from '../permission/phone-lock.ts';
import type { DeliveryDeps } from './delivery.ts';
import { type MessageFacts, whoseOf } from '../messages/message-facts.ts';
import { countOutcome, type Outcome } from './delivery-counters.ts';
import { noteAccepted, noteNeverArrived, noteUnknown } from './note.ts';
import { factsOfRow } from '../messages/registry.ts';
import { inSenderTx, isOfSender, type Sender } from './sender-tx.ts';
import { lockLead } from '../lead-rows/lock-leads.ts';

/** How long Twilio is queried about a text with an unknown outcome before a person must decide. */
const ASK_FOR = 2 * HOUR;
const AT_ONCE = 20;

interface Lapsed {
  id: string;
  lead_id: LeadId | null;
  channel: MessageChannel;
  attempts: number;
  sending_at: Date;
  claimed_until: Date;
  kind: string;
  step: number | null;
  provider_id: string | null;
  /** Set for an email that the server accepted, even if the worker didn't record anything after that. */
  sent_at: Date | null;
  to_address: string;
  /** The words that were sent. Null only for a row that wasn't marked by this software. */
  body: string | null;
}

/**
 * Resolves a sender's messages that stayed 'sending' because a worker died or a connection broke (T10). If the message
 * is a text, asks Twilio about it. If it's an email and its acceptance was stored, records it as sent. Any other email
 * becomes unknown. Concurrent calls by several workers are safe, because each message first gets a new lease. A message
 * that can't be resolved doesn't delay other messages.
 */
export async function recordLapsed(deps: DeliveryDeps, companyId: Sender): Promise<void> {
  for (;;) {
    if (deps.stopping()) return;
    const lapsed = await inSenderTx(deps, companyId, (tx) => takeLapsed(tx, companyId, deps.timings.sendLeaseMs));
    const twilio: Asked = { silent: false };
    await Promise.all(
      lapsed.map((row) =>
        recordOutcome(deps, twilio, { companyId, row }).catch((error: unknown) =>
          deps.logger.error(
            { err: errorForLog(error), kind: row.kind, row: row.id },
            "couldn't record the outcome of a message",
          ),
        ),
      ),
    );
    // If Twilio doesn't respond, the loop stops, so that the turn doesn't wait for one timeout after another.
    if (lapsed.length < AT_ONCE || twilio.silent) return;
  }
}

/** Takes over rows whose lease has ended, and gives each one a new lease. Uses the partial index `messages_sending`. */
async function takeLapsed(tx: CompanyTx, companyId: Sender, leaseMs: number): Promise<Lapsed[]> {
  const { rows } = await sql<Lapsed>`
    with picked as (
      select id from messages
      where ${isOfSender(companyId)} and status = 'sending' and ${LAPSED}
      order by claimed_until limit ${AT_ONCE} for update skip locked)
    update messages m
    set claimed_until = ${leaseFor(leaseMs)}
    from picked where m.id = picked.id
    returning m.id, m.lead_id, m.channel, m.attempts, m.sending_at, m.claimed_until, m.kind, m.step, m.provider_id,
      m.sent_at, m.to_address, m.body`.execute(tx);
  return rows;
}

interface LapsedRow {
  companyId: Sender;
  row: Lapsed;
}

/** Shared by the texts that are checked together. `silent` is set once Twilio fails to respond. */
interface Asked {
  silent: boolean;
}

async function recordOutcome(deps: DeliveryDeps, twilio: Asked, lapsed: LapsedRow): Promise<void> {
  const { companyId, row } = lapsed;
  const facts = factsOf(lapsed);
  const about = { kind: facts.kind, row: row.id, channel: row.channel, attempt: row.attempts };
  const noteAnswer = async (answer: Answer): Promise<void> => {
    const outcome = await inSenderTx(deps, companyId, (tx) => note(tx, { facts, row, answer, now: deps.clock.now() }));
    countOutcome(deps.tally, row.channel, outcome);
    deps.logger.info(
      { ...about, answer: typeof answer === 'string' ? answer : 'found' },
      'checked a text with an unknown outcome',
    );
  };
  if (row.channel === 'email') {
    deps.logger.warn(about, 'a worker died while sending an email');
    const now = deps.clock.now();
    const outcome = await inSenderTx(deps, companyId, (tx) =>
      row.sent_at === null || row.provider_id === null
        ? noteUnknown(tx, { facts, now, claimedUntil: row.claimed_until })
        : noteFound(tx, { facts, row, providerId: row.provider_id, now }),
    );
    countOutcome(deps.tally, row.channel, outcome);
    return;
  }
  const { to_address: to, body } = row;
  if (body === null) return noteAnswer('unknown');
  // While this worker holds the lock on the phone number, every other text that Twilio lists is already recorded.
  await deps.limits.asking.use(() =>
    deps.pinned
      .connection()
      .execute((db) => withPhone(db, to, async () => noteAnswer(await ask(deps, twilio, row, { to, body })))),
  );
}

/** Twilio's record of a text. 'unknown' if Twilio lists a text that might be this text. */
type Answer = FoundText | 'never arrived' | 'unknown' | 'silent';

interface ToNote {
  facts: MessageFacts;
  row: Lapsed;
  answer: Answer;
  now: Date;
}

async function note(tx: CompanyTx, { facts, row, answer, now }: ToNote): Promise<Outcome | null> {
  const claimedUntil = row.claimed_until;
  if (answer === 'never arrived') return noteNeverArrived(tx, { facts, now, claimedUntil });
  if (answer === 'silent' || answer === 'unknown') {
    // The new lease allows another query. After two hours, a person must decide instead.
    const isOver = now.getTime() - row.sending_at.getTime() > ASK_FOR;
    return isOver ? noteUnknown(tx, { facts, now, claimedUntil }) : null;
  }
  return noteFound(tx, { facts, row, providerId: answer.sid, now });
}

/** Records that the provider accepted the message. */
async function noteFound(
  tx: CompanyTx,
  { facts, row, providerId, now }: Omit<ToNote, 'answer'> & { providerId: string },
): Promise<Outcome | null> {
  if (facts.leadId !== null) await lockLead(tx, facts.companyId, facts.leadId);
  return (await isStillTaken(tx, row)) ? noteAccepted(tx, { facts, providerId, now }) : null;
}

/**
 * Whether the row is still unresolved. If this worker's lease has ended, a status callback or another worker may have
 * resolved it.
 */
async function isStillTaken(tx: CompanyTx, { id, claimed_until }: Lapsed): Promise<boolean> {
  const { rows } = await sql`select 1 from messages
    where id = ${id} and status = 'sending' and claimed_until = ${claimed_until} for update`.execute(tx);
  return rows.length > 0;
}

interface Try {
  to: string;
  body: string;
}

async function ask(deps: DeliveryDeps, twilio: Asked, row: Lapsed, { to, body }: Try): Promise<Answer> {
  if (twilio.silent) return 'silent';
  const known = await knownTexts(deps, to);
  try {
    const found = await deps.texts.find({ to, body, since: row.sending_at, known });
    if (found === null) return 'never arrived';
    return found === 'unknown' ? 'unknown' : found;
  } catch (error) {
    twilio.silent = true;
    deps.logger.warn({ row: row.id, err: errorForLog(error) }, "Twilio doesn't answer");
    return 'silent';
  }
}

const factsOf = ({ companyId, row }: LapsedRow): MessageFacts =>
  factsOfRow({ id: row.id, ...whoseOf(companyId, row.lead_id), channel: row.channel }, row);
