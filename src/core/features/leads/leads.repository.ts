import { sql, type SqlBool } from 'kysely';
import type { EstimateStatus } from '#shared/features/estimates/estimates.schema.ts';
import type { ScheduleStatus } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { LeadListInput, LeadStatus } from '#shared/features/leads/leads.schema.ts';
import { notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { CompanySnapshot, LeadRow } from '../../platform/db/tables.ts';
import type { Cursor } from './cursor.ts';
import { searchPatterns } from './search-patterns.ts';

const COLUMNS = [
  'leads.id',
  'leads.name',
  'leads.email',
  'leads.phone',
  'leads.address',
  'leads.zip',
  'leads.perimeter_ft',
  'leads.gate_count',
  'leads.material_id',
  'leads.material_type',
  'leads.quote_cents',
  'leads.notes',
  'leads.source',
  'leads.status',
  'leads.outcome',
  'leads.estimate_sent_at',
  'leads.last_contact_at',
  'leads.created_at',
  'leads.archived_at',
] as const;

/** A lead with its schedule's state and the newest estimate's, as the dashboard shows it. */
export interface ListedLead extends Pick<
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
  | 'quote_cents'
  | 'notes'
  | 'source'
  | 'status'
  | 'outcome'
  | 'estimate_sent_at'
  | 'last_contact_at'
  | 'created_at'
  | 'archived_at'
> {
  schedule_status: ScheduleStatus | null;
  estimate: { status: EstimateStatus; validUntil: string; timeZone: CompanySnapshot['timeZone'] } | null;
}

/** Every lead of the company with what its row shows; the newest estimate by index estimates_version_unique. */
const listed = (tx: CompanyTx, companyId: CompanyId) =>
  tx
    .selectFrom('leads')
    .leftJoin('follow_up_schedules', 'follow_up_schedules.lead_id', 'leads.id')
    .select(COLUMNS)
    .select('follow_up_schedules.status as schedule_status')
    .select(
      sql<ListedLead['estimate']>`(
        select json_build_object('status', newest.status, 'validUntil', newest.valid_until,
          'timeZone', newest.company ->> 'timeZone')
        from estimates newest where newest.lead_id = leads.id order by newest.version desc limit 1
      )`.as('estimate'),
    )
    .where('leads.company_id', '=', companyId);

export interface LeadFilter extends Pick<LeadListInput, 'search' | 'status' | 'sort' | 'archived' | 'limit'> {
  after: Cursor | null;
}

/**
 * A page of leads and one more, by keyset: index leads_newest (read backwards for 'oldest') or leads_by_name;
 * a search narrows by the trigram index leads_search.
 */
export async function listLeadRows(
  tx: CompanyTx,
  companyId: CompanyId,
  { search, status, sort, archived, limit, after }: LeadFilter,
): Promise<(ListedLead & { cursor_key: string })[]> {
  let query = listed(tx, companyId).where('leads.archived_at', archived ? 'is not' : 'is', null);
  if (status) query = query.where('leads.status', '=', status);
  for (const patterns of searchPatterns(search ?? ''))
    query = query.where((row) => row.or(patterns.map((pattern) => row('leads.search_text', 'like', pattern))));
  const direction = sort === 'newest' ? 'desc' : 'asc';
  const key = sort === 'name' ? sql<string>`lower(leads.name)` : sql.ref('leads.created_at');
  if (after) query = query.where(beyond(sort, after));
  return query
    .select(
      sort === 'name'
        ? sql<string>`lower(leads.name)`.as('cursor_key')
        : instantText('leads.created_at').as('cursor_key'),
    )
    .orderBy(key, direction)
    .orderBy('leads.id', direction)
    .limit(limit + 1)
    .execute();
}

/** An instant as the cursor carries it: UTC, microseconds. */
export const instantText = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

function beyond(sort: LeadListInput['sort'], { key, id }: Cursor) {
  switch (sort) {
    case 'newest':
      return sql<SqlBool>`(leads.created_at, leads.id) < (${key}::timestamptz, ${id}::uuid)`;
    case 'oldest':
      return sql<SqlBool>`(leads.created_at, leads.id) > (${key}::timestamptz, ${id}::uuid)`;
    case 'name':
      return sql<SqlBool>`(lower(leads.name), leads.id) > (${key}, ${id}::uuid)`;
  }
}

/** Throws NOT_FOUND where the company has no such lead. */
export async function getListedLead(tx: CompanyTx, companyId: CompanyId, leadId: LeadId): Promise<ListedLead> {
  const row = await listed(tx, companyId).where('leads.id', '=', leadId).executeTakeFirst();
  if (!row) throw notFound('This lead');
  return row;
}

const EDITED = [
  'id',
  'name',
  'email',
  'phone',
  'address',
  'zip',
  'perimeter_ft',
  'gate_count',
  'material_id',
  'material_type',
  'quote_cents',
  'notes',
  'status',
  'outcome',
  'archived_at',
] as const;

export type LockedLead = Pick<LeadRow, (typeof EDITED)[number]>;

/** The lead's own row, locked until the transaction ends. Throws NOT_FOUND. */
export async function lockLeadRow(tx: CompanyTx, companyId: CompanyId, leadId: LeadId): Promise<LockedLead> {
  const row = await tx
    .selectFrom('leads')
    .select(EDITED)
    .where('company_id', '=', companyId)
    .where('id', '=', leadId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('This lead');
  return row;
}

/** Leads and their quoted cents by status, archived ones left out. */
export const countByStatus = (
  tx: CompanyTx,
  companyId: CompanyId,
): Promise<{ status: LeadStatus; count: number; cents: number }[]> =>
  tx
    .selectFrom('leads')
    .select(({ fn }) => [
      'status',
      fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(quote_cents), 0)`.as('cents'),
    ])
    .where('company_id', '=', companyId)
    .where('archived_at', 'is', null)
    .groupBy('status')
    .execute();
