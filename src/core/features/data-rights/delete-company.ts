import { sql } from 'kysely';
import { MINUTE } from '#shared/primitives/durations.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { leaseFor } from '../../platform/db/lease.ts';
import { asCompany, type SystemTx } from '../../platform/db/system.ts';
import type { StripeDeps } from '../billing/apply-stripe-truth.ts';
import { isRefused } from '../../platform/stripe.ts';
import { lockLeads } from '../lead-rows/lock-leads.ts';
import { disconnectAccount } from '../payments/connect-account.ts';
import { DELETED_IN_ORDER, goes } from './deleted-tables.ts';
import { isSending } from './erase-messages.ts';
import { eraseRecords } from './erase-records.ts';
import { tellOwners } from './request-deletion.ts';

/** How many leads are erased, and how many rows are deleted, in one transaction. */
const LEADS = 200;
const ROWS = 5_000;
const lease = leaseFor(2 * MINUTE);

/** Claims the company whose deletion has been due longest, for two minutes of wall-clock time. */
export async function takeDueDeletion({ system, clock }: StripeDeps): Promise<CompanyId | undefined> {
  const { rows } = await sql<{ id: CompanyId }>`update company_profiles set deletion_claimed_until = ${lease}
    where id = (select id from company_profiles where deletes_at <= ${clock.now()} and deleted_at is null
      and coalesce(deletion_claimed_until < now(), true) order by deletes_at limit 1 for update skip locked)
    returning id`.execute(system);
  return rows[0]?.id;
}

/**
 * Deletes a company whose time has come: cancels its plan, disconnects its payments account, lets its members go, erases
 * its homeowners, and deletes its rows in batches. Each step can be repeated, so a worker that dies in the middle is
 * followed by another one. Returns false if a message is being sent, or if `stopping` returns true. Rejects if Stripe
 * doesn't answer.
 */
export async function deleteCompany(deps: StripeDeps, companyId: CompanyId, stopping: () => boolean): Promise<boolean> {
  await endBilling(deps, companyId);
  await inStep(deps, companyId, (tx) => shut(tx, companyId, deps.clock.now()));
  for (;;) {
    if (stopping()) return false;
    const left = await inStep(deps, companyId, (tx) => eraseSome(tx, companyId, deps.clock.now()));
    if (left === 'sending') return false;
    if (left === 'none') break;
  }
  // The ledger stays without its leads.
  await inStep(deps, companyId, (tx) =>
    sql`update quota_ledger set lead_id = null where company_id = ${companyId} and lead_id is not null`.execute(tx),
  );
  for (const entry of DELETED_IN_ORDER)
    for (;;) {
      if (stopping()) return false;
      const { numAffectedRows = 0n } = await inStep(deps, companyId, (tx) =>
        sql`delete from ${sql.table(entry.table)} t where t.company_id = ${companyId} and t.ctid in (
          select t.ctid from ${sql.table(entry.table)} t where t.company_id = ${companyId} and ${goes(entry)}
          limit ${ROWS})`.execute(tx),
      );
      if (numAffectedRows < BigInt(ROWS)) break;
    }
  return inStep(deps, companyId, (tx) => finish(tx, companyId, deps.clock.now()));
}

/** Lets another worker, or the next sweep, go on. */
export const letGoOfDeletion = ({ system }: StripeDeps, companyId: CompanyId) =>
  sql`update company_profiles set deletion_claimed_until = null where id = ${companyId}`.execute(system);

/** Runs one step in a transaction that also extends the claim. */
const inStep = <T>({ system }: StripeDeps, companyId: CompanyId, work: (tx: SystemTx) => Promise<T>): Promise<T> =>
  system.transaction().execute(async (tx) => {
    await sql`update company_profiles set deletion_claimed_until = ${lease} where id = ${companyId}`.execute(tx);
    return work(tx);
  });

/** Erases some of the leads. Returns 'sending' if a message to one of them is being handed to its provider. */
const eraseSome = (tx: SystemTx, companyId: CompanyId, at: Date): Promise<'some' | 'none' | 'sending'> =>
  asCompany(tx, companyId, async (inside) => {
    const leads = await lockLeads(inside, companyId).select('id').where('erased_at', 'is', null).limit(LEADS).execute();
    const of = { companyId, leadIds: leads.map(({ id }) => id), at };
    if (leads.length === 0) return 'none';
    if (await isSending(inside, of)) return 'sending';
    await eraseRecords(inside, of);
    return 'some';
  });

/** Cancels the plan at Stripe and disconnects the payments account. Nothing more is charged. */
async function endBilling(deps: StripeDeps, companyId: CompanyId): Promise<void> {
  await disconnectAccount(deps, { companyId, accountId: undefined });
  const row = await deps.system
    .selectFrom('subscribers')
    .select('stripe_subscription_id')
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  if (!row?.stripe_subscription_id || !deps.stripe) return;
  await deps.stripe.subscriptions
    .cancel(row.stripe_subscription_id, {}, { idempotencyKey: `company-deletion:${companyId}` })
    .catch((error: unknown) => {
      // It's canceled already, or Stripe doesn't know it.
      if (!isRefused(error)) throw error;
    });
}

/**
 * Tells the owners, lets the members go, and takes the company's addresses away, so that nothing new arrives while the
 * rest is deleted. Done once.
 */
async function shut(tx: SystemTx, companyId: CompanyId, at: Date): Promise<void> {
  const company = await tx
    .selectFrom('company_profiles')
    .select(['id', 'name', 'time_zone', 'contractor_id'])
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const closedId = `deleted-${companyId}`;
  if (company.contractor_id === closedId) return;
  await tellOwners(tx, { company, by: null, state: 'done', day: at, at });
  await sql`select set_config('app.deleting', 'on', true)`.execute(tx);
  // Who works for no other company is signed out.
  await sql`delete from sessions where user_id in (select user_id from company_members where company_id = ${companyId})
    and not exists (select from company_members other where other.user_id = sessions.user_id
      and other.company_id <> ${companyId})`.execute(tx);
  await sql`update users set active_company_id = null where active_company_id = ${companyId}`.execute(tx);
  await sql`delete from push_messages where company_id = ${companyId}`.execute(tx);
  await sql`delete from push_devices where company_id = ${companyId}`.execute(tx);
  await tx.deleteFrom('company_members').where('company_id', '=', companyId).execute();
  await tx.deleteFrom('contractor_aliases').where('company_id', '=', companyId).execute();
  await sql`select set_config('app.deleting', '', true)`.execute(tx);
  await sql`update company_profiles set contractor_id = ${closedId}, logo_hash = null, sms_from = null, email = '',
      email_confirmed_at = null, notify_phone = null, pending_email = null, pending_notify_phone = null,
      weekly_report = false, widget_paused = true where id = ${companyId}`.execute(tx);
}

/** Empties what's left of the company's row. Returns false if a lead arrived meanwhile, so the work isn't done. */
async function finish(tx: SystemTx, companyId: CompanyId, at: Date): Promise<boolean> {
  const late = await tx
    .selectFrom('leads')
    .select('id')
    .where('company_id', '=', companyId)
    .where('erased_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (late) return false;
  await sql`update subscribers set email = null, free_until = null where company_id = ${companyId}`.execute(tx);
  await sql`update company_profiles set deleted_at = ${at}, deletion_claimed_until = null, phone = null, address = null,
      terms = '', terms_es = null, sms_registration = 'none', sms_rejection_reason = null, widget_paused_text = '',
      widget_allowed_domains = '{}', service_zips = '{}', hours = '', workflow_messages_es = null,
      workflow_messages = array_fill(''::text, array[cardinality(workflow_cadence)]), workflow_offers = '[]',
      default_plan = null
    where id = ${companyId}`.execute(tx);
  return true;
}
