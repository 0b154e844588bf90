import type { Selectable, Updateable } from 'kysely';
import type {
  UsersTable,
  SessionsTable,
  AuthCodesTable,
  RecoveryCodesTable,
  UserAvatarsTable,
  UserRolesTable,
} from './tables/people.ts';
import type {
  CompanyProfilesTable,
  CompanyLogosTable,
  CompanyMembersTable,
  ContractorAliasesTable,
  PricingSettingsTable,
  MaterialsTable,
} from './tables/companies.ts';
import type {
  SubscribersTable,
  QuotaLedgerTable,
  StripeEventsTable,
  StripeReadsTable,
  StripeOperationsTable,
} from './tables/billing.ts';
import type {
  LeadsTable,
  LeadSearchTable,
  LeadMergesTable,
  LeadPairsApartTable,
  ConsentsTable,
  TimelineEventsTable,
} from './tables/leads.ts';
import type {
  EstimateAcceptancesTable,
  EstimateLinksTable,
  EstimateOffersTable,
  EstimateOptionsTable,
  EstimatePdfsTable,
  EstimatesTable,
} from './tables/estimates.ts';
import type { PushDevicesTable, PushMessagesTable } from './tables/push.ts';
import type {
  FollowUpSchedulesTable,
  FollowUpMessagesTable,
  OutboxTable,
  ReminderRulesTable,
  MailBouncesTable,
  MessagesTable,
  OptOutsTable,
  StoppedTemplatesTable,
} from './tables/messages.ts';
import type { StripeAccountsTable, PaymentsTable } from './tables/payments.ts';
import type { OrganizationsTable, PipelinesTable, PipelineStagesTable, DealsTable } from './tables/crm.ts';
import type { BudgetSpendsTable, CompanyCodesTable, PlatformPausesTable, WidgetTicketsTable } from './tables/trust.ts';
import type {
  AuditLogTable,
  CountersTable,
  FeedbackTable,
  NightlyRunsTable,
  ProviderStatesTable,
  WorkerHeartbeatsTable,
} from './tables/platform.ts';

export type * from './tables/people.ts';
export type * from './tables/companies.ts';
export type * from './tables/billing.ts';
export type * from './tables/leads.ts';
export type * from './tables/estimates.ts';
export type * from './tables/messages.ts';
export type * from './tables/payments.ts';
export type * from './tables/crm.ts';
export type * from './tables/platform.ts';
export type * from './tables/trust.ts';

/** Every table by its name in Postgres; `migrations/schema.sql` shows the constraints. */
export interface Database {
  users: UsersTable;
  sessions: SessionsTable;
  auth_codes: AuthCodesTable;
  recovery_codes: RecoveryCodesTable;
  user_avatars: UserAvatarsTable;
  user_roles: UserRolesTable;
  company_profiles: CompanyProfilesTable;
  company_logos: CompanyLogosTable;
  company_members: CompanyMembersTable;
  contractor_aliases: ContractorAliasesTable;
  subscribers: SubscribersTable;
  stripe_events: StripeEventsTable;
  stripe_reads: StripeReadsTable;
  stripe_operations: StripeOperationsTable;
  stripe_accounts: StripeAccountsTable;
  payments: PaymentsTable;
  pricing_settings: PricingSettingsTable;
  materials: MaterialsTable;
  leads: LeadsTable;
  lead_search: LeadSearchTable;
  lead_merges: LeadMergesTable;
  lead_pairs_apart: LeadPairsApartTable;
  consents: ConsentsTable;
  timeline_events: TimelineEventsTable;
  estimates: EstimatesTable;
  estimate_links: EstimateLinksTable;
  estimate_options: EstimateOptionsTable;
  estimate_acceptances: EstimateAcceptancesTable;
  estimate_offers: EstimateOffersTable;
  estimate_pdfs: EstimatePdfsTable;
  quota_ledger: QuotaLedgerTable;
  follow_up_schedules: FollowUpSchedulesTable;
  follow_up_messages: FollowUpMessagesTable;
  outbox: OutboxTable;
  reminder_rules: ReminderRulesTable;
  messages: MessagesTable;
  opt_outs: OptOutsTable;
  mail_bounces: MailBouncesTable;
  stopped_templates: StoppedTemplatesTable;
  organizations: OrganizationsTable;
  pipelines: PipelinesTable;
  pipeline_stages: PipelineStagesTable;
  deals: DealsTable;
  audit_log: AuditLogTable;
  feedback: FeedbackTable;
  provider_states: ProviderStatesTable;
  nightly_runs: NightlyRunsTable;
  counters: CountersTable;
  worker_heartbeats: WorkerHeartbeatsTable;
  widget_tickets: WidgetTicketsTable;
  budget_spends: BudgetSpendsTable;
  company_codes: CompanyCodesTable;
  platform_pauses: PlatformPausesTable;
  push_devices: PushDevicesTable;
  push_messages: PushMessagesTable;
}

export type CompanyRow = Selectable<CompanyProfilesTable>;
export type LeadRow = Selectable<LeadsTable>;
export type LeadUpdate = Updateable<LeadsTable>;
export type MaterialRow = Selectable<MaterialsTable>;
export type EstimateRow = Selectable<EstimatesTable>;
export type EstimateOptionRow = Selectable<EstimateOptionsTable>;
export type AcceptanceRow = Selectable<EstimateAcceptancesTable>;
export type EstimateOfferRow = Selectable<EstimateOffersTable>;
export type PaymentRow = Selectable<PaymentsTable>;
export type FollowUpMessageRow = Selectable<FollowUpMessagesTable>;
export type ScheduleRow = Selectable<FollowUpSchedulesTable>;
export type ReminderRuleRow = Selectable<ReminderRulesTable>;
export type OutboxRow = Selectable<OutboxTable>;
export type ProviderStateRow = Selectable<ProviderStatesTable>;
export type DealRow = Selectable<DealsTable>;
