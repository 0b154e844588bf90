import { sql } from 'kysely';
import type { MessageStatus } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { ThreadItem, ThreadState, TypedAgain } from '#shared/features/conversations/conversations.schema.ts';
import { notFound } from '#shared/primitives/app-error.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { type Cursor, pageOf, readCursor } from '../leads/cursor.ts';
import { contractorKinds, labelOf, OWN_MAIL, TYPED } from '../outbox/registry.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import { mailFailureWords, textFailureWords } from '../delivery/retry.rules.ts';
import { UNSURE_WORDS } from '../permission/unsure-replies.ts';
import type { MessagesTable } from './conversations.table.ts';
import { UNREADABLE, UNREADABLE_WORDS } from './unreadable.ts';

/** An item in a conversation, from one of the three tables that `readThreadRows` reads. */
interface ThreadRow {
  id: string;
  source: 'message' | 'waiting' | 'event';
  /** An outbox kind, 'follow-up', 'reply', or a timeline kind. */
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
  /** The id of the row that the message was sent from. `row_status` and `reason` are that row's current values. */
  row_id: string | null;
  row_status: MessageStatus | null;
  reason: string | null;
  step: number | null;
  /** The message exactly as a person typed it. */
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
 * Reads one page of a lead's conversation, newest first, plus one extra entry that shows whether there's another page.
 * The entries come from three tables. Sent and received messages are in `messages` (index messages_lead). Waiting and
 * unsent messages are in `outbox` (index outbox_lead). The homeowner's messages in the widget and on the estimate page
 * are in `timeline_events` (index timeline_newest). Uses keyset pagination.
 */
async function readThreadRows(tx: CompanyTx, page: Page): Promise<ThreadRow[]> {
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
    m.source_id as row_id, o.status as row_status, o.reason, o.step,
    o.payload ->> 'text' as typed, o.payload ->> 'subject' as typed_subject
  from messages m
    left join outbox o on o.id = m.source_id
  where m.company_id = ${page.companyId} and m.lead_id = ${page.leadId} and m.kind <> all(${contractorKinds()})
    ${before(page, 'm.at', 'm.id')}`;

/**
 * Selects the waiting and unsent messages. If a person typed the message, `text` contains it. Other messages are
 * rendered only when they're sent, so until then only their kind is known. Follow-ups and reminders that are waiting or
 * were skipped aren't selected. They appear on the timeline instead.
 */
const waiting = (page: Page) => sql`
  select o.id, 'waiting', o.kind, 'out', o.channel, o.due_at as at, o.status, o.payload ->> 'subject',
    coalesce(o.payload ->> 'text', ''), false, '{}'::text[], null, true, false, null, o.id, o.status, o.reason, null,
    o.payload ->> 'text', o.payload ->> 'subject'
  from outbox o
  where o.company_id = ${page.companyId} and o.lead_id = ${page.leadId}
    and o.status in ('scheduled', 'skipped', 'cancelled', 'failed') and o.schedule_id is null and o.kind <> all(${contractorKinds()})
    and o.kind not like 'reminder.%' and not exists (select from messages m where m.source_id = o.id)
    ${before(page, 'o.due_at', 'o.id')}`;

const ofEvents = (page: Page) => sql`
  select t.id, 'event', t.kind, 'in', 'page', t.at, 'received', null,
    coalesce(t.data ->> 'text', t.data ->> 'reason', t.data ->> 'notes'), false, '{}'::text[], null, false, false, null,
    null, null, null, null, null, null
  from timeline_events t
  where t.company_id = ${page.companyId} and t.lead_id = ${page.leadId} and (
      t.kind = 'question' or (t.kind in ('estimate_declined', 'estimate_changed') and t.data ->> 'reason' <> '')
      or (t.kind = 'lead_created' and t.data ->> 'source' = 'widget' and t.data ->> 'notes' <> ''))
    ${before(page, 't.at', 't.id')}`;

const PAGE = 30;

/** Returns a page of messages to and from a lead, newest first, 30 per page. Throws NOT_FOUND. */
export function readThread(
  { db }: Pick<Deps, 'db'>,
  companyId: CompanyId,
  { leadId, cursor }: { leadId: LeadId; cursor?: string | null | undefined },
): Promise<{ items: ThreadItem[]; nextCursor: string | null }> {
  const after = cursor ? readCursor(cursor, 'instant') : null;
  return inCompany(db, companyId, async (tx) => {
    const lead = await tx
      .selectFrom('leads')
      .select(['email', 'phone'])
      .where('company_id', '=', companyId)
      .where('id', '=', leadId)
      .executeTakeFirst();
    if (!lead) throw notFound('this lead');
    const rows = await readThreadRows(tx, { companyId, leadId, after, limit: PAGE + 1 });
    const { page, nextCursor } = pageOf(rows, PAGE);
    return { items: page.map((row) => toItem(row, lead)), nextCursor };
  });
}

/** Returns an incoming email's full content, including quotes, as plain text. Throws NOT_FOUND. */
export const readWhole = (
  { db }: Pick<Deps, 'db'>,
  { companyId, messageId }: { companyId: CompanyId; messageId: string },
): Promise<{ text: string }> =>
  inCompany(db, companyId, async (tx) => {
    const message = await tx
      .selectFrom('messages')
      .select(['whole_text', 'body'])
      .where('company_id', '=', companyId)
      .where('id', '=', messageId as never)
      .executeTakeFirst();
    if (!message) throw notFound('the message');
    return { text: message.whole_text ?? message.body };
  });

const isUnreadable = ({ direction, error_code }: ThreadRow): boolean => direction === 'in' && error_code === UNREADABLE;

const EVENT_LABEL: Record<string, string> = {
  question: 'Asked on the estimate page',
  estimate_declined: 'Declined the estimate',
  estimate_changed: 'Declined the change',
  lead_created: 'Asked for a price in your widget',
};

const toItem = (row: ThreadRow, lead: Pick<LeadRow, 'email' | 'phone'>): ThreadItem => {
  const state = row.status as ThreadState;
  return {
    id: row.id,
    from: row.direction === 'in' ? 'homeowner' : 'company',
    channel: row.channel,
    label: wordsFor(row),
    at: row.at.toISOString(),
    state,
    reason: reasonOf(row),
    subject: row.subject,
    text: row.text,
    hasWhole: row.has_whole,
    attachments: row.attachments,
    sender: row.direction === 'in' && row.source === 'message' ? stranger(row, lead) : null,
    unsure: row.unsure,
    unreadable: isUnreadable(row),
    automatic: row.direction === 'in' && row.automated,
    rowId: actsOn(row) ? row.row_id : null,
    again: againOf(row),
  };
};

const NOT_GONE: readonly ThreadRow['status'][] = ['scheduled', 'failed', 'skipped', 'cancelled'];

/**
 * Returns the content for sending the message again. Returns null if it can't be sent again, for example because a
 * later attempt exists.
 */
function againOf({ kind, channel, status, row_status, typed, typed_subject }: ThreadRow): TypedAgain | null {
  if (kind !== TYPED || typed === null || channel === 'page') return null;
  if (status !== row_status || !NOT_GONE.includes(status)) return null;
  return { channel, text: typed, subject: typed_subject };
}

function wordsFor({ source, kind, direction, step }: ThreadRow): string | null {
  if (source === 'event') return EVENT_LABEL[kind] ?? null;
  if (direction === 'in' || kind === TYPED) return null;
  if (kind === OWN_MAIL) return 'From your own mailbox';
  return kind === 'follow-up' ? `Follow-up${step === null ? '' : ` ${step}`}` : labelOf(kind).label;
}

/** Returns the sender's email address or phone number if it isn't the lead's, or null otherwise. */
const stranger = (
  { channel, sender }: ThreadRow,
  { email, phone }: Pick<LeadRow, 'email' | 'phone'>,
): string | null => {
  const own = channel === 'email' ? email : phone;
  return sender === null || sender.toLowerCase() === own?.toLowerCase() ? null : sender;
};

/**
 * Returns the reason shown with a message: why the message is waiting, failed, wasn't sent or needs a decision. If
 * there was a later attempt, returns the reason for this attempt's outcome, not the latest attempt's. Returns null if
 * there's nothing to explain.
 */
function reasonOf(row: ThreadRow): string | null {
  const { source, kind, status, row_status, reason, channel, error_code, unsure } = row;
  if (unsure && channel !== 'page') return UNSURE_WORDS[channel];
  if (isUnreadable(row)) return UNREADABLE_WORDS;
  if (source === 'event' || status === 'received') return null;
  if (source === 'waiting' || status === row_status) return reason;
  if (status !== 'failed') return null;
  if (kind === OWN_MAIL)
    return 'The homeowner wasn’t a recipient of this email, so they didn’t get it. Send it from this conversation';
  return channel === 'sms' ? textFailureWords(error_code) : mailFailureWords(error_code);
}

/**
 * Whether the contractor can act on a message: decide what to do about an unknown message, or cancel a typed message
 * that's waiting to be sent.
 */
const actsOn = ({ source, kind, status, row_status }: ThreadRow): boolean =>
  source === 'waiting' ? status === 'scheduled' && kind === TYPED : status === 'unknown' && row_status === 'unknown';
