import { plainCharacters } from '#shared/features/messages/sms-text.rules.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { agentAnswersHere } from '#shared/features/agent/agent-hours.rules.ts';
import { HOUR, MINUTE, SECOND } from '#shared/primitives/durations.ts';
import type { CompanyId, MessageId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../../platform/db/app.ts';
import { lockLead } from '../../lead-rows/lock-leads.ts';
import type { LeadRow } from '../../lead-rows/lead-rows.table.ts';
import { isUndecided } from '../../permission/unsure-replies.ts';
import { readAgentSettings } from '../agent-settings.ts';
import { answerTurn } from '../answer-turn.ts';
import type { TurnAnswer, TurnDeps } from '../turn.ts';
import { fitMessage } from './fit-message.ts';
import { queueAnswer, withoutOpening } from './queue-answer.ts';
import {
  claimWaiting,
  endWaiting,
  findDueThreads,
  isAnsweredByPerson,
  keepAnswer,
  readWaiting,
  takeDrafts,
  type ReplyThread,
  type WaitingReply,
} from './replies.repository.ts';

/** The maximum length, in characters, of several waiting messages that are joined and answered together. */
const LONGEST = 8_000;
/** How long to wait for the model before the guided conversation answers instead. */
const PATIENCE = 45 * SECOND;
/**
 * How many of a company's threads are answered at the same time in one turn. The number is small because other
 * companies' homeowners wait until the turn ends.
 */
const THREADS_AT_ONCE = 3;
/**
 * How long a worker's claim on a thread lasts. If the worker is killed, another worker can answer once the claim
 * expires.
 */
const CLAIMED_FOR = MINUTE;
/** The maximum delay before a failed answer is retried. */
const LATEST_TRY = HOUR;

/**
 * Answers homeowners' texts and emails to a company that are due for an answer. Each answer is either sent to the
 * homeowner or stored as a draft for the contractor. Several messages in a row get one answer. If a person answers
 * first, the agent's answer is dropped, even if the agent has already started to prepare it. Each step can be repeated
 * after a crash, because the turn is stored under the message's id and the outgoing message has a fixed key. Only one
 * worker at a time answers a thread. Each call answers only a few of the company's threads. Returns whether more
 * threads may be due. If a thread fails, throws the first error after all threads have been processed. Failed answers
 * are retried later.
 */
export async function answerReplies(deps: TurnDeps, companyId: CompanyId): Promise<boolean> {
  const threads = await inCompany(deps.db, companyId, (tx) =>
    findDueThreads(tx, companyId, { now: deps.clock.now(), most: THREADS_AT_ONCE }),
  );
  const outcomes = await Promise.allSettled(threads.map((thread) => answerThread(deps, { companyId, ...thread })));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return threads.length === THREADS_AT_ONCE;
}

async function answerThread(deps: TurnDeps, thread: ReplyThread): Promise<void> {
  const claim = await inCompany(deps.db, thread.companyId, (tx) => claimThread(tx, deps, thread));
  if (claim === undefined) return;
  const answer = await speak(deps, thread, claim.waiting);
  await inCompany(deps.db, thread.companyId, (tx) => settle(tx, deps, { thread, claim, answer }));
  await deps.wakeUps.enqueue(thread.companyId);
}

/** The messages that this worker has claimed, so that no other worker answers them. */
interface Claim {
  waiting: readonly WaitingReply[];
  until: Date;
}

/**
 * Claims a thread's waiting messages. Returns undefined if there are none, or if one of them isn't due yet, for example
 * because another worker has claimed it. If the agent isn't allowed to answer the messages, marks them as dropped and
 * returns undefined.
 */
async function claimThread(tx: CompanyTx, deps: TurnDeps, thread: ReplyThread): Promise<Claim | undefined> {
  const lead = await lockLead(tx, thread.companyId, thread.leadId);
  const waiting = await readWaiting(tx, thread);
  const ids = waiting.map(({ id }) => id);
  const now = deps.clock.now();
  const [first] = waiting;
  if (first === undefined || waiting.some(({ dueAt }) => dueAt > now)) return undefined;
  if (!lead || !(await mayAnswer(tx, deps, { thread, lead, ids }))) {
    await endWaiting(tx, thread, ids, 'dropped');
    return undefined;
  }
  // The delay doubles with each attempt, so that an answer that always fails costs little.
  const wait = Math.min(Math.max(CLAIMED_FOR, now.getTime() - first.since.getTime()), LATEST_TRY);
  const until = new Date(now.getTime() + wait);
  await claimWaiting(tx, thread, { ids, until });
  return { waiting, until };
}

/**
 * Whether the agent may answer. The agent must be turned on for this channel and within its hours, and the lead must
 * not be held for review. No message of this person may be waiting for a decision whether it's an opt-out. In addition, no person may have answered or taken over the conversation, and the homeowner
 * must not have been told that a person will answer.
 */
async function mayAnswer(
  tx: CompanyTx,
  { clock }: TurnDeps,
  { thread, lead, ids }: { thread: ReplyThread; lead: LeadRow; ids: readonly MessageId[] },
): Promise<boolean> {
  const { companyId, channel } = thread;
  if (lead.held_at !== null || (await isUndecided(tx, companyId, lead.id))) return false;
  if (await isAnsweredByPerson(tx, thread)) return false;
  const settings = await readAgentSettings(tx, companyId);
  // A draft announces nothing to the homeowner, so that drafting continues after a handover.
  if (settings[channel] !== 'draft' && (await isHandedOver(tx, thread, ids))) return false;
  const { time_zone: zone } = await tx
    .selectFrom('company_profiles')
    .select('time_zone')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return agentAnswersHere(settings, channel, { now: clock.now(), zone });
}

/**
 * Whether the conversation was handed over before these messages arrived. The homeowner was told at that point that a
 * person would answer, so the agent doesn't answer until a member lets it answer again. A handover that was caused by
 * these messages doesn't count. Otherwise, if the worker died before it sent the answer that announces the handover,
 * that answer would never be sent.
 */
const isHandedOver = async (
  tx: CompanyTx,
  { companyId, leadId, channel }: ReplyThread,
  ids: readonly MessageId[],
): Promise<boolean> =>
  (await tx
    .selectFrom('agent_conversations as talk')
    .select('talk.id')
    .where('talk.company_id', '=', companyId)
    .where('talk.lead_id', '=', leadId)
    .where('talk.channel', '=', channel)
    .where('talk.handed_over_at', 'is not', null)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('agent_messages as asked')
            .select('asked.id')
            .whereRef('asked.conversation_id', '=', 'talk.id')
            .where('asked.client_id', 'in', ids),
        ),
      ),
    )
    .executeTakeFirst()) !== undefined;

/**
 * Returns the agent's answer. Returns undefined if the agent can't answer, for example because the company doesn't have
 * a plan or the conversation is very long.
 */
async function speak(
  deps: TurnDeps,
  { companyId, leadId, channel }: ReplyThread,
  waiting: readonly WaitingReply[],
): Promise<TurnAnswer | undefined> {
  const text = waiting.map(({ body }) => body).join('\n');
  try {
    return await answerTurn(deps, {
      companyId,
      channel,
      conversation: { leadId },
      text: text.slice(0, LONGEST).toWellFormed(),
      language: undefined,
      messageId: waiting.at(-1)?.id,
      facts: { ip: '', userAgent: '' },
      signal: AbortSignal.timeout(PATIENCE),
    });
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/**
 * Whether this worker's claim is still valid. If preparing the answer took too long, another worker may have claimed
 * the messages. The answer must then not be stored.
 */
async function isStillClaimed(tx: CompanyTx, thread: ReplyThread, { waiting, until }: Claim): Promise<boolean> {
  const left = await readWaiting(tx, thread);
  return waiting.every(({ id }) => left.some((one) => one.id === id && one.dueAt.getTime() === until.getTime()));
}

interface Settling {
  thread: ReplyThread;
  claim: Claim;
  answer: TurnAnswer | undefined;
}

async function settle(tx: CompanyTx, deps: TurnDeps, { thread, claim, answer }: Settling): Promise<void> {
  const { companyId, channel } = thread;
  const lead = await lockLead(tx, companyId, thread.leadId);
  if (!(await isStillClaimed(tx, thread, claim))) return;
  const ids = claim.waiting.map(({ id }) => id);
  const last = ids.at(-1);
  const said = answer?.text ?? null;
  if (!lead || last === undefined || said === null || answer === undefined)
    return endWaiting(tx, thread, ids, 'dropped');
  // The homeowner may have written something else while the answer was prepared.
  if ((await isAnsweredByPerson(tx, thread)) || (await isUndecided(tx, companyId, thread.leadId)))
    return endWaiting(tx, thread, ids, 'dropped');
  await endWaiting(tx, thread, ids.slice(0, -1), 'joined');
  const { name } = await tx
    .selectFrom('company_profiles')
    .select('name')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  const bare = withoutOpening(said, name);
  const { [channel]: mode } = await readAgentSettings(tx, companyId);
  if (mode === 'auto')
    return queueAnswer(tx, { thread, lead, answer, company: name, said: bare, messageId: last, at: deps.clock.now() });
  const earlier = (await takeDrafts(tx, thread)).filter((draft) => draft !== bare);
  const fitted = fitMessage({ opening: '', earlier, said: bare }, { channel, company: name });
  return keepAnswer(tx, thread, {
    id: last,
    status: 'draft',
    answer: channel === 'sms' ? plainCharacters(fitted) : fitted,
  });
}
