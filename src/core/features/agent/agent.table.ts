import type { ColumnType, Generated } from 'kysely';
import type { AgentChannel, AgentHours, AgentMode, OpenHours } from '#shared/features/agent/agent.schema.ts';
import type { HandoverSummary } from '#shared/features/agent/handover.schema.ts';
import type { CompanyId, ConversationId, FactId, LeadId } from '#shared/primitives/ids.ts';
import type { Json } from '../../platform/db/tables.ts';
import type { GuidedState, HandoverReason, ToldPrice } from './guided/guided-state.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    agent_settings: AgentSettingsTable;
    agent_facts: AgentFactsTable;
    agent_conversations: AgentConversationsTable;
    agent_messages: AgentMessagesTable;
    agent_unanswered: AgentUnansweredTable;
    agent_costs: AgentCostsTable;
  }
}

/** A company's settings. Without a row, the defaults apply. */
export interface AgentSettingsTable {
  company_id: CompanyId;
  widget: Generated<boolean>;
  estimate_page: Generated<boolean>;
  sms: Generated<AgentMode>;
  email: Generated<AgentMode>;
  hours: Generated<AgentHours>;
  open_hours: ColumnType<OpenHours[], string | undefined, string>;
  tone: Generated<string>;
  forbidden_topics: Generated<string>;
  monthly_budget_cents: Generated<number>;
}

export interface AgentFactsTable {
  id: Generated<FactId>;
  company_id: CompanyId;
  question: string;
  answer: string;
  created_at: Date;
}

export interface AgentConversationsTable {
  id: Generated<ConversationId>;
  company_id: CompanyId;
  lead_id: LeadId | null;
  channel: Generated<AgentChannel>;
  /** The widget ticket that the conversation started with. */
  ticket_id: string | null;
  state: Json<GuidedState>;
  /** The number of messages from the homeowner. */
  messages: Generated<number>;
  handed_over_at: Date | null;
  /** The summary for the contractor. It's written at the handover and updated by each later answer. */
  handover: ColumnType<HandoverSummary | null, string | null | undefined, string | null>;
  /** When a member took over. Null while the agent answers. */
  taken_over_at: Date | null;
  created_at: Date;
}

export interface AgentMessagesTable {
  id: Generated<string>;
  company_id: CompanyId;
  conversation_id: ConversationId;
  author: 'homeowner' | 'agent';
  body: string;
  /** A homeowner's message has the status 'asked' until it's answered. */
  status: Generated<'asked' | 'answered'>;
  /** The message ID that the sender chose. */
  client_id: Generated<string | null>;
  /** The ID of the agent's answer. Null if a member answers instead. */
  answer_id: Generated<string | null>;
  outcome: ColumnType<AnswerOutcome | null, string | null | undefined, string | null>;
  at: Date;
}

/** The data stored with an answer, in addition to its text. */
export interface AnswerOutcome {
  prices: ToldPrice[];
  leadId: LeadId | null;
  handover: HandoverReason | null;
  /** The ID of the last message that this answer covers. */
  to: string;
}

export interface AgentUnansweredTable {
  id: Generated<string>;
  company_id: CompanyId;
  conversation_id: ConversationId;
  question: string;
  at: Date;
}

export type CostStatus = 'open' | 'used' | 'discarded' | 'failed';

/** The cost of one model answer. It's stored even if the answer failed or its content was rejected. */
export interface AgentCostsTable {
  id: Generated<string>;
  company_id: CompanyId;
  conversation_id: ConversationId | null;
  /** The provider's name for the model. */
  model: string;
  status: Generated<CostStatus>;
  /** Why the answer wasn't used. */
  reason: Generated<string | null>;
  /** The number of input tokens. While the status is 'open', this is the maximum. */
  input_tokens: Generated<number>;
  output_tokens: Generated<number>;
  /** In millionths of a US dollar. While the status is 'open', this is the answer's maximum cost. */
  cost_micros: number;
  at: Date;
}
