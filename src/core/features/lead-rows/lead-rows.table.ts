import type { ColumnType, Generated, Insertable, Selectable, Updateable } from 'kysely';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { AwaitedAnswer, LeadAttribution, LeadOutcome, LeadStatus } from '#shared/features/leads/leads.schema.ts';
import type { Measured } from '#shared/features/drawing/measured.ts';
import type { CompanyId, LeadId, MaterialId, UserId } from '#shared/primitives/ids.ts';
import type { Language } from '#shared/primitives/language.ts';

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
  /** In lowercase. Null if the lead has only a phone number. At least one of `email` and `phone` is set. */
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
  /** 'widget', 'manual', 'csv', 'agent', 'api', or a name chosen by the contractor. */
  source: Generated<string>;
  /** The homeowner's website visits before the request. Null if unknown. */
  attribution: LeadAttribution | null;
  /** The language for the homeowner's messages and pages. Null if unknown. In that case, English is used. */
  language: Language | null;
  /** How the homeowner measured the fence. Null if they only entered a length. */
  measured: Measured | null;
  page_url: string | null;
  idempotency_key: string | null;
  status: Generated<LeadStatus>;
  outcome: LeadOutcome | null;
  outcome_reason: string | null;
  /** The homeowner's last unanswered message. */
  awaits_answer: AwaitedAnswer | null;
  awaits_since: Date | null;
  /** The number of messages since the contractor last opened the conversation. Indexed by leads_unread. */
  unread_count: Generated<number>;
  /** When the contractor was notified of a message. Null after they open the conversation. */
  reply_told_at: Date | null;
  estimate_sent_at: Date | null;
  last_contact_at: Date | null;
  last_message_at: Date | null;
  last_reply_at: Date | null;
  archived_at: Date | null;
  /** When the homeowner was erased from the lead. Such a lead has neither email nor phone, and never changes back. */
  erased_at: Date | null;
  /**
   * When the lead was set aside for the contractor's review. Null for accepted leads. Until the lead is accepted, it
   * appears only in the review lists and counts, and nothing is sent to it.
   */
  held_at: Date | null;
  /** Codes for the reasons why the lead needs review. Empty if `held_at` is null. */
  held_for: Generated<string[]>;
  /** When the contractor marked the lead as spam. Set only if `held_at` is also set. */
  spam_at: Date | null;
  /**
   * When this person was counted toward the `company-recipients` budget. Reset to null if the email or phone changes.
   */
  counted_as_recipient_at: Date | null;
  /**
   * The channels whose first message hasn't been counted toward the `first-email` or `first-phone` budget yet. Counting
   * a channel removes it from the list. A trigger adds a channel when its email address or phone number changes.
   * Another trigger empties the list when the lead itself is counted.
   */
  uncounted_ways: Generated<MessageChannel[]>;
  /**
   * The email address typed into the widget. It equals `email` until someone other than the homeowner changes `email`.
   */
  homeowner_email: string | null;
  /** A member of the company. Null if unassigned. Cleared when that member leaves the company. */
  assigned_to: UserId | null;
  created_at: Date;
  /** Estimate numbers, and what leads had that were merged into this one. Triggers keep it up to date. */
  found_by: ColumnType<string, never, never>;
  /**
   * The name, email, phone, street address, contacts in the notes and `found_by`, without accents, apostrophes and case,
   * for searches.
   */
  search_text: ColumnType<string, never, never>;
  /** The lowercase name, for sorting. */
  name_key: ColumnType<string, never, never>;
}

/** A lead's search text, which has trigram indexes. Triggers on `leads` keep it up to date. */
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
