import { type RawBuilder, sql } from 'kysely';
import type { EstimateStatus } from '#shared/features/estimates/estimates.schema.ts';
import type { CompanyId, LeadId, ScheduleId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { movingConsents } from '../permission/consents.ts';
import { OWN_MAIL } from '../messages/registry.ts';
import { dropSteps } from '../schedules/drop-steps.ts';

/** Tables whose rows move to the kept lead unchanged. */
const AS_THEY_ARE = [
  'agent_conversations',
  'deals',
  'estimate_acceptances',
  'estimate_offers',
  'estimates',
  'payments',
  'push_messages',
  'timeline_events',
  'visits',
] as const;

/**
 * All tables with a `lead_id` column. A test compares this list with the database catalog. `follow_up_schedules`,
 * `quota_ledger` and `instant_requests` are handled separately, because a lead can have only one schedule, can use only
 * one quote or credit, and has one answer about its instant estimate.
 */
export const TABLES_OF_A_LEAD: readonly string[] = [
  'consents',
  ...AS_THEY_ARE,
  'messages',
  'agent_replies',
  'follow_up_schedules',
  'quota_ledger',
  'instant_requests',
];

export interface Move {
  companyId: CompanyId;
  from: LeadId;
  to: LeadId;
}

/**
 * Moves all rows of one lead to another lead of the company. The caller must lock both leads. Estimate versions are
 * renumbered in the order they were sent. An accepted or paid version gets the highest number, so that it stays the
 * current version.
 */
export async function moveRows(tx: CompanyTx, move: Move): Promise<void> {
  // Consents, signatures and sent estimates can move to another lead only in a transaction with this setting.
  await sql`select set_config('app.merging', 'on', true)`.execute(tx);
  await keepOneQuote(tx, move);
  await keepOneSchedule(tx, move);
  await dropSameMails(tx, move);
  await keepOneDraft(tx, move);
  await keepOneInstant(tx, move);
  await sql`update estimates set version = version + 100000
    where company_id = ${move.companyId} and lead_id = ${move.from}`.execute(tx);
  // One statement, because payments and signatures also refer to estimates by lead.
  const moving = (table: string, free: RawBuilder<unknown>) =>
    sql`${sql.ref(`moved_${table}`)} as (update ${sql.table(table)} set lead_id = ${move.to} ${free}
      where company_id = ${move.companyId} and lead_id = ${move.from})`;
  const moves = [
    sql`moved_consents as (${movingConsents(move)})`,
    ...AS_THEY_ARE.map((table) => moving(table, sql``)),
    // Otherwise, a worker that has already claimed a message would send it for the deleted lead.
    moving('messages', sql`, claimed_until = null`),
  ];
  await sql`with ${sql.join(moves)} select 1`.execute(tx);
  await numberVersions(tx, move);
  await sql`select set_config('app.merging', '', true)`.execute(tx);
}

/** Estimate statuses that mean that a person accepted the estimate. */
const BINDING = ['accepted', 'deposit_paid', 'paid', 'disputed'] as const satisfies EstimateStatus[];

/** SQL for whether a row of `estimates` is a job. A job of which all was refunded isn't one anymore. */
export const isBinding = sql<boolean>`(estimates.status = any(${[...BINDING]}) or (estimates.status = 'refunded'
  and exists (select from payments where payments.estimate_id = estimates.id and payments.paid_at is not null
    and payments.refunded_cents < payments.amount_cents)))`;

async function numberVersions(tx: CompanyTx, { companyId, to }: Move): Promise<void> {
  await sql`update estimates set version = version + 1000000 where company_id = ${companyId} and lead_id = ${to}`.execute(
    tx,
  );
  await sql`update estimates set version = place.version
    from (select id, row_number() over (order by ${isBinding}, sent_at, version) as version
      from estimates where company_id = ${companyId} and lead_id = ${to}) place
    where estimates.id = place.id`.execute(tx);
}

/**
 * If both leads counted toward the plan's quota or used a credit, only the earlier quota entry stays linked to a lead.
 * The later entry still counts, but has no lead.
 */
async function keepOneQuote(tx: CompanyTx, { companyId, from, to }: Move): Promise<void> {
  await sql`update quota_ledger set lead_id = null, reason = reason || ' (lead merged)'
    where id in (
      select id from (
        select id, row_number() over (order by at, id) as place from quota_ledger
        where company_id = ${companyId} and lead_id in (${from}, ${to}) and kind in ('quote_used', 'credit_used')
      ) used where place > 1)`.execute(tx);
  await sql`update quota_ledger set lead_id = ${to}
    where company_id = ${companyId} and lead_id = ${from}`.execute(tx);
}

/**
 * Keeps one lead's follow-ups. These are the active follow-ups or, if none are active, the follow-ups of the lead
 * that's kept. At most one of the two leads has active follow-ups, because `stopOther` has already stopped the newer
 * lead's if both were active. Detaches the other follow-ups from the lead, so that their sent messages stay in the
 * history. Deletes them if they're a draft.
 */
async function keepOneSchedule(tx: CompanyTx, { companyId, from, to }: Move): Promise<void> {
  const schedules = await tx
    .selectFrom('follow_up_schedules')
    .select(['id', 'lead_id', 'status'])
    .where('company_id', '=', companyId)
    .where('lead_id', 'in', [from, to])
    .execute();
  const kept =
    schedules.find(({ status }) => status === 'active') ??
    schedules.find(({ lead_id }) => lead_id === to) ??
    schedules[0];
  for (const other of schedules.filter((schedule) => schedule !== kept))
    await (other.status === 'draft' ? dropDraft(tx, other.id) : detach(tx, other.id));
  if (kept?.lead_id === from)
    await tx.updateTable('follow_up_schedules').set({ lead_id: to }).where('id', '=', kept.id).execute();
}

/** Keeps only the kept lead's answer draft, because both leads are for the same person. */
async function keepOneDraft(tx: CompanyTx, { companyId, from, to }: Move): Promise<void> {
  await sql`update agent_replies set status = 'dropped'
    where company_id = ${companyId} and lead_id = ${from} and status = 'draft'
      and exists (select from agent_replies kept where kept.lead_id = ${to} and kept.status = 'draft')`.execute(tx);
  await sql`update agent_replies set lead_id = ${to} where company_id = ${companyId} and lead_id = ${from}`.execute(tx);
}

/** Keeps what became of the kept lead's request, unless only the other lead got an instant estimate. */
async function keepOneInstant(tx: CompanyTx, { companyId, from, to }: Move): Promise<void> {
  const other = sql`other.company_id = ${companyId} and other.lead_id = ${from}`;
  await sql`delete from instant_requests kept using instant_requests other
    where ${other} and other.state = 'sent' and kept.company_id = ${companyId} and kept.lead_id = ${to}
      and kept.state <> 'sent'`.execute(tx);
  await sql`delete from instant_requests other using instant_requests kept
    where ${other} and kept.company_id = ${companyId} and kept.lead_id = ${to}`.execute(tx);
  await sql`update instant_requests other set lead_id = ${to} where ${other}`.execute(tx);
}

/**
 * Deletes duplicate emails. An email to both leads is in both conversations, but must appear only once in the merged
 * conversation. Emails that the contractor sent from their own email client are included.
 */
const dropSameMails = (tx: CompanyTx, { companyId, from, to }: Move) =>
  sql`delete from messages other using messages kept
    where other.company_id = ${companyId} and other.lead_id = ${from} and other.channel = 'email'
      and (other.direction = 'in' or other.kind = ${OWN_MAIL})
      and kept.company_id = ${companyId} and kept.lead_id = ${to} and kept.channel = 'email'
      and kept.direction = other.direction and kept.status = other.status
      and kept.provider_id = other.provider_id`.execute(tx);

const detach = (tx: CompanyTx, id: ScheduleId) =>
  tx.updateTable('follow_up_schedules').set({ lead_id: null }).where('id', '=', id).execute();

async function dropDraft(tx: CompanyTx, id: ScheduleId): Promise<void> {
  await dropSteps(tx, sql`m.schedule_id = ${id}`);
  await tx.deleteFrom('follow_up_schedules').where('id', '=', id).execute();
}
