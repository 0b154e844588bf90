import type { ThreadItem, ThreadState, TypedAgain } from '#shared/features/conversations/conversations.schema.ts';
import { notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import type { Deps } from '../../platform/deps.ts';
import { pageOf, readCursor } from '../leads/cursor.ts';
import { mailFailureWords, textFailureWords } from '../delivery/retry.rules.ts';
import { labelOf, OWN_MAIL } from '../outbox/registry.ts';
import { TYPED } from '../outbox/registry.ts';
import { UNREADABLE, UNREADABLE_WORDS } from './unreadable.ts';
import { UNSURE_WORDS } from '../permission/unsure-replies.ts';
import { readThreadRows, type ThreadRow } from './thread.repository.ts';

const PAGE = 30;

/** Messages with a lead in both directions, newest first, 30 per page. Throws NOT_FOUND. */
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
    if (!lead) throw notFound('This lead');
    const rows = await readThreadRows(tx, { companyId, leadId, after, limit: PAGE + 1 });
    const { page, nextCursor } = pageOf(rows, PAGE);
    return { items: page.map((row) => toItem(row, lead)), nextCursor };
  });
}

/** An incoming email's full text with quotes, as plain text. Throws NOT_FOUND. */
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
    if (!message) throw notFound('The message');
    return { text: message.whole_text ?? message.body };
  });

const isUnreadable = ({ direction, error_code }: ThreadRow): boolean => direction === 'in' && error_code === UNREADABLE;

const EVENT_LABEL: Record<string, string> = {
  question: 'Asked on the estimate’s page',
  estimate_declined: 'Declined the estimate',
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

/** What to fill in to send it again. Null if another attempt follows this one. */
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

/** The sender's address if it isn't the lead's, otherwise null. */
const stranger = (
  { channel, sender }: ThreadRow,
  { email, phone }: Pick<LeadRow, 'email' | 'phone'>,
): string | null => {
  const own = channel === 'email' ? email : phone;
  return sender === null || sender.toLowerCase() === own?.toLowerCase() ? null : sender;
};

/**
 * Why it is waiting, failed, wasn't sent or needs a decision. For an attempt that was followed by another, the outcome
 * of that attempt.
 */
function reasonOf(row: ThreadRow): string | null {
  const { source, kind, status, row_status, reason, channel, error_code, unsure } = row;
  if (unsure && channel !== 'page') return UNSURE_WORDS[channel];
  if (isUnreadable(row)) return UNREADABLE_WORDS;
  if (source === 'event' || status === 'received') return null;
  if (source === 'waiting' || status === row_status) return reason;
  if (status !== 'failed') return null;
  if (kind === OWN_MAIL)
    return 'The homeowner wasn’t a recipient of this email, so only this conversation got it. Send it from here';
  return channel === 'sms' ? textFailureWords(error_code) : mailFailureWords(error_code);
}

/** Whether the contractor can act on a message: decide about an unknown one, or cancel a waiting typed one. */
const actsOn = ({ source, kind, status, row_status }: ThreadRow): boolean =>
  source === 'waiting' ? status === 'scheduled' && kind === TYPED : status === 'unknown' && row_status === 'unknown';
