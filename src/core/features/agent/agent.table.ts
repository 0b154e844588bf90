import type { Generated } from 'kysely';
import type { AgentHours, AgentMode } from '#shared/features/agent/agent.schema.ts';
import type { CompanyId, ConversationId, FactId, LeadId } from '#shared/primitives/ids.ts';
import type { Json } from '../../platform/db/tables.ts';
import type { GuidedState } from './guided/guided-state.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    agent_settings: AgentSettingsTable;
    agent_facts: AgentFactsTable;
    agent_conversations: AgentConversationsTable;
    agent_messages: AgentMessagesTable;
    agent_unanswered: AgentUnansweredTable;
  }
}

/** A company without a row has the defaults. */
export interface AgentSettingsTable {
  company_id: CompanyId;
  widget: Generated<boolean>;
  estimate_page: Generated<boolean>;
  sms: Generated<AgentMode>;
  email: Generated<AgentMode>;
  hours: Generated<AgentHours>;
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
  /** The widget's ticket that began it. */
  ticket_id: string;
  state: Json<GuidedState>;
  /** How many messages the homeowner has written. */
  messages: Generated<number>;
  handed_over_at: Date | null;
  /** Set while a member answers instead. */
  taken_over_at: Date | null;
  created_at: Date;
}

export interface AgentMessagesTable {
  id: Generated<string>;
  company_id: CompanyId;
  conversation_id: ConversationId;
  author: 'homeowner' | 'agent';
  body: string;
  at: Date;
}

export interface AgentUnansweredTable {
  id: Generated<string>;
  company_id: CompanyId;
  conversation_id: ConversationId;
  question: string;
  at: Date;
}
