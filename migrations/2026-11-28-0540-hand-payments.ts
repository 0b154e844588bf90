import { type Kysely, sql } from 'kysely';

/**
 * Payments that a member recorded by hand, such as a check, beside those from Stripe. A payment that was recorded by
 * mistake is voided: it keeps its row but has no `paid_at`, so it counts nowhere. Refunds get rows of their own, written
 * before Stripe is asked.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [payments, refunds]) await sql.raw(statement).execute(db);
}

// A payment that was made too often is now found by the lead's balance, so the indexes on its purpose are no longer true:
// after a signed change, a second balance is right
const payments = `
drop index payments_balance_once;
drop index payments_deposit_once;
alter table payments
  alter column stripe_account_id drop not null,
  alter column expires_at drop not null,
  add column by_hand boolean not null default false,
  -- the day on which the company received it, in the company's time zone
  add column received_on date,
  add column reference text check (length(reference) between 1 and 120),
  add column idempotency_key text check (length(idempotency_key) between 1 and 200),
  add column void_reason text check (length(void_reason) between 1 and 500),
  drop constraint payments_kind_check,
  add constraint payments_kind_check check (kind in ('deposit', 'full', 'balance', 'part')),
  drop constraint payments_status_check,
  add constraint payments_status_check check (status in ('open', 'processing', 'succeeded', 'failed', 'expired',
    'canceled', 'partially_refunded', 'refunded', 'disputed', 'dispute_lost', 'voided')),
  add constraint payments_by_hand check (case when by_hand
    then received_on is not null and method in ('check', 'cash', 'card', 'other') and idempotency_key is not null
      and status in ('succeeded', 'partially_refunded', 'refunded', 'voided') and fee_cents = 0
      and num_nonnulls(stripe_account_id, stripe_session_id, stripe_payment_intent, operation_id, expires_at) = 0
    else stripe_account_id is not null and expires_at is not null
      and num_nonnulls(received_on, reference, idempotency_key, void_reason) = 0 end),
  add constraint payments_voided check ((status = 'voided') = (void_reason is not null)),
  add constraint payments_recorded_once unique (company_id, idempotency_key);
`;

const refunds = `
create table payment_refunds (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  payment_id uuid not null,
  cents bigint not null check (cents > 0),
  idempotency_key text not null check (length(idempotency_key) between 1 and 200),
  -- started: Stripe has still to be asked, or its answer is unknown
  status text not null check (status in ('started', 'done', 'failed')),
  -- the request to Stripe, whose id is the idempotency key. Null for a payment that was recorded by hand
  operation_id uuid unique references stripe_operations,
  created_at timestamptz not null,
  tried_at timestamptz,
  foreign key (company_id, payment_id) references payments (company_id, id) on delete cascade,
  constraint payment_refunds_once unique (company_id, idempotency_key)
);
create index payment_refunds_payment on payment_refunds (payment_id);
create index payment_refunds_started on payment_refunds (created_at) where status = 'started';
alter table payment_refunds enable row level security;
alter table payment_refunds force row level security;
create policy tenant on payment_refunds to picket_app
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
create policy own_leads on payment_refunds as restrictive for all to picket_sales
  using (exists (select from payments where payments.id = payment_refunds.payment_id));
create policy crossing on payment_refunds to picket_system using (true) with check (true);
grant select, insert, update, delete on payment_refunds to picket_app, picket_system;
`;
