import type { AgentChannel, AgentEvent } from '#shared/features/agent/agent.schema.ts';
import type { CompanyId, ConversationId, LeadId } from '#shared/primitives/ids.ts';
import type { Language } from '#shared/primitives/language.ts';
import type { CaptureDeps, RequestFacts } from '../leads/capture-lead.ts';
import type { SentInstant } from '../instant/settle-request.ts';
import type { Ticket } from '../widget/ticket.ts';
import type { HandoverReason, ToldPrice } from './guided/guided-state.ts';

export type TurnDeps = CaptureDeps;

/**
 * The conversation that a message belongs to. In the widget, it's an existing conversation (`id` and `ticket`) or a new
 * one (`ticket` alone). In a text or email thread, it's the lead's conversation on this channel. If the lead doesn't
 * have one yet, a new conversation starts with the lead's data.
 */
export type ConversationOf = { id: ConversationId; ticket: Ticket } | { ticket: Ticket } | { leadId: LeadId };

/** One message from a homeowner, on any channel. */
export interface Turn {
  companyId: CompanyId;
  channel: AgentChannel;
  conversation: ConversationOf;
  text: string;
  /**
   * The language of a new conversation. If undefined, the conversation is in English until the homeowner writes in
   * another language.
   */
  language: Language | undefined;
  /**
   * The message id chosen by the sender (a UUID). A message that's sent again with the same id gets the same answer.
   */
  messageId: string | undefined;
  facts: RequestFacts;
  /**
   * Aborts the request to the model when its answer is no longer needed. The message is then answered without the
   * model.
   */
  signal?: AbortSignal | undefined;
}

/** The stored answer for a turn. */
export interface TurnAnswer {
  conversationId: ConversationId;
  /**
   * Null if this message doesn't get a separate answer, because a member answers it or a later message's answer covers
   * it.
   */
  text: string | null;
  /** The prices stated in `text`. */
  prices: readonly ToldPrice[];
  /** The lead that the answer created or changed. */
  leadId: LeadId | null;
  /** The estimate that the lead got at once. */
  estimate?: SentInstant | null;
  /** The reason for the handover, if this answer hands the conversation over. */
  handover: HandoverReason | null;
}

/** The exact price isn't sent if the homeowner was told a range. */
const saidOf = ({ totalCents, range, ...fence }: ToldPrice): Extract<AgentEvent, { event: 'price' }>['data'] =>
  range ? { ...fence, range } : { ...fence, totalCents };

/** Returns an answer's events in the order in which the widget receives them. */
export const eventsOf = ({ conversationId, text, prices, leadId, estimate, handover }: TurnAnswer): AgentEvent[] => [
  ...(text === null ? [] : [{ event: 'delta', data: { text } } as const]),
  ...prices.map((price) => ({ event: 'price', data: saidOf(price) }) as const),
  ...(leadId === null ? [] : [{ event: 'lead', data: { leadId, ...(estimate && { estimate }) } } as const]),
  ...(handover === null ? [] : [{ event: 'handover', data: {} } as const]),
  { event: 'done', data: { conversationId } },
];

/**
 * Joins several messages into one string, so that they can be answered together. A message that was sent twice is
 * included once: its gates would otherwise be added up.
 */
export const textOf = (messages: readonly { body: string }[]): string =>
  [...new Map(messages.map(({ body }) => [body.trim().toLowerCase(), body])).values()].join('\n');
