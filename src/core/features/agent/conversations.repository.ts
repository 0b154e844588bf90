import { type Selectable, sql } from 'kysely';
import type { AgentChannel, LeadConversation } from '#shared/features/agent/agent.schema.ts';
import type { HandoverSummary } from '#shared/features/agent/handover.schema.ts';
import { AppError, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, ConversationId, LeadId } from '#shared/primitives/ids.ts';
import { DEFAULT_LANGUAGE } from '#shared/primitives/language.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { leadCents } from '../lead-rows/lead-price.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';
import type { AgentConversationsTable } from './agent.table.ts';
import { type Answered, type GuidedState, newState } from './guided/guided-state.ts';
import type { Turn } from './turn.ts';

/** The maximum number of conversations per ticket. */
const MOST_OF_TICKET = 20;

const COLUMNS = ['id', 'lead_id', 'channel', 'state', 'messages', 'handed_over_at', 'taken_over_at'] as const;
export type Conversation = Pick<Selectable<AgentConversationsTable>, (typeof COLUMNS)[number]>;

/**
 * Finds or creates the conversation for a turn, and locks it. Because of the lock, its messages are answered one at a
 * time. Throws NOT_FOUND if the turn's conversation or lead doesn't exist. Throws RATE_LIMITED if the ticket has too
 * many conversations.
 */
export async function openConversation(tx: CompanyTx, turn: Turn, at: Date): Promise<Conversation> {
  const { companyId, channel, conversation: of } = turn;
  if ('id' in of) return lockConversation(tx, { companyId, id: of.id, channel });
  if ('leadId' in of) return openOfLead(tx, turn, { leadId: of.leadId, at });
  return beginWithTicket(tx, turn, { ticketId: of.ticket.id, at });
}

interface OneConversation {
  companyId: CompanyId;
  id: ConversationId;
  /** If omitted, the conversation may be in any channel. */
  channel?: AgentChannel;
}

/** Locks an existing conversation. Throws NOT_FOUND. */
export const lockConversation = (tx: CompanyTx, of: OneConversation): Promise<Conversation> =>
  existing(byId(tx, of).forUpdate().executeTakeFirst());

/** Reads an existing conversation. Throws NOT_FOUND. */
export const findConversation = (tx: CompanyTx, of: OneConversation): Promise<Conversation> =>
  existing(byId(tx, of).executeTakeFirst());

const byId = (tx: CompanyTx, { companyId, id, channel }: OneConversation) =>
  tx
    .selectFrom('agent_conversations')
    .select(COLUMNS)
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .$if(channel !== undefined, (query) => query.where('channel', '=', channel as AgentChannel));

async function existing(query: Promise<Conversation | undefined>): Promise<Conversation> {
  const found = await query;
  if (!found) throw notFound('this conversation');
  return found;
}

/** Takes a lock for starting conversations, so that a message that is sent twice doesn't start two conversations. */
const lockBeginning = (tx: CompanyTx, key: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`agent:${key}`}, 63))`.execute(tx);

async function beginWithTicket(
  tx: CompanyTx,
  turn: Turn,
  { ticketId, at }: { ticketId: string; at: Date },
): Promise<Conversation> {
  const { companyId, messageId } = turn;
  await lockBeginning(tx, ticketId);
  const ofTicket = tx
    .selectFrom('agent_conversations')
    .where('agent_conversations.company_id', '=', companyId)
    .where('ticket_id', '=', ticketId);
  const known =
    messageId === undefined
      ? undefined
      : await ofTicket
          .innerJoin('agent_messages', 'agent_messages.conversation_id', 'agent_conversations.id')
          .select('agent_conversations.id')
          .where('client_id', '=', messageId)
          .executeTakeFirst();
  if (known) return lockConversation(tx, { companyId, id: known.id });
  const { begun } = await ofTicket.select(({ fn }) => fn.countAll<number>().as('begun')).executeTakeFirstOrThrow();
  if (begun >= MOST_OF_TICKET)
    throw new AppError(
      `This page has reached its limit of ${MOST_OF_TICKET} conversations. Refresh the page to start a new conversation`,
      'RATE_LIMITED',
    );
  return begin(tx, turn, { ticketId, leadId: null, state: newState(turn.language ?? DEFAULT_LANGUAGE), at });
}

/** Returns the lead's newest conversation in the turn's channel, or creates one. Throws NOT_FOUND. */
async function openOfLead(
  tx: CompanyTx,
  turn: Turn,
  { leadId, at }: { leadId: LeadId; at: Date },
): Promise<Conversation> {
  const { companyId, channel } = turn;
  await lockBeginning(tx, `${leadId}:${channel}`);
  const found = await tx
    .selectFrom('agent_conversations')
    .select('id')
    .where('company_id', '=', companyId)
    .where('lead_id', '=', leadId)
    .where('channel', '=', channel)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (found) return lockConversation(tx, { companyId, id: found.id });
  const state = await stateOfLead(tx, { ...turn, at }, leadId);
  return begin(tx, turn, { ticketId: null, leadId, state, at });
}

/** Returns the initial state for a new conversation with an existing lead, based on the data in the lead's row. */
async function stateOfLead(
  tx: CompanyTx,
  { companyId, language, at }: Turn & { at: Date },
  leadId: LeadId,
): Promise<GuidedState> {
  const lead = await tx
    .selectFrom('leads')
    .select(['name', 'email', 'phone', 'address', 'zip', 'language'])
    .select(['perimeter_ft', 'gate_count', 'material_id', 'material_type'])
    .select(leadCents('leads', at).as('totalCents'))
    .where('company_id', '=', companyId)
    .where('id', '=', leadId)
    .executeTakeFirst();
  if (!lead) throw notFound('this lead');
  const { name, email, phone, address, zip, perimeter_ft: perimeter, gate_count: gateCount } = lead;
  const { material_type: materialType, totalCents } = lead;
  const isPriced = perimeter !== null && materialType !== null && totalCents !== null;
  const state = newState(language ?? lead.language ?? DEFAULT_LANGUAGE);
  return {
    ...state,
    fence: {
      ...state.fence,
      feet: perimeter,
      materialId: lead.material_id,
      gateCount: perimeter === null ? null : gateCount,
    },
    contact: { name, email, phone, address, zip },
    told: isPriced ? { totalCents, perimeter, materialType, gateCount } : null,
    lead: true,
  };
}

interface Beginning {
  ticketId: string | null;
  leadId: LeadId | null;
  state: GuidedState;
  at: Date;
}

async function begin(
  tx: CompanyTx,
  { companyId, channel }: Turn,
  { ticketId, leadId, state, at }: Beginning,
): Promise<Conversation> {
  const begun = await tx
    .insertInto('agent_conversations')
    .values({
      company_id: companyId,
      channel,
      lead_id: leadId,
      ticket_id: ticketId,
      state: JSON.stringify(state),
      handed_over_at: null,
      taken_over_at: null,
      created_at: at,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  if (leadId !== null) await noteTalk(tx, { companyId, leadId, conversationId: begun.id, channel, at });
  return begun;
}

interface Talk {
  companyId: CompanyId;
  leadId: LeadId;
  conversationId: ConversationId;
  channel: AgentChannel;
  at: Date;
}

/** Adds a conversation to its lead's timeline, at most once (unique index `timeline_agent_talk`). */
const noteTalk = (tx: CompanyTx, { companyId, leadId, conversationId, channel, at }: Talk): Promise<void> =>
  addTimelineEvent(tx, { companyId, leadId, kind: 'agent_talk', at, data: { conversationId, channel } });

interface Saved {
  companyId: CompanyId;
  conversation: Conversation;
  answered: Pick<Answered, 'state' | 'handover'>;
  /** Null unless the conversation is handed over. */
  summary: HandoverSummary | null;
  /** The lead that this answer created or changed. */
  leadId: LeadId | null;
  at: Date;
}

export async function saveState(
  tx: CompanyTx,
  { companyId, conversation, answered, summary, leadId, at }: Saved,
): Promise<void> {
  await tx
    .updateTable('agent_conversations')
    .set((row) => ({
      state: JSON.stringify(answered.state),
      lead_id: leadId ?? row.ref('lead_id'),
      handed_over_at: conversation.handed_over_at ?? (summary === null ? null : at),
      handover: summary === null ? null : JSON.stringify(summary),
    }))
    .where('company_id', '=', companyId)
    .where('id', '=', conversation.id)
    .execute();
  const { id: conversationId, channel } = conversation;
  if (conversation.lead_id === null && leadId !== null)
    await noteTalk(tx, { companyId, leadId, conversationId, channel, at });
}

/** Reads the messages exchanged with a lead, oldest first, and whether a member has taken over. */
export async function readConversation(
  tx: CompanyTx,
  { companyId, leadId }: { companyId: CompanyId; leadId: LeadId },
): Promise<LeadConversation> {
  const rows = await tx
    .selectFrom('agent_messages')
    .innerJoin('agent_conversations', 'agent_conversations.id', 'agent_messages.conversation_id')
    .select([
      'agent_messages.id',
      'agent_messages.author',
      'agent_messages.body',
      'agent_messages.at',
      'channel',
      'taken_over_at',
      'handed_over_at',
      'handover',
    ])
    .where('agent_messages.company_id', '=', companyId)
    .where('agent_conversations.lead_id', '=', leadId)
    .orderBy('agent_messages.id')
    .execute();
  return {
    lines: rows.map(({ id, author, body, at, channel }) => ({ id, author, body, channel, at: at.toISOString() })),
    handover: rows.reduce(newerHandover, NOT_HANDED_OVER).handover,
    takenOver: rows.some(({ taken_over_at }) => taken_over_at !== null),
  };
}

type Handover = Pick<Selectable<AgentConversationsTable>, 'handed_over_at' | 'handover'>;
const NOT_HANDED_OVER: Handover = { handed_over_at: null, handover: null };
const newerHandover = (a: Handover, b: Handover): Handover =>
  Number(b.handed_over_at) > Number(a.handed_over_at) ? b : a;

/**
 * The columns that are reset when a member returns a conversation to the agent. The agent then answers again, even if
 * it had handed over the conversation.
 */
const BEGUN_ANEW = {
  handed_over_at: null,
  handover: null,
  state: sql<never>`state || '{"handedOver": null, "unsure": 0}'::jsonb`,
};

/**
 * Records that a member took over the lead's conversations at `at`. If `at` is null, records that the conversations
 * were returned to the agent. Throws NOT_FOUND if the lead has no conversations.
 */
export async function setTakenOver(
  tx: CompanyTx,
  { companyId, leadId, at }: { companyId: CompanyId; leadId: LeadId; at: Date | null },
): Promise<void> {
  const changed = await tx
    .updateTable('agent_conversations')
    .set({ taken_over_at: at, ...(at === null ? BEGUN_ANEW : {}) })
    .where('company_id', '=', companyId)
    .where('lead_id', '=', leadId)
    .returning('id')
    .execute();
  if (changed.length === 0) throw notFound('this conversation');
}
