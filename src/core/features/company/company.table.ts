import type { PlanStage } from '#shared/features/payments/payment-plan.rules.ts';
import type { LocalDate } from '#shared/primitives/local-date.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { SmsRegistration } from '#shared/features/company/company.schema.ts';
import type { Offer } from '#shared/features/estimates/offer-price.rules.ts';
import type { FollowUpChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { TeamRole } from '#shared/features/team/roles.rules.ts';
import type { CompanyId, UserId } from '#shared/primitives/ids.ts';

declare module '../../platform/db/tables.ts' {
  interface Database {
    company_profiles: CompanyProfilesTable;
    company_logos: CompanyLogosTable;
    company_members: CompanyMembersTable;
    contractor_aliases: ContractorAliasesTable;
  }
}

export interface CompanyProfilesTable {
  id: Generated<CompanyId>;
  /**
   * The owner whose confirmed email address proves that the company is genuine. This is the founder or, if the founder
   * has left, another owner.
   */
  user_id: UserId;
  name: string;
  email: string;
  phone: string | null;
  address: string | null;
  postal_address: string | null;
  time_zone: Generated<string>;
  contractor_id: string;
  terms: string;
  /** The terms in Spanish. Null if the contractor hasn't written any (`spanishTerms`). */
  terms_es: string | null;
  sms_from: string | null;
  sms_registration: Generated<SmsRegistration>;
  /** Set only if the status is 'rejected' (C21). */
  sms_rejection_reason: string | null;
  /**
   * When carriers started refusing the company's texts (T9). The next column contains the carriers' error code. An
   * admin clears both.
   */
  sms_paused_at: Date | null;
  sms_pause_code: string | null;
  stripe_account_id: string | null;
  stripe_connected: Generated<boolean>;
  deposit_kind: Generated<'percent' | 'amount'>;
  /** A whole percentage of the total. Used if `deposit_kind` is 'percent'. */
  deposit_percent: Generated<number>;
  /** Used if `deposit_kind` is 'amount'. */
  deposit_amount_cents: number | null;
  /** The payment plan of new estimates. Null for a deposit, as set above, and the rest. */
  default_plan: ColumnType<PlanStage[] | null, string | null | undefined, string | null>;
  /** When an owner asked to delete the company, and when that's due. Both are null if none did. */
  deletion_requested_at: Generated<Date | null>;
  deletes_at: Generated<Date | null>;
  /** When the company was deleted. What's left of it is what the law keeps. */
  deleted_at: Generated<Date | null>;
  /** The lease of the worker that deletes it. */
  deletion_claimed_until: Generated<Date | null>;
  offer_full_payment: Generated<boolean>;
  /**
   * When `email` was confirmed, either with a code or because it's the owner's email address. While this is null, only
   * codes are sent to `email`.
   */
  email_confirmed_at: Date | null;
  /** The new email address that a code was sent to. It takes effect only once it's confirmed. */
  pending_email: string | null;
  /**
   * The contractor's own phone number for notices about accepted estimates and payments, in E.164 format. Must be
   * confirmed with a code.
   */
  notify_phone: string | null;
  /** The new phone number that a code was sent to. It takes effect only once it's confirmed. */
  pending_notify_phone: string | null;
  workflow_channel: Generated<FollowUpChannel>;
  workflow_cadence: Generated<number[]>;
  workflow_messages: string[];
  /** The offers of `workflow_messages`, in the same order. Later messages than the last entry have none. */
  workflow_offers: ColumnType<(Offer | null)[], string | undefined, string>;
  /** When the company decided whether to keep the default message's offer. */
  offer_decided_at: Date | null;
  /** The follow-up messages in Spanish, one per step. Null if the contractor hasn't written any (`messagesIn`). */
  workflow_messages_es: string[] | null;
  /** The time of day when follow-ups are sent, in the recipient's time zone ('HH:MM:SS'). */
  send_time: Generated<string>;
  /**
   * The start of the texting hours, in the recipient's time zone ('HH:MM:SS'). Automated texts aren't sent outside
   * these hours (C15).
   */
  send_from: Generated<string>;
  send_until: Generated<string>;
  widget_price_gating: Generated<boolean>;
  widget_material_selection: Generated<boolean>;
  widget_instant_quotes: Generated<boolean>;
  widget_primary_color: Generated<string>;
  /** If true, the widget doesn't accept requests. */
  widget_paused: Generated<boolean>;
  /** The message that the paused widget shows. If empty, the default message is used. */
  widget_paused_text: Generated<string>;
  /** Sites that may show the widget (`allowed-domains.rules.ts`). If empty, any site may show it. */
  widget_allowed_domains: Generated<string[]>;
  /** The five-digit ZIP codes of the service area, shown on the hosted page. */
  service_zips: Generated<string[]>;
  /** Office hours in the contractor's own words, shown on the hosted page. */
  hours: Generated<string>;
  /** The current logo's hash in `company_logos`. Null if there's no logo. */
  logo_hash: string | null;
  /** When a page on another site first loaded the widget. */
  widget_seen_at: Date | null;
  /** When the first-run checklist was completed or hidden. */
  checklist_closed_at: Date | null;
  /** When the contractor chose whether homeowners see a price in the widget. Null if it's still the default. */
  widget_price_chosen_at: Date | null;
  /** Whether new leads are assigned in turn to the members with the sales role or, if there are none, to the owners. */
  assign_in_turn: Generated<boolean>;
  /** Whether the company gets the weekly report by email. */
  weekly_report: Generated<boolean>;
  /** The Monday of the last week whose weekly report was processed, whether or not an email was sent. */
  weekly_report_week: Generated<LocalDate>;
  created_at: Generated<Date>;
}

/** Logos by content hash, as PNGs that we redrew. Rows are never changed or deleted. */
export interface CompanyLogosTable {
  company_id: CompanyId;
  /** The SHA-256 hash of `content`, in hex. */
  hash: string;
  /** A PNG of at most 600 × 300 pixels. */
  content: Buffer;
  width: number;
  height: number;
  created_at: Date;
}

/** A logo at a point in time. Its image is kept in `company_logos`. Width and height are in pixels. */
export interface LogoSnapshot {
  hash: string;
  width: number;
  height: number;
}

export interface CompanyMembersTable {
  company_id: CompanyId;
  user_id: UserId;
  role: TeamRole;
  joined_at: Generated<Date>;
  /**
   * Set to a higher number each time the member is assigned a lead in turn. The member with the lowest number gets the
   * next lead.
   */
  turn: Generated<number>;
}

export interface ContractorAliasesTable {
  contractor_id: string;
  company_id: CompanyId;
}

export type CompanyRow = Selectable<CompanyProfilesTable>;
