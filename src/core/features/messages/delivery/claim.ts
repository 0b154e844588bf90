import { sql } from 'kysely';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyTx } from '../../../platform/db/app.ts';
import type { ClaimedRow, DeliveryTable } from './delivery.ts';

interface ClaimOptions {
  companyId: CompanyId;
  channel: MessageChannel;
  /** The business clock's time. */
  now: Date;
  limit: number;
  leaseMs: number;
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
 * Claims what is due of one channel, both tables, earliest first. Two workers never claim the same row (SKIP
 * LOCKED, then the lease); a row whose lease lapsed before it was being sent is claimed again. Served by the
 * partial indexes `follow_up_messages_due` and `outbox_due`.
 */
export async function claimDue(tx: CompanyTx, options: ClaimOptions): Promise<ClaimedRow[]> {
  const followUps = await claimFrom(tx, 'follow_up_messages', options);
  const outbox = await claimFrom(tx, 'outbox', options);
  return [...outbox, ...followUps].toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
}

async function claimFrom(tx: CompanyTx, table: DeliveryTable, options: ClaimOptions): Promise<ClaimedRow[]> {
  const { companyId, channel, now, limit, leaseMs } = options;
  const to = table === 'outbox' ? sql`m.to_address` : sql`null`;
  const then = table === 'outbox' ? sql`created_at` : sql`step`;
  const { rows } = await sql<Returned>`
    with picked as (
      select id from ${sql.table(table)}
      where company_id = ${companyId} and channel = ${channel} and status = 'scheduled' and due_at <= ${now}
        and (claimed_until is null or claimed_until < now())
      order by due_at, ${then} limit ${limit} for update skip locked)
    update ${sql.table(table)} m
    set claimed_until = date_trunc('milliseconds', clock_timestamp()) + ${leaseMs} * interval '1 millisecond',
      attempts = attempts + 1
    from picked where m.id = picked.id
    returning m.id, m.lead_id, ${to} as to_address, m.due_at, m.attempts, m.claimed_until`.execute(tx);
  return rows.map((row) => ({
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
}

/** Gives rows back that were claimed and not begun. */
export async function releaseClaims(tx: CompanyTx, rows: readonly ClaimedRow[]): Promise<void> {
  for (const { table, id, claimedUntil } of rows)
    await sql`update ${sql.table(table)} set claimed_until = null, attempts = greatest(attempts - 1, 0)
      where id = ${id} and status = 'scheduled' and claimed_until = ${claimedUntil}`.execute(tx);
}
