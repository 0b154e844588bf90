import type { AgentEvent, EstimateAgentInput } from '#shared/features/agent/agent.schema.ts';
import { notFound } from '#shared/primitives/app-error.ts';
import { HOUR } from '#shared/primitives/durations.ts';
import type { LeadId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../../platform/db/app.ts';
import { noteQuestion } from '../../agreements/ask-question.ts';
import type { EstimatePage } from '../../agreements/read-page.ts';
import { lockLeadOrThrow } from '../../lead-rows/lock-leads.ts';
import type { RequestFacts } from '../../leads/widget-request.ts';
import { lockConversation, openConversation, saveState } from '../conversations.repository.ts';
import { summaryOf } from '../handover-summary.ts';
import type { GuidedState } from '../guided/guided-state.ts';
import { eventsOf, textOf, type Turn, type TurnAnswer, type TurnDeps } from '../turn.ts';
import { readContext } from '../turn-context.ts';
import { type AskedMessage, findAnswerTo, readPending, saveAnswer, writeDown } from '../turns.repository.ts';
import { answerAboutEstimate, tooManyQuestions } from './about-estimate.ts';
import { factsOfPage } from './estimate-facts.ts';
import { newerUrlOf } from './estimate-of-lead.ts';

/** The contractor is notified of at most this many questions per lead per hour. */
const MOST_QUESTIONS = 8;

/**
 * Answers a homeowner's question on an estimate's private page. The message is committed before its answer, as on every
 * channel (`answerTurn`). If a message is sent again with the same `messageId`, it gets the same answer. If only a
 * person can answer the question, it's sent to the contractor, as if the homeowner had used the page's form. All errors
 * are thrown before anything is written. Throws NOT_FOUND if the given conversation isn't the one on this page. Throws
 * FORBIDDEN if the agent is off. Throws RATE_LIMITED if the conversation has too many messages.
 */
export async function answerOnPage(
  deps: TurnDeps,
  page: EstimatePage,
  { input, facts }: { input: Omit<EstimateAgentInput, 'token'>; facts: RequestFacts },
): Promise<AgentEvent[]> {
  const { companyId, leadId, language } = page.document;
  const turn: Turn = {
    companyId,
    channel: 'estimate_page',
    conversation: { leadId },
    text: input.text,
    language,
    messageId: input.messageId,
    facts,
  };
  const asked = await inCompany(deps.db, companyId, (tx) => ask(tx, { deps, turn, input }));
  if (asked.answer !== undefined) return eventsOf(asked.answer);
  const { answer, isTold } = await inCompany(deps.db, companyId, (tx) => settle(tx, { deps, turn, page, asked }));
  if (isTold) await deps.wakeUps.enqueue(companyId);
  return eventsOf(answer);
}

/** Stores the message and returns it, together with its answer if it already has one. */
async function ask(
  tx: CompanyTx,
  { deps, turn, input }: { deps: TurnDeps; turn: Turn; input: Pick<EstimateAgentInput, 'conversationId'> },
): Promise<AskedMessage & { answer?: TurnAnswer }> {
  const { companyId, channel, text, messageId } = turn;
  const at = deps.clock.now();
  await readContext(tx, { companyId, channel, at });
  const conversation = await openConversation(tx, turn, at);
  if (input.conversationId !== undefined && input.conversationId !== conversation.id)
    throw notFound('this conversation');
  const asked = await writeDown(tx, { companyId, conversation, text, clientId: messageId, at });
  const answer = asked.isNew ? undefined : await findAnswerTo(tx, companyId, asked);
  return { ...asked, ...(answer === undefined ? {} : { answer }) };
}

interface Settling {
  deps: TurnDeps;
  turn: Turn;
  page: EstimatePage;
  asked: AskedMessage;
}

async function settle(
  tx: CompanyTx,
  { deps, turn, page, asked }: Settling,
): Promise<{ answer: TurnAnswer; isTold: boolean }> {
  const { companyId, channel } = turn;
  const { conversationId } = asked;
  const at = deps.clock.now();
  const silent: TurnAnswer = { conversationId, text: null, prices: [], leadId: null, handover: null };
  const conversation = await lockConversation(tx, { companyId, id: conversationId });
  const pending = await readPending(tx, { companyId, conversationId });
  // Another request has already answered the message, or a later message's turn will answer it.
  if (pending.at(-1)?.id !== asked.id)
    return { answer: (await findAnswerTo(tx, companyId, asked)) ?? silent, isTold: false };
  const { company } = await readContext(tx, { companyId, channel, at });
  const quiet = conversation.taken_over_at !== null;
  const question = textOf(pending);
  const answered = answerAboutEstimate(
    inLanguage(conversation.state, page),
    question,
    factsOfPage(page, { ...company, url: null, newerUrl: newerUrlOf(deps, page) }),
  );
  const forPerson = quiet || answered.handover !== null;
  const isTold = forPerson && (await tellTeam(tx, { page, question, at }));
  const text = forPerson && !isTold ? tooManyQuestions(answered.state.language) : answered.text;
  const answer = quiet ? { ...silent, text: isTold ? null : text } : { ...silent, text, handover: answered.handover };
  const summary = summaryOf({ state: answered.state, channel, said: question, materials: company.materials });
  await saveState(tx, { companyId, conversation, answered, summary, leadId: null, at });
  await saveAnswer(tx, { companyId, answer, pending, unanswered: quiet ? null : answered.unanswered, at });
  return { answer, isTold };
}

/** If the homeowner switched the page to another language, sets the conversation's language to the page's language. */
const inLanguage = (state: GuidedState, { document, version }: EstimatePage): GuidedState =>
  document.language === version.estimate.language ? state : { ...state, language: document.language };

/**
 * Sends the question to the contractor. If the lead has asked too many questions in the last hour, returns false and
 * sends nothing.
 */
async function tellTeam(
  tx: CompanyTx,
  { page, question, at }: { page: EstimatePage; question: string; at: Date },
): Promise<boolean> {
  const { companyId, leadId } = page.document;
  await lockLeadOrThrow(tx, companyId, leadId);
  if ((await askedLately(tx, leadId, at)) >= MOST_QUESTIONS) return false;
  await noteQuestion(tx, { companyId, estimate: page.version.estimate, question, at });
  return true;
}

const askedLately = async (tx: CompanyTx, leadId: LeadId, at: Date): Promise<number> => {
  const { count } = await tx
    .selectFrom('timeline_events')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('lead_id', '=', leadId)
    .where('kind', '=', 'question')
    .where('at', '>', new Date(at.getTime() - HOUR))
    .executeTakeFirstOrThrow();
  return count;
};
