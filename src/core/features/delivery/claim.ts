import { sql } from 'kysely';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { prepared } from '../../platform/db/dialect.ts';
import { leaseFor, UNCLAIMED } from '../../platform/db/lease.ts';
import type { ClaimedRow } from './delivery.ts';
import type { DeliveryTable } from '../outbox/message-facts.ts';

/** The last row that a claim loop has seen in each table; earlier ones aren't read again. */
export type Cursor = Partial<Record<DeliveryTable, { dueAt: Date; id: string }>>;

export interface ClaimOptions {
  companyId: CompanyId;
  channel: MessageChannel;
  /** The current time by the business clock. */
  now: Date;
  /** The maximum rows from each table. */
  limit: number;
  leaseMs: number;
  after?: Cursor;
}

interface Returned {
  id: string;
  lead_id: LeadId | null;
  to_address: string | null;
  due_at: Date;
  attempts: number;
  claimed_until: Date;
}

/**
 * Claims a channel's due rows: first the outbox, whose messages people are waiting for, then follow-ups, each earliest
 * first. Two workers never claim the same row (SKIP LOCKED, then the lease). A row whose lease expired before sending
 * is claimed again and uses no attempt, because `markSending` counts those. Uses the partial indexes
 * `follow_up_messages_waiting` and `outbox_waiting`.
 */
export async function claimDue(tx: CompanyTx, options: ClaimOptions): Promise<ClaimedRow[]> {
  const outbox = await claimFrom(tx, 'outbox', options);
  return [...outbox, ...(await claimFrom(tx, 'follow_up_messages', options))];
}

async function claimFrom(tx: CompanyTx, table: DeliveryTable, options: ClaimOptions): Promise<ClaimedRow[]> {
  const { companyId, channel, now, limit, leaseMs, after } = options;
  const to = table === 'outbox' ? sql`m.to_address` : sql`null`;
  const last = after?.[table];
  const beyond = last === undefined ? sql`` : sql`and (due_at, id) > (${last.dueAt}, ${last.id})`;
  const { rows } = await sql<Returned>`${prepared}
    with picked as (
      select id from ${sql.table(table)}
      where company_id = ${companyId} and channel = ${channel} and status = 'scheduled' and due_at <= ${now}
        and ${UNCLAIMED} ${beyond}
      order by due_at, id limit ${limit} for update skip locked)
    update ${sql.table(table)} m
    set claimed_until = ${leaseFor(leaseMs)}
    from picked where m.id = picked.id
    returning m.id, m.lead_id, ${to} as to_address, m.due_at, m.attempts, m.claimed_until`.execute(tx);
  const claimed = rows.map((row) => ({
    table,
    id: row.id,
    companyId,
    leadId: row.lead_id,
    channel,
    recipient: row.lead_id ?? row.to_address ?? row.id,
    dueAt: row.due_at,
    attempts: row.attempts,
    claimedUntil: row.claimed_until,
  }));
  return claimed.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime() || (a.id < b.id ? -1 : 1));
}

/** Where a claim loop continues after these rows. */
export function cursorAfter(cursor: Cursor, claimed: readonly ClaimedRow[]): Cursor {
  const last = (table: DeliveryTable) => claimed.findLast((row) => row.table === table) ?? cursor[table];
  const [outbox, followUps] = [last('outbox'), last('follow_up_messages')];
  return { ...(outbox && { outbox }), ...(followUps && { follow_up_messages: followUps }) };
}

/** Releases rows that were claimed but not started. */
export async function releaseClaims(
  tx: CompanyTx,
  rows: readonly Pick<ClaimedRow, 'table' | 'id' | 'claimedUntil'>[],
): Promise<void> {
  for (const [table, own] of Map.groupBy(rows, (row) => row.table))
    await sql`${prepared} update ${sql.table(table)} m set claimed_until = null
      from unnest(${own.map(({ id }) => id)}::uuid[], ${own.map(({ claimedUntil }) => claimedUntil.toISOString())}::timestamptz[])
        as given (id, claimed_until)
      where m.id = given.id and m.status = 'scheduled' and m.claimed_until = given.claimed_until`.execute(tx);
}
