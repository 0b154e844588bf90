import { sql, type SqlBool } from 'kysely';
import type { EstimateStatus } from '#shared/features/estimates/estimates.schema.ts';
import type { MessageChannel, ScheduleStatus } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { LeadListInput } from '#shared/features/leads/leads.schema.ts';
import { notFound } from '#shared/primitives/app-error.ts';
import type { Cents } from '#shared/primitives/cents.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { prepared } from '../../platform/db/dialect.ts';
import { memberIn } from '../../platform/db/requester.ts';
import { type LeadPrice, leadPrice } from '../lead-rows/lead-price.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import type { SmsCompany } from '../permission/sms-permission.ts';
import { type LeadMoney, leadMoney, owedOf } from '../lead-rows/lead-money.ts';
import { lockLeadOrThrow } from '../lead-rows/lock-leads.ts';
import { refuseHeld } from './held-leads.ts';
import type { Cursor } from './cursor.ts';
import type { InstantRequestsTable } from './leads.table.ts';

/** A lead as shown in the dashboard, with the statuses of its follow-ups and newest estimate. */
export interface ListedLead
  extends
    Pick<
      LeadRow,
      | 'id'
      | 'name'
      | 'email'
      | 'phone'
      | 'address'
      | 'zip'
      | 'perimeter_ft'
      | 'gate_count'
      | 'material_id'
      | 'material_type'
      | 'measured'
      | 'notes'
      | 'source'
      | 'attribution'
      | 'status'
      | 'outcome'
      | 'outcome_reason'
      | 'awaits_answer'
      | 'unread_count'
      | 'estimate_sent_at'
      | 'last_contact_at'
      | 'created_at'
      | 'archived_at'
      | 'erased_at'
      | 'held_at'
      | 'held_for'
      | 'spam_at'
      | 'assigned_to'
      | 'language'
    >,
    Pick<
      LeadMoney,
      'agreed_cents' | 'received_cents' | 'refunded_cents' | 'paid_cents' | 'balance_cents' | 'payment_problem'
    > {
  assignee_name: string | null;
  /** Whether `unsureAmong` contains the lead. */
  awaits_decision: boolean;
  /** What the lead owes now (`owedOf`). */
  owed_cents: Cents;
  schedule_status: ScheduleStatus | null;
  /** Null if the lead wasn't a request with a price. */
  instant_state: InstantRequestsTable['state'] | null;
  next_follow_up: { channel: MessageChannel; dueAt: string } | null;
  price: LeadPrice;
  /** `timeZone` is the one in which the estimate's last valid day ends. */
  estimate: { status: EstimateStatus; validUntil: string; timeZone: string } | null;
  /**
   * The data that decides whether the lead's phone can be texted. `smsPermissions` reads the same data for any number.
   */
  sms_from: SmsCompany['sms_from'];
  sms_registration: SmsCompany['sms_registration'];
  sms_paused_at: SmsCompany['sms_paused_at'];
  time_zone: SmsCompany['time_zone'];
  consent_at: Date | null;
  opt_out: { source: string; at: string } | null;
}

/**
 * Selects every lead of a company with its related rows. Indexes: estimates_version_unique for the newest estimate,
 * messages_lead for the next message, messages_unsure for decisions, consents_phone for consents, opt_outs_address for opt-outs.
 */
const LISTED = sql`
  leads.id, leads.name, leads.email, leads.phone, leads.address, leads.zip, leads.perimeter_ft, leads.gate_count,
  leads.material_id, leads.material_type, leads.measured, leads.notes, leads.source, leads.attribution, leads.status, leads.outcome,
  leads.outcome_reason, leads.awaits_answer, leads.unread_count, leads.estimate_sent_at, leads.last_contact_at,
  leads.created_at, leads.archived_at, leads.erased_at, leads.held_at, leads.held_for, leads.spam_at,
  leads.language, leads.assigned_to, case when leads.assigned_to is not null then member_name(leads.assigned_to) end as assignee_name,
  exists (select from messages doubt join leads wrote on wrote.id = doubt.lead_id
    where doubt.company_id = leads.company_id and doubt.unsure and (wrote.id = leads.id or wrote.email = leads.email
      or (doubt.channel = 'sms' and wrote.phone = leads.phone))) as awaits_decision,
  schedules.status as schedule_status,
  (select instant.state from instant_requests instant
    where instant.company_id = leads.company_id and instant.lead_id = leads.id) as instant_state,
  (select json_build_object('status', newest.status, 'validUntil', newest.valid_until,
      'timeZone', coalesce(newest.job_zone, newest.company ->> 'timeZone'))
    from estimates newest where newest.lead_id = leads.id order by newest.version desc limit 1) as estimate,
  (select json_build_object('channel', next.channel, 'dueAt', next.due_at)
    from follow_up_messages next where next.lead_id = leads.id and next.status = 'scheduled'
    order by next.due_at limit 1) as next_follow_up,
  companies.sms_from, companies.sms_registration, companies.sms_paused_at, companies.time_zone,
  (select max(consents.at) from consents join leads known on known.id = consents.lead_id
    where consents.company_id = leads.company_id and consents.phone = leads.phone and known.held_at is null) as consent_at,
  (select json_build_object('source', opt_outs.source, 'at', opt_outs.created_at)
    from opt_outs where opt_outs.channel = 'sms' and opt_outs.address = leads.phone and opt_outs.lifted_at is null
      and (opt_outs.company_id = leads.company_id or (companies.sms_from is null and opt_outs.company_id is null))
    order by opt_outs.created_at desc limit 1) as opt_out,
  money.agreed_cents, money.received_cents, money.refunded_cents, money.paid_cents, money.balance_cents, money.payment_problem,
  ${owedOf('money', 'leads')} as owed_cents`;
const listed = (at: Date) => sql`${LISTED}, (select row_to_json(price) from ${leadPrice('leads', at)} price) as price`;
const FROM_LISTED = sql`
  from leads join company_profiles companies on companies.id = leads.company_id
  left join follow_up_schedules schedules on schedules.lead_id = leads.id
  cross join lateral (${leadMoney(sql.raw('leads.id'))}) money`;

/** The lists of leads that aren't accepted: 'review' for leads waiting for review, 'spam' for leads marked as spam. */
export type HeldView = 'review' | 'spam';

export interface LeadFilter extends Pick<
  LeadListInput,
  'status' | 'sort' | 'archived' | 'awaiting' | 'unread' | 'assignee' | 'limit'
> {
  /** Lists leads waiting for review or marked as spam. If omitted or null, lists accepted leads. */
  held?: HeldView | null;
  after: Cursor | null;
}

/**
 * Returns a page of leads plus one more lead, using keyset pagination. Uses one of the indexes leads_newest (read
 * backward for 'oldest'), leads_by_status, leads_archived, leads_unread, leads_by_name, leads_review and leads_spam. If
 * `found` is set, it contains the ids that a search returned (`search-leads.ts`), and only these leads are returned.
 */
export async function listLeadRows(
  tx: CompanyTx,
  companyId: CompanyId,
  filter: LeadFilter & { found: LeadId[] | null; at: Date },
): Promise<(ListedLead & { cursor_key: string })[]> {
  const { key, direction } = orderOf(filter.sort);
  const cursorKey = filter.sort === 'name' ? sql`leads.name_key` : instantText('leads.created_at');
  const among = filter.found === null ? sql`` : sql`and leads.id = any(${filter.found})`;
  const { rows } = await sql<
    ListedLead & { cursor_key: string }
  >`select ${listed(filter.at)}, ${cursorKey} as cursor_key
    ${FROM_LISTED} where ${within(companyId, filter)} ${among}
    order by ${key} ${sql.raw(direction)}, leads.id ${sql.raw(direction)} limit ${filter.limit + 1}`.execute(tx);
  return rows;
}

/** A list's sort column. Ties are sorted by id in the same direction. */
export const orderOf = (sort: LeadListInput['sort']) =>
  ({
    key: sort === 'name' ? sql`leads.name_key` : sql`leads.created_at`,
    direction: sort === 'newest' ? 'desc' : 'asc',
  }) as const;

/** The condition for a page without a search: the company's leads in this view, after the cursor. */
export const within = (companyId: CompanyId, filter: LeadFilter) =>
  sql<SqlBool>`${sql.join(
    [
      sql`leads.company_id = ${companyId}`,
      ...forMember(companyId),
      ...assignedTo(companyId, filter.assignee),
      ...inView(filter),
      beyond(filter.sort, filter.after),
    ],
    sql` and `,
  )}`;

/**
 * Limits members with the sales role to their own and unassigned leads. Row-level security does the same, but doesn't
 * apply to the search.
 */
const forMember = (companyId: CompanyId) => {
  const member = memberIn(companyId);
  return member?.role === 'sales' ? [sql`(leads.assigned_to is null or leads.assigned_to = ${member.userId})`] : [];
};

const assignedTo = (companyId: CompanyId, assignee: LeadFilter['assignee']) => {
  if (assignee === undefined) return [];
  if (assignee === 'none') return [sql`leads.assigned_to is null`];
  const userId = assignee === 'me' ? (memberIn(companyId)?.userId ?? null) : assignee;
  return [sql`leads.assigned_to = ${userId}`];
};

/** The condition for a list view. Each view has a separate partial index. */
const inView = ({ status, archived, awaiting, unread, held }: LeadFilter) =>
  held
    ? [sql`leads.held_at is not null`, sql`leads.spam_at is ${held === 'spam' ? sql`not null` : sql`null`}`]
    : [
        sql`leads.held_at is null`,
        unread ? sql`leads.unread_count > 0` : sql`leads.archived_at is ${archived ? sql`not null` : sql`null`}`,
        ...(status ? [sql`leads.status = ${status}`, inStep(archived)] : []),
        ...(awaiting ? [sql`leads.awaits_answer is not null`] : []),
      ];

/**
 * The condition for a status. Lost leads are excluded. Archived leads keep the status that they had before they were
 * archived.
 */
const inStep = (archived: boolean) => (archived ? sql`true` : sql`leads.outcome is distinct from 'lost'`);

/** Formats an instant for a cursor, as a UTC string with microseconds. */
export const instantText = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** The condition for rows after the cursor in this order. */
export function beyond(sort: LeadListInput['sort'], after: Cursor | null) {
  if (!after) return sql<SqlBool>`true`;
  const { key, id } = after;
  switch (sort) {
    case 'newest':
      return sql<SqlBool>`(leads.created_at, leads.id) < (${key}::timestamptz, ${id}::uuid)`;
    case 'oldest':
      return sql<SqlBool>`(leads.created_at, leads.id) > (${key}::timestamptz, ${id}::uuid)`;
    case 'name':
      return sql<SqlBool>`(leads.name_key, leads.id) > (${key}, ${id}::uuid)`;
  }
}

/** Selects one of the company's leads, as one row or none. */
export const listedLead = (companyId: CompanyId, leadId: LeadId, at: Date) =>
  sql<ListedLead>`${prepared}select ${listed(at)} ${FROM_LISTED} where leads.company_id = ${companyId} and leads.id = ${leadId}`;

/** Returns the leads with these ids, in this order. Omits ids that don't belong to the company. */
export async function findListedLeads(
  tx: CompanyTx,
  companyId: CompanyId,
  { ids, at }: { ids: readonly LeadId[]; at: Date },
): Promise<ListedLead[]> {
  const { rows } = await sql<ListedLead>`select ${listed(at)} ${FROM_LISTED}
    where leads.company_id = ${companyId} and leads.id = any(${ids}::uuid[])
    order by array_position(${ids}::uuid[], leads.id)`.execute(tx);
  return rows;
}

/** Throws NOT_FOUND if the company has no such lead. */
export async function getListedLead(
  tx: CompanyTx,
  { companyId, leadId, at }: { companyId: CompanyId; leadId: LeadId; at: Date },
): Promise<ListedLead> {
  const [row] = (await listedLead(companyId, leadId, at).execute(tx)).rows;
  if (!row) throw notFound('this lead');
  return row;
}

/**
 * Locks and returns a lead that a user is changing. Throws NOT_FOUND. Throws CONFLICT if the lead is waiting for review
 * or marked as spam.
 */
export async function lockLeadRow(tx: CompanyTx, companyId: CompanyId, leadId: LeadId): Promise<LeadRow> {
  const row = await lockLeadOrThrow(tx, companyId, leadId);
  refuseHeld(row);
  return row;
}
