import { sql, type SqlBool } from 'kysely';
import { timelineDataSchema, type TimelineItem } from '#shared/features/leads/leads.schema.ts';
import { notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { pageOf, readCursor } from './cursor.ts';
import { instantText } from './leads.repository.ts';

const PAGE = 50;

/** What happened to a lead, newest first, 50 a page (index timeline_newest). Throws NOT_FOUND. */
export function readTimeline(
  { db }: Pick<Deps, 'db'>,
  companyId: CompanyId,
  { leadId, cursor }: { leadId: LeadId; cursor?: string | null | undefined },
): Promise<{ items: TimelineItem[]; nextCursor: string | null }> {
  const after = cursor ? readCursor(cursor, 'instant') : null;
  return inCompany(db, companyId, async (tx) => {
    const lead = await tx
      .selectFrom('leads')
      .select('id')
      .where('company_id', '=', companyId)
      .where('id', '=', leadId)
      .executeTakeFirst();
    if (!lead) throw notFound('This lead');
    let query = tx
      .selectFrom('timeline_events')
      .select(['id', 'kind', 'at', 'data', instantText('at').as('cursor_key')])
      .where('company_id', '=', companyId)
      .where('lead_id', '=', leadId);
    if (after) query = query.where(sql<SqlBool>`(at, id) < (${after.key}::timestamptz, ${after.id}::uuid)`);
    const rows = await query
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(PAGE + 1)
      .execute();
    const { page, nextCursor } = pageOf(rows, PAGE);
    // a row may outlive the code that wrote it: what does not fit any more is left out, not an error
    const events = page.map((row) => ({ ...row, data: timelineDataSchema.safeParse(row.data).data ?? {} }));
    const open = await findOpen(tx, companyId, events);
    return {
      items: events.map(({ id, kind, at, data }) => ({
        id,
        kind,
        at: at.toISOString(),
        data,
        open: data.messageId !== undefined && open.has(data.messageId),
      })),
      nextCursor,
    };
  });
}

/** Of the messages that wanted a person's decision when these events were written: those that still do. */
async function findOpen(
  tx: CompanyTx,
  companyId: CompanyId,
  events: readonly Pick<TimelineItem, 'kind' | 'data'>[],
): Promise<Set<string>> {
  const asked = events.filter(({ kind, data }) => kind === 'message_unknown' || data.unsure);
  const ids = asked.flatMap(({ data: { messageId } }) => messageId ?? []);
  if (ids.length === 0) return new Set();
  const among = sql`company_id = ${companyId} and id = any(${ids}::uuid[])`;
  const { rows } = await sql<{ id: string }>`
    select id from messages where ${among} and unsure
    union all select id from follow_up_messages where ${among} and status = 'unknown'
    union all select id from outbox where ${among} and status = 'unknown'`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
