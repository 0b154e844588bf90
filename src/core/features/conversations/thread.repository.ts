import { sql } from 'kysely';
import type { MessageStatus } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { MessagesTable } from './conversations.table.ts';
import type { Cursor } from '../leads/cursor.ts';
import { contractorKinds } from '../outbox/registry.ts';

/** One item of a conversation, from any of the three tables. */
export interface ThreadRow {
  id: string;
  source: 'message' | 'waiting' | 'event';
  /** An outbox kind, 'follow-up', 'reply', or the timeline's kind. */
  kind: string;
  direction: 'in' | 'out';
  channel: 'sms' | 'email' | 'page';
  at: Date;
  cursor_key: string;
  status: MessagesTable['status'] | MessageStatus;
  subject: string | null;
  text: string;
  has_whole: boolean;
  attachments: string[];
  sender: string | null;
  automated: boolean;
  unsure: boolean;
  error_code: string | null;
  /** The row that sent it, its current state and reason. */
  row_id: string | null;
  row_status: MessageStatus | null;
  reason: string | null;
  step: number | null;
  /** What a person typed, verbatim. */
  typed: string | null;
  typed_subject: string | null;
}

const micros = sql`to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

interface Page {
  companyId: CompanyId;
  leadId: LeadId;
  after: Cursor | null;
  limit: number;
}

/**
 * A lead's conversation, newest first: sent and received messages (`messages`, index messages_lead), waiting and unsent
 * ones (`outbox`, index outbox_lead), and what the homeowner wrote in the widget and on the estimate page
 * (`timeline_events`, index timeline_newest). A page plus one row, by keyset.
 */
export async function readThreadRows(tx: CompanyTx, page: Page): Promise<ThreadRow[]> {
  const parts = [ofMessages(page), waiting(page), ofEvents(page)];
  const { rows } = await sql<ThreadRow>`
    select *, ${micros} as cursor_key from (${sql.join(
      parts.map((part) => sql`(${part} order by at desc, id desc limit ${page.limit})`),
      sql` union all `,
    )}) said order by at desc, id desc limit ${page.limit}`.execute(tx);
  return rows;
}

const before = ({ after }: Page, at: string, id: string) =>
  after === null ? sql`` : sql`and (${sql.ref(at)}, ${sql.ref(id)}) < (${after.key}::timestamptz, ${after.id}::uuid)`;

const ofMessages = (page: Page) => sql`
  select m.id, 'message' as source, m.kind, m.direction, m.channel, m.at, m.status, m.subject, m.body as text,
    m.whole_text is not null as has_whole, m.attachments, m.from_address as sender, m.automated, m.unsure, m.error_code,
    m.source_id as row_id, coalesce(f.status, o.status) as row_status, coalesce(f.reason, o.reason) as reason, f.step,
    o.payload ->> 'text' as typed, o.payload ->> 'subject' as typed_subject
  from messages m
    left join follow_up_messages f on f.id = m.source_id
    left join outbox o on o.id = m.source_id
  where m.company_id = ${page.companyId} and m.lead_id = ${page.leadId} and m.kind <> all(${contractorKinds()})
    ${before(page, 'm.at', 'm.id')}`;

/**
 * `text` is what a person typed; for others only the kind is known, because they are rendered when sent. Reminders that
 * wait or were skipped appear on the timeline, like follow-ups.
 */
const waiting = (page: Page) => sql`
  select o.id, 'waiting', o.kind, 'out', o.channel, o.due_at as at, o.status, o.payload ->> 'subject',
    coalesce(o.payload ->> 'text', ''), false, '{}'::text[], null, true, false, null, o.id, o.status, o.reason, null,
    o.payload ->> 'text', o.payload ->> 'subject'
  from outbox o
  where o.company_id = ${page.companyId} and o.lead_id = ${page.leadId}
    and o.status in ('scheduled', 'skipped', 'cancelled', 'failed') and o.kind <> all(${contractorKinds()})
    and o.kind not like 'reminder.%' and not exists (select from messages m where m.source_id = o.id)
    ${before(page, 'o.due_at', 'o.id')}`;

const ofEvents = (page: Page) => sql`
  select t.id, 'event', t.kind, 'in', 'page', t.at, 'received', null,
    coalesce(t.data ->> 'text', t.data ->> 'reason', t.data ->> 'notes'), false, '{}'::text[], null, false, false, null,
    null, null, null, null, null, null
  from timeline_events t
  where t.company_id = ${page.companyId} and t.lead_id = ${page.leadId} and (
      t.kind = 'question' or (t.kind = 'estimate_declined' and t.data ->> 'reason' <> '')
      or (t.kind = 'lead_created' and t.data ->> 'source' = 'widget' and t.data ->> 'notes' <> ''))
    ${before(page, 't.at', 't.id')}`;
