import type { ColumnType, Generated, Insertable, Selectable, Updateable } from 'kysely';
import type {
  CompanyId,
  EstimateId,
  FeedbackId,
  FollowUpMessageId,
  LeadId,
  MaterialId,
  MessageId,
  OutboxId,
  ScheduleId,
  UserId,
} from '#shared/primitives/ids.ts';
import type { EstimateStatus } from '#shared/features/estimates/estimates.schema.ts';
import type {
  FollowUpChannel,
  MessageChannel,
  MessageStatus,
  ScheduleStatus,
} from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { LeadOutcome, LeadSource, LeadStatus, TimelineKind } from '#shared/features/leads/leads.schema.ts';
import type { SubscriptionTier } from '#shared/features/billing/billing.schema.ts';
import type { SmsRegistration } from '#shared/features/company/company.schema.ts';
import type { AvatarType, CodePurpose, Role } from '#shared/features/auth/auth.schema.ts';

type Json<T> = ColumnType<T, string, string>;

export interface UsersTable {
  id: Generated<UserId>;
  email: string;
  name: string;
  avatar_url: string | null;
  password_hash: string | null;
  /** Null: a reservation that nobody has confirmed; it opens no session. */
  email_verified_at: Date | null;
  google_sub: string | null;
  totp_sealed: string | null;
  totp_pending_sealed: string | null;
  totp_last_step: number | null;
  created_at: Generated<Date>;
}

export interface SessionsTable {
  id: string;
  user_id: UserId;
  expires_at: Date;
  created_at: Generated<Date>;
  public_id: Generated<string>;
  user_agent: Generated<string>;
  last_seen_at: Generated<Date>;
}

/** A mailed code or link, or a sign-in that waits for its second step; only hashes. Times are real. */
export interface AuthCodesTable {
  id: Generated<string>;
  user_id: UserId;
  purpose: CodePurpose;
  code_hash: string | null;
  code_expires_at: Date | null;
  token_hash: string | null;
  token_expires_at: Date | null;
  attempts: Generated<number>;
  target: string | null;
  browser_hash: string | null;
  created_at: Generated<Date>;
}

export interface RecoveryCodesTable {
  user_id: UserId;
  code_hash: string;
}

export interface UserAvatarsTable {
  id: Generated<string>;
  user_id: UserId;
  content_type: AvatarType;
  content: Buffer;
}

export interface UserRolesTable {
  user_id: UserId;
  role: Role;
  created_at: Generated<Date>;
}

export interface CompanyProfilesTable {
  id: Generated<CompanyId>;
  user_id: UserId;
  name: string;
  email: string;
  phone: string | null;
  address: string | null;
  postal_address: string | null;
  time_zone: Generated<string>;
  contractor_id: string;
  terms: string;
  sms_from: string | null;
  sms_registration: Generated<SmsRegistration>;
  /** Only where it is 'rejected' (C21). */
  sms_rejection_reason: string | null;
  stripe_account_id: string | null;
  stripe_connected: Generated<boolean>;
  workflow_channel: Generated<FollowUpChannel>;
  workflow_cadence: Generated<number[]>;
  workflow_messages: string[];
  /** 'HH:MM:SS', the company's send time in the recipient's zone. */
  send_time: Generated<string>;
  widget_price_gating: Generated<boolean>;
  widget_material_selection: Generated<boolean>;
  widget_instant_quotes: Generated<boolean>;
  widget_primary_color: Generated<string>;
  created_at: Generated<Date>;
}

export interface CompanyMembersTable {
  company_id: CompanyId;
  user_id: UserId;
}

export interface ContractorAliasesTable {
  contractor_id: string;
  company_id: CompanyId;
}

export interface SubscribersTable {
  company_id: CompanyId;
  email: string;
  subscribed: Generated<boolean>;
  subscription_tier: Generated<SubscriptionTier>;
  subscription_end: Date | null;
  period_start: Date | null;
  stripe_customer_id: string | null;
  stripe_subscription_id: string | null;
  usage_count: Generated<number>;
  /** Stripe's own word; null: it never told us of a subscription. */
  stripe_status: string | null;
  cancel_at_period_end: Generated<boolean>;
  free_until: Date | null;
  free_granted_by: UserId | null;
  free_granted_at: Date | null;
  /** Who has ever bought a credit has the dashboard for good. */
  credits_bought_at: Date | null;
  /** Real time of the last asking at Stripe. */
  stripe_asked_at: Date | null;
  stripe_settled_at: Date | null;
  last_reconciled_at: Date | null;
}

/** An event as Stripe sent it; times are real. */
export interface StripeEventsTable {
  id: string;
  type: string;
  account: string | null;
  livemode: boolean;
  payload: Json<{ data?: { object?: Record<string, unknown> } }>;
  received_at: Generated<Date>;
  processed_at: Date | null;
  note: string | null;
  error: string | null;
  attempts: Generated<number>;
  next_attempt_at: Generated<Date>;
  claimed_until: Date | null;
}

export interface StripeReadsTable {
  key: string;
  asked: Generated<number>;
  settled: Generated<number>;
}

/** Something that we have Stripe create; `id` is its idempotency key. */
export interface StripeOperationsTable {
  id: Generated<string>;
  company_id: CompanyId;
  kind: string;
  fingerprint: string;
  request: Json<Record<string, unknown>>;
  status: Generated<'started' | 'open' | 'processing' | 'done' | 'failed' | 'expired'>;
  stripe_id: string | null;
  created_at: Generated<Date>;
}

export interface PricingSettingsTable {
  company_id: CompanyId;
  base_price_cents: Generated<number>;
  gate_price_cents: Generated<number>;
}

export interface MaterialsTable {
  id: Generated<MaterialId>;
  company_id: CompanyId;
  name: string;
  premium_cents: Generated<number>;
  description: Generated<string>;
  basic: Generated<boolean>;
  position: Generated<number>;
  deleted_at: Date | null;
}

export interface LeadsTable {
  id: Generated<LeadId>;
  company_id: CompanyId;
  name: string;
  email: string;
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
  estimate_sent_at: Date | null;
  last_contact_at: Date | null;
  last_message_at: Date | null;
  last_reply_at: Date | null;
  archived_at: Date | null;
  created_at: Date;
  search_text: ColumnType<string, never, never>;
}

export interface ConsentsTable {
  id: Generated<string>;
  company_id: CompanyId;
  lead_id: LeadId;
  channel: Generated<'sms'>;
  phone: string;
  method: 'widget' | 'verbal' | 'paper' | 'written';
  text: string;
  version: string;
  page_url: string | null;
  ip: string | null;
  user_agent: string | null;
  at: Date;
}

export interface TimelineEventsTable {
  id: Generated<string>;
  company_id: CompanyId;
  lead_id: LeadId;
  kind: TimelineKind;
  at: Date;
  data: ColumnType<Record<string, unknown>, string | undefined, never>;
}

/** The sender as it was when the estimate went out. */
export interface CompanySnapshot {
  name: string;
  email: string;
  phone: string | null;
  address: string | null;
  postalAddress: string | null;
  timeZone: string;
}

/** The homeowner as he was when the estimate went out. */
export interface CustomerSnapshot {
  name: string;
  email: string;
  phone: string | null;
  address: string | null;
  zip: string | null;
}

export interface EstimatesTable {
  id: Generated<EstimateId>;
  company_id: CompanyId;
  lead_id: LeadId;
  version: number;
  number: string;
  status: Generated<EstimateStatus>;
  perimeter_ft: number;
  gate_count: number;
  material_type: string;
  base_price_cents: number;
  premium_cents: number;
  gate_price_cents: number;
  total_cents: number;
  deposit_cents: number;
  notes: Generated<string>;
  terms: string;
  company: Json<CompanySnapshot>;
  customer: Json<CustomerSnapshot>;
  sent_at: Date;
  /** 'YYYY-MM-DD', the last day in the company's time zone on which it may be accepted. */
  valid_until: string;
  first_viewed_at: Date | null;
  last_viewed_at: Date | null;
  view_count: Generated<number>;
}

export interface EstimateLinksTable {
  id: Generated<string>;
  company_id: CompanyId;
  estimate_id: EstimateId;
  token_hash: string;
  sealed_token: string;
  revoked_at: Date | null;
  created_at: Date;
}

export interface QuotaLedgerTable {
  id: Generated<string>;
  company_id: CompanyId;
  lead_id: LeadId | null;
  kind: 'quote_used' | 'credit_used' | 'credit_bought' | 'credit_refunded' | 'credit_returned' | 'granted';
  delta: number;
  period_start: Date | null;
  /** The checkout that a credit came from. */
  stripe_session_id: string | null;
  reason: Generated<string>;
  at: Date;
}

export interface FollowUpSchedulesTable {
  id: Generated<ScheduleId>;
  company_id: CompanyId;
  lead_id: LeadId;
  status: ScheduleStatus;
  channel: FollowUpChannel;
  activated_at: Date | null;
  stopped_at: Date | null;
  stop_reason: string | null;
  created_at: Date;
}

/** What follow_up_messages and outbox share: everything that delivery needs. */
export interface DeliveryColumns {
  due_at: Date;
  status: MessageStatus;
  attempts: Generated<number>;
  /** A lease in real time: whoever holds it is sending. */
  claimed_until: Date | null;
  sending_at: Date | null;
  provider_id: string | null;
  sent_at: Date | null;
  /** Why it was not sent, or was moved, in words for the contractor. */
  reason: string | null;
}

export interface FollowUpMessagesTable extends Omit<DeliveryColumns, 'due_at'> {
  id: Generated<FollowUpMessageId>;
  company_id: CompanyId;
  lead_id: LeadId;
  schedule_id: ScheduleId;
  step: number;
  day: number;
  channel: MessageChannel;
  body: string;
  due_at: Date | null;
}

export interface OutboxTable extends Omit<DeliveryColumns, 'status'> {
  id: Generated<OutboxId>;
  company_id: CompanyId | null;
  lead_id: LeadId | null;
  kind: string;
  channel: MessageChannel;
  to_address: string;
  payload: ColumnType<Record<string, unknown>, string | undefined, string>;
  dedupe_key: string | null;
  status: Generated<MessageStatus>;
  created_at: Date;
}

export interface MessagesTable {
  id: Generated<MessageId>;
  company_id: CompanyId | null;
  lead_id: LeadId | null;
  direction: 'in' | 'out';
  channel: MessageChannel;
  kind: string;
  from_address: string;
  to_address: string;
  subject: string | null;
  body: string;
  status: 'sending' | 'sent' | 'delivered' | 'failed' | 'unknown' | 'received';
  provider_id: string | null;
  error_code: string | null;
  source_id: string | null;
  automated: Generated<boolean>;
  at: Date;
}

export interface OptOutsTable {
  id: Generated<string>;
  company_id: CompanyId | null;
  channel: MessageChannel;
  address: string;
  sender: string | null;
  source: 'reply' | 'carrier' | 'unsubscribe' | 'bounce' | 'complaint' | 'contractor';
  words: string | null;
  created_at: Date;
  lifted_at: Date | null;
}

export interface EarlyCallbacksTable {
  provider_id: string;
  status: string;
  error_code: string | null;
  received_at: Generated<Date>;
}

/** What an admin did; append-only. `actor_id` null: someone with a shell on the server. */
export interface AuditLogTable {
  id: Generated<string>;
  at: Date;
  actor_id: UserId | null;
  actor: string;
  action: string;
  subject_kind: 'user' | 'company' | 'message' | 'stripe_event' | 'feedback';
  subject_id: string;
  subject: string;
  before: ColumnType<Record<string, unknown> | null, string | null, never>;
  after: ColumnType<Record<string, unknown> | null, string | null, never>;
  ip: string | null;
}

export interface FeedbackTable {
  id: Generated<FeedbackId>;
  /** Null: written without signing in. */
  user_id: UserId | null;
  name: string | null;
  email: string | null;
  category: string;
  subject: string;
  message: string;
  created_at: Date;
  read_at: Date | null;
}

export interface Database {
  users: UsersTable;
  sessions: SessionsTable;
  auth_codes: AuthCodesTable;
  recovery_codes: RecoveryCodesTable;
  user_avatars: UserAvatarsTable;
  user_roles: UserRolesTable;
  company_profiles: CompanyProfilesTable;
  company_members: CompanyMembersTable;
  contractor_aliases: ContractorAliasesTable;
  subscribers: SubscribersTable;
  stripe_events: StripeEventsTable;
  stripe_reads: StripeReadsTable;
  stripe_operations: StripeOperationsTable;
  pricing_settings: PricingSettingsTable;
  materials: MaterialsTable;
  leads: LeadsTable;
  consents: ConsentsTable;
  timeline_events: TimelineEventsTable;
  estimates: EstimatesTable;
  estimate_links: EstimateLinksTable;
  quota_ledger: QuotaLedgerTable;
  follow_up_schedules: FollowUpSchedulesTable;
  follow_up_messages: FollowUpMessagesTable;
  outbox: OutboxTable;
  messages: MessagesTable;
  opt_outs: OptOutsTable;
  early_callbacks: EarlyCallbacksTable;
  audit_log: AuditLogTable;
  feedback: FeedbackTable;
}

export type CompanyRow = Selectable<CompanyProfilesTable>;
export type LeadRow = Selectable<LeadsTable>;
export type LeadUpdate = Updateable<LeadsTable>;
export type NewLead = Insertable<LeadsTable>;
export type MaterialRow = Selectable<MaterialsTable>;
export type EstimateRow = Selectable<EstimatesTable>;
export type FollowUpMessageRow = Selectable<FollowUpMessagesTable>;
export type ScheduleRow = Selectable<FollowUpSchedulesTable>;
export type OutboxRow = Selectable<OutboxTable>;
export type MessageRow = Selectable<MessagesTable>;
