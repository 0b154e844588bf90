import { sql } from 'kysely';
import { ADMIN_PAGE } from '#shared/features/admin/admin.limits.ts';
import type { AdminFailureView, FailuresInput } from '#shared/features/admin/admin-failures.schema.ts';
import { isTooLate } from '#shared/features/follow-ups/due-dates.rules.ts';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { Deps } from '../../platform/deps.ts';
import type { SystemDeps, SystemTx } from '../../platform/db/system.ts';
import { type Cursor, pageOf, readCursor } from '../leads/cursor.ts';
import { IS_SENT_BY_US } from '../messages/move-message.ts';
import { FOLLOW_UP, isForContractor, labelOf } from '../messages/registry.ts';

/** The data that determines whether an admin can retry a message. */
export interface RetryFacts {
  kind: string;
  status: 'failed' | 'unknown';
  channel: MessageChannel;
  due_at: Date;
  first_due_at: Date | null;
  /** Whether the provider accepted the last attempt. */
  accepted: boolean;
  /** Whether an earlier attempt may have sent this message. */
  may_have_left: boolean;
}

/**
 * Returns true if the message goes to the contractor or comes from the platform. Such messages don't appear in
 * conversations, so only an admin can resolve them.
 */
const isOurs = ({ kind }: Pick<RetryFacts, 'kind'>): boolean => isForContractor(kind);

/** Whether an admin can dismiss an unknown message. For messages to homeowners, only the contractor can decide. */
export const mayBeDismissed = (facts: Pick<RetryFacts, 'kind' | 'status'>): boolean =>
  facts.status === 'unknown' && isOurs(facts);

/**
 * Returns why an admin can't retry a message, or null if they can. A message to a homeowner can be retried only if it
 * definitely wasn't sent (docs/decisions.md, 'Messages to homeowners are sent at most once'). A text or follow-up that
 * is more than 72 hours late is never sent (C17).
 */
export function whyNoRetry(facts: RetryFacts, now: Date): string | null {
  const ours = isOurs(facts);
  if (facts.status === 'unknown' && !ours)
    return 'This message may have arrived. Only the contractor can resend it, in the lead’s timeline';
  if (facts.accepted) return 'The provider accepted this message, so it may have arrived. It won’t be sent again';
  if (facts.may_have_left && !ours) return 'An earlier attempt may have arrived. It won’t be sent again';
  const expires = facts.kind === FOLLOW_UP || facts.channel === 'sms';
  if (expires && isTooLate(facts.first_due_at ?? facts.due_at, now))
    return 'This message was due more than 72 hours ago, so it won’t be sent';
  return null;
}

interface FailureRow extends RetryFacts {
  id: string;
  company_id: CompanyId | null;
  company_name: string | null;
  lead_name: string | null;
  step: number | null;
  reason: string | null;
  attempts: number;
  at: Date;
  recipient: string | null;
  cursor_key: string;
}

interface ReadFailures {
  companyId?: CompanyId | undefined;
  status?: 'failed' | 'unknown' | undefined;
  after?: Cursor | null;
  limit: number;
  now: Date;
}

/**
 * Reads failed and unconfirmed messages. The message with the most recent attempt comes first. Uses the partial index
 * `messages_failures`, which has this order.
 */
export async function readFailures(
  tx: SystemTx,
  { companyId, status, after, limit, now }: ReadFailures,
): Promise<{ id: string; cursor_key: string; view: AdminFailureView }[]> {
  const wanted = [
    sql`status in ('failed', 'unknown')`,
    IS_SENT_BY_US,
    ...(status ? [sql`status = ${status}`] : []),
    ...(companyId ? [sql`company_id = ${companyId}`] : []),
    ...(after ? [sql`(coalesce(sending_at, due_at), id) < (${after.key}::timestamptz, ${after.id}::uuid)`] : []),
  ];
  const { rows } = await sql<FailureRow>`
    select f.*, c.name as company_name, l.name as lead_name,
      coalesce(nullif(f.to_address, ''), case f.channel when 'sms' then l.phone else l.email end) as recipient,
      ${MAY_HAVE_LEFT} as may_have_left,
      to_char(f.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as cursor_key
    from (
      select id, company_id, lead_id, channel, kind, step, to_address, status, reason, attempts, ${ACCEPTED} as accepted, due_at,
        first_due_at, coalesce(sending_at, due_at) as at
      from messages where ${sql.join(wanted, sql` and `)}
      order by coalesce(sending_at, due_at) desc, id desc limit ${limit}) f
    left join company_profiles c on c.id = f.company_id
    left join leads l on l.id = f.lead_id
    order by f.at desc, f.id desc limit ${limit}`.execute(tx);
  return rows.map((row) => ({ id: row.id, cursor_key: row.cursor_key, view: toView(row, now) }));
}

/**
 * Whether an earlier attempt may have sent the message. An attempt with any status other than 'failed' may have sent
 * it. A failed attempt to send a text may also have sent it if the text has a provider ID. Uses the index
 * `message_attempts_message`.
 */
const MAY_HAVE_LEFT = sql<boolean>`exists (select from message_attempts a where a.message_id = f.id
  and (a.status <> 'failed' or (f.channel = 'sms' and a.provider_id is not null)))`;

/** An email's provider ID proves nothing, because we create it before the attempt. */
const ACCEPTED = sql<boolean>`(sent_at is not null or (channel = 'sms' and provider_id is not null))`;

/** Returns what a message is, such as 'Follow-up 2' or 'Estimate'. */
export const whatOf = ({ kind, step }: Pick<FailureRow, 'kind' | 'step'>): string =>
  step === null ? labelOf(kind).label : `${labelOf(kind).label} ${step}`;

const toView = (row: FailureRow, now: Date): AdminFailureView => ({
  id: row.id,
  what: whatOf(row),
  channel: row.channel,
  status: row.status,
  reason: row.reason,
  attempts: row.attempts,
  at: row.at.toISOString(),
  company: row.company_id !== null && row.company_name !== null ? { id: row.company_id, name: row.company_name } : null,
  lead: row.lead_name,
  to: row.recipient,
  noRetry: whyNoRetry(row, now),
  dismissable: mayBeDismissed(row),
});

/** Returns one page of failures for the admin panel. */
export const listFailures = (
  { system, clock }: SystemDeps & Pick<Deps, 'clock'>,
  { cursor, companyId, status }: FailuresInput,
): Promise<{ items: AdminFailureView[]; nextCursor: string | null }> => {
  const after = cursor ? readCursor(cursor, 'instant') : null;
  return system.transaction().execute(async (tx) => {
    const rows = await readFailures(tx, { companyId, status, after, limit: ADMIN_PAGE + 1, now: clock.now() });
    const { page, nextCursor } = pageOf(rows, ADMIN_PAGE);
    return { items: page.map(({ view }) => view), nextCursor };
  });
};

/**
 * Locks a failed or unknown message and returns the data that determines whether it can be retried. Returns undefined
 * if there's no such message.
 */
export async function lockForRetry(tx: SystemTx, id: string): Promise<LockedMessage | undefined> {
  const { rows } = await sql<LockedMessage>`
    select f.status, f.channel, f.company_id, f.due_at, f.first_due_at, ${ACCEPTED} as accepted, f.reason, f.attempts,
      f.kind, f.step, ${MAY_HAVE_LEFT} as may_have_left
    from messages f where f.id = ${id} for update of f`.execute(tx);
  return rows[0];
}

export interface LockedMessage extends Omit<RetryFacts, 'status'> {
  status: string;
  company_id: CompanyId | null;
  reason: string | null;
  attempts: number;
  step: number | null;
}
