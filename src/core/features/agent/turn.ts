import type { AgentChannel, AgentEvent } from '#shared/features/agent/agent.schema.ts';
import type { CompanyId, ConversationId, LeadId } from '#shared/primitives/ids.ts';
import type { Language } from '#shared/primitives/language.ts';
import type { CaptureDeps, RequestFacts } from '../leads/capture-lead.ts';
import type { Ticket } from '../widget/ticket.ts';
import type { HandoverReason, ToldPrice } from './guided/guided-state.ts';

export type TurnDeps = CaptureDeps;

/**
 * The conversation that a message belongs to: one that exists, a new one that the widget's ticket begins, or the lead's
 * conversation in this channel, which begins with what the lead knows.
 */
export type ConversationOf = { id: ConversationId; ticket: Ticket } | { ticket: Ticket } | { leadId: LeadId };

/** One message of a homeowner, in any channel. */
export interface Turn {
  companyId: CompanyId;
  channel: AgentChannel;
  conversation: ConversationOf;
  text: string;
  /** The language of a new conversation; undefined: English, until the homeowner writes in another. */
  language: Language | undefined;
  /** The sender's own id of the message (a UUID): the same message again gets the same answer. */
  messageId: string | undefined;
  facts: RequestFacts;
  /** Ends a model's answer early, because nobody waits for it; the message is answered without the model. */
  signal?: AbortSignal | undefined;
}

/** The answer to a turn, as it is stored. */
export interface TurnAnswer {
  conversationId: ConversationId;
  /** Null if nothing is said: a member answers, or a later message's answer includes this one. */
  text: string | null;
  /** The prices that `text` tells. */
  prices: readonly ToldPrice[];
  /** The lead that the answer made or changed. */
  leadId: LeadId | null;
  /** Set in the answer that hands over. */
  handover: HandoverReason | null;
}

/** An answer in the order in which the widget gets it. */
export const eventsOf = ({ conversationId, text, prices, leadId, handover }: TurnAnswer): AgentEvent[] => [
  ...(text === null ? [] : [{ event: 'delta', data: { text } } as const]),
  ...prices.map((price) => ({ event: 'price', data: { ...price } }) as const),
  ...(leadId === null ? [] : [{ event: 'lead', data: { leadId } } as const]),
  ...(handover === null ? [] : [{ event: 'handover', data: {} } as const]),
  { event: 'done', data: { conversationId } },
];

/** Several messages that are answered at once, as one text. */
export const textOf = (messages: readonly { body: string }[]): string => messages.map(({ body }) => body).join('\n');
