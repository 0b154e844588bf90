import { sql, type SqlBool } from 'kysely';
import {
  type ReadEvent,
  readTimelineEvent,
  type TalkResult,
  type TimelineItem,
} from '#shared/features/timeline/timeline.schema.ts';
import { notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { pageOf, readCursor } from './cursor.ts';
import { instantText } from './leads.repository.ts';

const PAGE = 50;

/** Returns a lead's timeline, newest first, 50 events per page. Uses the index timeline_newest. Throws NOT_FOUND. */
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
    if (!lead) throw notFound('this lead');
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
    const read = page.map(({ id, at, ...event }) => ({ id, at, ...readTimelineEvent(event) }));
    const events = await withTalkResults(tx, companyId, read);
    const open = await findOpen(tx, companyId, events);
    return {
      items: events.map(({ at, ...event }) => {
        const messageId = messageOf(event);
        return { ...event, at: at.toISOString(), open: messageId !== undefined && open.has(messageId) };
      }),
      nextCursor,
    };
  });
}

/** Returns the id of an event's message, which may need a decision. */
const messageOf = ({ data }: ReadEvent): string | undefined => ('messageId' in data ? data.messageId : undefined);

/** Returns which of these events' messages still need a decision. */
async function findOpen(tx: CompanyTx, companyId: CompanyId, events: readonly ReadEvent[]): Promise<Set<string>> {
  const asked = events.filter(
    (event) => event.kind === 'message_unknown' || ('unsure' in event.data && event.data.unsure),
  );
  const ids = asked.flatMap((event) => messageOf(event) ?? []);
  if (ids.length === 0) return new Set();
  const among = sql`company_id = ${companyId} and id = any(${ids}::uuid[])`;
  const { rows } = await sql<{ id: string }>`
    select id from messages where ${among} and (unsure or status = 'unknown')`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Adds the current result to each conversation with the sales agent. */
async function withTalkResults<Event extends ReadEvent>(
  tx: CompanyTx,
  companyId: CompanyId,
  events: readonly Event[],
): Promise<Event[]> {
  const ids = events.flatMap(({ kind, data }) =>
    kind === 'agent_talk' && 'conversationId' in data ? (data.conversationId ?? []) : [],
  );
  if (ids.length === 0) return [...events];
  const { rows } = await sql<TalkResult & { id: string }>`
    select talk.id, said.price_cents as "priceCents", said.handed_over as "handedOver",
      coalesce(lead.outcome = 'won', false) or lead.status = 'paid' or exists (select from estimates
        where estimates.lead_id = lead.id and estimates.status in ('accepted', 'deposit_paid', 'paid')) as won,
      (select coalesce(sum(cost_micros), 0)::float8 from agent_costs cost
        where cost.company_id = talk.company_id and cost.conversation_id = talk.id) as "costMicros"
    from agent_conversations talk
    join leads lead on lead.company_id = talk.company_id and lead.id = talk.lead_id
    cross join lateral (
      select coalesce(bool_or(outcome ->> 'handover' is not null), false) as handed_over,
        (array_agg((outcome -> 'prices' -> -1 ->> 'totalCents')::float8 order by id desc)
          filter (where jsonb_array_length(outcome -> 'prices') > 0))[1] as price_cents
      from agent_messages m
      where m.company_id = talk.company_id and m.conversation_id = talk.id and m.author = 'agent') said
    where talk.company_id = ${companyId} and talk.id = any(${ids}::uuid[])`.execute(tx);
  const results = new Map(rows.map(({ id, ...result }) => [id, result]));
  return events.map((event) => {
    const result = 'conversationId' in event.data ? results.get(event.data.conversationId ?? '') : undefined;
    return result === undefined ? event : { ...event, data: { ...event.data, result } };
  });
}
