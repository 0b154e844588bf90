import type { AppDb, CompanyTx } from '../../platform/db/app.ts';
import { isDatabaseUnavailable, isPassingFault } from '../../platform/db/unavailable.ts';
import { errorForLog } from '../../platform/log-error.ts';
import type { LeadId } from '#shared/primitives/ids.ts';
import { countLeaving } from '../trust/recipients.ts';
import { factsOfRow, FOLLOW_UP, isToLead } from '../messages/registry.ts';
import { findMailOptOuts } from '../permission/check-mail.ts';
import { unsureAmong } from '../permission/unsure-replies.ts';
import { findMailsAhead } from './mail-order.ts';
import { releaseClaims } from './claim.ts';
import type { CheckedMail, CheckedText, ClaimedRow, DeliveryDeps, Ready } from './delivery.ts';
import type { MessageFacts } from '../messages/message-facts.ts';
import { inSenderTx } from './sender-tx.ts';
import { countLateness, countOutcome, countVerdict } from './delivery-counters.ts';
import { type Mark, markSending } from './mark-sending.ts';
import { notePassing } from './note.ts';
import { kindOf, prepareMessage } from './prepare-message.ts';
import { prepareSeries } from './prepare-series.ts';
import { applyVerdict } from '../messages/after-move.ts';
import {
  getSendingCompany,
  lockLeadsToSend,
  lockMessage,
  type LeadToSend,
  type RowVersion,
  type SendingCompany,
} from './rows.ts';
import { reschedule, type Verdict, waitFor } from '../messages/verdict.ts';

/**
 * A message that's ready to be sent. A text's row is already marked 'sending'. An email's row is marked once it has a
 * connection.
 */
export type Going = { claimed: ClaimedRow } & ({ text: CheckedText; mark: Mark } | { mail: CheckedMail });

/** A chunk's results. */
export interface Prepared {
  going: Going[];
  /**
   * Rows without a result because their lead was locked by another transaction or the chunk failed. They must be
   * prepared individually.
   */
  left: ClaimedRow[];
}

/**
 * Checks a sender's claimed messages in one transaction. The same transaction marks as 'sending' the texts that can be
 * sent. A message that can't be sent gets a reason. A chunk never waits for locks. If a chunk fails, each of its
 * messages is then prepared individually, so that one bad message doesn't delay the others. A message that's prepared
 * individually waits for its lead's lock. If preparing it fails, it's retried later.
 */
export async function prepareChunk(deps: DeliveryDeps, db: AppDb, chunk: readonly ClaimedRow[]): Promise<Prepared> {
  const [first] = chunk;
  if (!first) return { going: [], left: [] };
  const inTx = <T>(work: (tx: CompanyTx) => Promise<T>) => inSenderTx({ ...deps, db }, first.companyId, work);
  try {
    const { count, ...prepared } = await inTx((tx) => prepareIn(tx, deps, chunk));
    // Counted only after the commit, because a chunk that's rolled back is prepared and counted again.
    count();
    return prepared;
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    if (chunk.length > 1) return { going: [], left: [...chunk] };
    if (isPassingFault(error)) {
      // A database outage doesn't use an attempt, because the message didn't cause it. The next sweep finds the
      // message.
      deps.logger.warn({ err: errorForLog(error), kind: first.kind, row: first.id }, 'preparing a message again');
      await inTx((tx) => releaseClaims(tx, [first]));
      return { going: [], left: [] };
    }
    // An internal error with one message must not delay the others or cause endless retries.
    deps.logger.error({ err: errorForLog(error), kind: first.kind, row: first.id }, "couldn't prepare a message");
    const facts = factsOfRow(first, { kind: first.kind, step: first.kind === FOLLOW_UP ? 1 : null });
    const { claimedUntil } = first;
    const failed = { facts, code: null, detail: '', attempt: first.attempts + 1, unmarked: true, claimedUntil };
    const outcome = await inTx((tx) => notePassing(tx, { ...failed, now: deps.clock.now() }));
    countOutcome(deps.tally, first.channel, outcome);
    return { going: [], left: [] };
  }
}

async function prepareIn(
  tx: CompanyTx,
  deps: DeliveryDeps,
  chunk: readonly ClaimedRow[],
): Promise<Prepared & { count: () => void }> {
  const now = deps.clock.now();
  const ready = (await make(tx, deps, { chunk, now })).map((one) =>
    isOfAnotherPhone(one) ? { ...one, result: reschedule(now, 'The phone number was just changed.') } : one,
  );
  const made = await holdBackNewPeople(tx, ready, now);
  const at = performance.now();
  const mails: Going[] = [];
  const texts: { claimed: ClaimedRow; text: CheckedText }[] = [];
  for (const { claimed, facts, result, ...read } of made) {
    const { claimedUntil, attempts } = claimed;
    if (!('channel' in result)) await applyVerdict(tx, { facts, verdict: result, now });
    else if (result.channel === 'sms')
      texts.push({ claimed, text: { ...read, ready: result, claimedUntil, attempts, at } });
    else mails.push({ claimed, mail: { ...read, ready: result, claimedUntil, attempts, at } });
  }
  const marks = await markSending(tx, deps, { checked: texts.map(({ text }) => text), now });
  const marked = texts.flatMap((one) => {
    const mark = marks.get(one.claimed.id);
    return mark ? [{ ...one, mark }] : [];
  });
  const decided = new Set(made.map(({ claimed }) => claimed));
  // If a single row is no longer found, another worker has claimed it.
  const left = chunk.length === 1 ? [] : chunk.filter((claimed) => !decided.has(claimed));
  return { going: [...mails, ...marked], left, count: () => countAll(deps, made, now) };
}

function countAll({ tally }: Pick<DeliveryDeps, 'tally'>, made: readonly Made[], now: Date): void {
  for (const { claimed, due, result } of made)
    if (!('channel' in result)) countVerdict(tally, claimed.channel, result);
    // An email is counted as started later, when it's marked.
    else if (result.channel === 'sms') countLateness(tally, { channel: 'sms', due }, now);
}

/**
 * Whether the text's phone number differs from the number that this worker locked. If so, the text must not be sent,
 * because opt-outs from its phone number aren't blocked during the send.
 */
const isOfAnotherPhone = ({ claimed, result }: Made): boolean =>
  'channel' in result && result.channel === 'sms' && result.text.to !== claimed.lockedPhone;

/** Delays messages that would exceed the recipient's or the company's limit on first messages. */
async function holdBackNewPeople(tx: CompanyTx, made: readonly Made[], now: Date): Promise<readonly Made[]> {
  const leaving = made.flatMap((one) => {
    const { facts, lead, result } = one;
    if (!('channel' in result) || !lead || facts.companyId === null || !isToLead(facts)) return [];
    return [{ one, company_id: facts.companyId, message: { lead, ways: [facts.channel] } }];
  });
  const [first] = leaving;
  if (!first) return made;
  const messages = leaving.map(({ message }) => message);
  const reasons = await countLeaving(tx, { company_id: first.company_id, messages, at: now });
  const waits = new Map(leaving.map(({ one }, index) => [one, reasons[index] ?? null]));
  return made.map((one) => {
    const reason = waits.get(one) ?? null;
    return reason === null ? one : { ...one, result: waitFor(reason, { due: one.due, now }) };
  });
}

interface Made {
  claimed: ClaimedRow;
  facts: MessageFacts;
  /** When the message was due. */
  due: Date;
  version: RowVersion;
  lead: LeadToSend | undefined;
  result: Ready | Verdict;
}

interface Make {
  chunk: readonly ClaimedRow[];
  now: Date;
}

/** Checks the rows. Leads are locked before rows, as in `followUps.save`, to avoid deadlocks. */
async function make(tx: CompanyTx, deps: DeliveryDeps, { chunk, now }: Make): Promise<Made[]> {
  const [first] = chunk;
  if (!first) return [];
  if (first.companyId === null) return makeOne(tx, deps, { claimed: first, leads: new Map(), sender: null, now });
  const busy = chunk.length === 1 ? 'wait' : 'skip';
  const leads = await lockLeadsToSend(
    tx,
    first.companyId,
    chunk.flatMap(({ leadId }) => leadId ?? []),
    busy,
  );
  const sender = await getSendingCompany(tx, first.companyId);
  if (first.kind === FOLLOW_UP) return makeSeries(tx, deps, { chunk, leads, sender, now });
  return makeOne(tx, deps, { claimed: first, leads, sender, now });
}

async function makeSeries(
  tx: CompanyTx,
  { kinds, config }: DeliveryDeps,
  given: Make & { leads: ReadonlyMap<LeadId, LeadToSend>; sender: SendingCompany },
): Promise<Made[]> {
  const { chunk, leads, sender, now } = given;
  const { company, plan } = sender;
  const kind = kindOf(kinds, FOLLOW_UP);
  const busy = chunk.length === 1 ? 'wait' : 'skip';
  const free = busy === 'wait' ? chunk : chunk.filter(({ leadId }) => leadId !== null && leads.has(leadId));
  const messages = await kind?.lockSeries?.(tx, { claimed: free, busy, company, plan, config, now });
  if (!messages) throw new Error('the kind of the follow-ups isn’t registered');
  const optOuts = await findMailOptOuts(
    tx,
    company.id,
    [...leads.values()].map(({ email }) => email),
  );
  const ahead = await findMailsAhead(tx, [...messages.values()]);
  const undecided = await unsureAmong(tx, company.id, [...leads.keys()]);
  const context = { ...sender, optOuts, ahead, undecided, config, now };
  const made: Made[] = [];
  for (const claimed of free) {
    const message = messages.get(claimed.id);
    if (!message) continue;
    const lead = claimed.leadId === null ? undefined : leads.get(claimed.leadId);
    const facts = factsOfRow(claimed, { kind: FOLLOW_UP, step: message.step });
    const result = await prepareSeries(tx, { facts, message, lead }, context);
    made.push({ claimed, facts, due: message.due, version: message.version, lead, result });
  }
  return made;
}

async function makeOne(
  tx: CompanyTx,
  deps: DeliveryDeps,
  given: {
    claimed: ClaimedRow;
    leads: ReadonlyMap<LeadId, LeadToSend>;
    /** Null for the platform's own emails. */
    sender: SendingCompany | null;
    now: Date;
  },
): Promise<Made[]> {
  const { claimed, leads, sender, now } = given;
  const row = await lockMessage(tx, claimed);
  if (!row) return [];
  const lead = claimed.leadId === null ? undefined : leads.get(claimed.leadId);
  const kind = kindOf(deps.kinds, row.kind);
  const facts = factsOfRow(claimed, { kind: row.kind, step: null });
  const result = await prepareMessage(tx, deps, { facts, kind, row, lead, sender, now });
  return [{ claimed, facts, due: row.first_due_at ?? row.due_at, version: row.version, lead, result }];
}
