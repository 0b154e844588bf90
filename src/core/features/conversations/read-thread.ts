import { type RawBuilder, sql } from 'kysely';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { CALL_OUTCOMES, CALL_TITLE } from '#shared/features/leads/calls.rules.ts';
import type { ThreadItem, ThreadState, TypedAgain } from '#shared/features/conversations/conversations.schema.ts';
import { notFound } from '#shared/primitives/app-error.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { type Cursor, pageOf, readCursor } from '../leads/cursor.ts';
import { mailFailureWords, textFailureWords } from '../delivery/retry.rules.ts';
import type { MessageRow } from '../messages/messages.table.ts';
import { contractorKinds, FOLLOW_UP, labelOf, OWN_MAIL, TYPED } from '../messages/registry.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import { UNSURE_WORDS } from '../permission/unsure-replies.ts';
import { UNREADABLE, UNREADABLE_WORDS } from './unreadable.ts';

/** An item in a conversation: a message, an earlier try of one, or an event of the timeline. */
interface ThreadRow {
  id: string;
  source: 'message' | 'attempt' | 'event';
  /** A message kind, 'reply', or a timeline kind. */
  kind: string;
  direction: 'in' | 'out';
  channel: ThreadItem['channel'];
  at: Date;
  cursor_key: string;
  status: MessageRow['status'];
  subject: string | null;
  text: string;
  has_whole: boolean;
  attachments: string[];
  sender: string | null;
  automated: boolean;
  unsure: boolean;
  error_code: string | null;
  reason: string | null;
  step: number | null;
  /** The message exactly as a person typed it. */
  typed: string | null;
  typed_subject: string | null;
  /** Whether the product sends the message and a person may still decide about it. */
  is_open: boolean;
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
 * The entries come from `messages` (index messages_lead), from their earlier tries in `message_attempts` and, for what
 * the homeowner wrote in the widget and on the estimate page and for logged calls, from `timeline_events` (index
 * timeline_newest). Uses keyset pagination.
 */
async function readThreadRows(tx: CompanyTx, page: Page): Promise<ThreadRow[]> {
  const parts = [ofMessages(page), ofAttempts(page), ofEvents(page)];
  const { rows } = await sql<ThreadRow>`
    select *, ${micros} as cursor_key from (${sql.join(
      parts.map((part) => sql`(${part} order by at desc, id desc limit ${page.limit})`),
      sql` union all `,
    )}) said order by at desc, id desc limit ${page.limit}`.execute(tx);
  return rows;
}

const before = ({ after }: Page, at: RawBuilder<unknown>) =>
  after === null ? sql`` : sql`and ${at} < (${after.key}::timestamptz, ${after.id}::uuid)`;

/** When the message came in or was sent, or when it's due. */
const AT = sql`coalesce(m.at, m.due_at)`;

/**
 * Selects a lead's messages. Of a message that waits or wasn't sent, `text` contains what a person typed. Other messages
 * are rendered only when they're sent, so until then only their kind is known. Follow-ups and reminders that wait or
 * weren't sent aren't selected, because they appear on the timeline. Neither are messages of which only an earlier try
 * was sent (`ofAttempts`). A message that may have arrived stays 'unknown' if a person chose not to send it again.
 */
const ofMessages = (page: Page) => sql`
  select m.id, 'message' as source, m.kind, m.direction, m.channel, ${AT} as at,
    case when given_up then 'unknown' else m.status end as status,
    case when m.at is null then m.payload ->> 'subject' else m.subject end as subject,
    coalesce(case when m.at is null then m.payload ->> 'text' else m.body end, '') as text,
    m.whole_text is not null as has_whole, m.attachments, m.from_address as sender, m.automated, m.unsure, m.error_code,
    case when given_up then null else m.reason end as reason, m.step,
    m.payload ->> 'text' as typed, m.payload ->> 'subject' as typed_subject,
    m.direction = 'out' and m.due_at is not null and not given_up as is_open
  from messages m, lateral (select m.status = 'cancelled' and m.at is not null as given_up) it
  where m.company_id = ${page.companyId} and m.lead_id = ${page.leadId} and m.kind <> all(${contractorKinds()})
    and (m.at is not null or (m.status <> 'draft' and m.kind <> ${FOLLOW_UP} and m.kind not like 'reminder.%'
      and not exists (select from message_attempts a where a.message_id = m.id)))
    ${before(page, sql`(${AT}, m.id)`)}`;

/** Selects earlier tries of a lead's messages, such as a text that wasn't delivered and was sent once more. */
const ofAttempts = (page: Page) => sql`
  select a.id, 'attempt', m.kind, 'out', m.channel, a.at, a.status, a.subject, coalesce(a.body, ''), false, '{}'::text[],
    null, m.automated, false, a.error_code, null, m.step, null, null, false
  from messages m join message_attempts a on a.message_id = m.id
  where m.company_id = ${page.companyId} and m.lead_id = ${page.leadId} and m.kind <> all(${contractorKinds()})
    ${before(page, sql`(a.at, a.id)`)}`;

const ofEvents = (page: Page) => sql`
  select t.id, 'event', coalesce('call.' || (t.data ->> 'call'), t.kind),
    case when t.kind = 'note' then 'out' else 'in' end, case when t.kind = 'note' then 'call' else 'page' end,
    t.at, case when t.kind = 'note' then 'sent' else 'received' end, null,
    coalesce(t.data ->> 'text', t.data ->> 'reason', t.data ->> 'notes', ''), false, '{}'::text[], null, false, false, null,
    null, null, null, null, false
  from timeline_events t
  where t.company_id = ${page.companyId} and t.lead_id = ${page.leadId} and (
      t.kind = 'question' or (t.kind in ('estimate_declined', 'estimate_changed') and t.data ->> 'reason' <> '')
      or (t.kind = 'lead_created' and t.data ->> 'source' = 'widget' and t.data ->> 'notes' <> '')
      or (t.kind = 'note' and t.data ? 'call'))
    ${before(page, sql`(t.at, t.id)`)}`;

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
    return { text: message.whole_text ?? message.body ?? '' };
  });

const isUnreadable = ({ direction, error_code }: ThreadRow): boolean => direction === 'in' && error_code === UNREADABLE;

const EVENT_LABEL: Record<string, string> = {
  question: 'Asked on the estimate page',
  estimate_declined: 'Declined the estimate',
  estimate_changed: 'Declined the change',
  lead_created: 'Asked for a price in your widget',
  ...Object.fromEntries(CALL_OUTCOMES.map((outcome) => [`call.${outcome}`, CALL_TITLE[outcome]])),
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
    rowId: actsOn(row) ? row.id : null,
    again: againOf(row),
  };
};

const NOT_GONE: readonly ThreadRow['status'][] = ['scheduled', 'failed', 'skipped', 'cancelled'];

/** Returns the content for sending the message again. Returns null if it was sent or a person didn't type it. */
function againOf({ kind, channel, status, typed, typed_subject }: ThreadRow): TypedAgain | null {
  if (kind !== TYPED || typed === null || channel === 'page' || channel === 'call') return null;
  return NOT_GONE.includes(status) ? { channel, text: typed, subject: typed_subject } : null;
}

function wordsFor({ source, kind, direction, step }: ThreadRow): string | null {
  if (source === 'event') return EVENT_LABEL[kind] ?? null;
  if (direction === 'in' || kind === TYPED) return null;
  if (kind === OWN_MAIL) return 'From your own mailbox';
  return kind === FOLLOW_UP ? `Follow-up${step === null ? '' : ` ${step}`}` : labelOf(kind).label;
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
 * Returns the reason shown with a message: why the message is waiting, failed, wasn't sent or needs a decision. Returns
 * null if there's nothing to explain.
 */
function reasonOf(row: ThreadRow): string | null {
  const { source, kind, status, reason, channel, unsure, error_code: code } = row;
  if (unsure && channel !== 'page' && channel !== 'call') return UNSURE_WORDS[channel];
  if (isUnreadable(row)) return UNREADABLE_WORDS;
  if (kind === OWN_MAIL && status === 'failed')
    return 'The homeowner wasn’t a recipient of this email, so they didn’t get it. Send it from this conversation';
  if (source === 'attempt' && status === 'failed')
    return channel === 'sms' ? textFailureWords(code) : mailFailureWords(code);
  return reason;
}

/**
 * Whether the contractor can act on a message: decide what to do about an unknown message, or cancel a typed message
 * that's waiting to be sent.
 */
const actsOn = ({ is_open, kind, status }: ThreadRow): boolean =>
  is_open && (status === 'unknown' || (status === 'scheduled' && kind === TYPED));
