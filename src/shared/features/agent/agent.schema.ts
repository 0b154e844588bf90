import { z } from 'zod';
import type { WidgetLeadAnswer } from '../widget/widget.schema.ts';
import type { PriceRange } from '../pricing/price-range.rules.ts';
import { handoverSummary } from './handover.schema.ts';
import { conversationIdSchema, factIdSchema, leadIdSchema, messageIdSchema, uuidSchema } from '../../primitives/ids.ts';
import { line, optional, paragraph } from '../../primitives/text.ts';

/**
 * How the agent handles texts or emails: it doesn't answer, drafts an answer for the contractor, or answers
 * automatically.
 */
export const AGENT_MODES = ['off', 'draft', 'auto'] as const;
export type AgentMode = (typeof AGENT_MODES)[number];
/** When the agent answers: always, or only while the company is closed. */
export const AGENT_HOURS = ['always', 'closed'] as const;
export type AgentHours = (typeof AGENT_HOURS)[number];
/** The places where a homeowner can talk with the agent. */
export const AGENT_CHANNELS = ['widget', 'estimate_page', 'sms', 'email'] as const;
export type AgentChannel = (typeof AGENT_CHANNELS)[number];

/** The company's local time, 'HH:MM'. '24:00' is allowed only as a closing time (midnight). */
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/;
/** An opening period on a day of the week (0 is Sunday). A day may have several periods. */
export const openHours = z
  .object({
    day: z.number().int().min(0).max(6),
    from: z.string().regex(TIME, 'Enter a time, such as 9:00 AM'),
    to: z.string().regex(TIME, 'Enter a time, such as 9:00 AM'),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'Enter a time after the opening time' });
export type OpenHours = z.infer<typeof openHours>;

/** The output of `agent.settings` (docs/architecture.md, 'Sales agent'). */
export const agentSettings = z.object({
  widget: z.boolean(),
  estimatePage: z.boolean(),
  sms: z.enum(AGENT_MODES),
  email: z.enum(AGENT_MODES),
  hours: z.enum(AGENT_HOURS),
  /** The opening periods, for `hours: 'closed'`. If empty, the company is always closed. */
  openHours: z.array(openHours),
  /** The tone of the answers, in the contractor's words. */
  tone: z.string(),
  forbiddenTopics: z.string(),
  /** The limit on the company's model costs per month. */
  monthlyBudgetCents: z.number().int(),
});
export type AgentSettings = z.infer<typeof agentSettings>;

/** The settings to change. Omitted settings stay unchanged. */
export const agentSettingsInput = z
  .object({
    widget: z.boolean(),
    estimatePage: z.boolean(),
    sms: z.enum(AGENT_MODES, 'Choose “Off,” “Drafts” or “Automatic”'),
    email: z.enum(AGENT_MODES, 'Choose “Off,” “Drafts” or “Automatic”'),
    hours: z.enum(AGENT_HOURS, 'Choose “Always” or “Only when we’re closed”'),
    openHours: z.array(openHours).max(21, 'Enter at most three time ranges for each day'),
    tone: paragraph(300),
    forbiddenTopics: paragraph(1_000),
    monthlyBudgetCents: z.number().int().min(0).max(1_000_000, 'Enter $10,000 or less'),
  })
  .partial();
export type AgentSettingsInput = z.infer<typeof agentSettingsInput>;

export const agentFact = z.object({ id: z.string(), question: z.string(), answer: z.string() });
export type AgentFact = z.infer<typeof agentFact>;

export const agentFactInput = z.object({
  id: optional(factIdSchema),
  question: line('a question', 300),
  answer: paragraph(2_000).pipe(z.string().min(1, 'Enter an answer')),
  /**
   * The unanswered question (`agent.unanswered`) that this fact answers. The question and its duplicates are removed
   * from that list.
   */
  answers: optional(uuidSchema()),
});
export type AgentFactInput = z.infer<typeof agentFactInput>;
export const agentFactByIdInput = z.object({ id: factIdSchema });

/**
 * A question that the company's facts don't answer, and the conversation's lead, if any. `at` is an ISO 8601 instant.
 */
export const unansweredView = z.object({
  id: z.string(),
  question: z.string(),
  at: z.string(),
  leadId: z.string().nullable(),
});
export type UnansweredView = z.infer<typeof unansweredView>;
export const unansweredByIdInput = z.object({ id: uuidSchema() });

/** A message in a conversation. `at` is an ISO 8601 instant. */
export const conversationLine = z.object({
  id: z.string(),
  author: z.enum(['homeowner', 'agent']),
  channel: z.enum(AGENT_CHANNELS),
  body: z.string(),
  at: z.string(),
});
export type ConversationLine = z.infer<typeof conversationLine>;

/**
 * The conversation between a lead and the agent, oldest message first. `takenOver` means that a member has taken over
 * and the agent no longer answers. `handover` is the summary of the latest handover, or null if the agent hasn't handed
 * over the conversation.
 */
export const leadConversation = z.object({
  lines: z.array(conversationLine),
  takenOver: z.boolean(),
  handover: handoverSummary.nullable(),
});
export type LeadConversation = z.infer<typeof leadConversation>;

/** An answer to a text or email that the contractor can send, change or discard. `at` is an ISO 8601 instant. */
export const draftView = z.object({
  id: z.string(),
  leadId: z.string(),
  leadName: z.string(),
  channel: z.enum(['sms', 'email']),
  text: z.string(),
  at: z.string(),
});
export type DraftView = z.infer<typeof draftView>;
export const draftsInput = z.object({ leadId: optional(leadIdSchema) }).optional();
export const sendDraftInput = z.object({
  id: messageIdSchema,
  /** The answer as edited by the contractor. If omitted, the draft is sent unchanged. */
  text: optional(paragraph(5_000).pipe(z.string().min(1, 'Write a message'))),
});
export type SendDraftInput = z.infer<typeof sendDraftInput>;
export const discardDraftInput = z.object({ id: messageIdSchema });

export const agentLeadInput = z.object({ leadId: leadIdSchema });

/** Input for `POST /api/widget/v1/agent`. */
export const agentMessageInput = z.object({
  contractorId: z.string('Enter a contractor ID').trim().min(1).max(200),
  conversationId: optional(conversationIdSchema),
  text: z.string('Write a message').pipe(paragraph(2_000)).pipe(z.string().min(1, 'Write a message')),
  ticket: z.unknown(),
  /** The client's id for this message. A second request with the same id returns the same answer. */
  messageId: optional(uuidSchema()),
  language: z.enum(['en', 'es']).optional().catch(undefined),
});
export type AgentMessageInput = z.infer<typeof agentMessageInput>;

/** Input for `POST /api/estimate/v1/agent`: a question about an estimate, asked on the estimate's private page. */
export const estimateAgentInput = agentMessageInput
  .omit({ contractorId: true, ticket: true })
  .extend({ token: z.string().min(1).max(200), optionId: z.string().max(100).optional().catch(undefined) });
export type EstimateAgentInput = z.infer<typeof estimateAgentInput>;

/**
 * The events of a streamed answer, in this order. Each occurs at most once, except `delta` (any number) and `price`
 * (once per quoted price).
 */
export type AgentEvent =
  | { event: 'delta'; data: { text: string } }
  | {
      event: 'price';
      /** The exact price, or the range that was stated instead. */
      data: { perimeter: number; materialType: string; gateCount: number } & (
        | { totalCents: number; range?: never }
        | { range: PriceRange; totalCents?: never }
      );
    }
  /** `estimate` is the one that went out at once. */
  | { event: 'lead'; data: { leadId: string; estimate?: WidgetLeadAnswer['estimate'] } }
  | { event: 'handover'; data: Record<string, never> }
  | { event: 'done'; data: { conversationId: string } };
