import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';

/** The owner of a message: a company, usually with one of its leads, or the platform. */
export type Whose = { companyId: CompanyId; leadId: LeadId | null } | { companyId: null; leadId: null };

export const whoseOf = (companyId: CompanyId | null, leadId: LeadId | null): Whose =>
  companyId === null ? { companyId, leadId: null } : { companyId, leadId };

/** Identifies a company's message and the company and lead it belongs to. */
export interface CompanyRowOf {
  id: string;
  companyId: CompanyId;
  leadId: LeadId | null;
  channel: MessageChannel;
}
export type RowOf = Pick<CompanyRowOf, 'id' | 'channel'> & Whose;

/** A message's data, apart from its row, for the thread and the timeline. */
export type MessageFacts = Whose & {
  rowId: string;
  channel: MessageChannel;
  kind: string;
  /** Label for the timeline, such as 'Estimate'. */
  label: string;
  /** The step of a follow-up. Null for other messages. */
  step: number | null;
  onTimeline: boolean;
  /** Whether the message makes a new lead 'contacted'. */
  isContact: boolean;
};
