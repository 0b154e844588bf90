import { sql } from 'kysely';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { type AppDb, type CompanyTx, inCompany } from '../../platform/db/app.ts';
import { FACT_COLUMNS, factsOf } from './facts.ts';
import { itemsOf } from './items.ts';

/**
 * The number of changed leads processed in one transaction. A larger number would need more memory, because the leads'
 * IDs are loaded.
 */
const AT_ONCE = 1_000;

/**
 * Updates a company's facts and tallies for leads that changed. Triggers mark each lead that changes. Processes up to
 * `atOnce` marks, and returns true if there may be more. If another transaction is already updating the company's
 * facts, does nothing and returns false. Reports are exact even if this function hasn't run, because they compute the
 * facts for marked leads from current data. If a lead changes during the transaction, it stays marked.
 */
export const foldFacts = (db: AppDb, companyId: CompanyId, atOnce = AT_ONCE): Promise<boolean> =>
  inCompany(db, companyId, async (tx) => {
    if (!(await lockTallies(tx, companyId))) return false;
    const { rows } = await sql<{ lead: LeadId }>`delete from report_marks where company_id = ${companyId} and id in (
        select id from report_marks where company_id = ${companyId} order by id limit ${atOnce})
      returning lead`.execute(tx);
    const leads = [...new Set(rows.map(({ lead }) => lead))];
    if (leads.length > 0) await foldLeads(tx, companyId, leads);
    return rows.length === atOnce;
  });

/** Locks the company's tallies. Returns false while another transaction has the lock. */
async function lockTallies(tx: CompanyTx, companyId: CompanyId): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`report ${companyId}`}, 0)) as locked`.execute(tx);
  return rows[0]?.locked === true;
}

/**
 * Updates facts and tallies in one statement, so that both are computed from one snapshot. Each tally changes by the
 * difference between the new and old facts.
 */
async function foldLeads(tx: CompanyTx, companyId: CompanyId, leads: readonly LeadId[]): Promise<void> {
  const ids = sql`select unnest(${leads}::uuid[])`;
  await sql`with fresh as materialized (${factsOf(companyId, ids)}),
    stale as materialized (select ${FACT_COLUMNS} from report_facts where company_id = ${companyId} and id in (${ids})),
    changes as (
      select created_at, source, material_id, user_id, item.* from fresh cross join ${itemsOf('fresh', 1)} item
      union all
      select created_at, source, material_id, user_id, item.* from stale cross join ${itemsOf('stale', -1)} item),
    sums as (
      select grain, filter, day, item, sum(n) as n, sum(sent) as sent, sum(won) as won, sum(cents) as cents
      from changes cross join lateral (values
        ('day', '', (created_at at time zone 'UTC')::date),
        ('month', '', date_trunc('month', created_at at time zone 'UTC')::date),
        ('month', 'source:' || source, date_trunc('month', created_at at time zone 'UTC')::date),
        ('month', 'material:' || material_id, date_trunc('month', created_at at time zone 'UTC')::date),
        ('month', 'user:' || user_id, date_trunc('month', created_at at time zone 'UTC')::date)) place (grain, filter, day)
      where filter is not null
      group by grain, filter, day, item
      having sum(n) <> 0 or sum(sent) <> 0 or sum(won) <> 0 or sum(cents) <> 0),
    folded as (
      insert into report_tallies as tally (company_id, grain, filter, day, item, n, sent, won, cents)
      select ${companyId}, grain, filter, day, item, n, sent, won, cents from sums
      on conflict (company_id, grain, filter, day, item) do update set n = tally.n + excluded.n,
        sent = tally.sent + excluded.sent, won = tally.won + excluded.won, cents = tally.cents + excluded.cents),
    gone as (delete from report_facts where company_id = ${companyId} and id in (${ids})
      and id not in (select id from fresh))
    insert into report_facts (${FACT_COLUMNS}) select ${FACT_COLUMNS} from fresh
    on conflict (id) do update set (${FACT_COLUMNS}) = row (${EXCLUDED})`.execute(tx);
}

const EXCLUDED = sql.raw(
  `excluded.id, excluded.company_id, excluded.created_at, excluded.source, excluded.material_id, excluded.material_type,
  excluded.zip, excluded.user_id, excluded.stage, excluded.won, excluded.won_cents, excluded.accepted_at,
  excluded.outstanding_cents, excluded.deposited_cents, excluded.paid_slots, excluded.paid_cents,
  excluded.answer_minutes, excluded.answer_bucket, excluded.steps, excluded.replies, excluded.reasons,
  excluded.first_touch, excluded.last_touch`,
);
