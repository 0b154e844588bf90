import { type RawBuilder, sql, type SqlBool } from 'kysely';

/** Rows that stay, as a condition on the table. */
type Stays = RawBuilder<SqlBool>;

const ALL: Stays = sql<SqlBool>`true`;
/** An estimate that was signed or paid. It's the contract. */
const isContract = (estimate: RawBuilder<unknown>): Stays => sql<SqlBool>`(
  exists (select from estimate_acceptances a where a.estimate_id = ${estimate})
  or exists (select from payments p where p.estimate_id = ${estimate})
  or exists (select from invoices i where i.estimate_id = ${estimate}))`;

/**
 * What stays of a deleted company, with the reason. Of tables that aren't listed here or in `DELETED_IN_ORDER`, a test
 * says so.
 */
export const KEPT_TABLES: Readonly<Record<string, string>> = {
  company_profiles: 'Names the party of the contracts. Everything else in the row is emptied',
  consents: 'Retention: consents',
  opt_outs: 'Retention: opt-outs',
  estimate_acceptances: 'Retention: contracts',
  change_signatures: 'Retention: contracts',
  payments: 'Retention: payments',
  payment_refunds: 'Retention: payments',
  invoices: 'Retention: payments',
  invoice_counters: 'Retention: payments',
  subscribers: 'The platform’s own billing',
  quota_ledger: 'The platform’s own billing',
  stripe_accounts: 'Later refunds and disputes of the kept payments arrive by account',
};

/** The tables that are emptied, in an order in which no row refers to one that's gone. Some rows of a few tables stay. */
export const DELETED_IN_ORDER: readonly { table: string; stays?: Stays }[] = [
  ...[
    'push_messages',
    'push_devices',
    'agent_replies',
    'agent_unanswered',
    'agent_messages',
    'agent_costs',
    'agent_conversations',
    'agent_facts',
    'agent_settings',
    'message_attempts',
    'messages',
    'follow_up_schedules',
    'timeline_events',
    'mail_bounces',
    'instant_requests',
    'visits',
    'visit_feeds',
    'visit_settings',
    'busy_times',
    'busy_calendars',
    'estimate_pdfs',
    'estimate_offers',
    'estimate_links',
    'deal_events',
    'deals',
    'crm_rules',
    'pipeline_stages',
    'pipelines',
    'organizations',
    'lead_pairs_apart',
    'lead_merges',
  ].map((table) => ({ table })),
  { table: 'payment_stages', stays: isContract(sql.raw('t.estimate_id')) },
  { table: 'estimate_changes', stays: isContract(sql.raw('t.estimate_id')) },
  { table: 'estimate_options', stays: isContract(sql.raw('t.estimate_id')) },
  { table: 'estimates', stays: isContract(sql.raw('t.id')) },
  {
    table: 'leads',
    stays: sql<SqlBool>`(exists (select from estimates e where e.lead_id = t.id)
      or exists (select from consents c where c.lead_id = t.id))`,
  },
  { table: 'lead_search', stays: sql<SqlBool>`exists (select from leads l where l.id = t.lead_id)` },
  { table: 'materials', stays: sql<SqlBool>`exists (select from leads l where l.material_id = t.id)` },
  {
    table: 'price_lists',
    stays: sql<SqlBool>`exists (select from estimates e
      where e.company_id = t.company_id and e.price_list = t.hash)`,
  },
  {
    table: 'stripe_operations',
    // The kept payments refer to the requests that made, ended and refunded them.
    stays: sql<SqlBool>`(exists (select from payments p where t.id in (p.operation_id, p.end_operation_id))
      or exists (select from payment_refunds r where r.operation_id = t.id))`,
  },
  ...[
    'pricing_settings',
    'take_off_rules',
    'company_costs',
    'source_costs',
    'instant_settings',
    'reminder_rules',
    'stopped_templates',
    'widget_days',
    'widget_tickets',
    'company_codes',
    'company_logos',
    'company_export_parts',
    'company_exports',
    'contractor_aliases',
    'invitations',
    'company_members',
    // last, because changes to leads add to them
    'report_marks',
    'report_facts',
    'report_tallies',
  ].map((table) => ({ table })),
];

/** The condition for the rows of a table that go. The table's alias is `t`. */
export const goes = ({ stays }: { stays?: Stays }): Stays => (stays ? sql<SqlBool>`not (${stays})` : ALL);
