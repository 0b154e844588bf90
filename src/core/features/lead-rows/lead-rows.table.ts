import type { ColumnType, Generated, Insertable, Selectable, Updateable } from 'kysely';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { AwaitedAnswer, LeadOutcome, LeadSource, LeadStatus } from '#shared/features/leads/leads.schema.ts';
import type { CompanyId, LeadId, MaterialId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    leads: LeadsTable;
    lead_search: LeadSearchTable;
  }
}

export interface LeadsTable {
  id: Generated<LeadId>;
  company_id: CompanyId;
  name: string;
  /** Lower case; null if they left only a phone. One of the two is always there. */
  email: string | null;
  /** E.164, US only. */
  phone: string | null;
  address: string | null;
  zip: string | null;
  perimeter_ft: number | null;
  gate_count: Generated<number>;
  material_id: MaterialId | null;
  material_type: string | null;
  quote_cents: number | null;
  notes: Generated<string>;
  source: Generated<LeadSource>;
  page_url: string | null;
  idempotency_key: string | null;
  status: Generated<LeadStatus>;
  outcome: LeadOutcome | null;
  outcome_reason: string | null;
  /** What the homeowner said last and nobody has answered. */
  awaits_answer: AwaitedAnswer | null;
  awaits_since: Date | null;
  /** What the homeowner said since the contractor last opened the conversation; index leads_unread. */
  unread_count: Generated<number>;
  /** When the contractor was told that the homeowner wrote; null once he has opened the conversation. */
  reply_told_at: Date | null;
  estimate_sent_at: Date | null;
  last_contact_at: Date | null;
  last_message_at: Date | null;
  last_reply_at: Date | null;
  archived_at: Date | null;
  /** Since when it waits for the contractor's review; it is in no list or count but Review, and nothing is sent. */
  held_at: Date | null;
  /** Why it is held, in words for programs; empty where it is not. */
  held_for: Generated<string[]>;
  /** When the contractor marked it as spam; only of a held lead. */
  spam_at: Date | null;
  /** When the company spent `company-recipients` on this person; null again once the email or phone is another. */
  counted_as_recipient_at: Date | null;
  /**
   * Ways whose first message still spends `first-email` or `first-phone`; whoever counts the lead takes away those that
   * were spent. Triggers add the way of an address that changed, and begin a counted lead without any.
   */
  uncounted_ways: Generated<MessageChannel[]>;
  /** The address that the homeowner typed into the widget; equal to `email` as long as nobody else changed it. */
  homeowner_email: string | null;
  created_at: Date;
  /** Name, eemail, phone and address in lower case: what a search reads. */
  search_text: ColumnType<string, never, never>;
  /** The name in lower case: what lists by name are sorted by. */
  name_key: ColumnType<string, never, never>;
}

/** What a lead is searched by, with the trigram indexes; triggers on `leads` write it. */
export interface LeadSearchTable {
  lead_id: ColumnType<LeadId, never, never>;
  company_id: ColumnType<CompanyId, never, never>;
  search_text: ColumnType<string, never, never>;
  created_at: ColumnType<Date, never, never>;
  name_key: ColumnType<string, never, never>;
}

export type LeadRow = Selectable<LeadsTable>;
export type NewLead = Insertable<LeadsTable>;
export type LeadUpdate = Updateable<LeadsTable>;
