import { inCompany, type CompanyTx } from '../../platform/db/app.ts';
import { changeLead } from '../lead-rows/write-leads.ts';
import { settleRequest } from '../instant/settle-request.ts';
import type { Ticket } from '../widget/ticket.ts';
import { type Conversation, lockConversation, openConversation, saveState } from './conversations.repository.ts';
import { answerAboutEstimate } from './estimate/about-estimate.ts';
import { type EstimateFacts, factsOfPage } from './estimate/estimate-facts.ts';
import { type LinkedPage, newerUrlOf, pageOfLead } from './estimate/estimate-of-lead.ts';
import type { GuidedState } from './guided/guided-state.ts';
import { answerMessage } from './guided/answer-message.ts';
import { summaryOf } from './handover-summary.ts';
import { keepLead } from './keep-lead.ts';
import type { Spoken } from './model/answer-with-model.ts';
import { askModel, isCurrent, type ModelAnswer } from './model-turn.ts';
import { type AskedMessage, findAnswerTo, readPending, saveAnswer, writeDown } from './turns.repository.ts';
import { noteForPerson } from './note-for-person.ts';
import { tellOfHandover } from './tell-of-handover.ts';
import { textOf, type Turn, type TurnAnswer, type TurnDeps } from './turn.ts';
import { readContext, type TurnContext } from './turn-context.ts';

/**
 * Answers one message from a homeowner in two transactions. The first transaction stores the message with the status
 * 'asked'. Then the model is called. If the model gives no usable answer, the guided conversation answers. The second
 * transaction stores the answer, the new state and the lead. The answer is returned only after this transaction. If the
 * process crashes between the two transactions, the message is kept, and the answer to the homeowner's next message
 * covers both messages. If several messages are waiting, the last message's turn answers them all. The other turns
 * return no text. If a message is sent again with the same `messageId`, the stored answer is returned. All errors are
 * thrown before anything is written. Throws NOT_FOUND if there's no such conversation or lead. Throws FORBIDDEN if the
 * agent doesn't answer in this channel. Throws RATE_LIMITED if the conversation has too many messages.
 */
export async function answerTurn(deps: TurnDeps, turn: Turn): Promise<TurnAnswer> {
  const { companyId } = turn;
  const asked = await inCompany(deps.db, companyId, (tx) => ask(tx, deps, turn));
  if (asked.answer !== undefined) return withEstimate(deps, turn, asked.answer);
  const sent = await sentEstimate(deps, turn);
  // Once an estimate has been sent, the model isn't used. It can't read the estimate, so it could state a different
  // price.
  const byModel = sent === undefined ? await askModel(deps, turn, asked) : undefined;
  const { answer, isNew } = await inCompany(deps.db, companyId, (tx) =>
    settle(tx, { deps, turn, asked, sent, byModel }),
  );
  const answered = await withEstimate(deps, turn, answer);
  if (isNew) await deps.wakeUps.enqueue(companyId);
  return answered;
}

/** Adds the estimate that the widget conversation's lead gets at once. */
async function withEstimate(deps: TurnDeps, { companyId, channel }: Turn, answer: TurnAnswer): Promise<TurnAnswer> {
  if (channel !== 'widget' || answer.leadId === null) return answer;
  return { ...answer, estimate: await settleRequest(deps, { companyId, leadId: answer.leadId }) };
}

const isInThread = ({ channel }: Turn): boolean => channel === 'sms' || channel === 'email';

/** Returns the estimate that a lead's texts and emails are about. Undefined if none was sent. */
const sentEstimate = async (deps: TurnDeps, turn: Turn): Promise<LinkedPage | undefined> =>
  isInThread(turn) && 'leadId' in turn.conversation
    ? pageOfLead(deps, { companyId: turn.companyId, leadId: turn.conversation.leadId })
    : undefined;

/** Stores the message. If it was already answered, also returns the stored answer. */
async function ask(tx: CompanyTx, deps: TurnDeps, turn: Turn): Promise<AskedMessage & { answer?: TurnAnswer }> {
  const { companyId, channel, text, messageId } = turn;
  const at = deps.clock.now();
  await readContext(tx, { companyId, channel, at });
  const conversation = await openConversation(tx, turn, at);
  const asked = await writeDown(tx, { companyId, conversation, text, clientId: messageId, at });
  const answer = asked.isNew ? undefined : await findAnswerTo(tx, companyId, asked);
  return { ...asked, ...(answer === undefined ? {} : { answer }) };
}

interface Settling {
  deps: TurnDeps;
  turn: Turn;
  asked: AskedMessage;
  sent: LinkedPage | undefined;
  byModel: ModelAnswer | undefined;
}

async function settle(
  tx: CompanyTx,
  { deps, turn, asked, sent, byModel }: Settling,
): Promise<{ answer: TurnAnswer; isNew: boolean }> {
  const { companyId, channel } = turn;
  const { conversationId } = asked;
  const at = deps.clock.now();
  const conversation = await lockConversation(tx, { companyId, id: conversationId });
  const pending = await readPending(tx, { companyId, conversationId });
  if (pending.at(-1)?.id !== asked.id) return { answer: await elsewhere(tx, turn, asked), isNew: false };
  const context = await readContext(tx, { companyId, channel, at });
  const isTakenOver = conversation.taken_over_at !== null;
  // Nothing was said to the homeowner yet, so that a draft answers a message after a handover too.
  const onlyDrafts = isInThread(turn) && context.settings[channel === 'sms' ? 'sms' : 'email'] === 'draft';
  const before = onlyDrafts ? { ...conversation.state, handedOver: null } : conversation.state;
  const spoken =
    byModel !== undefined && isCurrent(byModel, { conversation, pending, context })
      ? byModel.spoken
      : sent === undefined
        ? guided(before, textOf(pending), context.company)
        : aboutEstimate(before, textOf(pending), factsOf(deps, sent, context));
  // In a thread, a message that isn't about the fence or the estimate may ask to stop. A person reads it.
  const quiet = isTakenOver || (isInThread(turn) && !spoken.isUnderstood);
  const answered: Spoken = {
    ...spoken,
    state: {
      ...spoken.state,
      handedOver: spoken.state.handedOver ?? conversation.state.handedOver,
      // A price that isn't said isn't told.
      told: quiet ? conversation.state.told : spoken.state.told,
    },
  };
  const kept = answered.lead
    ? await keepLead(tx, {
        deps,
        companyId,
        conversation,
        state: answered.state,
        offer: context.offer,
        facts: turn.facts,
        ticket: ticketOf(turn, conversation, at),
        inThread: isInThread(turn),
        at,
      })
    : undefined;
  const answer: TurnAnswer = {
    conversationId,
    text: quiet ? null : answered.text,
    prices: quiet || onlyDrafts ? [] : answered.prices,
    leadId: kept?.leadId ?? null,
    handover: quiet ? null : answered.handover,
  };
  const summary = summaryOf({
    state: answered.state,
    channel,
    said: textOf(pending),
    materials: context.company.materials,
  });
  await saveState(tx, { companyId, conversation, answered, summary, leadId: answer.leadId, at });
  await saveAnswer(tx, { companyId, answer, pending, unanswered: answered.unanswered, at });
  const leadId = answer.leadId ?? conversation.lead_id;
  const { language } = answered.state;
  if (leadId !== null && language !== conversation.state.language)
    await changeLead(tx, { companyId, leadId }, { language });
  // A conversation may be handed over before it has a lead. The contractor is then notified once the lead is created.
  const isNews = conversation.handed_over_at === null || conversation.lead_id === null;
  const isForPerson = isTakenOver || (summary !== null && !isNews);
  if (channel === 'widget' && isForPerson && leadId !== null) {
    const isNotified = await noteForPerson(tx, { companyId, conversationId, leadId, isTakenOver, at });
    return { answer, isNew: isNotified || kept?.isNew === true };
  }
  if (summary === null || leadId === null || isForPerson) return { answer, isNew: kept?.isNew ?? false };
  await tellOfHandover(tx, { companyId, conversationId, leadId, channel, at });
  return { answer, isNew: true };
}

const factsOf = (deps: TurnDeps, { page, url }: LinkedPage, { company }: TurnContext): EstimateFacts =>
  factsOfPage(page, { ...company, url, newerUrl: newerUrlOf(deps, page) });

/** Returns the answer from the guided conversation, which doesn't use a model. */
function guided(...asked: Parameters<typeof answerMessage>): Spoken {
  const { price, ...answered } = answerMessage(...asked);
  return { ...answered, prices: price === null ? [] : [price] };
}

/**
 * Returns the answer about the sent estimate. The answer doesn't state any other price. It doesn't repeat that it's
 * automated, because the thread already says so.
 */
const aboutEstimate = (state: GuidedState, message: string, facts: EstimateFacts): Spoken => ({
  ...answerAboutEstimate({ ...state, disclosed: true }, message, facts),
  prices: [],
  lead: false,
});

/**
 * Returns the result for a message that another request has already answered or that a later message's turn will
 * answer.
 */
const elsewhere = async (tx: CompanyTx, { companyId }: Turn, asked: AskedMessage): Promise<TurnAnswer> =>
  (await findAnswerTo(tx, companyId, asked)) ?? silence(asked);

const silence = ({ conversationId }: AskedMessage): TurnAnswer => ({
  conversationId,
  text: null,
  prices: [],
  leadId: null,
  handover: null,
});

/**
 * Returns the ticket that limits how many leads can be created. A widget has its own ticket. In other channels, a
 * ticket is created from the conversation.
 */
const ticketOf = ({ companyId, conversation: of }: Turn, conversation: Conversation, at: Date): Ticket =>
  'ticket' in of ? of.ticket : { id: conversation.id, companyId, issuedAt: at };
