-- The schema after all migrations. `npm run schema` writes this file, and a test compares it.

-- tables

create table agent_conversations (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  lead_id uuid,
  ticket_id uuid,
  state jsonb not null,
  messages integer not null default 0,
  handed_over_at timestamp with time zone,
  taken_over_at timestamp with time zone,
  created_at timestamp with time zone not null,
  channel text not null default 'widget'::text,
  handover jsonb
);
-- row-level security is forced

create table agent_costs (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  conversation_id uuid,
  model text not null,
  status text not null default 'open'::text,
  reason text,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  cost_micros bigint not null,
  at timestamp with time zone not null
);
-- row-level security is forced

create table agent_facts (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  question text not null,
  answer text not null,
  created_at timestamp with time zone not null
);
-- row-level security is forced

create table agent_messages (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  conversation_id uuid not null,
  author text not null,
  body text not null,
  at timestamp with time zone not null,
  status text not null default 'answered'::text,
  client_id uuid,
  answer_id uuid,
  outcome jsonb
);
-- row-level security is forced

create table agent_replies (
  message_id uuid not null,
  company_id uuid not null,
  lead_id uuid not null,
  channel text not null,
  status text not null default 'waiting'::text,
  answer text,
  due_at timestamp with time zone not null,
  created_at timestamp with time zone not null
);
-- row-level security is forced

create table agent_settings (
  company_id uuid not null,
  widget boolean not null default true,
  estimate_page boolean not null default true,
  sms text not null default 'draft'::text,
  email text not null default 'off'::text,
  hours text not null default 'always'::text,
  tone text not null default ''::text,
  forbidden_topics text not null default ''::text,
  monthly_budget_cents integer not null default 2000,
  open_hours jsonb not null default '[]'::jsonb
);
-- row-level security is forced

create table agent_unanswered (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  conversation_id uuid not null,
  question text not null,
  at timestamp with time zone not null
);
-- row-level security is forced

create table audit_log (
  id uuid not null default uuidv7(),
  at timestamp with time zone not null,
  actor_id uuid,
  actor text not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  ip text
);

create table auth_codes (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  purpose text not null,
  code_hash text,
  code_expires_at timestamp with time zone,
  token_hash text,
  token_expires_at timestamp with time zone,
  attempts integer not null default 0,
  target text,
  browser_hash text,
  created_at timestamp with time zone not null default now()
);

create table budget_spends (
  budget text not null,
  key_hash text not null,
  at timestamp with time zone not null,
  amount integer not null
);

create table busy_calendars (
  company_id uuid not null,
  user_id uuid not null,
  sealed_url text not null,
  due_at timestamp with time zone not null,
  checked_at timestamp with time zone,
  events integer not null default 0,
  error text
);
-- row-level security is forced

create table busy_times (
  company_id uuid not null,
  user_id uuid not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null
);
-- row-level security is forced

create table change_signatures (
  change_id uuid not null,
  company_id uuid not null,
  name text not null,
  mark_kind text not null,
  mark text not null,
  consent_text text not null,
  consent_version text not null,
  language text not null,
  estimate_hash text not null,
  document text not null,
  document_hash text not null,
  cancel_days integer not null,
  cancel_until date not null,
  cancel_zone text not null,
  ip text not null,
  user_agent text not null,
  at timestamp with time zone not null,
  signed_at timestamp with time zone not null default clock_timestamp()
);
-- row-level security is forced

create table company_codes (
  company_id uuid not null,
  what text not null,
  target text not null,
  code_hash text not null,
  attempts integer not null default 0,
  expires_at timestamp with time zone not null
);
-- row-level security is forced

create table company_costs (
  company_id uuid not null,
  version integer not null default 1,
  hourly_cents integer not null,
  items jsonb not null,
  labor jsonb not null,
  target_margin_bps integer
);
-- row-level security is forced

create table company_export_parts (
  company_id uuid not null,
  export_id uuid not null,
  position integer not null,
  content bytea not null
);
-- row-level security is forced

create table company_exports (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  requested_at timestamp with time zone not null,
  status text not null default 'waiting'::text,
  claim uuid,
  claimed_until timestamp with time zone,
  attempts integer not null default 0,
  rows_done bigint not null default 0,
  rows_total bigint,
  size bigint not null default 0,
  finished_at timestamp with time zone,
  deletes_at timestamp with time zone
);
-- row-level security is forced

create table company_logos (
  company_id uuid not null,
  hash text not null,
  content bytea not null,
  width integer not null,
  height integer not null,
  created_at timestamp with time zone not null
);
-- row-level security is forced

create table company_members (
  company_id uuid not null,
  user_id uuid not null,
  role text not null,
  joined_at timestamp with time zone not null default now(),
  turn bigint not null default 0
);
-- row-level security is forced

create table company_profiles (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  name text not null,
  email text not null,
  phone text,
  address text,
  postal_address text,
  time_zone text not null default 'America/New_York'::text,
  contractor_id text not null,
  terms text not null,
  sms_from text,
  sms_registration text not null default 'none'::text,
  stripe_account_id text,
  stripe_connected boolean not null default false,
  workflow_channel text not null default 'sms'::text,
  workflow_cadence integer[] not null default '{1,3,7}'::integer[],
  workflow_messages text[] not null,
  send_time time without time zone not null default '10:00:00'::time without time zone,
  widget_price_gating boolean not null default false,
  widget_material_selection boolean not null default false,
  widget_instant_quotes boolean not null default false,
  widget_primary_color text not null default '#3b82f6'::text,
  created_at timestamp with time zone not null default now(),
  sms_rejection_reason text,
  logo_hash text,
  widget_seen_at timestamp with time zone,
  checklist_closed_at timestamp with time zone,
  deposit_kind text not null default 'percent'::text,
  deposit_percent integer not null default 50,
  deposit_amount_cents bigint,
  offer_full_payment boolean not null default true,
  notify_phone text,
  send_from time without time zone not null default '10:00:00'::time without time zone,
  send_until time without time zone not null default '20:00:00'::time without time zone,
  sms_paused_at timestamp with time zone,
  sms_pause_code text,
  email_confirmed_at timestamp with time zone,
  pending_email text,
  pending_notify_phone text,
  assign_in_turn boolean not null default false,
  widget_paused boolean not null default false,
  widget_paused_text text not null default ''::text,
  widget_allowed_domains text[] not null default '{}'::text[],
  service_zips text[] not null default '{}'::text[],
  hours text not null default ''::text,
  weekly_report boolean not null default true,
  weekly_report_week date not null default ((date_trunc('week'::text, now()))::date - 7),
  terms_es text,
  workflow_messages_es text[],
  workflow_offers jsonb not null default '[]'::jsonb,
  offer_decided_at timestamp with time zone,
  widget_price_chosen_at timestamp with time zone,
  default_plan jsonb,
  deletion_requested_at timestamp with time zone,
  deletes_at timestamp with time zone,
  deleted_at timestamp with time zone,
  deletion_claimed_until timestamp with time zone
);
-- row-level security is forced

create table consents (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  lead_id uuid not null,
  channel text not null default 'sms'::text,
  phone text not null,
  method text not null,
  text text not null,
  version text not null,
  page_url text,
  ip text,
  user_agent text,
  at timestamp with time zone not null
);
-- row-level security is forced

create table contractor_aliases (
  contractor_id text not null,
  company_id uuid not null
);
-- row-level security is forced

create table counters (
  name text not null,
  labels text not null,
  value double precision not null default 0
);

create table crm_rules (
  company_id uuid not null,
  make_deal boolean not null default true,
  follow_sent boolean not null default true,
  follow_accepted boolean not null default true,
  follow_paid boolean not null default true,
  pipeline_id uuid
);
-- row-level security is forced

create table deal_events (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  deal_id uuid not null,
  kind text not null,
  at timestamp with time zone not null,
  was text,
  became text,
  rule text,
  estimate_id uuid,
  by_user_id uuid,
  by_name text
);
-- row-level security is forced

create table deals (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  org_id uuid not null,
  pipeline_id uuid not null,
  stage_id uuid not null,
  title text not null,
  amount_cents bigint,
  note text not null default ''::text,
  position bigint not null,
  lead_id uuid,
  stage_since timestamp with time zone not null,
  lost_at timestamp with time zone,
  created_at timestamp with time zone not null,
  expected_close date,
  owner_id uuid,
  lost_reason text,
  estimate_id uuid,
  amount_from_estimate boolean not null default false,
  moved_at timestamp with time zone
);
-- row-level security is forced

create table estimate_acceptances (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  lead_id uuid not null,
  estimate_id uuid not null,
  option_id uuid,
  name text not null,
  mark_kind text not null,
  mark text not null,
  consent_text text not null,
  consent_version text not null,
  document text not null,
  document_hash text not null,
  terms_hash text not null,
  discount_cents bigint not null,
  total_cents bigint not null,
  deposit_cents bigint not null,
  cancel_days integer not null,
  cancel_until date not null,
  cancel_zone text not null,
  ip text not null,
  user_agent text not null,
  at timestamp with time zone not null,
  signed_at timestamp with time zone not null default clock_timestamp(),
  language text not null default 'en'::text,
  add_on_ids jsonb not null default '[]'::jsonb,
  take_off jsonb
);
-- row-level security is forced

create table estimate_changes (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  estimate_id uuid not null,
  position integer not null,
  status text not null default 'draft'::text,
  note text not null,
  fence jsonb not null,
  take_off jsonb not null,
  added jsonb not null,
  removed jsonb not null,
  added_cents bigint not null,
  removed_cents bigint not null,
  net_cents bigint not null generated always as ((added_cents - removed_cents)) stored,
  total_cents bigint not null,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  valid_until date,
  job_zone text not null,
  decided_at timestamp with time zone,
  decline_reason text
);
-- row-level security is forced

create table estimate_links (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  estimate_id uuid not null,
  token_hash text not null,
  sealed_token text not null,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone not null,
  code_hash text,
  sealed_code text
);
-- row-level security is forced

create table estimate_offers (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  lead_id uuid not null,
  source_id uuid not null,
  percent numeric(5,2),
  amount_cents bigint,
  starts_at timestamp with time zone not null,
  ends_on date not null,
  ends_at timestamp with time zone not null,
  days integer not null
);
-- row-level security is forced

create table estimate_options (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  estimate_id uuid not null,
  position integer not null,
  label text not null,
  perimeter_ft numeric(8,2) not null,
  gate_count integer not null,
  material_type text not null,
  base_price_cents integer not null,
  premium_cents integer not null,
  gate_price_cents integer not null,
  total_cents bigint not null,
  priced jsonb
);
-- row-level security is forced

create table estimate_pdfs (
  company_id uuid not null,
  estimate_id uuid not null,
  hash text not null,
  content bytea not null,
  drawn_at timestamp with time zone not null
);
-- row-level security is forced

create table estimates (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  lead_id uuid not null,
  version integer not null,
  number text not null,
  status text not null default 'sent'::text,
  perimeter_ft numeric(8,2) not null,
  gate_count integer not null,
  material_type text not null,
  base_price_cents integer not null,
  premium_cents integer not null,
  gate_price_cents integer not null,
  total_cents bigint not null,
  notes text not null default ''::text,
  terms text not null,
  company jsonb not null,
  customer jsonb not null,
  sent_at timestamp with time zone not null,
  valid_until date not null,
  first_viewed_at timestamp with time zone,
  last_viewed_at timestamp with time zone,
  view_count integer not null default 0,
  deposit_terms jsonb not null default '{"cap": null, "rule": {"kind": "percent", "percent": 50}, "offerFull": true}'::jsonb,
  declined_at timestamp with time zone,
  decline_reason text,
  work_started_at timestamp with time zone,
  work_done_at timestamp with time zone,
  drawing jsonb,
  language text not null default 'en'::text,
  other_terms text,
  offer jsonb,
  offer_ends_on date,
  offer_ends_at timestamp with time zone,
  job_zone text,
  priced jsonb,
  sum_cents bigint,
  taxable_cents bigint not null default 0,
  tax_bps integer not null default 0,
  ticked_add_ons jsonb not null default '[]'::jsonb,
  price_list text
);
-- row-level security is forced

create table feedback (
  id uuid not null default uuidv7(),
  user_id uuid,
  name text,
  email text,
  category text not null,
  subject text not null,
  message text not null,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  priority boolean not null default false,
  answered_at timestamp with time zone,
  urgent boolean not null generated always as ((priority AND (answered_at IS NULL))) stored
);

create table feedback_replies (
  id uuid not null default uuidv7(),
  feedback_id uuid not null,
  direction text not null,
  text text not null,
  written_by uuid,
  from_address text,
  message_id text,
  at timestamp with time zone not null
);

create table follow_up_schedules (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  lead_id uuid,
  status text not null,
  channel text not null,
  activated_at timestamp with time zone,
  stopped_at timestamp with time zone,
  stop_reason text,
  created_at timestamp with time zone not null
);
-- row-level security is forced

create table instant_requests (
  company_id uuid not null,
  lead_id uuid not null,
  state text not null,
  idempotency_key text not null,
  network text,
  estimate_id uuid
);
-- row-level security is forced

create table instant_settings (
  company_id uuid not null,
  enabled boolean not null,
  max_total_cents bigint not null,
  max_feet numeric(9,2) not null,
  zips text[] not null,
  material_ids uuid[] not null,
  require_drawing boolean not null,
  visit_first boolean not null
);
-- row-level security is forced

create table invitations (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  email text not null,
  role text not null,
  token_hash text not null,
  invited_by uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  revoked_at timestamp with time zone
);
-- row-level security is forced

create table invoice_counters (
  company_id uuid not null,
  last_number integer not null
);
-- row-level security is forced

create table invoices (
  company_id uuid not null,
  number integer not null,
  estimate_id uuid not null,
  created_at timestamp with time zone not null
);
-- row-level security is forced

create table lead_merges (
  old_lead_id uuid not null,
  company_id uuid not null,
  kept_lead_id uuid not null,
  idempotency_key text,
  old_lead jsonb not null,
  merged_by uuid,
  merged_at timestamp with time zone not null
);
-- row-level security is forced

create table lead_pairs_apart (
  company_id uuid not null,
  lead_a uuid not null,
  lead_b uuid not null
);
-- row-level security is forced

create table lead_search (
  lead_id uuid not null,
  company_id uuid not null,
  search_text text not null,
  created_at timestamp with time zone not null,
  name_key text not null
);
-- row-level security is forced

create table leads (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  name text not null,
  email text,
  phone text,
  address text,
  zip text,
  perimeter_ft numeric(8,2),
  gate_count integer not null default 0,
  material_id uuid,
  material_type text,
  quote_cents bigint,
  notes text not null default ''::text,
  source text not null default 'widget'::text,
  page_url text,
  idempotency_key text,
  status text not null default 'new'::text,
  outcome text,
  outcome_reason text,
  estimate_sent_at timestamp with time zone,
  last_contact_at timestamp with time zone,
  last_message_at timestamp with time zone,
  last_reply_at timestamp with time zone,
  archived_at timestamp with time zone,
  created_at timestamp with time zone not null,
  search_text text not null generated always as (search_fold(((((((((name || COALESCE((' '::text || email), ''::text)) || ' '::text) || COALESCE(phone, ''::text)) || ' '::text) || COALESCE(address, ''::text)) || contacts_in(notes)) || ' '::text) || found_by))) stored,
  awaits_answer text,
  awaits_since timestamp with time zone,
  name_key text not null generated always as (lower(name)) stored,
  unread_count integer not null default 0,
  reply_told_at timestamp with time zone,
  held_at timestamp with time zone,
  held_for text[] not null default '{}'::text[],
  spam_at timestamp with time zone,
  counted_as_recipient_at timestamp with time zone,
  uncounted_ways text[] not null default '{email,sms}'::text[],
  homeowner_email text,
  assigned_to uuid,
  attribution jsonb,
  measured jsonb,
  language text,
  found_by text not null default ''::text,
  erased_at timestamp with time zone
);
-- row-level security is forced

create table mail_bounces (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  address text not null,
  kind text not null,
  code text,
  source_id uuid,
  at timestamp with time zone not null
);
-- row-level security is forced

create table materials (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  name text not null,
  premium_cents integer not null default 0,
  description text not null default ''::text,
  basic boolean not null default false,
  position integer not null default 0,
  deleted_at timestamp with time zone,
  system text
);
-- row-level security is forced

create table message_attempts (
  id uuid not null default uuidv7(),
  message_id uuid not null,
  company_id uuid,
  at timestamp with time zone not null,
  to_address text not null,
  status text not null,
  subject text,
  body text,
  provider_id text,
  error_code text
);
-- row-level security is forced

create table messages (
  id uuid not null default uuidv7(),
  company_id uuid,
  lead_id uuid,
  direction text not null default 'out'::text,
  channel text not null,
  kind text not null,
  status text not null default 'scheduled'::text,
  created_at timestamp with time zone not null default now(),
  at timestamp with time zone,
  due_at timestamp with time zone,
  first_due_at timestamp with time zone,
  sending_at timestamp with time zone,
  sent_at timestamp with time zone,
  claimed_until timestamp with time zone,
  try_lease timestamp with time zone,
  attempts integer not null default 0,
  tried_later boolean not null default false,
  automated boolean not null default true,
  unsure boolean not null default false,
  from_address text,
  to_address text not null,
  subject text,
  body text,
  provider_id text,
  error_code text,
  reason text,
  payload jsonb not null default '{}'::jsonb,
  dedupe_key text,
  schedule_id uuid,
  step integer,
  day integer,
  template text,
  offer jsonb,
  whole_text text,
  attachments text[] not null default '{}'::text[]
);
-- row-level security is forced

create table nightly_runs (
  job text not null,
  night timestamp with time zone not null,
  claimed_until timestamp with time zone,
  finished_at timestamp with time zone,
  result jsonb
);

create table opt_outs (
  id uuid not null default uuidv7(),
  company_id uuid,
  channel text not null,
  address text not null,
  sender text,
  source text not null,
  words text,
  created_at timestamp with time zone not null,
  lifted_at timestamp with time zone
);
-- row-level security is forced

create table organizations (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  name text not null,
  created_by uuid,
  created_at timestamp with time zone not null
);
-- row-level security is forced

create table payment_refunds (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  payment_id uuid not null,
  cents bigint not null,
  idempotency_key text not null,
  status text not null,
  operation_id uuid,
  created_at timestamp with time zone not null,
  tried_at timestamp with time zone
);
-- row-level security is forced

create table payment_stages (
  company_id uuid not null,
  estimate_id uuid not null,
  position smallint not null,
  label text not null,
  percent numeric(7,4),
  cents bigint,
  due text not null
);
-- row-level security is forced

create table payments (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  lead_id uuid not null,
  estimate_id uuid not null,
  kind text not null,
  amount_cents bigint not null,
  fee_cents bigint not null,
  refunded_cents bigint not null default 0,
  currency text not null default 'usd'::text,
  status text not null default 'open'::text,
  extra boolean not null default false,
  stripe_account_id text,
  stripe_session_id text,
  stripe_payment_intent text,
  operation_id uuid,
  method text,
  receipt_url text,
  reason text,
  expires_at timestamp with time zone,
  created_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  last_reconciled_at timestamp with time zone,
  handed_out_at timestamp with time zone not null default now(),
  end_operation_id uuid,
  by_hand boolean not null default false,
  received_on date,
  reference text,
  idempotency_key text,
  void_reason text
);
-- row-level security is forced

create table pipeline_stages (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  org_id uuid not null,
  pipeline_id uuid not null,
  name text not null,
  won boolean not null default false,
  position integer not null
);
-- row-level security is forced

create table pipelines (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  org_id uuid not null,
  name text not null,
  created_at timestamp with time zone not null,
  sent_stage_id uuid,
  accepted_stage_id uuid,
  paid_stage_id uuid
);
-- row-level security is forced

create table platform_pauses (
  what text not null,
  paused_at timestamp with time zone not null
);

create table price_lists (
  company_id uuid not null,
  hash text not null,
  prices jsonb not null
);
-- row-level security is forced

create table pricing_settings (
  company_id uuid not null,
  base_price_cents integer not null default 762,
  gate_price_cents integer not null default 30000,
  confirmed_at timestamp with time zone,
  book jsonb,
  book_version integer not null default 1
);
-- row-level security is forced

create table provider_states (
  provider text not null,
  failures integer not null default 0,
  opened_at timestamp with time zone,
  open_until timestamp with time zone,
  pauses integer not null default 0,
  cause text,
  code text,
  probe_until timestamp with time zone,
  alerted_at timestamp with time zone,
  openings bigint not null default 0,
  failed_for text
);

create table push_devices (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  session_id uuid not null,
  user_id uuid not null,
  endpoint text not null,
  endpoint_hash text not null,
  p256dh text not null,
  auth text not null,
  label text not null,
  events text[] not null,
  shows text not null,
  quiet_from time without time zone,
  quiet_until time without time zone,
  created_at timestamp with time zone not null
);
-- row-level security is forced

create table push_messages (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  device_id uuid not null,
  lead_id uuid not null,
  event text not null,
  dedupe_key text not null,
  due_at timestamp with time zone not null,
  status text not null default 'scheduled'::text,
  attempts integer not null default 0,
  claimed_until timestamp with time zone,
  reason text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone
);
-- row-level security is forced

create table quota_ledger (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  lead_id uuid,
  kind text not null,
  delta integer not null,
  period_start timestamp with time zone,
  reason text not null default ''::text,
  at timestamp with time zone not null,
  stripe_session_id text
);
-- row-level security is forced

create table rate_limits (
  key character varying(255) not null,
  points integer not null default 0,
  expire bigint
);

create table recovery_codes (
  user_id uuid not null,
  code_hash text not null
);

create table reminder_rules (
  company_id uuid not null,
  rule text not null,
  enabled boolean not null,
  days integer not null,
  channel text not null,
  message text not null,
  review_url text,
  message_es text
);
-- row-level security is forced

create table report_facts (
  id uuid not null,
  company_id uuid not null,
  created_at timestamp with time zone not null,
  source text not null,
  material_id uuid,
  material_type text,
  zip text,
  user_id uuid,
  stage smallint not null,
  won boolean not null,
  won_cents bigint not null,
  accepted_at timestamp with time zone,
  outstanding_cents bigint not null,
  deposited_cents bigint not null,
  answer_minutes double precision,
  answer_bucket smallint,
  steps integer[] not null,
  replies integer[] not null,
  reasons text[] not null,
  first_touch text,
  last_touch text,
  paid_slots text[] not null,
  paid_cents bigint[] not null
);
-- row-level security is forced

create table report_marks (
  id bigint not null generated always as identity,
  company_id uuid not null,
  lead uuid not null
);
-- row-level security is forced

create table report_tallies (
  company_id uuid not null,
  grain text not null,
  filter text not null,
  day date not null,
  item text not null,
  n bigint not null,
  sent bigint not null,
  won bigint not null,
  cents bigint not null
);
-- row-level security is forced

create table sessions (
  id text not null,
  user_id uuid not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  public_id uuid not null default gen_random_uuid(),
  user_agent text not null default ''::text,
  last_seen_at timestamp with time zone not null default now()
);

create table source_costs (
  company_id uuid not null,
  source text not null,
  month date not null,
  cost_cents bigint not null
);
-- row-level security is forced

create table stopped_templates (
  company_id uuid not null,
  template_hash text not null,
  code text not null,
  at timestamp with time zone not null
);
-- row-level security is forced

create table stripe_accounts (
  id text not null,
  company_id uuid not null,
  charges_enabled boolean not null default false,
  details_submitted boolean not null default false,
  currently_due text[] not null default '{}'::text[],
  pending_verification text[] not null default '{}'::text[],
  disabled_reason text,
  created_at timestamp with time zone not null default now(),
  disconnected_at timestamp with time zone
);
-- row-level security is forced

create table stripe_events (
  id text not null,
  type text not null,
  account text,
  livemode boolean not null,
  payload jsonb not null,
  received_at timestamp with time zone not null default now(),
  processed_at timestamp with time zone,
  note text,
  error text,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone not null default now(),
  claimed_until timestamp with time zone
);

create table stripe_operations (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  kind text not null,
  fingerprint text not null,
  request jsonb not null,
  status text not null default 'started'::text,
  stripe_id text,
  created_at timestamp with time zone not null default now()
);
-- row-level security is forced

create table stripe_reads (
  key text not null,
  asked bigint not null default 0,
  settled bigint not null default 0
);

create table subscribers (
  company_id uuid not null,
  email text,
  subscribed boolean not null default false,
  subscription_tier text not null default 'starter'::text,
  subscription_end timestamp with time zone,
  period_start timestamp with time zone,
  stripe_customer_id text,
  stripe_subscription_id text,
  usage_count integer not null default 0,
  stripe_status text,
  cancel_at_period_end boolean not null default false,
  free_until timestamp with time zone,
  free_granted_by uuid,
  free_granted_at timestamp with time zone,
  credits_bought_at timestamp with time zone,
  stripe_asked_at timestamp with time zone,
  last_reconciled_at timestamp with time zone
);
-- row-level security is forced

create table take_off_rules (
  company_id uuid not null,
  version integer not null default 1,
  default_bag_lb smallint not null,
  changes jsonb not null
);
-- row-level security is forced

create table timeline_events (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  lead_id uuid not null,
  kind text not null,
  at timestamp with time zone not null,
  data jsonb not null default '{}'::jsonb
);
-- row-level security is forced

create table user_avatars (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  content_type text not null,
  content bytea not null
);

create table user_roles (
  user_id uuid not null,
  role text not null,
  created_at timestamp with time zone not null default now()
);

create table users (
  id uuid not null default uuidv7(),
  email text not null,
  name text not null,
  avatar_url text,
  password_hash text,
  created_at timestamp with time zone not null default now(),
  email_verified_at timestamp with time zone,
  google_sub text,
  totp_sealed text,
  totp_pending_sealed text,
  totp_last_step bigint,
  device_epoch integer not null default 0,
  active_company_id uuid
);

create table visit_feeds (
  company_id uuid not null,
  user_id uuid not null,
  token_hash text not null,
  sealed_token text not null,
  created_at timestamp with time zone not null
);
-- row-level security is forced

create table visit_settings (
  company_id uuid not null,
  user_id uuid,
  enabled boolean not null,
  hours jsonb not null,
  length_minutes integer not null,
  step_minutes integer not null,
  travel_minutes integer,
  notice_hours integer not null,
  horizon_days integer not null,
  max_per_day integer not null
);
-- row-level security is forced

create table visits (
  id uuid not null default uuidv7(),
  company_id uuid not null,
  lead_id uuid not null,
  user_id uuid,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  blocked tstzrange not null,
  status text not null default 'booked'::text,
  note text not null default ''::text,
  sequence integer not null default 0,
  token_hash text not null,
  sealed_token text not null,
  idempotency_key text,
  created_at timestamp with time zone not null
);
-- row-level security is forced

create table widget_days (
  company_id uuid not null,
  day date not null,
  seen integer not null default 0,
  started integer not null default 0,
  priced integer not null default 0,
  sent integer not null default 0
);
-- row-level security is forced

create table widget_tickets (
  id uuid not null,
  company_id uuid not null,
  leads integer not null,
  expires_at timestamp with time zone not null,
  step smallint not null default 0
);
-- row-level security is forced

create table worker_heartbeats (
  worker_id uuid not null,
  swept_at timestamp with time zone not null
);

-- views

create view follow_up_messages with (security_invoker=true, check_option=cascaded) as
 SELECT id,
    company_id,
    lead_id,
    schedule_id,
    step,
    day,
    channel,
    template AS body,
    due_at,
    status,
    attempts,
    claimed_until,
    sending_at,
    provider_id,
    sent_at,
    reason,
    first_due_at,
    tried_later,
    offer,
    kind,
    to_address,
    created_at
   FROM messages
  WHERE (schedule_id IS NOT NULL);
alter view follow_up_messages alter column kind set default 'follow-up'::text;
alter view follow_up_messages alter column to_address set default ''::text;
alter view follow_up_messages alter column created_at set default now();

create view signed_estimates with (security_invoker=true) as
 SELECT estimate_id,
    at,
    deposit_cents,
    discount_cents,
    (total_cents + (COALESCE(( SELECT sum(change.net_cents) AS sum
           FROM estimate_changes change
          WHERE ((change.estimate_id = signed.estimate_id) AND (change.status = ANY (ARRAY['signed'::text, 'credited'::text])))), (0)::numeric))::bigint) AS total_cents
   FROM estimate_acceptances signed;

create view texts_sent with (security_invoker=true) as
 SELECT messages.id AS message_id,
    messages.company_id,
    messages.lead_id,
    messages.schedule_id,
    messages.kind,
    messages.automated,
    messages.to_address,
    messages.at
   FROM messages
  WHERE ((messages.direction = 'out'::text) AND (messages.channel = 'sms'::text) AND (messages.at IS NOT NULL) AND (messages.status <> 'failed'::text))
UNION ALL
 SELECT m.id AS message_id,
    m.company_id,
    m.lead_id,
    m.schedule_id,
    m.kind,
    m.automated,
    a.to_address,
    a.at
   FROM (message_attempts a
     JOIN messages m ON ((m.id = a.message_id)))
  WHERE ((m.channel = 'sms'::text) AND (a.status <> 'failed'::text));

-- constraints

alter table agent_conversations add constraint agent_conversations_channel_check CHECK ((channel = ANY (ARRAY['widget'::text, 'estimate_page'::text, 'sms'::text, 'email'::text])));

alter table agent_conversations add constraint agent_conversations_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table agent_conversations add constraint agent_conversations_company_id_id_key UNIQUE (company_id, id);

alter table agent_conversations add constraint agent_conversations_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id) ON DELETE SET NULL (lead_id);

alter table agent_conversations add constraint agent_conversations_handover_check CHECK (((handover IS NULL) OR (handed_over_at IS NOT NULL)));

alter table agent_conversations add constraint agent_conversations_pkey PRIMARY KEY (id);

alter table agent_costs add constraint agent_costs_company_id_conversation_id_fkey FOREIGN KEY (company_id, conversation_id) REFERENCES agent_conversations(company_id, id) ON DELETE SET NULL (conversation_id);

alter table agent_costs add constraint agent_costs_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table agent_costs add constraint agent_costs_cost_micros_check CHECK ((cost_micros >= 0));

alter table agent_costs add constraint agent_costs_input_tokens_check CHECK ((input_tokens >= 0));

alter table agent_costs add constraint agent_costs_output_tokens_check CHECK ((output_tokens >= 0));

alter table agent_costs add constraint agent_costs_pkey PRIMARY KEY (id);

alter table agent_costs add constraint agent_costs_status_check CHECK ((status = ANY (ARRAY['open'::text, 'used'::text, 'discarded'::text, 'failed'::text])));

alter table agent_facts add constraint agent_facts_answer_check CHECK (((char_length(answer) >= 1) AND (char_length(answer) <= 2000)));

alter table agent_facts add constraint agent_facts_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table agent_facts add constraint agent_facts_pkey PRIMARY KEY (id);

alter table agent_facts add constraint agent_facts_question_check CHECK (((char_length(question) >= 1) AND (char_length(question) <= 300)));

alter table agent_messages add constraint agent_messages_answer_id_fkey FOREIGN KEY (answer_id) REFERENCES agent_messages(id) ON DELETE SET NULL;

alter table agent_messages add constraint agent_messages_asks CHECK (((author = 'homeowner'::text) OR (status = 'answered'::text)));

alter table agent_messages add constraint agent_messages_author_check CHECK ((author = ANY (ARRAY['homeowner'::text, 'agent'::text])));

alter table agent_messages add constraint agent_messages_body_check CHECK (((char_length(body) >= 1) AND (char_length(body) <= 8000)));

alter table agent_messages add constraint agent_messages_company_id_conversation_id_fkey FOREIGN KEY (company_id, conversation_id) REFERENCES agent_conversations(company_id, id) ON DELETE CASCADE;

alter table agent_messages add constraint agent_messages_pkey PRIMARY KEY (id);

alter table agent_messages add constraint agent_messages_status_check CHECK ((status = ANY (ARRAY['asked'::text, 'answered'::text])));

alter table agent_replies add constraint agent_replies_answer_check CHECK (((char_length(answer) >= 1) AND (char_length(answer) <= 8000)));

alter table agent_replies add constraint agent_replies_channel_check CHECK ((channel = ANY (ARRAY['sms'::text, 'email'::text])));

alter table agent_replies add constraint agent_replies_check CHECK (((answer IS NULL) OR (status = ANY (ARRAY['draft'::text, 'queued'::text, 'sent'::text, 'discarded'::text, 'dropped'::text]))));

alter table agent_replies add constraint agent_replies_check1 CHECK (((answer IS NOT NULL) OR (status = ANY (ARRAY['waiting'::text, 'joined'::text, 'dropped'::text]))));

alter table agent_replies add constraint agent_replies_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table agent_replies add constraint agent_replies_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id) ON DELETE CASCADE;

alter table agent_replies add constraint agent_replies_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE CASCADE;

alter table agent_replies add constraint agent_replies_pkey PRIMARY KEY (message_id);

alter table agent_replies add constraint agent_replies_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'joined'::text, 'draft'::text, 'queued'::text, 'sent'::text, 'discarded'::text, 'dropped'::text])));

alter table agent_settings add constraint agent_settings_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table agent_settings add constraint agent_settings_email_check CHECK ((email = ANY (ARRAY['off'::text, 'draft'::text, 'auto'::text])));

alter table agent_settings add constraint agent_settings_forbidden_topics_check CHECK ((char_length(forbidden_topics) <= 1000));

alter table agent_settings add constraint agent_settings_hours_check CHECK ((hours = ANY (ARRAY['always'::text, 'closed'::text])));

alter table agent_settings add constraint agent_settings_monthly_budget_cents_check CHECK (((monthly_budget_cents >= 0) AND (monthly_budget_cents <= 1000000)));

alter table agent_settings add constraint agent_settings_pkey PRIMARY KEY (company_id);

alter table agent_settings add constraint agent_settings_sms_check CHECK ((sms = ANY (ARRAY['off'::text, 'draft'::text, 'auto'::text])));

alter table agent_settings add constraint agent_settings_tone_check CHECK ((char_length(tone) <= 300));

alter table agent_unanswered add constraint agent_unanswered_company_id_conversation_id_fkey FOREIGN KEY (company_id, conversation_id) REFERENCES agent_conversations(company_id, id) ON DELETE CASCADE;

alter table agent_unanswered add constraint agent_unanswered_pkey PRIMARY KEY (id);

alter table agent_unanswered add constraint agent_unanswered_question_check CHECK (((char_length(question) >= 1) AND (char_length(question) <= 2000)));

alter table audit_log add constraint audit_log_action_check CHECK ((action ~ '^[a-z_]+\.[a-z_]+$'::text));

alter table audit_log add constraint audit_log_pkey PRIMARY KEY (id);

alter table audit_log add constraint audit_log_subject_kind_check CHECK ((subject_kind = ANY (ARRAY['user'::text, 'company'::text, 'message'::text, 'stripe_event'::text, 'feedback'::text, 'provider'::text, 'platform'::text])));

alter table auth_codes add constraint auth_codes_pkey PRIMARY KEY (id);

alter table auth_codes add constraint auth_codes_purpose_check CHECK ((purpose = ANY (ARRAY['verify'::text, 'sign-in'::text, 'reset'::text, 'email-change'::text, 'totp'::text])));

alter table auth_codes add constraint auth_codes_purpose_unique UNIQUE (user_id, purpose);

alter table auth_codes add constraint auth_codes_target CHECK (((purpose = 'email-change'::text) = (target IS NOT NULL)));

alter table auth_codes add constraint auth_codes_target_check CHECK ((target = lower(target)));

alter table auth_codes add constraint auth_codes_token_hash_key UNIQUE (token_hash);

alter table auth_codes add constraint auth_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table budget_spends add constraint budget_spends_amount_check CHECK ((amount > 0));

alter table busy_calendars add constraint busy_calendars_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table busy_calendars add constraint busy_calendars_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES company_members(company_id, user_id) ON DELETE CASCADE;

alter table busy_calendars add constraint busy_calendars_events_check CHECK ((events >= 0));

alter table busy_calendars add constraint busy_calendars_pkey PRIMARY KEY (company_id, user_id);

alter table busy_times add constraint busy_times_check CHECK ((ends_at > starts_at));

alter table busy_times add constraint busy_times_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES busy_calendars(company_id, user_id) ON DELETE CASCADE;

alter table busy_times add constraint busy_times_pkey PRIMARY KEY (company_id, user_id, starts_at);

alter table change_signatures add constraint change_signatures_cancel_days_check CHECK ((cancel_days >= 3));

alter table change_signatures add constraint change_signatures_check CHECK ((document_hash = encode(sha256(convert_to(document, 'UTF8'::name)), 'hex'::text)));

alter table change_signatures add constraint change_signatures_company_id_change_id_fkey FOREIGN KEY (company_id, change_id) REFERENCES estimate_changes(company_id, id);

alter table change_signatures add constraint change_signatures_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table change_signatures add constraint change_signatures_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text])));

alter table change_signatures add constraint change_signatures_mark_check CHECK (((length(mark) >= 1) AND (length(mark) <= 20000)));

alter table change_signatures add constraint change_signatures_mark_kind_check CHECK ((mark_kind = ANY (ARRAY['typed'::text, 'drawn'::text])));

alter table change_signatures add constraint change_signatures_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120)));

alter table change_signatures add constraint change_signatures_over_estimate CHECK ((POSITION((estimate_hash) IN (document)) > 0));

alter table change_signatures add constraint change_signatures_pkey PRIMARY KEY (change_id);

alter table company_codes add constraint company_codes_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table company_codes add constraint company_codes_pkey PRIMARY KEY (company_id, what);

alter table company_codes add constraint company_codes_what_check CHECK ((what = ANY (ARRAY['email'::text, 'notifyPhone'::text])));

alter table company_costs add constraint company_costs_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table company_costs add constraint company_costs_hourly_cents_check CHECK (((hourly_cents >= 0) AND (hourly_cents <= 10000000)));

alter table company_costs add constraint company_costs_items_check CHECK ((jsonb_typeof(items) = 'object'::text));

alter table company_costs add constraint company_costs_labor_check CHECK ((jsonb_typeof(labor) = 'array'::text));

alter table company_costs add constraint company_costs_pkey PRIMARY KEY (company_id);

alter table company_costs add constraint company_costs_target_margin_bps_check CHECK (((target_margin_bps >= 0) AND (target_margin_bps <= 9999)));

alter table company_costs add constraint company_costs_version_check CHECK ((version > 0));

alter table company_export_parts add constraint company_export_parts_company_id_export_id_fkey FOREIGN KEY (company_id, export_id) REFERENCES company_exports(company_id, id) ON DELETE CASCADE;

alter table company_export_parts add constraint company_export_parts_pkey PRIMARY KEY (export_id, "position");

alter table company_exports add constraint company_exports_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table company_exports add constraint company_exports_company_id_id_key UNIQUE (company_id, id);

alter table company_exports add constraint company_exports_done CHECK (((status <> 'done'::text) OR ((finished_at IS NOT NULL) AND (deletes_at IS NOT NULL))));

alter table company_exports add constraint company_exports_pkey PRIMARY KEY (id);

alter table company_exports add constraint company_exports_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text, 'removed'::text])));

alter table company_logos add constraint company_logos_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table company_logos add constraint company_logos_content_check CHECK (((octet_length(content) >= 1) AND (octet_length(content) <= 1048576)));

alter table company_logos add constraint company_logos_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text));

alter table company_logos add constraint company_logos_height_check CHECK (((height >= 1) AND (height <= 300)));

alter table company_logos add constraint company_logos_pkey PRIMARY KEY (company_id, hash);

alter table company_logos add constraint company_logos_width_check CHECK (((width >= 1) AND (width <= 600)));

alter table company_members add constraint company_members_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table company_members add constraint company_members_pkey PRIMARY KEY (company_id, user_id);

alter table company_members add constraint company_members_role CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'sales'::text, 'viewer'::text])));

alter table company_members add constraint company_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table company_profiles add constraint company_profiles_contractor_id_check CHECK ((contractor_id ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text));

alter table company_profiles add constraint company_profiles_contractor_unique UNIQUE (contractor_id);

alter table company_profiles add constraint company_profiles_default_plan_check CHECK (((jsonb_typeof(default_plan) = 'array'::text) AND (jsonb_array_length(default_plan) > 0)));

alter table company_profiles add constraint company_profiles_deletion CHECK ((((deletion_requested_at IS NULL) = (deletes_at IS NULL)) AND ((deleted_at IS NULL) OR (deletes_at IS NOT NULL))));

alter table company_profiles add constraint company_profiles_deposit CHECK (((deposit_kind = 'percent'::text) OR (deposit_amount_cents IS NOT NULL)));

alter table company_profiles add constraint company_profiles_deposit_amount_cents_check CHECK (((deposit_amount_cents >= 0) AND (deposit_amount_cents <= 100000000)));

alter table company_profiles add constraint company_profiles_deposit_kind_check CHECK ((deposit_kind = ANY (ARRAY['percent'::text, 'amount'::text])));

alter table company_profiles add constraint company_profiles_deposit_percent_check CHECK (((deposit_percent >= 0) AND (deposit_percent <= 100)));

alter table company_profiles add constraint company_profiles_domains_count CHECK ((cardinality(widget_allowed_domains) <= 20));

alter table company_profiles add constraint company_profiles_hours_length CHECK ((char_length(hours) <= 300));

alter table company_profiles add constraint company_profiles_logo FOREIGN KEY (id, logo_hash) REFERENCES company_logos(company_id, hash);

alter table company_profiles add constraint company_profiles_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120)));

alter table company_profiles add constraint company_profiles_notify_phone_check CHECK ((notify_phone ~ '^\+1\d{10}$'::text));

alter table company_profiles add constraint company_profiles_paused_text_length CHECK ((char_length(widget_paused_text) <= 300));

alter table company_profiles add constraint company_profiles_pending_notify_phone_check CHECK ((pending_notify_phone ~ '^\+1\d{10}$'::text));

alter table company_profiles add constraint company_profiles_pkey PRIMARY KEY (id);

alter table company_profiles add constraint company_profiles_rejection CHECK (((sms_rejection_reason IS NULL) OR (sms_registration = 'rejected'::text)));

alter table company_profiles add constraint company_profiles_send_hours CHECK (((send_from >= '10:00:00'::time without time zone) AND (send_until <= '20:00:00'::time without time zone) AND ((send_until - send_from) >= '01:00:00'::interval)));

alter table company_profiles add constraint company_profiles_service_zips_count CHECK ((cardinality(service_zips) <= 500));

alter table company_profiles add constraint company_profiles_sms_from_check CHECK ((sms_from ~ '^\+1\d{10}$'::text));

alter table company_profiles add constraint company_profiles_sms_from_unique UNIQUE (sms_from);

alter table company_profiles add constraint company_profiles_sms_pause CHECK (((sms_paused_at IS NULL) = (sms_pause_code IS NULL)));

alter table company_profiles add constraint company_profiles_sms_registration_check CHECK ((sms_registration = ANY (ARRAY['none'::text, 'pending'::text, 'approved'::text, 'rejected'::text])));

alter table company_profiles add constraint company_profiles_terms_es_length CHECK ((char_length(terms_es) <= 20000));

alter table company_profiles add constraint company_profiles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

alter table company_profiles add constraint company_profiles_weekly_report_week CHECK ((EXTRACT(isodow FROM weekly_report_week) = (1)::numeric));

alter table company_profiles add constraint company_profiles_widget_primary_color_check CHECK ((widget_primary_color ~ '^#[0-9a-f]{6}$'::text));

alter table company_profiles add constraint company_profiles_workflow_channel_check CHECK ((workflow_channel = ANY (ARRAY['sms'::text, 'email'::text, 'both'::text])));

alter table company_profiles add constraint company_profiles_workflow_messages_es_count CHECK ((cardinality(workflow_messages_es) = cardinality(workflow_cadence)));

alter table company_profiles add constraint company_profiles_workflow_offers CHECK ((are_offers(workflow_offers) AND (jsonb_array_length(workflow_offers) <= cardinality(workflow_messages))));

alter table company_profiles add constraint company_profiles_workflow_steps CHECK ((((cardinality(workflow_cadence) >= 1) AND (cardinality(workflow_cadence) <= 5)) AND (cardinality(workflow_messages) = cardinality(workflow_cadence))));

alter table consents add constraint consents_channel_check CHECK ((channel = 'sms'::text));

alter table consents add constraint consents_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table consents add constraint consents_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id);

alter table consents add constraint consents_method_check CHECK ((method = ANY (ARRAY['widget'::text, 'verbal'::text, 'paper'::text, 'written'::text])));

alter table consents add constraint consents_phone_check CHECK ((phone ~ '^\+1\d{10}$'::text));

alter table consents add constraint consents_pkey PRIMARY KEY (id);

alter table contractor_aliases add constraint contractor_aliases_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table contractor_aliases add constraint contractor_aliases_pkey PRIMARY KEY (contractor_id);

alter table counters add constraint counters_pkey PRIMARY KEY (name, labels);

alter table crm_rules add constraint crm_rules_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table crm_rules add constraint crm_rules_pipeline FOREIGN KEY (company_id, pipeline_id) REFERENCES pipelines(company_id, id) ON DELETE SET NULL (pipeline_id);

alter table crm_rules add constraint crm_rules_pkey PRIMARY KEY (company_id);

alter table deal_events add constraint deal_events_check CHECK (((by_user_id IS NULL) = (by_name IS NULL)));

alter table deal_events add constraint deal_events_company_id_deal_id_fkey FOREIGN KEY (company_id, deal_id) REFERENCES deals(company_id, id) ON DELETE CASCADE;

alter table deal_events add constraint deal_events_kind_check CHECK ((kind = ANY (ARRAY['created'::text, 'moved'::text, 'lost'::text, 'reopened'::text, 'owner'::text, 'expected_close'::text, 'amount'::text])));

alter table deal_events add constraint deal_events_pkey PRIMARY KEY (id);

alter table deal_events add constraint deal_events_rule_check CHECK ((rule = ANY (ARRAY['sent'::text, 'accepted'::text, 'paid'::text])));

alter table deals add constraint deals_amount_cents_check CHECK (((amount_cents >= 0) AND (amount_cents <= '99999999999'::bigint)));

alter table deals add constraint deals_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id) ON DELETE SET NULL (lead_id);

alter table deals add constraint deals_company_id_org_id_pipeline_id_stage_id_fkey FOREIGN KEY (company_id, org_id, pipeline_id, stage_id) REFERENCES pipeline_stages(company_id, org_id, pipeline_id, id) ON DELETE CASCADE;

alter table deals add constraint deals_estimate FOREIGN KEY (company_id, estimate_id) REFERENCES estimates(company_id, id) ON DELETE SET NULL (estimate_id);

alter table deals add constraint deals_lost_reason_check CHECK (((length(lost_reason) >= 1) AND (length(lost_reason) <= 500)));

alter table deals add constraint deals_note_check CHECK ((length(note) <= 500));

alter table deals add constraint deals_of_company UNIQUE (company_id, id);

alter table deals add constraint deals_owner FOREIGN KEY (company_id, owner_id) REFERENCES company_members(company_id, user_id) ON DELETE SET NULL (owner_id);

alter table deals add constraint deals_pkey PRIMARY KEY (id);

alter table deals add constraint deals_position UNIQUE (stage_id, "position") DEFERRABLE INITIALLY DEFERRED;

alter table deals add constraint deals_reason_of_loss CHECK (((lost_at IS NOT NULL) OR (lost_reason IS NULL)));

alter table deals add constraint deals_title_check CHECK (((title = btrim(title)) AND ((length(title) >= 1) AND (length(title) <= 160))));

alter table estimate_acceptances add constraint estimate_acceptances_add_on_ids_check CHECK ((jsonb_typeof(add_on_ids) = 'array'::text));

alter table estimate_acceptances add constraint estimate_acceptances_cancel_days_check CHECK ((cancel_days >= 3));

alter table estimate_acceptances add constraint estimate_acceptances_check CHECK ((document_hash = encode(sha256(convert_to(document, 'UTF8'::name)), 'hex'::text)));

alter table estimate_acceptances add constraint estimate_acceptances_check1 CHECK (((deposit_cents >= 0) AND (deposit_cents <= total_cents)));

alter table estimate_acceptances add constraint estimate_acceptances_company_id_estimate_id_fkey FOREIGN KEY (company_id, estimate_id) REFERENCES estimates(company_id, id);

alter table estimate_acceptances add constraint estimate_acceptances_company_id_estimate_id_option_id_fkey FOREIGN KEY (company_id, estimate_id, option_id) REFERENCES estimate_options(company_id, estimate_id, id);

alter table estimate_acceptances add constraint estimate_acceptances_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table estimate_acceptances add constraint estimate_acceptances_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id);

alter table estimate_acceptances add constraint estimate_acceptances_discount_cents_check CHECK ((discount_cents >= 0));

alter table estimate_acceptances add constraint estimate_acceptances_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text])));

alter table estimate_acceptances add constraint estimate_acceptances_mark_check CHECK (((length(mark) >= 1) AND (length(mark) <= 20000)));

alter table estimate_acceptances add constraint estimate_acceptances_mark_kind_check CHECK ((mark_kind = ANY (ARRAY['typed'::text, 'drawn'::text])));

alter table estimate_acceptances add constraint estimate_acceptances_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120)));

alter table estimate_acceptances add constraint estimate_acceptances_once UNIQUE (estimate_id);

alter table estimate_acceptances add constraint estimate_acceptances_pkey PRIMARY KEY (id);

alter table estimate_acceptances add constraint estimate_acceptances_take_off_check CHECK (((take_off IS NULL) OR (jsonb_typeof(take_off) = 'object'::text)));

alter table estimate_acceptances add constraint estimate_acceptances_total_cents_check CHECK ((total_cents >= 0));

alter table estimate_changes add constraint estimate_changes_added_cents_check CHECK ((added_cents >= 0));

alter table estimate_changes add constraint estimate_changes_added_check CHECK ((jsonb_typeof(added) = 'object'::text));

alter table estimate_changes add constraint estimate_changes_company_id_estimate_id_fkey FOREIGN KEY (company_id, estimate_id) REFERENCES estimates(company_id, id);

alter table estimate_changes add constraint estimate_changes_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table estimate_changes add constraint estimate_changes_company_id_id_key UNIQUE (company_id, id);

alter table estimate_changes add constraint estimate_changes_credit CHECK (
CASE
    WHEN (added_cents > removed_cents) THEN (status <> 'credited'::text)
    ELSE (status <> ALL (ARRAY['sent'::text, 'signed'::text, 'declined'::text, 'expired'::text]))
END);

alter table estimate_changes add constraint estimate_changes_decided CHECK (((decided_at IS NULL) = (status = ANY (ARRAY['draft'::text, 'sent'::text]))));

alter table estimate_changes add constraint estimate_changes_decline_reason_check CHECK ((length(decline_reason) <= 500));

alter table estimate_changes add constraint estimate_changes_estimate_id_position_key UNIQUE (estimate_id, "position");

alter table estimate_changes add constraint estimate_changes_fence_check CHECK ((jsonb_typeof(fence) = 'object'::text));

alter table estimate_changes add constraint estimate_changes_note_check CHECK ((length(note) <= 4000));

alter table estimate_changes add constraint estimate_changes_pkey PRIMARY KEY (id);

alter table estimate_changes add constraint estimate_changes_position_check CHECK (("position" > 0));

alter table estimate_changes add constraint estimate_changes_removed_cents_check CHECK ((removed_cents >= 0));

alter table estimate_changes add constraint estimate_changes_removed_check CHECK ((jsonb_typeof(removed) = 'object'::text));

alter table estimate_changes add constraint estimate_changes_sent CHECK ((((sent_at IS NULL) = (valid_until IS NULL)) AND ((status <> 'draft'::text) OR (sent_at IS NULL)) AND ((status <> ALL (ARRAY['sent'::text, 'signed'::text, 'credited'::text, 'declined'::text, 'expired'::text])) OR (sent_at IS NOT NULL))));

alter table estimate_changes add constraint estimate_changes_signed TRIGGER DEFERRABLE INITIALLY DEFERRED;

alter table estimate_changes add constraint estimate_changes_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'sent'::text, 'signed'::text, 'credited'::text, 'declined'::text, 'canceled'::text, 'expired'::text])));

alter table estimate_changes add constraint estimate_changes_take_off_check CHECK ((jsonb_typeof(take_off) = 'object'::text));

alter table estimate_changes add constraint estimate_changes_total_cents_check CHECK ((total_cents >= 0));

alter table estimate_links add constraint estimate_links_check CHECK (((code_hash IS NULL) = (sealed_code IS NULL)));

alter table estimate_links add constraint estimate_links_code_hash_key UNIQUE (code_hash);

alter table estimate_links add constraint estimate_links_company_id_estimate_id_fkey FOREIGN KEY (company_id, estimate_id) REFERENCES estimates(company_id, id);

alter table estimate_links add constraint estimate_links_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table estimate_links add constraint estimate_links_pkey PRIMARY KEY (id);

alter table estimate_links add constraint estimate_links_token_hash_key UNIQUE (token_hash);

alter table estimate_offers add constraint estimate_offers_amount_cents_check CHECK ((amount_cents > 0));

alter table estimate_offers add constraint estimate_offers_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table estimate_offers add constraint estimate_offers_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id);

alter table estimate_offers add constraint estimate_offers_days_check CHECK (((days >= 1) AND (days <= 365)));

alter table estimate_offers add constraint estimate_offers_one_kind CHECK (((percent IS NULL) <> (amount_cents IS NULL)));

alter table estimate_offers add constraint estimate_offers_order CHECK ((ends_at > starts_at));

alter table estimate_offers add constraint estimate_offers_percent_check CHECK (((percent > (0)::numeric) AND (percent <= (100)::numeric)));

alter table estimate_offers add constraint estimate_offers_pkey PRIMARY KEY (id);

alter table estimate_offers add constraint estimate_offers_source UNIQUE (source_id);

alter table estimate_options add constraint estimate_options_base_price_cents_check CHECK ((base_price_cents >= 0));

alter table estimate_options add constraint estimate_options_company_id_estimate_id_fkey FOREIGN KEY (company_id, estimate_id) REFERENCES estimates(company_id, id) ON DELETE CASCADE;

alter table estimate_options add constraint estimate_options_company_id_estimate_id_id_key UNIQUE (company_id, estimate_id, id);

alter table estimate_options add constraint estimate_options_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table estimate_options add constraint estimate_options_gate_count_check CHECK (((gate_count >= 0) AND (gate_count <= 100)));

alter table estimate_options add constraint estimate_options_gate_price_cents_check CHECK ((gate_price_cents >= 0));

alter table estimate_options add constraint estimate_options_label_check CHECK (((length(label) >= 1) AND (length(label) <= 60)));

alter table estimate_options add constraint estimate_options_perimeter_ft_check CHECK (((perimeter_ft > (0)::numeric) AND (perimeter_ft <= (100000)::numeric)));

alter table estimate_options add constraint estimate_options_pkey PRIMARY KEY (id);

alter table estimate_options add constraint estimate_options_position UNIQUE (estimate_id, "position");

alter table estimate_options add constraint estimate_options_position_check CHECK ((("position" >= 1) AND ("position" <= 3)));

alter table estimate_options add constraint estimate_options_price_not_negative CHECK (((base_price_cents + premium_cents) >= 0));

alter table estimate_options add constraint estimate_options_priced CHECK (((priced IS NULL) OR (jsonb_typeof(priced) = 'object'::text)));

alter table estimate_options add constraint estimate_options_total_cents_check CHECK ((total_cents >= 0));

alter table estimate_pdfs add constraint estimate_pdfs_company_id_estimate_id_fkey FOREIGN KEY (company_id, estimate_id) REFERENCES estimates(company_id, id) ON DELETE CASCADE;

alter table estimate_pdfs add constraint estimate_pdfs_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table estimate_pdfs add constraint estimate_pdfs_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text));

alter table estimate_pdfs add constraint estimate_pdfs_pkey PRIMARY KEY (estimate_id, hash);

alter table estimates add constraint estimates_base_price_cents_check CHECK ((base_price_cents >= 0));

alter table estimates add constraint estimates_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table estimates add constraint estimates_company_id_id_key UNIQUE (company_id, id);

alter table estimates add constraint estimates_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id);

alter table estimates add constraint estimates_done_was_started CHECK (((work_done_at IS NULL) OR (work_started_at IS NOT NULL)));

alter table estimates add constraint estimates_drawing_check CHECK ((((drawing ->> 'type'::text) = 'FeatureCollection'::text) AND ((jsonb_array_length((drawing -> 'features'::text)) >= 1) AND (jsonb_array_length((drawing -> 'features'::text)) <= 20)) AND (octet_length((drawing)::text) <= 65536)));

alter table estimates add constraint estimates_gate_count_check CHECK (((gate_count >= 0) AND (gate_count <= 100)));

alter table estimates add constraint estimates_gate_price_cents_check CHECK ((gate_price_cents >= 0));

alter table estimates add constraint estimates_job_zone_check CHECK (((length(job_zone) >= 1) AND (length(job_zone) <= 100)));

alter table estimates add constraint estimates_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text])));

alter table estimates add constraint estimates_number_check CHECK ((number ~ '^EST-[0-9a-f]{6}-\d{4}$'::text));

alter table estimates add constraint estimates_number_unique UNIQUE (company_id, number);

alter table estimates add constraint estimates_of_lead UNIQUE (company_id, lead_id, id);

alter table estimates add constraint estimates_offer CHECK (((offer IS NULL) OR is_offer(offer)));

alter table estimates add constraint estimates_offer_order CHECK ((offer_ends_at > sent_at));

alter table estimates add constraint estimates_offer_whole CHECK ((((offer IS NULL) = (offer_ends_on IS NULL)) AND ((offer IS NULL) = (offer_ends_at IS NULL))));

alter table estimates add constraint estimates_perimeter_ft_check CHECK (((perimeter_ft > (0)::numeric) AND (perimeter_ft <= (100000)::numeric)));

alter table estimates add constraint estimates_pkey PRIMARY KEY (id);

alter table estimates add constraint estimates_price_list_fkey FOREIGN KEY (company_id, price_list) REFERENCES price_lists(company_id, hash);

alter table estimates add constraint estimates_price_not_negative CHECK (((base_price_cents + premium_cents) >= 0));

alter table estimates add constraint estimates_priced CHECK ((((priced IS NULL) = (sum_cents IS NULL)) AND ((priced IS NULL) OR (jsonb_typeof(priced) = 'object'::text))));

alter table estimates add constraint estimates_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'sent'::text, 'viewed'::text, 'accepted'::text, 'declined'::text, 'deposit_paid'::text, 'paid'::text, 'refunded'::text, 'disputed'::text, 'expired'::text, 'superseded'::text])));

alter table estimates add constraint estimates_sum CHECK (((sum_cents >= 0) AND ((taxable_cents >= 0) AND (taxable_cents <= sum_cents))));

alter table estimates add constraint estimates_tax CHECK (((tax_bps >= 0) AND (tax_bps <= 2000)));

alter table estimates add constraint estimates_ticked_add_ons CHECK ((jsonb_typeof(ticked_add_ons) = 'array'::text));

alter table estimates add constraint estimates_total_cents_check CHECK ((total_cents >= 0));

alter table estimates add constraint estimates_version_check CHECK ((version >= 1));

alter table estimates add constraint estimates_version_unique UNIQUE (lead_id, version);

alter table feedback add constraint feedback_pkey PRIMARY KEY (id);

alter table feedback add constraint feedback_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;

alter table feedback_replies add constraint feedback_replies_direction_check CHECK ((direction = ANY (ARRAY['out'::text, 'in'::text])));

alter table feedback_replies add constraint feedback_replies_feedback_id_fkey FOREIGN KEY (feedback_id) REFERENCES feedback(id) ON DELETE CASCADE;

alter table feedback_replies add constraint feedback_replies_message UNIQUE (feedback_id, message_id);

alter table feedback_replies add constraint feedback_replies_pkey PRIMARY KEY (id);

alter table feedback_replies add constraint feedback_replies_sender CHECK (((direction = 'in'::text) = ((message_id IS NOT NULL) AND (from_address IS NOT NULL))));

alter table feedback_replies add constraint feedback_replies_text_check CHECK (((length(text) >= 1) AND (length(text) <= 20000)));

alter table feedback_replies add constraint feedback_replies_written_by_fkey FOREIGN KEY (written_by) REFERENCES users(id) ON DELETE SET NULL;

alter table follow_up_schedules add constraint follow_up_schedules_activation CHECK (((status = 'draft'::text) OR (activated_at IS NOT NULL)));

alter table follow_up_schedules add constraint follow_up_schedules_channel_check CHECK ((channel = ANY (ARRAY['sms'::text, 'email'::text, 'both'::text])));

alter table follow_up_schedules add constraint follow_up_schedules_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table follow_up_schedules add constraint follow_up_schedules_company_id_id_key UNIQUE (company_id, id);

alter table follow_up_schedules add constraint follow_up_schedules_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id);

alter table follow_up_schedules add constraint follow_up_schedules_lead_unique UNIQUE (lead_id);

alter table follow_up_schedules add constraint follow_up_schedules_of_lead CHECK (((lead_id IS NOT NULL) OR (status = ANY (ARRAY['stopped'::text, 'done'::text]))));

alter table follow_up_schedules add constraint follow_up_schedules_pkey PRIMARY KEY (id);

alter table follow_up_schedules add constraint follow_up_schedules_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'stopped'::text, 'done'::text])));

alter table instant_requests add constraint instant_requests_company_id_estimate_id_fkey FOREIGN KEY (company_id, estimate_id) REFERENCES estimates(company_id, id);

alter table instant_requests add constraint instant_requests_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table instant_requests add constraint instant_requests_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id) ON DELETE CASCADE;

alter table instant_requests add constraint instant_requests_pkey PRIMARY KEY (company_id, lead_id);

alter table instant_requests add constraint instant_requests_sent CHECK (((state = 'sent'::text) = (estimate_id IS NOT NULL)));

alter table instant_requests add constraint instant_requests_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'sent'::text, 'off'::text, 'held'::text, 'quota'::text, 'recent'::text, 'zip'::text, 'material'::text, 'price'::text, 'drawing'::text, 'feet'::text, 'total'::text, 'visit'::text])));

alter table instant_settings add constraint instant_settings_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table instant_settings add constraint instant_settings_material_ids_check CHECK ((cardinality(material_ids) <= 200));

alter table instant_settings add constraint instant_settings_max_feet_check CHECK ((max_feet > (0)::numeric));

alter table instant_settings add constraint instant_settings_max_total_cents_check CHECK ((max_total_cents > 0));

alter table instant_settings add constraint instant_settings_pkey PRIMARY KEY (company_id);

alter table instant_settings add constraint instant_settings_zips_check CHECK ((cardinality(zips) <= 1000));

alter table invitations add constraint invitations_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table invitations add constraint invitations_email_check CHECK (((email = lower(email)) AND (email ~~ '%_@_%'::text)));

alter table invitations add constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE SET NULL;

alter table invitations add constraint invitations_one_end CHECK (((accepted_at IS NULL) OR (revoked_at IS NULL)));

alter table invitations add constraint invitations_pkey PRIMARY KEY (id);

alter table invitations add constraint invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'sales'::text, 'viewer'::text])));

alter table invitations add constraint invitations_token_hash_check CHECK ((token_hash ~ '^[0-9a-f]{64}$'::text));

alter table invitations add constraint invitations_token_unique UNIQUE (token_hash);

alter table invoice_counters add constraint invoice_counters_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table invoice_counters add constraint invoice_counters_last_number_check CHECK ((last_number > 0));

alter table invoice_counters add constraint invoice_counters_pkey PRIMARY KEY (company_id);

alter table invoices add constraint invoices_company_id_estimate_id_fkey FOREIGN KEY (company_id, estimate_id) REFERENCES estimates(company_id, id);

alter table invoices add constraint invoices_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table invoices add constraint invoices_estimate_id_key UNIQUE (estimate_id);

alter table invoices add constraint invoices_number_check CHECK ((number > 0));

alter table invoices add constraint invoices_pkey PRIMARY KEY (company_id, number);

alter table lead_merges add constraint lead_merges_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table lead_merges add constraint lead_merges_company_id_kept_lead_id_fkey FOREIGN KEY (company_id, kept_lead_id) REFERENCES leads(company_id, id) ON DELETE CASCADE;

alter table lead_merges add constraint lead_merges_idempotency UNIQUE (company_id, idempotency_key);

alter table lead_merges add constraint lead_merges_merged_by_fkey FOREIGN KEY (merged_by) REFERENCES users(id) ON DELETE SET NULL;

alter table lead_merges add constraint lead_merges_other CHECK ((old_lead_id <> kept_lead_id));

alter table lead_merges add constraint lead_merges_pkey PRIMARY KEY (old_lead_id);

alter table lead_pairs_apart add constraint lead_pairs_apart_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table lead_pairs_apart add constraint lead_pairs_apart_company_id_lead_a_fkey FOREIGN KEY (company_id, lead_a) REFERENCES leads(company_id, id) ON DELETE CASCADE;

alter table lead_pairs_apart add constraint lead_pairs_apart_company_id_lead_b_fkey FOREIGN KEY (company_id, lead_b) REFERENCES leads(company_id, id) ON DELETE CASCADE;

alter table lead_pairs_apart add constraint lead_pairs_apart_order CHECK ((lead_a < lead_b));

alter table lead_pairs_apart add constraint lead_pairs_apart_pkey PRIMARY KEY (company_id, lead_a, lead_b);

alter table lead_search add constraint lead_search_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id) ON DELETE CASCADE;

alter table lead_search add constraint lead_search_pkey PRIMARY KEY (lead_id);

alter table leads add constraint leads_assigned_to FOREIGN KEY (company_id, assigned_to) REFERENCES company_members(company_id, user_id) ON DELETE SET NULL (assigned_to);

alter table leads add constraint leads_awaits_answer_check CHECK ((awaits_answer = ANY (ARRAY['question'::text, 'reply'::text])));

alter table leads add constraint leads_awaits_since CHECK (((awaits_answer IS NULL) = (awaits_since IS NULL)));

alter table leads add constraint leads_can_be_reached CHECK (((erased_at IS NOT NULL) OR (COALESCE(email, phone) IS NOT NULL)));

alter table leads add constraint leads_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table leads add constraint leads_company_id_id_key UNIQUE (company_id, id);

alter table leads add constraint leads_company_id_material_id_fkey FOREIGN KEY (company_id, material_id) REFERENCES materials(company_id, id);

alter table leads add constraint leads_email_check CHECK ((email = lower(email)));

alter table leads add constraint leads_email_not_empty CHECK ((email <> ''::text));

alter table leads add constraint leads_erased CHECK (((erased_at IS NULL) OR ((email IS NULL) AND (phone IS NULL) AND (address IS NULL) AND (homeowner_email IS NULL) AND (measured IS NULL) AND (notes = ''::text))));

alter table leads add constraint leads_gate_count_check CHECK (((gate_count >= 0) AND (gate_count <= 100)));

alter table leads add constraint leads_held_for_a_reason CHECK (((held_at IS NULL) = (held_for = '{}'::text[])));

alter table leads add constraint leads_idempotency UNIQUE (company_id, idempotency_key);

alter table leads add constraint leads_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text])));

alter table leads add constraint leads_measured_check CHECK (((jsonb_typeof(measured) = 'object'::text) AND (jsonb_typeof((measured -> 'runs'::text)) = 'array'::text) AND (jsonb_array_length((measured -> 'runs'::text)) <= 40) AND (jsonb_typeof((measured -> 'gates'::text)) = 'array'::text) AND (jsonb_array_length((measured -> 'gates'::text)) <= 100) AND (((measured -> 'removalFeet'::text) IS NULL) OR ((jsonb_typeof((measured -> 'removalFeet'::text)) = 'number'::text) AND (((measured ->> 'removalFeet'::text))::numeric > (0)::numeric))) AND (((measured -> 'drawing'::text) = 'null'::jsonb) OR (((measured -> 'drawing'::text) ->> 'type'::text) = 'FeatureCollection'::text)) AND (octet_length((measured)::text) <= 65536)));

alter table leads add constraint leads_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)));

alter table leads add constraint leads_outcome_check CHECK ((outcome = ANY (ARRAY['won'::text, 'lost'::text])));

alter table leads add constraint leads_perimeter_ft_check CHECK (((perimeter_ft > (0)::numeric) AND (perimeter_ft <= (100000)::numeric)));

alter table leads add constraint leads_phone_check CHECK ((phone ~ '^\+1\d{10}$'::text));

alter table leads add constraint leads_pkey PRIMARY KEY (id);

alter table leads add constraint leads_quote_cents_check CHECK ((quote_cents >= 0));

alter table leads add constraint leads_source_check CHECK (((source = btrim(source)) AND ((length(source) >= 1) AND (length(source) <= 60))));

alter table leads add constraint leads_spam_is_held CHECK (((spam_at IS NULL) OR (held_at IS NOT NULL)));

alter table leads add constraint leads_status_check CHECK ((status = ANY (ARRAY['new'::text, 'contacted'::text, 'estimate_sent'::text, 'paid'::text])));

alter table leads add constraint leads_uncounted_ways_check CHECK ((uncounted_ways <@ ARRAY['email'::text, 'sms'::text]));

alter table leads add constraint leads_unread_count CHECK ((unread_count >= 0));

alter table leads add constraint leads_zip_check CHECK ((zip ~ '^\d{5}$'::text));

alter table mail_bounces add constraint mail_bounces_address_check CHECK ((address = lower(address)));

alter table mail_bounces add constraint mail_bounces_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table mail_bounces add constraint mail_bounces_kind_check CHECK ((kind = ANY (ARRAY['hard'::text, 'soft'::text, 'complaint'::text])));

alter table mail_bounces add constraint mail_bounces_pkey PRIMARY KEY (id);

alter table materials add constraint materials_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table materials add constraint materials_company_id_id_key UNIQUE (company_id, id);

alter table materials add constraint materials_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80)));

alter table materials add constraint materials_pkey PRIMARY KEY (id);

alter table materials add constraint materials_premium_cents_check CHECK (((premium_cents >= '-10000000'::integer) AND (premium_cents <= 10000000)));

alter table materials add constraint materials_system_check CHECK ((system = ANY (ARRAY['wood_privacy'::text, 'wood_board_on_board'::text, 'wood_shadowbox'::text, 'wood_picket'::text, 'vinyl_panel_8'::text, 'vinyl_panel_6'::text, 'aluminum_6'::text, 'split_rail_8'::text, 'chain_link'::text])));

alter table message_attempts add constraint message_attempts_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table message_attempts add constraint message_attempts_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE CASCADE;

alter table message_attempts add constraint message_attempts_pkey PRIMARY KEY (id);

alter table message_attempts add constraint message_attempts_status_check CHECK ((status = ANY (ARRAY['failed'::text, 'unknown'::text])));

alter table messages add constraint messages_channel_check CHECK ((channel = ANY (ARRAY['sms'::text, 'email'::text])));

alter table messages add constraint messages_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table messages add constraint messages_company_id_schedule_id_fkey FOREIGN KEY (company_id, schedule_id) REFERENCES follow_up_schedules(company_id, id);

alter table messages add constraint messages_day_check CHECK ((day >= 1));

alter table messages add constraint messages_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text])));

alter table messages add constraint messages_incoming CHECK (
CASE
    WHEN (direction = 'in'::text) THEN ((at IS NOT NULL) AND (body IS NOT NULL))
    ELSE ((NOT unsure) AND (whole_text IS NULL) AND (attachments = '{}'::text[]))
END);

alter table messages add constraint messages_mail_has_address CHECK (((channel <> 'email'::text) OR (to_address <> ''::text) OR (schedule_id IS NOT NULL)));

alter table messages add constraint messages_offer_check CHECK (((offer IS NULL) OR is_offer(offer)));

alter table messages add constraint messages_pkey PRIMARY KEY (id);

alter table messages add constraint messages_received CHECK (((direction = 'in'::text) = (status = 'received'::text)));

alter table messages add constraint messages_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'scheduled'::text, 'sending'::text, 'sent'::text, 'delivered'::text, 'failed'::text, 'cancelled'::text, 'skipped'::text, 'unknown'::text, 'received'::text])));

alter table messages add constraint messages_step CHECK (
CASE
    WHEN (schedule_id IS NOT NULL) THEN ((num_nulls(company_id, lead_id, step, day, template) = 0) AND (kind = 'follow-up'::text))
    WHEN (kind = 'follow-up'::text) THEN ((at IS NOT NULL) AND (status <> ALL (ARRAY['draft'::text, 'scheduled'::text])))
    ELSE (num_nonnulls(step, day, template, offer) = 0)
END);

alter table messages add constraint messages_step_check CHECK (((step >= 1) AND (step <= 5)));

alter table messages add constraint messages_time CHECK (((COALESCE(at, due_at) IS NOT NULL) OR ((schedule_id IS NOT NULL) AND (status = ANY (ARRAY['draft'::text, 'cancelled'::text, 'skipped'::text])))));

alter table nightly_runs add constraint nightly_runs_pkey PRIMARY KEY (job, night);

alter table opt_outs add constraint opt_outs_channel_check CHECK ((channel = ANY (ARRAY['sms'::text, 'email'::text])));

alter table opt_outs add constraint opt_outs_check CHECK (((company_id IS NOT NULL) OR (sender IS NOT NULL)));

alter table opt_outs add constraint opt_outs_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table opt_outs add constraint opt_outs_pkey PRIMARY KEY (id);

alter table opt_outs add constraint opt_outs_source_check CHECK ((source = ANY (ARRAY['reply'::text, 'carrier'::text, 'unsubscribe'::text, 'bounce'::text, 'complaint'::text, 'contractor'::text, 'soft_bounces'::text])));

alter table organizations add constraint organizations_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table organizations add constraint organizations_company_id_id_key UNIQUE (company_id, id);

alter table organizations add constraint organizations_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL;

alter table organizations add constraint organizations_name_check CHECK (((name = btrim(name)) AND ((length(name) >= 1) AND (length(name) <= 120))));

alter table organizations add constraint organizations_pkey PRIMARY KEY (id);

alter table payment_refunds add constraint payment_refunds_cents_check CHECK ((cents > 0));

alter table payment_refunds add constraint payment_refunds_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table payment_refunds add constraint payment_refunds_company_id_payment_id_fkey FOREIGN KEY (company_id, payment_id) REFERENCES payments(company_id, id) ON DELETE CASCADE;

alter table payment_refunds add constraint payment_refunds_idempotency_key_check CHECK (((length(idempotency_key) >= 1) AND (length(idempotency_key) <= 200)));

alter table payment_refunds add constraint payment_refunds_once UNIQUE (company_id, idempotency_key);

alter table payment_refunds add constraint payment_refunds_operation_id_fkey FOREIGN KEY (operation_id) REFERENCES stripe_operations(id);

alter table payment_refunds add constraint payment_refunds_operation_id_key UNIQUE (operation_id);

alter table payment_refunds add constraint payment_refunds_pkey PRIMARY KEY (id);

alter table payment_refunds add constraint payment_refunds_status_check CHECK ((status = ANY (ARRAY['started'::text, 'done'::text, 'failed'::text])));

alter table payment_stages add constraint payment_stages_cents_check CHECK ((cents > 0));

alter table payment_stages add constraint payment_stages_company_id_estimate_id_fkey FOREIGN KEY (company_id, estimate_id) REFERENCES estimates(company_id, id) ON DELETE CASCADE;

alter table payment_stages add constraint payment_stages_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table payment_stages add constraint payment_stages_due_check CHECK (((length(due) >= 1) AND (length(due) <= 60)));

alter table payment_stages add constraint payment_stages_label_check CHECK (((length(label) >= 1) AND (length(label) <= 60)));

alter table payment_stages add constraint payment_stages_one_amount CHECK ((num_nonnulls(percent, cents) <= 1));

alter table payment_stages add constraint payment_stages_percent_check CHECK (((percent > (0)::numeric) AND (percent <= (100)::numeric)));

alter table payment_stages add constraint payment_stages_pkey PRIMARY KEY (company_id, estimate_id, "position");

alter table payment_stages add constraint payment_stages_position_check CHECK ((("position" >= 1) AND ("position" <= 12)));

alter table payments add constraint payments_amount_cents_check CHECK ((amount_cents > 0));

alter table payments add constraint payments_by_hand CHECK (
CASE
    WHEN by_hand THEN ((received_on IS NOT NULL) AND (method = ANY (ARRAY['check'::text, 'cash'::text, 'card'::text, 'other'::text])) AND (idempotency_key IS NOT NULL) AND (status = ANY (ARRAY['succeeded'::text, 'partially_refunded'::text, 'refunded'::text, 'voided'::text])) AND (fee_cents = 0) AND (num_nonnulls(stripe_account_id, stripe_session_id, stripe_payment_intent, operation_id, expires_at) = 0))
    ELSE ((stripe_account_id IS NOT NULL) AND (expires_at IS NOT NULL) AND (num_nonnulls(received_on, reference, idempotency_key, void_reason) = 0))
END);

alter table payments add constraint payments_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table payments add constraint payments_company_id_id_key UNIQUE (company_id, id);

alter table payments add constraint payments_company_id_lead_id_estimate_id_fkey FOREIGN KEY (company_id, lead_id, estimate_id) REFERENCES estimates(company_id, lead_id, id);

alter table payments add constraint payments_currency_check CHECK ((currency = 'usd'::text));

alter table payments add constraint payments_end_operation_id_fkey FOREIGN KEY (end_operation_id) REFERENCES stripe_operations(id);

alter table payments add constraint payments_end_operation_id_key UNIQUE (end_operation_id);

alter table payments add constraint payments_fee CHECK (((fee_cents >= 0) AND (fee_cents <= amount_cents)));

alter table payments add constraint payments_idempotency_key_check CHECK (((length(idempotency_key) >= 1) AND (length(idempotency_key) <= 200)));

alter table payments add constraint payments_intent UNIQUE (stripe_account_id, stripe_payment_intent);

alter table payments add constraint payments_kind_check CHECK ((kind = ANY (ARRAY['deposit'::text, 'full'::text, 'balance'::text, 'part'::text])));

alter table payments add constraint payments_operation_id_fkey FOREIGN KEY (operation_id) REFERENCES stripe_operations(id);

alter table payments add constraint payments_operation_id_key UNIQUE (operation_id);

alter table payments add constraint payments_paid CHECK (((paid_at IS NOT NULL) = (status = ANY (ARRAY['succeeded'::text, 'partially_refunded'::text, 'refunded'::text, 'disputed'::text, 'dispute_lost'::text]))));

alter table payments add constraint payments_pkey PRIMARY KEY (id);

alter table payments add constraint payments_recorded_once UNIQUE (company_id, idempotency_key);

alter table payments add constraint payments_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 120)));

alter table payments add constraint payments_refunded CHECK (
CASE status
    WHEN 'refunded'::text THEN (refunded_cents = amount_cents)
    WHEN 'partially_refunded'::text THEN ((refunded_cents > 0) AND (refunded_cents < amount_cents))
    WHEN 'succeeded'::text THEN (refunded_cents = 0)
    ELSE ((refunded_cents >= 0) AND (refunded_cents <= amount_cents))
END);

alter table payments add constraint payments_session UNIQUE (stripe_session_id);

alter table payments add constraint payments_status_check CHECK ((status = ANY (ARRAY['open'::text, 'processing'::text, 'succeeded'::text, 'failed'::text, 'expired'::text, 'canceled'::text, 'partially_refunded'::text, 'refunded'::text, 'disputed'::text, 'dispute_lost'::text, 'voided'::text])));

alter table payments add constraint payments_void_reason_check CHECK (((length(void_reason) >= 1) AND (length(void_reason) <= 500)));

alter table payments add constraint payments_voided CHECK (((status = 'voided'::text) = (void_reason IS NOT NULL)));

alter table pipeline_stages add constraint pipeline_stages_company_id_org_id_pipeline_id_fkey FOREIGN KEY (company_id, org_id, pipeline_id) REFERENCES pipelines(company_id, org_id, id) ON DELETE CASCADE;

alter table pipeline_stages add constraint pipeline_stages_company_id_org_id_pipeline_id_id_key UNIQUE (company_id, org_id, pipeline_id, id);

alter table pipeline_stages add constraint pipeline_stages_name_check CHECK (((name = btrim(name)) AND ((length(name) >= 1) AND (length(name) <= 40))));

alter table pipeline_stages add constraint pipeline_stages_pkey PRIMARY KEY (id);

alter table pipeline_stages add constraint pipeline_stages_position UNIQUE (pipeline_id, "position") DEFERRABLE INITIALLY DEFERRED;

alter table pipeline_stages add constraint pipeline_stages_position_check CHECK (("position" >= 0));

alter table pipelines add constraint pipelines_accepted_stage FOREIGN KEY (company_id, org_id, id, accepted_stage_id) REFERENCES pipeline_stages(company_id, org_id, pipeline_id, id) ON DELETE SET NULL (accepted_stage_id);

alter table pipelines add constraint pipelines_company_id_org_id_fkey FOREIGN KEY (company_id, org_id) REFERENCES organizations(company_id, id) ON DELETE CASCADE;

alter table pipelines add constraint pipelines_company_id_org_id_id_key UNIQUE (company_id, org_id, id);

alter table pipelines add constraint pipelines_name_check CHECK (((name = btrim(name)) AND ((length(name) >= 1) AND (length(name) <= 120))));

alter table pipelines add constraint pipelines_of_company UNIQUE (company_id, id);

alter table pipelines add constraint pipelines_paid_stage FOREIGN KEY (company_id, org_id, id, paid_stage_id) REFERENCES pipeline_stages(company_id, org_id, pipeline_id, id) ON DELETE SET NULL (paid_stage_id);

alter table pipelines add constraint pipelines_pkey PRIMARY KEY (id);

alter table pipelines add constraint pipelines_sent_stage FOREIGN KEY (company_id, org_id, id, sent_stage_id) REFERENCES pipeline_stages(company_id, org_id, pipeline_id, id) ON DELETE SET NULL (sent_stage_id);

alter table platform_pauses add constraint platform_pauses_pkey PRIMARY KEY (what);

alter table platform_pauses add constraint platform_pauses_what_check CHECK ((what = 'new_people'::text));

alter table price_lists add constraint price_lists_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table price_lists add constraint price_lists_hash_check CHECK ((hash ~ '^[0-9a-f]{64}$'::text));

alter table price_lists add constraint price_lists_pkey PRIMARY KEY (company_id, hash);

alter table price_lists add constraint price_lists_prices_check CHECK ((jsonb_typeof(prices) = 'object'::text));

alter table pricing_settings add constraint pricing_settings_base_price_cents_check CHECK (((base_price_cents >= 0) AND (base_price_cents <= 10000000)));

alter table pricing_settings add constraint pricing_settings_book CHECK (((book IS NULL) OR (jsonb_typeof(book) = 'object'::text)));

alter table pricing_settings add constraint pricing_settings_book_version CHECK ((book_version > 0));

alter table pricing_settings add constraint pricing_settings_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table pricing_settings add constraint pricing_settings_gate_price_cents_check CHECK (((gate_price_cents >= 0) AND (gate_price_cents <= 100000000)));

alter table pricing_settings add constraint pricing_settings_pkey PRIMARY KEY (company_id);

alter table provider_states add constraint provider_states_cause_check CHECK ((cause = ANY (ARRAY['failing'::text, 'account'::text])));

alter table provider_states add constraint provider_states_failures_check CHECK ((failures >= 0));

alter table provider_states add constraint provider_states_open CHECK ((((opened_at IS NULL) = (open_until IS NULL)) AND ((opened_at IS NULL) = (cause IS NULL)) AND ((opened_at IS NOT NULL) OR ((probe_until IS NULL) AND (alerted_at IS NULL)))));

alter table provider_states add constraint provider_states_pauses_check CHECK ((pauses >= 0));

alter table provider_states add constraint provider_states_pkey PRIMARY KEY (provider);

alter table provider_states add constraint provider_states_provider_check CHECK ((provider = ANY (ARRAY['twilio'::text, 'smtp'::text])));

alter table push_devices add constraint push_devices_check CHECK (((quiet_from IS NULL) = (quiet_until IS NULL)));

alter table push_devices add constraint push_devices_company_id_endpoint_hash_key UNIQUE (company_id, endpoint_hash);

alter table push_devices add constraint push_devices_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table push_devices add constraint push_devices_company_id_id_key UNIQUE (company_id, id);

alter table push_devices add constraint push_devices_endpoint_check CHECK ((length(endpoint) <= 1000));

alter table push_devices add constraint push_devices_events_check CHECK ((events <@ ARRAY['lead'::text, 'viewed'::text, 'accepted'::text, 'reply'::text, 'paid'::text]));

alter table push_devices add constraint push_devices_pkey PRIMARY KEY (id);

alter table push_devices add constraint push_devices_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(public_id) ON DELETE CASCADE;

alter table push_devices add constraint push_devices_shows_check CHECK ((shows = ANY (ARRAY['nothing'::text, 'name_feet'::text, 'details'::text])));

alter table push_devices add constraint push_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table push_messages add constraint push_messages_company_id_device_id_fkey FOREIGN KEY (company_id, device_id) REFERENCES push_devices(company_id, id) ON DELETE CASCADE;

alter table push_messages add constraint push_messages_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table push_messages add constraint push_messages_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id);

alter table push_messages add constraint push_messages_device_id_dedupe_key_key UNIQUE (device_id, dedupe_key);

alter table push_messages add constraint push_messages_event_check CHECK ((event = ANY (ARRAY['lead'::text, 'viewed'::text, 'accepted'::text, 'reply'::text, 'paid'::text])));

alter table push_messages add constraint push_messages_pkey PRIMARY KEY (id);

alter table push_messages add constraint push_messages_status_check CHECK ((status = ANY (ARRAY['scheduled'::text, 'sent'::text, 'skipped'::text, 'failed'::text])));

alter table quota_ledger add constraint quota_ledger_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table quota_ledger add constraint quota_ledger_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id);

alter table quota_ledger add constraint quota_ledger_kind_check CHECK ((kind = ANY (ARRAY['quote_used'::text, 'credit_used'::text, 'credit_bought'::text, 'credit_refunded'::text, 'credit_returned'::text, 'granted'::text])));

alter table quota_ledger add constraint quota_ledger_pkey PRIMARY KEY (id);

alter table rate_limits add constraint rate_limits_pkey PRIMARY KEY (key);

alter table recovery_codes add constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash);

alter table recovery_codes add constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table reminder_rules add constraint reminder_rules_channel_check CHECK ((channel = ANY (ARRAY['sms'::text, 'email'::text, 'both'::text])));

alter table reminder_rules add constraint reminder_rules_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table reminder_rules add constraint reminder_rules_days_check CHECK (((days >= 1) AND (days <= 30)));

alter table reminder_rules add constraint reminder_rules_message_check CHECK (((length(btrim(message)) >= 1) AND (length(btrim(message)) <= 1600)));

alter table reminder_rules add constraint reminder_rules_message_es_check CHECK (((length(btrim(message_es)) >= 1) AND (length(btrim(message_es)) <= 1600)));

alter table reminder_rules add constraint reminder_rules_pkey PRIMARY KEY (company_id, rule);

alter table reminder_rules add constraint reminder_rules_review_needs_url CHECK (((NOT enabled) OR (rule <> 'review'::text) OR (review_url IS NOT NULL)));

alter table reminder_rules add constraint reminder_rules_review_url CHECK (((review_url IS NULL) OR (rule = 'review'::text)));

alter table reminder_rules add constraint reminder_rules_review_url_check CHECK (((review_url ~~ 'https://%'::text) AND (length(review_url) <= 500)));

alter table reminder_rules add constraint reminder_rules_rule_check CHECK ((rule = ANY (ARRAY['not_viewed'::text, 'not_answered'::text, 'expiring'::text, 'balance'::text, 'review'::text])));

alter table report_facts add constraint report_facts_check CHECK (((answer_minutes IS NULL) = (answer_bucket IS NULL)));

alter table report_facts add constraint report_facts_paid_check CHECK ((cardinality(paid_slots) = cardinality(paid_cents)));

alter table report_facts add constraint report_facts_pkey PRIMARY KEY (id);

alter table report_facts add constraint report_facts_stage_check CHECK (((stage >= 0) AND (stage <= 5)));

alter table report_marks add constraint report_marks_pkey PRIMARY KEY (company_id, id);

alter table report_tallies add constraint report_tallies_grain_check CHECK ((grain = ANY (ARRAY['day'::text, 'month'::text])));

alter table report_tallies add constraint report_tallies_pkey PRIMARY KEY (company_id, grain, filter, day, item);

alter table sessions add constraint sessions_pkey PRIMARY KEY (id);

alter table sessions add constraint sessions_public_unique UNIQUE (public_id);

alter table sessions add constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table source_costs add constraint source_costs_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table source_costs add constraint source_costs_cost_cents_check CHECK (((cost_cents >= 0) AND (cost_cents <= '99999999999'::bigint)));

alter table source_costs add constraint source_costs_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric));

alter table source_costs add constraint source_costs_pkey PRIMARY KEY (company_id, source, month);

alter table source_costs add constraint source_costs_source_check CHECK (((source = btrim(source)) AND ((length(source) >= 1) AND (length(source) <= 60))));

alter table stopped_templates add constraint stopped_templates_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table stopped_templates add constraint stopped_templates_pkey PRIMARY KEY (company_id, template_hash);

alter table stripe_accounts add constraint stripe_accounts_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table stripe_accounts add constraint stripe_accounts_pkey PRIMARY KEY (id);

alter table stripe_events add constraint stripe_events_pkey PRIMARY KEY (id);

alter table stripe_operations add constraint stripe_operations_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table stripe_operations add constraint stripe_operations_kind_check CHECK (((length(kind) >= 1) AND (length(kind) <= 60)));

alter table stripe_operations add constraint stripe_operations_pkey PRIMARY KEY (id);

alter table stripe_operations add constraint stripe_operations_status_check CHECK ((status = ANY (ARRAY['started'::text, 'open'::text, 'processing'::text, 'done'::text, 'failed'::text, 'expired'::text])));

alter table stripe_reads add constraint stripe_reads_pkey PRIMARY KEY (key);

alter table subscribers add constraint subscribers_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table subscribers add constraint subscribers_email_unique UNIQUE (email);

alter table subscribers add constraint subscribers_free_granted_by_fkey FOREIGN KEY (free_granted_by) REFERENCES users(id) ON DELETE SET NULL;

alter table subscribers add constraint subscribers_pkey PRIMARY KEY (company_id);

alter table subscribers add constraint subscribers_subscription_tier_check CHECK ((subscription_tier = ANY (ARRAY['pay_as_you_go'::text, 'starter'::text, 'pro'::text, 'free'::text])));

alter table subscribers add constraint subscribers_usage_count_check CHECK ((usage_count >= 0));

alter table take_off_rules add constraint take_off_rules_changes_check CHECK ((jsonb_typeof(changes) = 'object'::text));

alter table take_off_rules add constraint take_off_rules_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table take_off_rules add constraint take_off_rules_default_bag_lb_check CHECK ((default_bag_lb = ANY (ARRAY[50, 60, 80])));

alter table take_off_rules add constraint take_off_rules_pkey PRIMARY KEY (company_id);

alter table take_off_rules add constraint take_off_rules_version_check CHECK ((version > 0));

alter table timeline_events add constraint timeline_events_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table timeline_events add constraint timeline_events_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id);

alter table timeline_events add constraint timeline_events_kind_check CHECK ((kind = ANY (ARRAY['lead_created'::text, 'note'::text, 'status_changed'::text, 'estimate_sent'::text, 'estimate_viewed'::text, 'estimate_accepted'::text, 'estimate_declined'::text, 'question'::text, 'schedule_activated'::text, 'schedule_stopped'::text, 'message_sent'::text, 'message_delivered'::text, 'message_failed'::text, 'message_skipped'::text, 'message_unknown'::text, 'reply_received'::text, 'opted_out'::text, 'opted_in'::text, 'payment'::text, 'refund'::text, 'dispute'::text, 'agent_talk'::text, 'visit_booked'::text, 'visit_moved'::text, 'visit_cancelled'::text, 'visit_done'::text, 'visit_missed'::text, 'estimate_changed'::text])));

alter table timeline_events add constraint timeline_events_pkey PRIMARY KEY (id);

alter table user_avatars add constraint user_avatars_content_check CHECK ((length(content) <= 204800));

alter table user_avatars add constraint user_avatars_content_type_check CHECK ((content_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text])));

alter table user_avatars add constraint user_avatars_pkey PRIMARY KEY (id);

alter table user_avatars add constraint user_avatars_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table user_avatars add constraint user_avatars_user_unique UNIQUE (user_id);

alter table user_roles add constraint user_roles_pkey PRIMARY KEY (user_id, role);

alter table user_roles add constraint user_roles_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'contractor'::text, 'customer'::text])));

alter table user_roles add constraint user_roles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

alter table users add constraint users_active_company_id_fkey FOREIGN KEY (active_company_id) REFERENCES company_profiles(id) ON DELETE SET NULL;

alter table users add constraint users_email_check CHECK (((email = lower(email)) AND (email ~~ '%_@_%'::text)));

alter table users add constraint users_email_unique UNIQUE (email);

alter table users add constraint users_google_unique UNIQUE (google_sub);

alter table users add constraint users_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)));

alter table users add constraint users_pkey PRIMARY KEY (id);

alter table visit_feeds add constraint visit_feeds_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table visit_feeds add constraint visit_feeds_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES company_members(company_id, user_id) ON DELETE CASCADE;

alter table visit_feeds add constraint visit_feeds_pkey PRIMARY KEY (company_id, user_id);

alter table visit_feeds add constraint visit_feeds_token_hash_key UNIQUE (token_hash);

alter table visit_settings add constraint visit_settings_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table visit_settings add constraint visit_settings_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES company_members(company_id, user_id) ON DELETE CASCADE;

alter table visit_settings add constraint visit_settings_company_id_user_id_key UNIQUE NULLS NOT DISTINCT (company_id, user_id);

alter table visit_settings add constraint visit_settings_horizon_days_check CHECK (((horizon_days >= 1) AND (horizon_days <= 90)));

alter table visit_settings add constraint visit_settings_hours_check CHECK (((jsonb_typeof(hours) = 'array'::text) AND (jsonb_array_length(hours) <= 50)));

alter table visit_settings add constraint visit_settings_length_minutes_check CHECK (((length_minutes >= 15) AND (length_minutes <= 240)));

alter table visit_settings add constraint visit_settings_max_per_day_check CHECK (((max_per_day >= 1) AND (max_per_day <= 50)));

alter table visit_settings add constraint visit_settings_notice_hours_check CHECK (((notice_hours >= 0) AND (notice_hours <= 336)));

alter table visit_settings add constraint visit_settings_step_minutes_check CHECK (((step_minutes >= 5) AND (step_minutes <= 60)));

alter table visit_settings add constraint visit_settings_travel_minutes_check CHECK (((travel_minutes >= 0) AND (travel_minutes <= 120)));

alter table visits add constraint visits_apart EXCLUDE USING gist (company_id WITH =, user_id WITH =, blocked WITH &&) WHERE ((status <> 'cancelled'::text));

alter table visits add constraint visits_check CHECK ((ends_at > starts_at));

alter table visits add constraint visits_check1 CHECK (((lower(blocked) = starts_at) AND (upper(blocked) >= ends_at)));

alter table visits add constraint visits_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table visits add constraint visits_company_id_idempotency_key_key UNIQUE (company_id, idempotency_key);

alter table visits add constraint visits_company_id_lead_id_fkey FOREIGN KEY (company_id, lead_id) REFERENCES leads(company_id, id) ON DELETE CASCADE;

alter table visits add constraint visits_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES company_members(company_id, user_id) ON DELETE SET NULL (user_id);

alter table visits add constraint visits_idempotency_key_check CHECK (((char_length(idempotency_key) >= 1) AND (char_length(idempotency_key) <= 200)));

alter table visits add constraint visits_note_check CHECK ((char_length(note) <= 1000));

alter table visits add constraint visits_pkey PRIMARY KEY (id);

alter table visits add constraint visits_sequence_check CHECK ((sequence >= 0));

alter table visits add constraint visits_status_check CHECK ((status = ANY (ARRAY['booked'::text, 'cancelled'::text, 'done'::text, 'no_show'::text])));

alter table visits add constraint visits_token_hash_key UNIQUE (token_hash);

alter table widget_days add constraint widget_days_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table widget_days add constraint widget_days_pkey PRIMARY KEY (company_id, day);

alter table widget_days add constraint widget_days_priced_check CHECK (((priced >= 0) AND (priced <= 100000)));

alter table widget_days add constraint widget_days_seen_check CHECK (((seen >= 0) AND (seen <= 100000)));

alter table widget_days add constraint widget_days_sent_check CHECK (((sent >= 0) AND (sent <= 100000)));

alter table widget_days add constraint widget_days_started_check CHECK (((started >= 0) AND (started <= 100000)));

alter table widget_tickets add constraint widget_tickets_company_id_fkey FOREIGN KEY (company_id) REFERENCES company_profiles(id) ON DELETE CASCADE;

alter table widget_tickets add constraint widget_tickets_leads_check CHECK (((leads >= 0) AND (leads <= 5)));

alter table widget_tickets add constraint widget_tickets_pkey PRIMARY KEY (id);

alter table widget_tickets add constraint widget_tickets_step_check CHECK (((step >= 0) AND (step <= 3)));

alter table worker_heartbeats add constraint worker_heartbeats_pkey PRIMARY KEY (worker_id);

-- indexes

CREATE INDEX agent_conversations_handed_over ON agent_conversations USING btree (company_id, handed_over_at) WHERE ((handed_over_at IS NOT NULL) AND (taken_over_at IS NULL));

CREATE INDEX agent_conversations_lead ON agent_conversations USING btree (company_id, lead_id) WHERE (lead_id IS NOT NULL);

CREATE INDEX agent_conversations_ticket ON agent_conversations USING btree (ticket_id);

CREATE INDEX agent_costs_at ON agent_costs USING btree (at);

CREATE INDEX agent_costs_company ON agent_costs USING btree (company_id, at);

CREATE INDEX agent_costs_conversation ON agent_costs USING btree (company_id, conversation_id);

CREATE INDEX agent_facts_company ON agent_facts USING btree (company_id);

CREATE INDEX agent_messages_answer ON agent_messages USING btree (answer_id) WHERE (answer_id IS NOT NULL);

CREATE INDEX agent_messages_asked ON agent_messages USING btree (company_id, conversation_id) WHERE (status = 'asked'::text);

CREATE UNIQUE INDEX agent_messages_client ON agent_messages USING btree (conversation_id, client_id) WHERE (client_id IS NOT NULL);

CREATE INDEX agent_messages_conversation ON agent_messages USING btree (company_id, conversation_id, id);

CREATE UNIQUE INDEX agent_replies_draft ON agent_replies USING btree (lead_id) WHERE (status = 'draft'::text);

CREATE INDEX agent_replies_due ON agent_replies USING btree (due_at) WHERE (status = 'waiting'::text);

CREATE INDEX agent_replies_lead ON agent_replies USING btree (company_id, lead_id);

CREATE INDEX agent_unanswered_company ON agent_unanswered USING btree (company_id, at);

CREATE INDEX audit_log_newest ON audit_log USING btree (at DESC, id DESC);

CREATE INDEX audit_log_of_company ON audit_log USING btree (subject_id, at DESC, id DESC) WHERE (subject_kind = 'company'::text);

CREATE INDEX budget_spends_age ON budget_spends USING btree (at);

CREATE INDEX budget_spends_by_time ON budget_spends USING btree (budget, at) INCLUDE (amount);

CREATE INDEX budget_spends_window ON budget_spends USING btree (budget, key_hash, at);

CREATE INDEX busy_calendars_due ON busy_calendars USING btree (due_at);

CREATE INDEX company_export_parts_company ON company_export_parts USING btree (company_id, export_id);

CREATE INDEX company_exports_newest ON company_exports USING btree (company_id, requested_at DESC);

CREATE INDEX company_exports_old ON company_exports USING btree (deletes_at) WHERE (status = 'done'::text);

CREATE UNIQUE INDEX company_exports_one ON company_exports USING btree (company_id) WHERE (status = ANY (ARRAY['waiting'::text, 'running'::text]));

CREATE INDEX company_exports_open ON company_exports USING btree (requested_at) WHERE (status = ANY (ARRAY['waiting'::text, 'running'::text]));

CREATE INDEX company_logos_hash ON company_logos USING btree (hash);

CREATE INDEX company_members_user ON company_members USING btree (user_id);

CREATE UNIQUE INDEX company_profiles_account ON company_profiles USING btree (stripe_account_id) WHERE (stripe_account_id IS NOT NULL);

CREATE INDEX company_profiles_deletes ON company_profiles USING btree (deletes_at) WHERE ((deletes_at IS NOT NULL) AND (deleted_at IS NULL));

CREATE INDEX company_profiles_newest ON company_profiles USING btree (created_at DESC, id DESC);

CREATE INDEX company_profiles_sms_paused ON company_profiles USING btree (id) WHERE (sms_paused_at IS NOT NULL);

CREATE INDEX company_profiles_user ON company_profiles USING btree (user_id);

CREATE INDEX consents_phone ON consents USING btree (company_id, phone);

CREATE INDEX deal_events_newest ON deal_events USING btree (deal_id, at DESC, id DESC);

CREATE UNIQUE INDEX deal_events_rule_once ON deal_events USING btree (deal_id, rule, estimate_id, kind) WHERE ((rule IS NOT NULL) AND (kind <> 'amount'::text));

CREATE INDEX deals_estimate ON deals USING btree (estimate_id) WHERE (estimate_id IS NOT NULL);

CREATE INDEX deals_lead ON deals USING btree (lead_id) WHERE (lead_id IS NOT NULL);

CREATE INDEX deals_newest ON deals USING btree (org_id, created_at DESC, id DESC);

CREATE INDEX deals_owned ON deals USING btree (company_id, owner_id) WHERE (owner_id IS NOT NULL);

CREATE INDEX deals_pipeline ON deals USING btree (pipeline_id);

CREATE UNIQUE INDEX estimate_changes_one_open ON estimate_changes USING btree (estimate_id) WHERE (status = ANY (ARRAY['draft'::text, 'sent'::text]));

CREATE INDEX estimate_links_estimate ON estimate_links USING btree (estimate_id);

CREATE INDEX estimate_offers_lead ON estimate_offers USING btree (lead_id, ends_at);

CREATE INDEX estimate_offers_live ON estimate_offers USING btree (company_id, ends_at);

CREATE INDEX estimate_pdfs_age ON estimate_pdfs USING btree (company_id, drawn_at);

CREATE INDEX estimates_offer_live ON estimates USING btree (company_id, offer_ends_at) WHERE (offer IS NOT NULL);

CREATE INDEX estimates_owing ON estimates USING btree (company_id, lead_id) WHERE (status = ANY (ARRAY['accepted'::text, 'deposit_paid'::text]));

CREATE INDEX estimates_pending ON estimates USING btree (company_id, valid_until) WHERE (status = ANY (ARRAY['sent'::text, 'viewed'::text]));

CREATE INDEX estimates_refunded ON estimates USING btree (company_id, lead_id) WHERE (status = 'refunded'::text);

CREATE INDEX feedback_inbox ON feedback USING btree (urgent DESC, created_at DESC, id DESC);

CREATE INDEX feedback_newest ON feedback USING btree (created_at DESC, id DESC);

CREATE INDEX feedback_priority ON feedback USING btree (created_at) WHERE priority;

CREATE INDEX feedback_replies_thread ON feedback_replies USING btree (feedback_id, at, id);

CREATE INDEX feedback_unread ON feedback USING btree (created_at) WHERE (read_at IS NULL);

CREATE INDEX feedback_user ON feedback USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE INDEX instant_requests_estimate ON instant_requests USING btree (company_id, estimate_id) WHERE (estimate_id IS NOT NULL);

CREATE INDEX instant_requests_pending ON instant_requests USING btree (company_id) WHERE (state = 'pending'::text);

CREATE UNIQUE INDEX invitations_open ON invitations USING btree (company_id, email) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));

CREATE INDEX lead_merges_kept ON lead_merges USING btree (company_id, kept_lead_id);

CREATE INDEX lead_pairs_apart_b ON lead_pairs_apart USING btree (company_id, lead_b);

CREATE INDEX lead_search_company ON lead_search USING gin (company_id, search_text gin_trgm_ops);

CREATE INDEX lead_search_text ON lead_search USING gin (search_text gin_trgm_ops);

CREATE INDEX leads_archived ON leads USING btree (company_id, created_at DESC, id DESC) WHERE ((archived_at IS NOT NULL) AND (held_at IS NULL));

CREATE INDEX leads_assigned ON leads USING btree (company_id, assigned_to, created_at DESC, id DESC) WHERE (assigned_to IS NOT NULL);

CREATE INDEX leads_awaiting ON leads USING btree (company_id, awaits_since DESC) WHERE ((awaits_answer IS NOT NULL) AND (archived_at IS NULL) AND (held_at IS NULL));

CREATE INDEX leads_by_name ON leads USING btree (company_id, name_key, id) WHERE (held_at IS NULL);

CREATE INDEX leads_by_status ON leads USING btree (company_id, status, created_at DESC, id DESC) INCLUDE (quote_cents) WHERE ((archived_at IS NULL) AND (held_at IS NULL) AND (outcome IS DISTINCT FROM 'lost'::text));

CREATE INDEX leads_email ON leads USING btree (company_id, email);

CREATE INDEX leads_erased ON leads USING btree (id) WHERE (erased_at IS NOT NULL);

CREATE INDEX leads_held ON leads USING btree (held_at) WHERE (held_at IS NOT NULL);

CREATE INDEX leads_newest ON leads USING btree (company_id, created_at DESC, id DESC) WHERE ((archived_at IS NULL) AND (held_at IS NULL));

CREATE INDEX leads_only_phone ON leads USING btree (company_id, created_at) WHERE ((email IS NULL) AND (status = 'new'::text) AND (archived_at IS NULL) AND (held_at IS NULL) AND (outcome IS NULL));

CREATE INDEX leads_phone ON leads USING btree (company_id, phone) WHERE (phone IS NOT NULL);

CREATE INDEX leads_review ON leads USING btree (company_id, created_at DESC, id DESC) WHERE ((held_at IS NOT NULL) AND (spam_at IS NULL));

CREATE INDEX leads_spam ON leads USING btree (company_id, created_at DESC, id DESC) WHERE ((held_at IS NOT NULL) AND (spam_at IS NOT NULL));

CREATE INDEX leads_unread ON leads USING btree (company_id, created_at DESC, id DESC) INCLUDE (unread_count) WHERE ((unread_count > 0) AND (held_at IS NULL));

CREATE UNIQUE INDEX mail_bounces_once ON mail_bounces USING btree (company_id, address, kind, source_id) WHERE (source_id IS NOT NULL);

CREATE INDEX mail_bounces_recent ON mail_bounces USING btree (company_id, address, at);

CREATE UNIQUE INDEX materials_name ON materials USING btree (company_id, lower(name)) WHERE (deleted_at IS NULL);

CREATE INDEX message_attempts_message ON message_attempts USING btree (message_id);

CREATE INDEX message_attempts_provider ON message_attempts USING btree (provider_id) WHERE (provider_id IS NOT NULL);

CREATE INDEX message_attempts_recipient ON message_attempts USING btree (to_address);

CREATE INDEX messages_by_sent ON messages USING brin (sent_at) WITH (autosummarize='on');

CREATE UNIQUE INDEX messages_dedupe ON messages USING btree (dedupe_key) WHERE (dedupe_key IS NOT NULL);

CREATE INDEX messages_failures ON messages USING btree (COALESCE(sending_at, due_at) DESC, id DESC) WHERE (status = ANY (ARRAY['failed'::text, 'unknown'::text]));

CREATE UNIQUE INDEX messages_inbound_mail_once ON messages USING btree (provider_id, company_id, lead_id) WHERE ((direction = 'in'::text) AND (channel = 'email'::text));

CREATE UNIQUE INDEX messages_inbound_text_once ON messages USING btree (provider_id) WHERE ((direction = 'in'::text) AND (channel = 'sms'::text));

CREATE INDEX messages_last_sender ON messages USING btree (to_address, at DESC) WHERE ((direction = 'out'::text) AND (channel = 'sms'::text) AND (at IS NOT NULL));

CREATE INDEX messages_lead ON messages USING btree (lead_id, COALESCE(at, due_at) DESC) WHERE (lead_id IS NOT NULL);

CREATE INDEX messages_provider ON messages USING btree (provider_id) WHERE (provider_id IS NOT NULL);

CREATE INDEX messages_recipient ON messages USING btree (company_id, to_address, at) WHERE ((direction = 'out'::text) AND (at IS NOT NULL));

CREATE INDEX messages_sending ON messages USING btree (company_id, id) WHERE (status = 'sending'::text);

CREATE UNIQUE INDEX messages_step_once ON messages USING btree (schedule_id, step, channel) WHERE (schedule_id IS NOT NULL);

CREATE INDEX messages_undecided ON messages USING btree (at) WHERE ((direction = 'out'::text) AND (channel = 'sms'::text) AND (status = ANY (ARRAY['sent'::text, 'unknown'::text])));

CREATE INDEX messages_unsure ON messages USING btree (company_id, lead_id) WHERE unsure;

CREATE INDEX messages_waiting ON messages USING btree (company_id, channel, ((schedule_id IS NOT NULL)), due_at, id) WHERE (status = 'scheduled'::text);

CREATE INDEX opt_outs_address ON opt_outs USING btree (address, channel) WHERE (lifted_at IS NULL);

CREATE UNIQUE INDEX opt_outs_live ON opt_outs USING btree (company_id, channel, address, sender, (
CASE
    WHEN (source = ANY (ARRAY['bounce'::text, 'complaint'::text, 'soft_bounces'::text])) THEN source
    ELSE 'wish'::text
END)) NULLS NOT DISTINCT WHERE (lifted_at IS NULL);

CREATE INDEX organizations_created_by ON organizations USING btree (created_by) WHERE (created_by IS NOT NULL);

CREATE INDEX organizations_oldest ON organizations USING btree (company_id, created_at, id);

CREATE INDEX payment_refunds_payment ON payment_refunds USING btree (payment_id);

CREATE INDEX payment_refunds_started ON payment_refunds USING btree (created_at) WHERE (status = 'started'::text);

CREATE INDEX payment_stages_estimate ON payment_stages USING btree (estimate_id);

CREATE UNIQUE INDEX payment_stages_rest ON payment_stages USING btree (estimate_id) WHERE ((percent IS NULL) AND (cents IS NULL));

CREATE INDEX payments_by_paid ON payments USING brin (paid_at) WITH (autosummarize='on');

CREATE INDEX payments_lead ON payments USING btree (lead_id, created_at DESC);

CREATE INDEX payments_newest ON payments USING btree (company_id, created_at DESC, id DESC);

CREATE UNIQUE INDEX payments_one_on_its_way ON payments USING btree (lead_id) WHERE (status = ANY (ARRAY['open'::text, 'processing'::text]));

CREATE INDEX payments_unsettled ON payments USING btree (last_reconciled_at NULLS FIRST) WHERE (status = ANY (ARRAY['open'::text, 'processing'::text]));

CREATE UNIQUE INDEX pipeline_stages_one_won ON pipeline_stages USING btree (pipeline_id) WHERE won;

CREATE INDEX pipelines_oldest ON pipelines USING btree (org_id, created_at, id);

CREATE INDEX push_devices_session ON push_devices USING btree (session_id);

CREATE INDEX push_devices_user ON push_devices USING btree (user_id);

CREATE INDEX push_messages_age ON push_messages USING btree (company_id, created_at);

CREATE INDEX push_messages_due ON push_messages USING btree (due_at) WHERE (status = 'scheduled'::text);

CREATE INDEX push_messages_lead ON push_messages USING btree (lead_id);

CREATE UNIQUE INDEX quota_credit_once ON quota_ledger USING btree (stripe_session_id) WHERE (kind = 'credit_bought'::text);

CREATE INDEX quota_ledger_by_time ON quota_ledger USING brin (at) WITH (autosummarize='on');

CREATE INDEX quota_ledger_period ON quota_ledger USING btree (company_id, at);

CREATE INDEX quota_ledger_session ON quota_ledger USING btree (stripe_session_id) WHERE (stripe_session_id IS NOT NULL);

CREATE UNIQUE INDEX quota_once_per_lead ON quota_ledger USING btree (company_id, lead_id) WHERE (kind = ANY (ARRAY['quote_used'::text, 'credit_used'::text]));

CREATE INDEX rate_limits_expire ON rate_limits USING btree (expire);

CREATE INDEX report_facts_answers ON report_facts USING btree (company_id, answer_bucket, created_at) WHERE (answer_bucket IS NOT NULL);

CREATE INDEX report_facts_newest ON report_facts USING btree (company_id, created_at DESC, id DESC);

CREATE INDEX report_facts_owed ON report_facts USING btree (company_id, created_at) WHERE (outstanding_cents > 0);

CREATE INDEX report_facts_owed_since ON report_facts USING btree (company_id, accepted_at) WHERE (outstanding_cents > 0);

CREATE INDEX report_facts_paid ON report_facts USING btree (company_id, created_at) WHERE (deposited_cents <> 0);

CREATE INDEX report_facts_zip ON report_facts USING btree (company_id, zip, created_at) WHERE (zip IS NOT NULL);

CREATE INDEX sessions_user ON sessions USING btree (user_id);

CREATE INDEX stripe_accounts_company ON stripe_accounts USING btree (company_id, created_at DESC);

CREATE UNIQUE INDEX stripe_accounts_one_connected ON stripe_accounts USING btree (company_id) WHERE (disconnected_at IS NULL);

CREATE INDEX stripe_events_failed ON stripe_events USING btree (received_at DESC, id DESC) WHERE ((error IS NOT NULL) AND (processed_at IS NULL));

CREATE INDEX stripe_events_newest ON stripe_events USING btree (received_at DESC);

CREATE INDEX stripe_events_waiting ON stripe_events USING btree (next_attempt_at) WHERE (processed_at IS NULL);

CREATE INDEX stripe_operations_company ON stripe_operations USING btree (company_id, kind, created_at DESC);

CREATE UNIQUE INDEX stripe_operations_stripe_id ON stripe_operations USING btree (stripe_id) WHERE (stripe_id IS NOT NULL);

CREATE UNIQUE INDEX subscribers_customer ON subscribers USING btree (stripe_customer_id) WHERE (stripe_customer_id IS NOT NULL);

CREATE INDEX subscribers_reconciled ON subscribers USING btree (last_reconciled_at NULLS FIRST) WHERE (stripe_customer_id IS NOT NULL);

CREATE UNIQUE INDEX timeline_agent_talk ON timeline_events USING btree (company_id, ((data ->> 'conversationId'::text))) WHERE (kind = 'agent_talk'::text);

CREATE INDEX timeline_newest ON timeline_events USING btree (lead_id, at DESC, id DESC);

CREATE INDEX users_active_company ON users USING btree (active_company_id) WHERE (active_company_id IS NOT NULL);

CREATE INDEX users_newest ON users USING btree (created_at DESC, id DESC);

CREATE INDEX users_unconfirmed ON users USING btree (created_at) WHERE (email_verified_at IS NULL);

CREATE INDEX visits_lead ON visits USING btree (company_id, lead_id);

CREATE INDEX visits_member ON visits USING btree (company_id, user_id, starts_at);

CREATE INDEX visits_start ON visits USING btree (company_id, starts_at);

CREATE INDEX widget_tickets_expiry ON widget_tickets USING btree (expires_at);

-- row-level security

create policy crossing on agent_conversations for all to picket_system using (true) with check (true);

create policy own_leads on agent_conversations as restrictive for all to picket_sales using (((lead_id IS NULL) OR (EXISTS ( SELECT
   FROM leads
  WHERE (leads.id = agent_conversations.lead_id)))));

create policy tenant on agent_conversations for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on agent_costs for all to picket_system using (true) with check (true);

create policy own_leads on agent_costs as restrictive for all to picket_sales using (((conversation_id IS NULL) OR (EXISTS ( SELECT
   FROM agent_conversations
  WHERE (agent_conversations.id = agent_costs.conversation_id)))));

create policy tenant on agent_costs for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on agent_facts for all to picket_system using (true) with check (true);

create policy tenant on agent_facts for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on agent_messages for all to picket_system using (true) with check (true);

create policy own_leads on agent_messages as restrictive for all to picket_sales using ((EXISTS ( SELECT
   FROM agent_conversations
  WHERE (agent_conversations.id = agent_messages.conversation_id))));

create policy tenant on agent_messages for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on agent_replies for all to picket_system using (true) with check (true);

create policy own_leads on agent_replies as restrictive for all to picket_sales using ((EXISTS ( SELECT
   FROM leads
  WHERE (leads.id = agent_replies.lead_id))));

create policy tenant on agent_replies for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on agent_settings for all to picket_system using (true) with check (true);

create policy tenant on agent_settings for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on agent_unanswered for all to picket_system using (true) with check (true);

create policy own_leads on agent_unanswered as restrictive for all to picket_sales using ((EXISTS ( SELECT
   FROM agent_conversations
  WHERE (agent_conversations.id = agent_unanswered.conversation_id))));

create policy tenant on agent_unanswered for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on busy_calendars for all to picket_system using (true) with check (true);

create policy tenant on busy_calendars for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on busy_times for all to picket_system using (true) with check (true);

create policy tenant on busy_times for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on change_signatures for all to picket_system using (true) with check (true);

create policy own_leads on change_signatures as restrictive for all to picket_sales using ((EXISTS ( SELECT
   FROM estimate_changes
  WHERE (estimate_changes.id = change_signatures.change_id))));

create policy tenant on change_signatures for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on company_codes for all to picket_system using (true) with check (true);

create policy tenant on company_codes for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on company_costs for all to picket_system using (true) with check (true);

create policy no_costs on company_costs as restrictive for all to picket_sales using (false);

create policy tenant on company_costs for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on company_export_parts for all to picket_system using (true) with check (true);

create policy no_exports on company_export_parts as restrictive for all to picket_sales using (false);

create policy tenant on company_export_parts for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on company_exports for all to picket_system using (true) with check (true);

create policy no_exports on company_exports as restrictive for all to picket_sales using (false);

create policy tenant on company_exports for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on company_logos for all to picket_system using (true) with check (true);

create policy tenant on company_logos for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on company_members for all to picket_system using (true) with check (true);

create policy tenant on company_members for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on company_profiles for all to picket_system using (true) with check (true);

create policy tenant on company_profiles for all to picket_app using ((id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on consents for all to picket_system using (true) with check (true);

create policy tenant on consents for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on contractor_aliases for all to picket_system using (true) with check (true);

create policy tenant on contractor_aliases for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on crm_rules for all to picket_system using (true) with check (true);

create policy tenant on crm_rules for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on deal_events for all to picket_system using (true) with check (true);

create policy own_deals on deal_events as restrictive for all to picket_sales using ((EXISTS ( SELECT
   FROM deals
  WHERE (deals.id = deal_events.deal_id))));

create policy tenant on deal_events for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on deals for all to picket_system using (true) with check (true);

create policy own_deals on deals as restrictive for all to picket_sales using (((owner_id IS NULL) OR (owner_id = (NULLIF(current_setting('app.user_id'::text, true), ''::text))::uuid)));

create policy own_leads on deals as restrictive for all to picket_sales using (((lead_id IS NULL) OR (EXISTS ( SELECT
   FROM leads
  WHERE (leads.id = deals.lead_id)))));

create policy tenant on deals for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on estimate_acceptances for all to picket_system using (true) with check (true);

create policy own_leads on estimate_acceptances as restrictive for all to picket_sales using ((EXISTS ( SELECT
   FROM leads
  WHERE (leads.id = estimate_acceptances.lead_id))));

create policy tenant on estimate_acceptances for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on estimate_changes for all to picket_system using (true) with check (true);

create policy own_leads on estimate_changes as restrictive for all to picket_sales using ((EXISTS ( SELECT
   FROM estimates
  WHERE (estimates.id = estimate_changes.estimate_id))));

create policy tenant on estimate_changes for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on estimate_links for all to picket_system using (true) with check (true);

create policy own_leads on estimate_links as restrictive for all to picket_sales using ((EXISTS ( SELECT
   FROM estimates
  WHERE (estimates.id = estimate_links.estimate_id))));

create policy tenant on estimate_links for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on estimate_offers for all to picket_system using (true) with check (true);

create policy own_leads on estimate_offers as restrictive for all to picket_sales using ((EXISTS ( SELECT
   FROM leads
  WHERE (leads.id = estimate_offers.lead_id))));

create policy tenant on estimate_offers for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on estimate_options for all to picket_system using (true) with check (true);

create policy own_leads on estimate_options as restrictive for all to picket_sales using ((EXISTS ( SELECT
   FROM estimates
  WHERE (estimates.id = estimate_options.estimate_id))));

create policy tenant on estimate_options for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on estimate_pdfs for all to picket_system using (true) with check (true);

create policy own_leads on estimate_pdfs as restrictive for all to picket_sales using ((EXISTS ( SELECT
   FROM estimates
  WHERE (estimates.id = estimate_pdfs.estimate_id))));

create policy tenant on estimate_pdfs for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on estimates for all to picket_system using (true) with check (true);

create policy own_leads on estimates as restrictive for all to picket_sales using ((EXISTS ( SELECT
   FROM leads
  WHERE (leads.id = estimates.lead_id))));

create policy tenant on estimates for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on follow_up_schedules for all to picket_system using (true) with check (true);

create policy own_leads on follow_up_schedules as restrictive for all to picket_sales using ((EXISTS ( SELECT
   FROM leads
  WHERE (leads.id = follow_up_schedules.lead_id))));

create policy tenant on follow_up_schedules for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on instant_requests for all to picket_system using (true) with check (true);

create policy own_leads on instant_requests as restrictive for all to picket_sales using ((EXISTS ( SELECT
   FROM leads
  WHERE (leads.id = instant_requests.lead_id))));

create policy tenant on instant_requests for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on instant_settings for all to picket_system using (true) with check (true);

create policy tenant on instant_settings for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on invitations for all to picket_system using (true) with check (true);

create policy tenant on invitations for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on invoice_counters for all to picket_system using (true) with check (true);

create policy tenant on invoice_counters for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on invoices for all to picket_system using (true) with check (true);

create policy own_leads on invoices as restrictive for all to picket_sales using ((EXISTS ( SELECT
   FROM estimates
  WHERE (estimates.id = invoices.estimate_id))));

create policy tenant on invoices for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on lead_merges for all to picket_system using (true) with check (true);

create policy own_leads on lead_merges as restrictive for all to picket_sales using ((EXISTS ( SELECT
   FROM leads
  WHERE (leads.id = lead_merges.kept_lead_id))));

create policy tenant on lead_merges for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on lead_pairs_apart for all to picket_system using (true) with check (true);

create policy tenant on lead_pairs_apart for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on lead_search for all to picket_system using (true) with check (true);

create policy own_leads on lead_search as restrictive for all to picket_sales using ((EXISTS ( SELECT
   FROM leads
  WHERE (leads.id = lead_search.lead_id))));

create policy tenant on lead_search for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on leads for all to picket_system using (true) with check (true);

create policy own_leads on leads as restrictive for all to picket_sales using (((assigned_to IS NULL) OR (assigned_to = (NULLIF(current_setting('app.user_id'::text, true), ''::text))::uuid)));

create policy tenant on leads for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on mail_bounces for all to picket_system using (true) with check (true);

create policy tenant on mail_bounces for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on materials for all to picket_system using (true) with check (true);

create policy tenant on materials for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on message_attempts for all to picket_system using (true) with check (true);

create policy nobody on message_attempts for all to picket_app using (((company_id IS NULL) AND (current_setting('app.company_id'::text, true) = '00000000-0000-0000-0000-000000000000'::text)));

create policy own_leads on message_attempts as restrictive for all to picket_sales using ((EXISTS ( SELECT
   FROM messages
  WHERE (messages.id = message_attempts.message_id))));

create policy tenant on message_attempts for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on messages for all to picket_system using (true) with check (true);

create policy nobody on messages for all to picket_app using (((company_id IS NULL) AND (current_setting('app.company_id'::text, true) = '00000000-0000-0000-0000-000000000000'::text)));

create policy own_leads on messages as restrictive for all to picket_sales using ((((lead_id IS NULL) AND (direction = 'out'::text)) OR (EXISTS ( SELECT
   FROM leads
  WHERE (leads.id = messages.lead_id)))));

create policy tenant on messages for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on opt_outs for all to picket_system using (true) with check (true);

create policy nobody on opt_outs for all to picket_app using (((company_id IS NULL) AND (current_setting('app.company_id'::text, true) = '00000000-0000-0000-0000-000000000000'::text)));

create policy shared_sender on opt_outs for select to picket_app using (((company_id IS NULL) AND (NULLIF(current_setting('app.company_id'::text, true), ''::text) IS NOT NULL)));

create policy tenant on opt_outs for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on organizations for all to picket_system using (true) with check (true);

create policy tenant on organizations for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on payment_refunds for all to picket_system using (true) with check (true);

create policy own_leads on payment_refunds as restrictive for all to picket_sales using ((EXISTS ( SELECT
   FROM payments
  WHERE (payments.id = payment_refunds.payment_id))));

create policy tenant on payment_refunds for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on payment_stages for all to picket_system using (true) with check (true);

create policy own_leads on payment_stages as restrictive for all to picket_sales using ((EXISTS ( SELECT
   FROM estimates
  WHERE (estimates.id = payment_stages.estimate_id))));

create policy tenant on payment_stages for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on payments for all to picket_system using (true) with check (true);

create policy own_leads on payments as restrictive for all to picket_sales using ((EXISTS ( SELECT
   FROM leads
  WHERE (leads.id = payments.lead_id))));

create policy tenant on payments for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on pipeline_stages for all to picket_system using (true) with check (true);

create policy tenant on pipeline_stages for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on pipelines for all to picket_system using (true) with check (true);

create policy tenant on pipelines for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on price_lists for all to picket_system using (true) with check (true);

create policy tenant on price_lists for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on pricing_settings for all to picket_system using (true) with check (true);

create policy tenant on pricing_settings for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on push_devices for all to picket_system using (true) with check (true);

create policy tenant on push_devices for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on push_messages for all to picket_system using (true) with check (true);

create policy own_leads on push_messages as restrictive for all to picket_sales using ((EXISTS ( SELECT
   FROM leads
  WHERE (leads.id = push_messages.lead_id))));

create policy tenant on push_messages for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on quota_ledger for all to picket_system using (true) with check (true);

create policy tenant on quota_ledger for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on reminder_rules for all to picket_system using (true) with check (true);

create policy tenant on reminder_rules for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on report_facts for all to picket_system using (true) with check (true);

create policy tenant on report_facts for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on report_marks for all to picket_system using (true) with check (true);

create policy tenant on report_marks for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on report_tallies for all to picket_system using (true) with check (true);

create policy tenant on report_tallies for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on source_costs for all to picket_system using (true) with check (true);

create policy tenant on source_costs for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on stopped_templates for all to picket_system using (true) with check (true);

create policy tenant on stopped_templates for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on stripe_accounts for all to picket_system using (true) with check (true);

create policy tenant on stripe_accounts for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on stripe_operations for all to picket_system using (true) with check (true);

create policy tenant on stripe_operations for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on subscribers for all to picket_system using (true) with check (true);

create policy tenant on subscribers for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on take_off_rules for all to picket_system using (true) with check (true);

create policy tenant on take_off_rules for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on timeline_events for all to picket_system using (true) with check (true);

create policy own_leads on timeline_events as restrictive for all to picket_sales using ((EXISTS ( SELECT
   FROM leads
  WHERE (leads.id = timeline_events.lead_id))));

create policy tenant on timeline_events for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on visit_feeds for all to picket_system using (true) with check (true);

create policy tenant on visit_feeds for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on visit_settings for all to picket_system using (true) with check (true);

create policy tenant on visit_settings for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on visits for all to picket_system using (true) with check (true);

create policy own_leads on visits as restrictive for all to picket_sales using ((EXISTS ( SELECT
   FROM leads
  WHERE (leads.id = visits.lead_id))));

create policy tenant on visits for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on widget_days for all to picket_system using (true) with check (true);

create policy tenant on widget_days for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

create policy crossing on widget_tickets for all to picket_system using (true) with check (true);

create policy tenant on widget_tickets for all to picket_app using ((company_id = (NULLIF(current_setting('app.company_id'::text, true), ''::text))::uuid));

-- rights

grant delete, insert, select, update on agent_conversations to picket_app;

grant delete, insert, select, update on agent_conversations to picket_system;

grant delete, insert, select, update on agent_costs to picket_app;

grant delete, insert, select, update on agent_costs to picket_system;

grant delete, insert, select, update on agent_facts to picket_app;

grant delete, insert, select, update on agent_facts to picket_system;

grant delete, insert, select, update on agent_messages to picket_app;

grant delete, insert, select, update on agent_messages to picket_system;

grant delete, insert, select, update on agent_replies to picket_app;

grant delete, insert, select, update on agent_replies to picket_system;

grant delete, insert, select, update on agent_settings to picket_app;

grant delete, insert, select, update on agent_settings to picket_system;

grant delete, insert, select, update on agent_unanswered to picket_app;

grant delete, insert, select, update on agent_unanswered to picket_system;

grant insert, select on audit_log to picket_system;

grant delete, insert, select, update on auth_codes to picket_system;

grant insert, select on budget_spends to picket_app;

grant delete, insert, select on budget_spends to picket_system;

grant delete, insert, select, update on busy_calendars to picket_app;

grant delete, insert, select, update on busy_calendars to picket_system;

grant delete, insert, select, update on busy_times to picket_app;

grant delete, insert, select, update on busy_times to picket_system;

grant insert, select on change_signatures to picket_app;

grant insert, select on change_signatures to picket_system;

grant delete, insert, select, update on company_codes to picket_app;

grant delete, insert, select, update on company_codes to picket_system;

grant delete, insert, select, update on company_costs to picket_app;

grant delete, insert, select, update on company_costs to picket_system;

grant delete, insert, select, update on company_export_parts to picket_app;

grant delete, insert, select, update on company_export_parts to picket_system;

grant delete, insert, select, update on company_exports to picket_app;

grant delete, insert, select, update on company_exports to picket_system;

grant insert, select on company_logos to picket_app;

grant delete, insert, select on company_logos to picket_system;

grant delete, insert, select, update on company_members to picket_app;

grant delete, insert, select, update on company_members to picket_system;

grant select, update on company_profiles to picket_app;

grant delete, insert, select, update on company_profiles to picket_system;

grant insert, select on consents to picket_app;

grant delete, insert, select on consents to picket_system;

grant delete, insert, select, update on contractor_aliases to picket_app;

grant delete, insert, select, update on contractor_aliases to picket_system;

grant delete, insert, select, update on counters to picket_system;

grant delete, insert, select, update on crm_rules to picket_app;

grant delete, insert, select, update on crm_rules to picket_system;

grant delete, insert, select, update on deal_events to picket_app;

grant delete, insert, select, update on deal_events to picket_system;

grant delete, insert, select, update on deals to picket_app;

grant delete, insert, select, update on deals to picket_system;

grant insert, select on estimate_acceptances to picket_app;

grant insert, select on estimate_acceptances to picket_system;

grant insert, select, update on estimate_changes to picket_app;

grant delete, insert, select, update on estimate_changes to picket_system;

grant delete, insert, select, update on estimate_links to picket_app;

grant delete, insert, select, update on estimate_links to picket_system;

grant delete, insert, select, update on estimate_offers to picket_app;

grant delete, insert, select, update on estimate_offers to picket_system;

grant insert, select on estimate_options to picket_app;

grant delete, insert, select on estimate_options to picket_system;

grant delete, insert, select, update on estimate_pdfs to picket_app;

grant delete, insert, select, update on estimate_pdfs to picket_system;

grant delete, insert, select, update on estimates to picket_app;

grant delete, insert, select, update on estimates to picket_system;

grant insert, select, update on feedback to picket_system;

grant insert, select on feedback_replies to picket_system;

grant delete, insert, select, update on follow_up_messages to picket_app;

grant delete, insert, select, update on follow_up_messages to picket_system;

grant delete, insert, select, update on follow_up_schedules to picket_app;

grant delete, insert, select, update on follow_up_schedules to picket_system;

grant delete, insert, select, update on instant_requests to picket_app;

grant delete, insert, select, update on instant_requests to picket_system;

grant delete, insert, select, update on instant_settings to picket_app;

grant delete, insert, select, update on instant_settings to picket_system;

grant delete, insert, select, update on invitations to picket_app;

grant delete, insert, select, update on invitations to picket_system;

grant delete, insert, select, update on invoice_counters to picket_app;

grant delete, insert, select, update on invoice_counters to picket_system;

grant delete, insert, select, update on invoices to picket_app;

grant delete, insert, select, update on invoices to picket_system;

grant delete, insert, select, update on lead_merges to picket_app;

grant delete, insert, select, update on lead_merges to picket_system;

grant delete, insert, select, update on lead_pairs_apart to picket_app;

grant delete, insert, select, update on lead_pairs_apart to picket_system;

grant delete, insert, select, update on lead_search to picket_app;

grant delete, insert, select, update on lead_search to picket_system;

grant delete, insert, select, update on leads to picket_app;

grant delete, insert, select, update on leads to picket_system;

grant delete, insert, select, update on mail_bounces to picket_app;

grant delete, insert, select, update on mail_bounces to picket_system;

grant delete, insert, select, update on materials to picket_app;

grant delete, insert, select, update on materials to picket_system;

grant delete, insert, select, update on message_attempts to picket_app;

grant delete, insert, select, update on message_attempts to picket_system;

grant delete, insert, select, update on messages to picket_app;

grant delete, insert, select, update on messages to picket_system;

grant delete, insert, select, update on nightly_runs to picket_system;

grant delete, insert, select, update on opt_outs to picket_app;

grant delete, insert, select, update on opt_outs to picket_system;

grant delete, insert, select, update on organizations to picket_app;

grant delete, insert, select, update on organizations to picket_system;

grant delete, insert, select, update on payment_refunds to picket_app;

grant delete, insert, select, update on payment_refunds to picket_system;

grant delete, insert, select, update on payment_stages to picket_app;

grant delete, insert, select, update on payment_stages to picket_system;

grant delete, insert, select, update on payments to picket_app;

grant delete, insert, select, update on payments to picket_system;

grant delete, insert, select, update on pipeline_stages to picket_app;

grant delete, insert, select, update on pipeline_stages to picket_system;

grant delete, insert, select, update on pipelines to picket_app;

grant delete, insert, select, update on pipelines to picket_system;

grant select on platform_pauses to picket_app;

grant delete, insert, select on platform_pauses to picket_system;

grant insert, select on price_lists to picket_app;

grant delete, insert, select on price_lists to picket_system;

grant delete, insert, select, update on pricing_settings to picket_app;

grant delete, insert, select, update on pricing_settings to picket_system;

grant select on provider_states to picket_app;

grant delete, insert, select, update on provider_states to picket_system;

grant delete, insert, select, update on push_devices to picket_app;

grant delete, insert, select, update on push_devices to picket_system;

grant delete, insert, select, update on push_messages to picket_app;

grant delete, insert, select, update on push_messages to picket_system;

grant delete, insert, select, update on quota_ledger to picket_app;

grant delete, insert, select, update on quota_ledger to picket_system;

grant delete, insert, select, update on rate_limits to picket_system;

grant delete, insert, select, update on recovery_codes to picket_system;

grant delete, insert, select, update on reminder_rules to picket_app;

grant delete, insert, select, update on reminder_rules to picket_system;

grant delete, insert, select, update on report_facts to picket_app;

grant delete, insert, select, update on report_facts to picket_system;

grant delete, insert, select, update on report_marks to picket_app;

grant delete, insert, select, update on report_marks to picket_system;

grant delete, insert, select, update on report_tallies to picket_app;

grant delete, insert, select, update on report_tallies to picket_system;

grant delete, insert, select, update on sessions to picket_system;

grant select on signed_estimates to picket_app;

grant select on signed_estimates to picket_system;

grant delete, insert, select, update on source_costs to picket_app;

grant delete, insert, select, update on source_costs to picket_system;

grant delete, insert, select, update on stopped_templates to picket_app;

grant delete, insert, select, update on stopped_templates to picket_system;

grant delete, insert, select, update on stripe_accounts to picket_app;

grant delete, insert, select, update on stripe_accounts to picket_system;

grant delete, insert, select, update on stripe_events to picket_system;

grant delete, insert, select, update on stripe_operations to picket_app;

grant delete, insert, select, update on stripe_operations to picket_system;

grant delete, insert, select, update on stripe_reads to picket_system;

grant delete, insert, select, update on subscribers to picket_app;

grant delete, insert, select, update on subscribers to picket_system;

grant delete, insert, select, update on take_off_rules to picket_app;

grant delete, insert, select, update on take_off_rules to picket_system;

grant select on texts_sent to picket_app;

grant select on texts_sent to picket_system;

grant delete, insert, select, update on timeline_events to picket_app;

grant delete, insert, select, update on timeline_events to picket_system;

grant delete, insert, select, update on user_avatars to picket_system;

grant delete, insert, select, update on user_roles to picket_system;

grant delete, insert, select, update on users to picket_system;

grant delete, insert, select, update on visit_feeds to picket_app;

grant delete, insert, select, update on visit_feeds to picket_system;

grant delete, insert, select, update on visit_settings to picket_app;

grant delete, insert, select, update on visit_settings to picket_system;

grant delete, insert, select, update on visits to picket_app;

grant delete, insert, select, update on visits to picket_system;

grant delete, insert, select, update on widget_days to picket_app;

grant delete, insert, select, update on widget_days to picket_system;

grant delete, insert, select, update on widget_tickets to picket_app;

grant delete, insert, select, update on widget_tickets to picket_system;

grant delete, insert, select, update on worker_heartbeats to picket_system;

-- triggers

CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_is_append_only();

CREATE TRIGGER audit_log_never_emptied BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_append_only();

CREATE TRIGGER change_signatures_append_only BEFORE UPDATE ON public.change_signatures FOR EACH ROW EXECUTE FUNCTION change_signatures_are_append_only();

CREATE TRIGGER company_members_changed AFTER INSERT OR DELETE OR UPDATE OF role ON public.company_members FOR EACH ROW EXECUTE FUNCTION tell_rights_changed();

CREATE TRIGGER company_members_join BEFORE INSERT ON public.company_members FOR EACH ROW EXECUTE FUNCTION begin_at_lowest_turn();

CREATE TRIGGER company_members_owner_demoted AFTER UPDATE OF role ON public.company_members FOR EACH ROW WHEN (((old.role = 'owner'::text) AND (new.role <> 'owner'::text))) EXECUTE FUNCTION keep_an_owner();

CREATE TRIGGER company_members_owner_left AFTER DELETE ON public.company_members FOR EACH ROW WHEN ((old.role = 'owner'::text)) EXECUTE FUNCTION keep_an_owner();

CREATE TRIGGER company_members_turn_of_role BEFORE UPDATE OF role ON public.company_members FOR EACH ROW WHEN ((old.role <> new.role)) EXECUTE FUNCTION begin_at_lowest_turn();

CREATE TRIGGER account_live AFTER UPDATE ON public.company_profiles FOR EACH ROW WHEN ((old.stripe_connected IS DISTINCT FROM new.stripe_connected)) EXECUTE FUNCTION tell_live_company();

CREATE TRIGGER company_profiles_confirm BEFORE INSERT ON public.company_profiles FOR EACH ROW WHEN ((new.email_confirmed_at IS NULL)) EXECUTE FUNCTION confirm_new_company();

CREATE TRIGGER company_profiles_live AFTER UPDATE ON public.company_profiles FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION tell_live_settings();

CREATE TRIGGER consents_append_only BEFORE UPDATE ON public.consents FOR EACH ROW EXECUTE FUNCTION consents_are_append_only();

CREATE TRIGGER consents_stay BEFORE DELETE ON public.consents FOR EACH ROW WHEN ((CURRENT_USER = 'picket_system'::name)) EXECUTE FUNCTION consents_are_forgotten_only_when_due();

CREATE TRIGGER consents_take_lead AFTER INSERT ON public.consents FOR EACH ROW WHEN (((CURRENT_USER = 'picket_sales'::name) AND (new.lead_id IS NOT NULL))) EXECUTE FUNCTION take_lead_of_row();

CREATE TRIGGER deals_live_delete AFTER DELETE ON public.deals REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_live_crm();

CREATE TRIGGER deals_live_insert AFTER INSERT ON public.deals REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_live_crm();

CREATE TRIGGER deals_live_update AFTER UPDATE ON public.deals REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_live_crm();

CREATE TRIGGER deals_take_lead AFTER INSERT ON public.deals FOR EACH ROW WHEN (((CURRENT_USER = 'picket_sales'::name) AND (new.lead_id IS NOT NULL))) EXECUTE FUNCTION take_lead_of_row();

CREATE TRIGGER deals_taken BEFORE INSERT OR UPDATE ON public.deals FOR EACH ROW WHEN ((CURRENT_USER = 'picket_sales'::name)) EXECUTE FUNCTION take_deal();

CREATE TRIGGER acceptances_report AFTER INSERT OR DELETE OR UPDATE ON public.estimate_acceptances FOR EACH ROW EXECUTE FUNCTION mark_lead_of();

CREATE TRIGGER estimate_acceptances_append_only BEFORE UPDATE ON public.estimate_acceptances FOR EACH ROW EXECUTE FUNCTION acceptances_are_append_only();

CREATE TRIGGER estimate_changes_fixed BEFORE UPDATE ON public.estimate_changes FOR EACH ROW EXECUTE FUNCTION estimate_changes_are_fixed();

CREATE TRIGGER estimate_changes_report AFTER UPDATE OF status ON public.estimate_changes FOR EACH ROW WHEN ((new.status = ANY (ARRAY['signed'::text, 'credited'::text]))) EXECUTE FUNCTION mark_lead_of_estimate();

CREATE CONSTRAINT TRIGGER estimate_changes_signed AFTER UPDATE OF status ON public.estimate_changes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.status = 'signed'::text)) EXECUTE FUNCTION change_has_signature();

CREATE TRIGGER estimate_offers_report AFTER INSERT OR DELETE OR UPDATE ON public.estimate_offers FOR EACH ROW EXECUTE FUNCTION mark_lead_of();

CREATE TRIGGER estimates_drawing_fixed BEFORE UPDATE OF drawing ON public.estimates FOR EACH ROW EXECUTE FUNCTION estimate_drawing_is_fixed();

CREATE TRIGGER estimates_fixed BEFORE UPDATE ON public.estimates FOR EACH ROW WHEN ((current_setting('app.merging'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION estimates_are_fixed();

CREATE TRIGGER estimates_found AFTER INSERT OR UPDATE OF lead_id, number ON public.estimates FOR EACH ROW EXECUTE FUNCTION find_by_estimate();

CREATE TRIGGER estimates_offer_fixed BEFORE UPDATE ON public.estimates FOR EACH ROW EXECUTE FUNCTION estimates_offer_is_fixed();

CREATE TRIGGER estimates_price_list_fixed BEFORE UPDATE OF price_list ON public.estimates FOR EACH ROW WHEN ((old.price_list IS DISTINCT FROM new.price_list)) EXECUTE FUNCTION estimates_price_list_is_fixed();

CREATE TRIGGER estimates_priced_fixed BEFORE UPDATE OF priced, tax_bps, ticked_add_ons, sum_cents, taxable_cents ON public.estimates FOR EACH ROW EXECUTE FUNCTION estimates_priced_is_fixed();

CREATE TRIGGER estimates_report_new AFTER INSERT OR DELETE ON public.estimates FOR EACH ROW EXECUTE FUNCTION mark_lead_of();

CREATE TRIGGER estimates_report_update AFTER UPDATE ON public.estimates FOR EACH ROW WHEN ((((((((old.lead_id IS DISTINCT FROM new.lead_id) OR (old.version IS DISTINCT FROM new.version)) OR (old.sent_at IS DISTINCT FROM new.sent_at)) OR (old.total_cents IS DISTINCT FROM new.total_cents)) OR ((old.first_viewed_at IS NULL) IS DISTINCT FROM (new.first_viewed_at IS NULL))) OR ((old.declined_at IS NULL) IS DISTINCT FROM (new.declined_at IS NULL))) OR (old.decline_reason IS DISTINCT FROM new.decline_reason))) EXECUTE FUNCTION mark_lead_of();

CREATE TRIGGER estimates_take_lead AFTER INSERT ON public.estimates FOR EACH ROW WHEN (((CURRENT_USER = 'picket_sales'::name) AND (new.lead_id IS NOT NULL))) EXECUTE FUNCTION take_lead_of_row();

CREATE TRIGGER follow_up_schedules_take_lead AFTER INSERT OR UPDATE ON public.follow_up_schedules FOR EACH ROW WHEN (((CURRENT_USER = 'picket_sales'::name) AND (new.lead_id IS NOT NULL))) EXECUTE FUNCTION take_lead_of_row();

CREATE TRIGGER instant_settings_live AFTER INSERT OR UPDATE ON public.instant_settings FOR EACH ROW EXECUTE FUNCTION tell_live_settings();

CREATE TRIGGER lead_merges_found AFTER INSERT OR UPDATE OF kept_lead_id ON public.lead_merges FOR EACH ROW EXECUTE FUNCTION find_by_merge();

CREATE TRIGGER leads_count_new BEFORE INSERT ON public.leads FOR EACH ROW WHEN ((new.counted_as_recipient_at IS NOT NULL)) EXECUTE FUNCTION count_recipient();

CREATE TRIGGER leads_erased_stay BEFORE UPDATE ON public.leads FOR EACH ROW WHEN ((old.erased_at IS NOT NULL)) EXECUTE FUNCTION erased_leads_stay_erased();

CREATE TRIGGER leads_in_turn_accepted BEFORE UPDATE OF held_at ON public.leads FOR EACH ROW WHEN (((CURRENT_USER <> 'picket_sales'::name) AND (new.assigned_to IS NULL) AND (new.held_at IS NULL) AND (old.held_at IS NOT NULL))) EXECUTE FUNCTION assign_in_turn();

CREATE TRIGGER leads_in_turn_new BEFORE INSERT ON public.leads FOR EACH ROW WHEN (((CURRENT_USER <> 'picket_sales'::name) AND (new.assigned_to IS NULL) AND (new.held_at IS NULL))) EXECUTE FUNCTION assign_in_turn();

CREATE TRIGGER leads_live_delete AFTER DELETE ON public.leads REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_live_leads_deleted();

CREATE TRIGGER leads_live_insert AFTER INSERT ON public.leads REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_live_leads();

CREATE TRIGGER leads_live_update AFTER UPDATE ON public.leads REFERENCING OLD TABLE AS old_rows NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_live_leads_changed();

CREATE TRIGGER leads_new_address BEFORE UPDATE OF email, phone ON public.leads FOR EACH ROW WHEN ((((new.email IS NOT NULL) AND (lower(old.email) IS DISTINCT FROM lower(new.email))) OR ((new.phone IS NOT NULL) AND (old.phone IS DISTINCT FROM new.phone)))) EXECUTE FUNCTION forget_recipient();

CREATE TRIGGER leads_report_delete AFTER DELETE ON public.leads FOR EACH ROW EXECUTE FUNCTION mark_lead();

CREATE TRIGGER leads_report_insert AFTER INSERT ON public.leads REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mark_added_leads();

CREATE TRIGGER leads_report_update AFTER UPDATE ON public.leads FOR EACH ROW WHEN ((((((((((((((old.created_at IS DISTINCT FROM new.created_at) OR ((old.held_at IS NULL) IS DISTINCT FROM (new.held_at IS NULL))) OR (old.status IS DISTINCT FROM new.status)) OR (old.outcome IS DISTINCT FROM new.outcome)) OR (old.outcome_reason IS DISTINCT FROM new.outcome_reason)) OR (old.estimate_sent_at IS DISTINCT FROM new.estimate_sent_at)) OR (old.quote_cents IS DISTINCT FROM new.quote_cents)) OR (old.source IS DISTINCT FROM new.source)) OR (old.material_id IS DISTINCT FROM new.material_id)) OR (old.material_type IS DISTINCT FROM new.material_type)) OR (old.zip IS DISTINCT FROM new.zip)) OR (old.assigned_to IS DISTINCT FROM new.assigned_to)) OR (old.attribution IS DISTINCT FROM new.attribution))) EXECUTE FUNCTION mark_lead();

CREATE TRIGGER leads_search_insert AFTER INSERT ON public.leads REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_lead_search();

CREATE TRIGGER leads_search_update AFTER UPDATE OF name, email, phone, address, notes, found_by, created_at ON public.leads FOR EACH ROW WHEN (((old.search_text IS DISTINCT FROM new.search_text) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION change_lead_search();

CREATE TRIGGER leads_taken BEFORE INSERT OR UPDATE ON public.leads FOR EACH ROW WHEN ((CURRENT_USER = 'picket_sales'::name)) EXECUTE FUNCTION take_lead();

CREATE TRIGGER materials_basic AFTER INSERT OR UPDATE OF basic, deleted_at, company_id ON public.materials FOR EACH ROW WHEN ((new.basic AND (new.deleted_at IS NULL))) EXECUTE FUNCTION at_most_two_basic_materials();

CREATE TRIGGER materials_live_insert AFTER INSERT ON public.materials FOR EACH ROW EXECUTE FUNCTION tell_live_settings();

CREATE TRIGGER materials_live_update AFTER UPDATE ON public.materials FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION tell_live_settings();

CREATE TRIGGER messages_again AFTER UPDATE ON public.messages FOR EACH ROW WHEN (((new.status = 'scheduled'::text) AND (old.status = ANY (ARRAY['failed'::text, 'unknown'::text])) AND (old.at IS NOT NULL))) EXECUTE FUNCTION keep_attempt();

CREATE TRIGGER messages_moves BEFORE UPDATE ON public.messages FOR EACH ROW WHEN (((old.status <> new.status) AND (NOT is_message_move(old.status, new.status)) AND (CURRENT_USER = ANY (ARRAY['picket_app'::name, 'picket_sales'::name])))) EXECUTE FUNCTION refuse_message_move();

CREATE TRIGGER messages_report_delete AFTER DELETE ON public.messages FOR EACH ROW WHEN (((old.direction = 'in'::text) OR (old.kind = ANY (ARRAY['message.typed'::text, 'mail.own'::text])) OR ((old.kind = 'follow-up'::text) AND (old.status = ANY (ARRAY['sent'::text, 'delivered'::text]))))) EXECUTE FUNCTION mark_lead_of();

CREATE TRIGGER messages_report_insert AFTER INSERT ON public.messages FOR EACH ROW WHEN (((new.direction = 'in'::text) OR (new.kind = ANY (ARRAY['message.typed'::text, 'mail.own'::text])) OR ((new.kind = 'follow-up'::text) AND (new.status = ANY (ARRAY['sent'::text, 'delivered'::text]))))) EXECUTE FUNCTION mark_lead_of();

CREATE TRIGGER messages_report_update AFTER UPDATE ON public.messages FOR EACH ROW WHEN ((((new.direction = 'in'::text) OR (new.kind = ANY (ARRAY['message.typed'::text, 'mail.own'::text]))) AND ((((old.lead_id IS DISTINCT FROM new.lead_id) OR (old.status IS DISTINCT FROM new.status)) OR (old.at IS DISTINCT FROM new.at)) OR (old.automated IS DISTINCT FROM new.automated)))) EXECUTE FUNCTION mark_lead_of();

CREATE TRIGGER messages_take_lead AFTER INSERT ON public.messages FOR EACH ROW WHEN (((CURRENT_USER = 'picket_sales'::name) AND (new.lead_id IS NOT NULL))) EXECUTE FUNCTION take_lead_of_row();

CREATE TRIGGER steps_report_update AFTER UPDATE ON public.messages REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_leads_of_follow_ups();

CREATE TRIGGER organizations_live_delete AFTER DELETE ON public.organizations REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_live_crm();

CREATE TRIGGER organizations_live_insert AFTER INSERT ON public.organizations REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_live_crm();

CREATE TRIGGER organizations_live_update AFTER UPDATE ON public.organizations REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_live_crm();

CREATE TRIGGER payments_live_insert AFTER INSERT ON public.payments REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_live();

CREATE TRIGGER payments_live_update AFTER UPDATE ON public.payments REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_live();

CREATE TRIGGER payments_report_new AFTER INSERT OR DELETE ON public.payments FOR EACH ROW EXECUTE FUNCTION mark_lead_of();

CREATE TRIGGER payments_report_update AFTER UPDATE ON public.payments FOR EACH ROW WHEN (((((((old.lead_id IS DISTINCT FROM new.lead_id) OR (old.status IS DISTINCT FROM new.status)) OR (old.amount_cents IS DISTINCT FROM new.amount_cents)) OR (old.refunded_cents IS DISTINCT FROM new.refunded_cents)) OR (old.extra IS DISTINCT FROM new.extra)) OR (old.paid_at IS DISTINCT FROM new.paid_at))) EXECUTE FUNCTION mark_lead_of();

CREATE TRIGGER pipeline_stages_live_delete AFTER DELETE ON public.pipeline_stages REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_live_crm();

CREATE TRIGGER pipeline_stages_live_insert AFTER INSERT ON public.pipeline_stages REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_live_crm();

CREATE TRIGGER pipeline_stages_live_update AFTER UPDATE ON public.pipeline_stages REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_live_crm();

CREATE TRIGGER pipelines_live_delete AFTER DELETE ON public.pipelines REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_live_crm();

CREATE TRIGGER pipelines_live_insert AFTER INSERT ON public.pipelines REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_live_crm();

CREATE TRIGGER pipelines_live_update AFTER UPDATE ON public.pipelines REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_live_crm();

CREATE TRIGGER pricing_settings_live AFTER UPDATE ON public.pricing_settings FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION tell_live_settings();

CREATE TRIGGER reminder_rules_live_insert AFTER INSERT ON public.reminder_rules FOR EACH ROW EXECUTE FUNCTION tell_live_settings();

CREATE TRIGGER reminder_rules_live_update AFTER UPDATE ON public.reminder_rules FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION tell_live_settings();

CREATE TRIGGER sessions_ended AFTER DELETE ON public.sessions REFERENCING OLD TABLE AS ended_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_sessions_ended();

CREATE TRIGGER stripe_accounts_live AFTER INSERT OR UPDATE ON public.stripe_accounts FOR EACH ROW EXECUTE FUNCTION tell_live_company();

CREATE TRIGGER stripe_operations_live AFTER UPDATE ON public.stripe_operations FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION tell_live_company();

CREATE TRIGGER subscribers_live AFTER UPDATE ON public.subscribers FOR EACH ROW WHEN (((((((((old.subscribed IS DISTINCT FROM new.subscribed) OR (old.subscription_tier IS DISTINCT FROM new.subscription_tier)) OR (old.subscription_end IS DISTINCT FROM new.subscription_end)) OR (old.usage_count IS DISTINCT FROM new.usage_count)) OR (old.stripe_status IS DISTINCT FROM new.stripe_status)) OR (old.cancel_at_period_end IS DISTINCT FROM new.cancel_at_period_end)) OR (old.free_until IS DISTINCT FROM new.free_until)) OR (old.period_start IS DISTINCT FROM new.period_start))) EXECUTE FUNCTION tell_live_company();

CREATE TRIGGER calls_report_delete AFTER DELETE ON public.timeline_events FOR EACH ROW WHEN (((old.kind = 'note'::text) AND (old.data ? 'call'::text))) EXECUTE FUNCTION mark_lead_of();

CREATE TRIGGER calls_report_new AFTER INSERT ON public.timeline_events FOR EACH ROW WHEN (((new.kind = 'note'::text) AND (new.data ? 'call'::text))) EXECUTE FUNCTION mark_lead_of();

CREATE TRIGGER calls_report_update AFTER UPDATE OF lead_id, at, data ON public.timeline_events FOR EACH ROW WHEN (((old.kind = 'note'::text) AND ((old.data ? 'call'::text) OR (new.data ? 'call'::text)))) EXECUTE FUNCTION mark_lead_of();

CREATE TRIGGER timeline_events_take_lead AFTER INSERT ON public.timeline_events FOR EACH ROW WHEN (((CURRENT_USER = 'picket_sales'::name) AND (new.lead_id IS NOT NULL))) EXECUTE FUNCTION take_lead_of_row();

CREATE TRIGGER timeline_live AFTER INSERT ON public.timeline_events REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_live();

CREATE TRIGGER user_roles_changed AFTER INSERT OR DELETE OR UPDATE ON public.user_roles FOR EACH ROW EXECUTE FUNCTION tell_rights_changed();

CREATE TRIGGER users_active_company_changed AFTER UPDATE OF active_company_id ON public.users FOR EACH ROW WHEN ((old.active_company_id IS DISTINCT FROM new.active_company_id)) EXECUTE FUNCTION tell_active_company();

CREATE TRIGGER users_confirm_company AFTER UPDATE OF email, email_verified_at ON public.users FOR EACH ROW WHEN (((new.email_verified_at IS NOT NULL) AND ((old.email_verified_at IS NULL) OR (old.email IS DISTINCT FROM new.email)))) EXECUTE FUNCTION confirm_company_of_owner();

CREATE TRIGGER visit_settings_live AFTER INSERT OR UPDATE ON public.visit_settings FOR EACH ROW EXECUTE FUNCTION tell_live_settings();

CREATE TRIGGER visits_take_lead AFTER INSERT ON public.visits FOR EACH ROW WHEN (((CURRENT_USER = 'picket_sales'::name) AND (new.lead_id IS NOT NULL))) EXECUTE FUNCTION take_lead_of_row();

-- functions

CREATE OR REPLACE FUNCTION public.acceptances_are_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('app.merging', true) = 'on' and to_jsonb(new) - 'lead_id' = to_jsonb(old) - 'lead_id' then
    return new;
  end if;
  if coalesce(current_setting('app.forgetting', true), '') = 'on' then
    return new;
  end if;
  raise exception 'acceptances are append-only';
end $function$
;

CREATE OR REPLACE FUNCTION public.add_lead_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into lead_search (lead_id, company_id, search_text, created_at, name_key)
    select id, company_id, search_text, created_at, name_key from added;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.are_offers(offers jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when jsonb_typeof(offers) <> 'array' then false
    else not exists (select from jsonb_array_elements(offers) offer
      where jsonb_typeof(offer) <> 'null' and not is_offer(offer)) end
$function$
;

CREATE OR REPLACE FUNCTION public.assign_in_turn()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare next uuid;
begin
  if not exists (select from company_profiles where id = new.company_id and assign_in_turn) then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('turn ' || new.company_id, 0));
  select user_id into next from company_members
    where company_id = new.company_id and role = (
      case when exists (select from company_members where company_id = new.company_id and role = 'sales')
        then 'sales' else 'owner' end)
    order by turn, joined_at, user_id limit 1;
  update company_members set turn = turn + 1 where company_id = new.company_id and user_id = next;
  new.assigned_to := next;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.at_most_two_basic_materials()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from pricing_settings where company_id = new.company_id for update;
  if (select count(*) > 2 from materials where company_id = new.company_id and basic and deleted_at is null) then
    raise check_violation using message = 'a company has at most two basic materials', constraint = 'materials_basic';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.audit_log_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'audit_log is append-only';
end $function$
;

CREATE OR REPLACE FUNCTION public.begin_at_lowest_turn()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.turn := coalesce((select min(turn) from company_members where company_id = new.company_id
    and user_id <> new.user_id and role = new.role), 0);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.change_has_signature()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from change_signatures where change_id = new.id) then
    raise exception 'a signed change has a signature';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.change_lead_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- a row that is missing comes back: else the lead would never be found again, and nothing would say so
  insert into lead_search (lead_id, company_id, search_text, created_at, name_key)
    values (new.id, new.company_id, new.search_text, new.created_at, new.name_key)
    on conflict (lead_id) do update set search_text = excluded.search_text, created_at = excluded.created_at,
      name_key = excluded.name_key;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.change_signatures_are_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if coalesce(current_setting('app.forgetting', true), '') = 'on' then
    return new;
  end if;
  raise exception 'signatures are append-only';
end $function$
;

CREATE OR REPLACE FUNCTION public.confirm_company_of_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update company_profiles set email_confirmed_at = new.email_verified_at
    where user_id = new.id and lower(email) = new.email and email_confirmed_at is null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.confirm_new_company()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.email_confirmed_at := (select email_verified_at from users where id = new.user_id and email = lower(new.email));
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.consents_are_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('app.merging', true) = 'on' and to_jsonb(new) - 'lead_id' = to_jsonb(old) - 'lead_id' then
    return new;
  end if;
  raise exception 'consents are append-only';
end $function$
;

CREATE OR REPLACE FUNCTION public.consents_are_forgotten_only_when_due()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('app.forgetting', true) is distinct from 'on' then
    raise exception 'consents are append-only';
  end if;
  return old;
end $function$
;

CREATE OR REPLACE FUNCTION public.contacts_in(notes text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when notes like '%@%' then coalesce((select ' ' || string_agg(found[1], ' ')
      from regexp_matches(notes, '([^\s<>,;:"]+@[^\s<>,;:"]+)', 'g') found), '') else '' end
    || case when notes ~ '\d{4}' then coalesce((select ' ' || string_agg(regexp_replace(found[1], '\D', '', 'g'), ' ')
      from regexp_matches(notes, '(\(?[2-9]\d\d\)?[\s./-]{0,3}[2-9]\d\d[\s.-]{0,3}\d{4})', 'g') found), '') else '' end
$function$
;

CREATE OR REPLACE FUNCTION public.count_recipient()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.uncounted_ways := '{}';
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.discount_cents(price bigint, percent numeric, amount bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when amount is null then floor((price * percent * 100 + 5000) / 10000)::bigint else least(amount, price) end
$function$
;

CREATE OR REPLACE FUNCTION public.erased_leads_stay_erased()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.erased_at is distinct from old.erased_at or new.name <> old.name then
    raise exception 'an erased lead stays erased';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.estimate_changes_are_fixed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if coalesce(current_setting('app.erasing', true), '') = 'on' and old.status not in ('signed', 'credited') and
    to_jsonb(new) - array['note', 'decline_reason'] = to_jsonb(old) - array['note', 'decline_reason'] then
    return new;
  end if;
  if old.status not in ('draft', 'sent') then
    raise exception 'a change that was decided is fixed';
  end if;
  if (old.id, old.company_id, old.estimate_id, old.position, old.note, old.fence, old.take_off, old.added, old.removed,
      old.added_cents, old.removed_cents, old.total_cents, old.created_at, old.job_zone)
    is distinct from
     (new.id, new.company_id, new.estimate_id, new.position, new.note, new.fence, new.take_off, new.added, new.removed,
      new.added_cents, new.removed_cents, new.total_cents, new.created_at, new.job_zone)
    or (old.status = 'sent' and (old.sent_at, old.valid_until) is distinct from (new.sent_at, new.valid_until))
  then raise exception 'what a change offers is fixed';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.estimate_drawing_is_fixed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.drawing is distinct from new.drawing and not (new.drawing is null
    and (coalesce(current_setting('app.forgetting', true), '') = 'on' or (coalesce(current_setting('app.erasing', true), '') = 'on'
      and not exists (select from estimate_acceptances where estimate_id = old.id)))) then
    raise exception 'what an estimate offers is fixed once it is sent';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.estimates_are_fixed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (coalesce(current_setting('app.forgetting', true), '') = 'on' or (coalesce(current_setting('app.erasing', true), '') = 'on'
      and not exists (select from estimate_acceptances where estimate_id = old.id)))
    and to_jsonb(new) - array['customer', 'notes', 'drawing', 'decline_reason']
      = to_jsonb(old) - array['customer', 'notes', 'drawing', 'decline_reason'] then
    return new;
  end if;
  if (old.lead_id, old.version, old.number, old.perimeter_ft, old.gate_count, old.material_type, old.base_price_cents,
      old.premium_cents, old.gate_price_cents, old.total_cents, old.deposit_terms, old.notes,
      old.terms, old.other_terms, old.language, old.company, old.customer, old.sent_at, old.job_zone)
    is distinct from
     (new.lead_id, new.version, new.number, new.perimeter_ft, new.gate_count, new.material_type, new.base_price_cents,
      new.premium_cents, new.gate_price_cents, new.total_cents, new.deposit_terms, new.notes,
      new.terms, new.other_terms, new.language, new.company, new.customer, new.sent_at, new.job_zone)
  then raise exception 'what an estimate offers is fixed once it is sent';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.estimates_offer_is_fixed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (old.offer, old.offer_ends_on, old.offer_ends_at) is distinct from (new.offer, new.offer_ends_on, new.offer_ends_at)
  then raise exception 'what an estimate offers is fixed once it is sent';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.estimates_price_list_is_fixed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'what an estimate offers is fixed once it is sent';
end $function$
;

CREATE OR REPLACE FUNCTION public.estimates_priced_is_fixed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.priced is distinct from new.priced or old.tax_bps <> new.tax_bps then
    raise exception 'what an estimate offers is fixed once it is sent';
  end if;
  if (old.ticked_add_ons, old.sum_cents, old.taxable_cents)
      is distinct from (new.ticked_add_ons, new.sum_cents, new.taxable_cents)
    and exists (select from estimate_acceptances where estimate_id = old.id) then
    raise exception 'what was signed is fixed';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.find_by_estimate()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare found text := lead_found_by(new.lead_id);
begin
  update leads set found_by = found where id = new.lead_id and found_by <> found;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.find_by_merge()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare found text := lead_found_by(new.kept_lead_id);
begin
  update leads set found_by = found where id = new.kept_lead_id and found_by <> found;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.forget_recipient()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.counted_as_recipient_at is not distinct from old.counted_as_recipient_at then
    new.counted_as_recipient_at := null;
    if new.email is not null and lower(old.email) is distinct from lower(new.email) then
      new.uncounted_ways := array_append(array_remove(new.uncounted_ways, 'email'), 'email');
    end if;
    if old.phone is distinct from new.phone then
      new.uncounted_ways := array_append(array_remove(new.uncounted_ways, 'sms'), 'sms');
    end if;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.is_message_move(before text, after text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case before
    when 'draft' then after in ('scheduled', 'cancelled')
    when 'scheduled' then after in ('scheduled', 'sending', 'sent', 'failed', 'skipped', 'cancelled')
    when 'sending' then after in ('sending', 'scheduled', 'sent', 'delivered', 'failed', 'skipped', 'unknown')
    when 'sent' then after in ('delivered', 'failed')
    when 'delivered' then after in ('failed')
    when 'failed' then after in ('scheduled')
    when 'cancelled' then after in ('scheduled')
    when 'unknown' then after in ('sending', 'scheduled', 'sent', 'delivered', 'failed', 'cancelled')
    else false end
$function$
;

CREATE OR REPLACE FUNCTION public.is_offer(offer jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select jsonb_typeof(offer) = 'object'
    and (offer ? 'percent') <> (offer ? 'amountCents')
    and coalesce((offer ->> 'percent')::numeric > 0 and (offer ->> 'percent')::numeric <= 100
      and (offer ->> 'percent')::numeric = round((offer ->> 'percent')::numeric, 2), true)
    and coalesce((offer ->> 'amountCents')::numeric between 1 and 10000000
      and (offer ->> 'amountCents')::numeric = trunc((offer ->> 'amountCents')::numeric), true)
    and coalesce((offer ->> 'days')::numeric between 1 and 365
      and (offer ->> 'days')::numeric = trunc((offer ->> 'days')::numeric), false)
$function$
;

CREATE OR REPLACE FUNCTION public.keep_an_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare heir record;
begin
  -- a company that is deleted has no members
  if coalesce(current_setting('app.deleting', true), '') = 'on' then return null; end if;
  perform from company_profiles where id = old.company_id for no key update;
  if not found then return null; end if;
  select users.id, users.email into heir from company_members m join users on users.id = m.user_id
    where m.company_id = old.company_id and m.role = 'owner'
    order by users.email_verified_at is null, m.joined_at, users.id limit 1;
  if heir.id is null then
    raise exception 'a company needs an owner' using errcode = 'check_violation', constraint = 'company_members_owner';
  end if;
  update company_profiles set user_id = heir.id where id = old.company_id and user_id = old.user_id;
  if found then
    update subscribers set email = (select heir.email where not exists (
        select from subscribers other where other.email = heir.email and other.company_id <> old.company_id))
      where company_id = old.company_id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_attempt()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into message_attempts (message_id, company_id, at, to_address, status, subject, body, provider_id, error_code)
    values (old.id, old.company_id, old.at, old.to_address, old.status, old.subject, old.body, old.provider_id,
      old.error_code);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.lead_found_by(lead uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select concat_ws(' ',
    (select string_agg(distinct number, ' ') from estimates where estimates.lead_id = lead),
    (select string_agg(concat_ws(' ', old_lead ->> 'email', old_lead ->> 'phone',
      old_lead ->> 'address', old_lead ->> 'found_by'), ' ') from lead_merges where kept_lead_id = lead))
$function$
;

CREATE OR REPLACE FUNCTION public.lead_price(lead uuid, quote bigint, at timestamp with time zone)
 RETURNS TABLE(cents bigint, full_cents bigint, percent numeric, amount_cents bigint, days integer, ends_on date)
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(newest.signed_cents, base.sum - coalesce(best.off, 0)
      + tax_cents(base.taxable, base.sum, coalesce(best.off, 0), base.bps)),
    coalesce(newest.signed_cents + newest.signed_off, base.sum + tax_cents(base.taxable, base.sum, 0, base.bps)),
    best.percent, best.amount_cents, best.days, best.ends_on
  from (values (1)) one (row)
  left join lateral (
    select e.id, coalesce(e.sum_cents, e.total_cents) as sum, e.taxable_cents, e.tax_bps,
      signed.total_cents as signed_cents, signed.discount_cents as signed_off
    from estimates e left join signed_estimates signed on signed.estimate_id = e.id
    where e.lead_id = lead order by e.version desc limit 1) newest on true
  cross join lateral (select coalesce(newest.sum, quote) as sum, coalesce(newest.taxable_cents, 0) as taxable,
    coalesce(newest.tax_bps, 0) as bps) base
  left join lateral (
    select offer.*, discount_cents(base.sum, offer.percent, offer.amount_cents) as off
    from live_offers(lead, newest.id, at) offer
    where newest.signed_cents is null and base.sum is not null
    order by off desc, offer.ends_on desc limit 1) best on true
$function$
;

CREATE OR REPLACE FUNCTION public.live_offers(lead uuid, estimate uuid, at timestamp with time zone)
 RETURNS TABLE(percent numeric, amount_cents bigint, days integer, ends_on date)
 LANGUAGE sql
 STABLE
AS $function$
  select told.percent, told.amount_cents, told.days, told.ends_on from estimate_offers told
  where told.lead_id = lead and told.starts_at <= live_offers.at and told.ends_at > live_offers.at
    and exists (select from messages m where m.id = told.source_id and m.status <> 'failed'
      and (m.at is not null or exists (select from message_attempts a where a.message_id = m.id and a.status <> 'failed')))
  union all
  select (e.offer ->> 'percent')::numeric, (e.offer ->> 'amountCents')::bigint, (e.offer ->> 'days')::integer, e.offer_ends_on
  from estimates e where e.id = estimate and e.offer is not null and e.offer_ends_at > live_offers.at
$function$
;

CREATE OR REPLACE FUNCTION public.mark_added_leads()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into report_marks (company_id, lead) select company_id, id from added;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.mark_lead()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    insert into report_marks (company_id, lead) values (old.company_id, old.id);
  else
    insert into report_marks (company_id, lead) values (new.company_id, new.id);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.mark_lead_of()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    if old.company_id is not null and old.lead_id is not null then
      insert into report_marks (company_id, lead) values (old.company_id, old.lead_id);
    end if;
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.lead_id is distinct from old.lead_id) then
    if new.company_id is not null and new.lead_id is not null then
      insert into report_marks (company_id, lead) values (new.company_id, new.lead_id);
    end if;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.mark_lead_of_estimate()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into report_marks (company_id, lead) select company_id, lead_id from estimates where id = new.estimate_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.mark_leads_of_follow_ups()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into report_marks (company_id, lead)
  select after.company_id, lead from old_rows before join new_rows after using (id)
  cross join lateral unnest(case when before.lead_id = after.lead_id then array[after.lead_id]
    else array[before.lead_id, after.lead_id] end) lead
  where after.kind = 'follow-up'
    and (before.lead_id, before.schedule_id, before.status in ('sent', 'delivered'), before.sent_at)
      is distinct from (after.lead_id, after.schedule_id, after.status in ('sent', 'delivered'), after.sent_at);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.member_contact(member uuid)
 RETURNS TABLE(email text, name text, role text)
 LANGUAGE sql
 STABLE STRICT SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select users.email, users.name, company_members.role
  from company_members join users on users.id = company_members.user_id
  where company_members.company_id = nullif(current_setting('app.company_id', true), '')::uuid
    and company_members.user_id = member and users.email_verified_at is not null
$function$
;

CREATE OR REPLACE FUNCTION public.member_name(member uuid)
 RETURNS text
 LANGUAGE sql
 STABLE STRICT SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select users.name from company_members join users on users.id = company_members.user_id
  where company_members.company_id = nullif(current_setting('app.company_id', true), '')::uuid
    and company_members.user_id = member
$function$
;

CREATE OR REPLACE FUNCTION public.owner_confirmed_at(owner uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$ select email_verified_at from users where id = owner $function$
;

CREATE OR REPLACE FUNCTION public.refuse_message_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a message can''t move from % to %', old.status, new.status
    using errcode = 'check_violation', constraint = 'message_moves', table = tg_table_name;
end $function$
;

CREATE OR REPLACE FUNCTION public.search_fold(said text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select replace(replace(replace(replace(translate(lower(translate(regexp_replace(
    replace(normalize(translate(said, '''’‘ʼʻ´′＇' || chr(96), ''), nfkd), '''', ''),
    '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g'),
    'ŁØĐÐĦŦÆŒÞ', 'łøđðħŧæœþ')), 'łøđðħŧıς‐‑‒–—―−', 'loddhtiσ-------'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
$function$
;

CREATE OR REPLACE FUNCTION public.take_deal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare me uuid := nullif(current_setting('app.user_id', true), '')::uuid;
begin
  if tg_op = 'INSERT' then
    new.owner_id := coalesce(new.owner_id, me);
  elsif old.owner_id is null and new.owner_id is null
    and to_jsonb(new) - '{position}'::text[] <> to_jsonb(old) - '{position}'::text[] then
    new.owner_id := me;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.take_lead()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare me uuid := nullif(current_setting('app.user_id', true), '')::uuid;
begin
  if tg_op = 'INSERT' then
    new.assigned_to := coalesce(new.assigned_to, me);
  elsif old.assigned_to is null and new.assigned_to is null
    and to_jsonb(new) - '{unread_count,reply_told_at}'::text[] <> to_jsonb(old) - '{unread_count,reply_told_at}'::text[] then
    new.assigned_to := me;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.take_lead_of_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update leads set assigned_to = nullif(current_setting('app.user_id', true), '')::uuid
    where id = new.lead_id and assigned_to is null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tax_cents(taxable bigint, subtotal bigint, discount bigint, bps integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when subtotal > 0 and bps > 0
    then div(2 * taxable::numeric * (subtotal - discount) * bps + subtotal::numeric * 10000, subtotal::numeric * 20000)::bigint
    else 0 end
$function$
;

CREATE OR REPLACE FUNCTION public.tell_active_company()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('picket_sessions', json_build_object('userId', new.id)::text);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_live()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare changed record;
begin
  for changed in
    select company_id, case when count(distinct lead_id) = 1 then min(lead_id::text) end as lead_id
    from changed_rows group by company_id
  loop
    perform pg_notify('picket_live', json_build_object('companyId', changed.company_id, 'leadId', changed.lead_id)::text);
  end loop;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_live_company()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare changed jsonb := to_jsonb(new);
begin
  perform pg_notify('picket_live',
    json_build_object('companyId', coalesce(changed->>'company_id', changed->>'id'), 'leadId', null)::text);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_live_crm()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare changed record;
begin
  for changed in select distinct company_id from changed_rows loop
    perform pg_notify('picket_live', json_build_object('companyId', changed.company_id, 'crm', true)::text);
  end loop;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_live_leads()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare changed record;
begin
  for changed in
    select company_id, case when count(*) = 1 then min(id::text) end as lead_id from changed_rows group by company_id
  loop
    perform pg_notify('picket_live', json_build_object('companyId', changed.company_id, 'leadId', changed.lead_id)::text);
  end loop;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_live_leads_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare changed record;
begin
  for changed in
    select now.company_id, case when count(*) = 1 then min(now.id::text) end as lead_id,
      bool_or(now.assigned_to is distinct from was.assigned_to) as moved, min(was.assigned_to::text) as had
    from changed_rows now join old_rows was on was.id = now.id group by now.company_id
  loop
    perform pg_notify('picket_live', (jsonb_build_object('companyId', changed.company_id, 'leadId', changed.lead_id)
      || case when changed.moved then jsonb_build_object('left', changed.had) else '{}' end)::text);
  end loop;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_live_leads_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare gone record;
begin
  for gone in
    select company_id, case when count(*) = 1 then min(id::text) end as lead_id, min(assigned_to::text) as had
    from old_rows group by company_id
  loop
    perform pg_notify('picket_live',
      json_build_object('companyId', gone.company_id, 'leadId', gone.lead_id, 'left', gone.had)::text);
  end loop;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_live_settings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare changed jsonb := to_jsonb(new);
begin
  perform pg_notify('picket_live', json_build_object(
    'companyId', coalesce(changed->>'company_id', changed->>'id'), 'settings', true)::text);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_rights_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('picket_sessions', json_build_object('userId', coalesce(new.user_id, old.user_id))::text);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_sessions_ended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare ended record;
begin
  for ended in select public_id from ended_rows loop
    perform pg_notify('picket_sessions', json_build_object('sessionId', ended.public_id)::text);
  end loop;
  return null;
end $function$
;
