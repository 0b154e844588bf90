import { z } from 'zod';
import { conversationIdSchema, factIdSchema, leadIdSchema, uuidSchema } from '../../primitives/ids.ts';
import { line, optional, paragraph } from '../../primitives/text.ts';

/** How the agent answers texts or emails: not at all, with a draft for the contractor to send, or by itself. */
export const AGENT_MODES = ['off', 'draft', 'auto'] as const;
export type AgentMode = (typeof AGENT_MODES)[number];
/** When the agent answers: always, or only while the company is closed. */
export const AGENT_HOURS = ['always', 'closed'] as const;
export type AgentHours = (typeof AGENT_HOURS)[number];
/** Where a homeowner talks with the agent. */
export const AGENT_CHANNELS = ['widget', 'estimate_page', 'sms', 'email'] as const;
export type AgentChannel = (typeof AGENT_CHANNELS)[number];

/** `agent.settings` (contract.md, 'Agent'). */
export const agentSettings = z.object({
  widget: z.boolean(),
  estimatePage: z.boolean(),
  sms: z.enum(AGENT_MODES),
  email: z.enum(AGENT_MODES),
  hours: z.enum(AGENT_HOURS),
  /** How it should sound, in the contractor's words. */
  tone: z.string(),
  forbiddenTopics: z.string(),
  /** The most that a model may cost the company in a month. */
  monthlyBudgetCents: z.number().int(),
});
export type AgentSettings = z.infer<typeof agentSettings>;

/** Fields that are missing stay unchanged. */
export const agentSettingsInput = z
  .object({
    widget: z.boolean(),
    estimatePage: z.boolean(),
    sms: z.enum(AGENT_MODES, 'Choose off, drafts or automatic'),
    email: z.enum(AGENT_MODES, 'Choose off, drafts or automatic'),
    hours: z.enum(AGENT_HOURS, 'Choose always or only while you’re closed'),
    tone: paragraph(300),
    forbiddenTopics: paragraph(1_000),
    monthlyBudgetCents: z.number().int().min(0).max(1_000_000, 'Enter at most $10,000'),
  })
  .partial();
export type AgentSettingsInput = z.infer<typeof agentSettingsInput>;

export const agentFact = z.object({ id: z.string(), question: z.string(), answer: z.string() });
export type AgentFact = z.infer<typeof agentFact>;

export const agentFactInput = z.object({
  id: optional(factIdSchema),
  question: line('a question', 300),
  answer: paragraph(2_000).pipe(z.string().min(1, 'Enter an answer')),
});
export type AgentFactInput = z.infer<typeof agentFactInput>;
export const agentFactByIdInput = z.object({ id: factIdSchema });

/** A question that no fact answered, with the lead of its conversation if there is one. `at` is an ISO 8601 instant. */
export const unansweredView = z.object({
  id: z.string(),
  question: z.string(),
  at: z.string(),
  leadId: z.string().nullable(),
});
export type UnansweredView = z.infer<typeof unansweredView>;

/** One message of a conversation. `at` is an ISO 8601 instant. */
export const conversationLine = z.object({
  id: z.string(),
  author: z.enum(['homeowner', 'agent']),
  body: z.string(),
  at: z.string(),
});
export type ConversationLine = z.infer<typeof conversationLine>;

export const agentLeadInput = z.object({ leadId: leadIdSchema });

/** `POST /api/widget/v1/agent`. */
export const agentMessageInput = z.object({
  contractorId: z.string('Enter a contractor id').trim().min(1).max(200),
  conversationId: optional(conversationIdSchema),
  text: z.string('Write a message').pipe(paragraph(2_000)).pipe(z.string().min(1, 'Write a message')),
  ticket: z.unknown(),
  /** The sender's own id of this message: the same message sent again gets the same answer. */
  messageId: optional(uuidSchema()),
  language: z.enum(['en', 'es']).optional().catch(undefined),
});
export type AgentMessageInput = z.infer<typeof agentMessageInput>;

/** `POST /api/estimate/v1/agent`: a question about the estimate of a private link. */
export const estimateAgentInput = agentMessageInput
  .omit({ contractorId: true, ticket: true })
  .extend({ token: z.string().min(1).max(200), optionId: z.string().max(100).optional().catch(undefined) });
export type EstimateAgentInput = z.infer<typeof estimateAgentInput>;

/** What an answer streams, in this order; each event at most once but `delta`, and `price` once for each price told. */
export type AgentEvent =
  | { event: 'delta'; data: { text: string } }
  | { event: 'price'; data: { totalCents: number; perimeter: number; materialType: string; gateCount: number } }
  | { event: 'lead'; data: { leadId: string } }
  | { event: 'handover'; data: Record<string, never> }
  | { event: 'done'; data: { conversationId: string } };
