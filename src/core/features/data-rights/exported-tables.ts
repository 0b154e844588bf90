/** How a table of a company is exported: with all columns, without some, or not at all. Each omission has a reason. */
export type Exported = 'all' | { without: Readonly<Record<string, string>> } | { no: string };

const LINK = 'Opens a private page, so it stays a secret';
const HASH_OF_LINK = 'Only finds the row of a private link';
const WORKING = 'Says which of our programs is working on the row';
const ONCE = 'Makes repeated requests count once';
const FILE = 'Is a file of its own in the zip';
const DERIVED = 'Is computed from the other tables';
const DEVICE = 'Holds the secrets of a member’s browser';

/**
 * Every table with a company's rows, by name, in the order of the zip. A test compares the list with the database, so a
 * new table must be added here, and refuses a column with the name of a secret that isn't left out.
 */
export const EXPORTED_TABLES: Readonly<Record<string, Exported>> = {
  company_profiles: { without: { deletion_claimed_until: WORKING } },
  company_members: 'all',
  invitations: { without: { token_hash: HASH_OF_LINK } },
  contractor_aliases: 'all',
  leads: { without: { idempotency_key: ONCE, search_text: DERIVED, name_key: DERIVED, found_by: DERIVED } },
  lead_merges: { without: { idempotency_key: ONCE } },
  lead_pairs_apart: 'all',
  timeline_events: 'all',
  messages: {
    without: {
      payload: 'Holds codes and links. What was sent is in the body',
      dedupe_key: ONCE,
      claimed_until: WORKING,
      try_lease: WORKING,
    },
  },
  message_attempts: 'all',
  follow_up_schedules: 'all',
  consents: 'all',
  opt_outs: 'all',
  mail_bounces: 'all',
  estimates: 'all',
  estimate_options: 'all',
  estimate_offers: 'all',
  estimate_links: {
    without: { token_hash: HASH_OF_LINK, sealed_token: LINK, code_hash: HASH_OF_LINK, sealed_code: LINK },
  },
  estimate_acceptances: 'all',
  estimate_changes: 'all',
  change_signatures: 'all',
  estimate_pdfs: { without: { content: FILE } },
  payments: {
    without: { idempotency_key: ONCE, operation_id: ONCE, end_operation_id: ONCE },
  },
  payment_refunds: { without: { idempotency_key: ONCE, operation_id: ONCE } },
  payment_stages: 'all',
  invoices: 'all',
  invoice_counters: 'all',
  visits: { without: { token_hash: HASH_OF_LINK, sealed_token: LINK, idempotency_key: ONCE } },
  visit_settings: 'all',
  visit_feeds: { without: { token_hash: HASH_OF_LINK, sealed_token: LINK } },
  busy_calendars: { without: { sealed_url: 'Is a secret of the member' } },
  busy_times: { no: 'Is read from members’ own calendars' },
  organizations: 'all',
  pipelines: 'all',
  pipeline_stages: 'all',
  deals: 'all',
  deal_events: 'all',
  crm_rules: 'all',
  pricing_settings: 'all',
  materials: 'all',
  price_lists: 'all',
  take_off_rules: 'all',
  company_costs: 'all',
  source_costs: 'all',
  instant_settings: 'all',
  instant_requests: {
    without: { idempotency_key: ONCE, network: 'Groups requests by network to prevent abuse' },
  },
  reminder_rules: 'all',
  agent_settings: 'all',
  agent_facts: 'all',
  agent_conversations: { without: { ticket_id: 'Is a secret of the homeowner’s browser' } },
  agent_messages: { without: { client_id: ONCE } },
  agent_replies: 'all',
  agent_unanswered: 'all',
  agent_costs: 'all',
  widget_days: 'all',
  quota_ledger: 'all',
  subscribers: 'all',
  stripe_accounts: 'all',
  company_logos: { without: { content: FILE } },
  company_codes: { no: 'Holds six-digit codes that are about to expire' },
  company_exports: { no: 'Lists these exports' },
  company_export_parts: { no: 'Holds these exports' },
  lead_search: { no: DERIVED },
  report_facts: { no: DERIVED },
  report_marks: { no: DERIVED },
  report_tallies: { no: DERIVED },
  push_devices: { no: DEVICE },
  push_messages: { no: DEVICE },
  stopped_templates: { no: 'Remembers hashes of texts that carriers refused' },
  stripe_operations: { no: 'Makes repeated requests to Stripe count once' },
  widget_tickets: { no: 'Holds secrets of homeowners’ browsers' },
};
