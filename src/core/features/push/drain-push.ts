import { sql } from 'kysely';
import type { PushEvent, PushPayload, PushShows } from '#shared/features/push/push.schema.ts';
import { pushWords } from '#shared/features/push/push.words.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#shared/primitives/durations.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { leadCents } from '../lead-rows/lead-price.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { pushTo, type PushOutcome, type PushTarget } from '../../platform/push-service.ts';
import { leaseFor, UNCLAIMED } from '../../platform/db/lease.ts';
import { safeFirstName } from '../messages/emails/words.ts';

export type PushDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'logger'>;

/** The number of notifications sent in parallel. */
const AT_ONCE = 20;
/** How long a worker's lease on a notification lasts, in wall-clock time. It's longer than any attempt. */
const LEASE = MINUTE;
/** Notifications older than this are dropped. The dashboard already shows their events. */
const TOO_LATE = 12 * HOUR;
const WAITS = [30 * SECOND, 2 * MINUTE, 10 * MINUTE];
const KEPT = 7 * DAY;

interface Claimed extends PushTarget {
  id: string;
  device_id: string;
  lead_id: LeadId;
  event: PushEvent;
  dedupe_key: string;
  due_at: Date;
  attempts: number;
  shows: PushShows;
  name: string;
  perimeter_ft: number | null;
  /** What the homeowner would be charged now. */
  cents: number | null;
  town: string | null;
  hidden: boolean;
  /** Whether the lead is now assigned to a member other than the device's owner. */
  others: boolean;
  badge: number;
}

/**
 * Sends a company's due notifications. Returns true if there may be more. Claims each notification before sending it,
 * and records the result afterward. If the worker crashes in between, another worker resends the notification after a
 * minute. The browser then replaces the first notification with the second, because both have the same `tag`.
 */
export async function drainPush(deps: PushDeps, companyId: CompanyId): Promise<boolean> {
  const now = deps.clock.now();
  const claimed = await inCompany(deps.db, companyId, (tx) => claim(tx, companyId, now));
  await Promise.all(
    claimed.map(async (row) => {
      const why = whyNot(row, now);
      const outcome = why === null ? await pushTo(deps.config, row, payloadOf(row)) : why;
      await inCompany(deps.db, companyId, (tx) => note(tx, { companyId, row, outcome, now }));
      if (outcome === 'refused') deps.logger.warn({ device: row.device_id }, 'a push service refused a notification');
    }),
  );
  return claimed.length === AT_ONCE;
}

type Ended = PushOutcome | { skip: string };

const whyNot = ({ hidden, others, due_at: due }: Claimed, now: Date): { skip: string } | null => {
  if (hidden) return { skip: 'The lead is archived or held for review' };
  if (others) return { skip: 'The lead is now assigned to someone else' };
  return now.getTime() - due.getTime() > TOO_LATE ? { skip: 'Too late: more than 12 hours' } : null;
};

const ZIP_AT_END = /,?\s*[A-Z]{2}?\s*\d{5}(?:-\d{4})?\s*$/;

async function claim(tx: CompanyTx, companyId: CompanyId, now: Date): Promise<Claimed[]> {
  const { rows } = await sql<Omit<Claimed, 'town'> & { address: string | null }>`
    with due as (
      select id from push_messages
      where company_id = ${companyId} and status = 'scheduled' and due_at <= ${now}
        and ${UNCLAIMED}
      order by due_at, id limit ${AT_ONCE} for update skip locked),
    claimed as (
      update push_messages set attempts = attempts + 1,
        claimed_until = ${leaseFor(LEASE)}
      where id in (select id from due) returning *)
    select m.id, m.device_id, m.lead_id, m.event, m.dedupe_key, m.due_at, m.attempts,
      d.endpoint, d.p256dh, d.auth, d.shows, l.name, l.address, l.perimeter_ft, ${leadCents('l', now)} as cents,
      l.archived_at is not null or l.held_at is not null as hidden,
      l.assigned_to is not null and l.assigned_to <> d.user_id as others,
      (select count(*)::int from leads where company_id = ${companyId} and status = 'new' and archived_at is null
        and held_at is null and outcome is null
        and (who.role <> 'sales' or assigned_to is null or assigned_to = d.user_id)) as badge
    from claimed m
    join push_devices d on d.id = m.device_id
    join company_members who on who.company_id = d.company_id and who.user_id = d.user_id
    join leads l on l.id = m.lead_id
    order by m.due_at, m.id`.execute(tx);
  return rows.map(({ address, ...row }) => ({ ...row, town: townOf(address) }));
}

/**
 * Returns the city in a street address, such as 'Boise' for '118 Larkmeadow Ct, Boise, ID 83702'. Null if there's
 * none.
 */
const townOf = (address: string | null): string | null => {
  const parts = (address ?? '').replace(ZIP_AT_END, '').split(',');
  return parts.length < 2 ? null : parts.at(-1)?.trim() || null;
};

function payloadOf(row: Claimed): PushPayload {
  const facts = {
    firstName: safeFirstName(row.name),
    feet: row.perimeter_ft,
    cents: row.cents,
    town: row.town,
  };
  return {
    ...pushWords(row.event, facts, row.shows),
    path: `/dashboard?tab=leads&lead=${row.lead_id}`,
    tag: row.id,
    badge: row.badge,
  };
}

interface Note {
  companyId: CompanyId;
  row: Claimed;
  outcome: Ended;
  now: Date;
}

async function note(tx: CompanyTx, { companyId, row, outcome, now }: Note): Promise<void> {
  if (outcome === 'gone') {
    // The browser revoked its subscription. Deleting the device also deletes its pending notifications.
    await tx
      .deleteFrom('push_devices')
      .where('company_id', '=', companyId)
      .where('id', '=', row.device_id)
      .where('endpoint', '=', row.endpoint)
      .execute();
    return;
  }
  await tx
    .updateTable('push_messages')
    .set(endOf(row, outcome, now))
    .where('company_id', '=', companyId)
    .where('id', '=', row.id)
    .where('status', '=', 'scheduled')
    .execute();
  await tx
    .deleteFrom('push_messages')
    .where('company_id', '=', companyId)
    .where('status', '!=', 'scheduled')
    .where('created_at', '<', new Date(now.getTime() - KEPT))
    .execute();
}

const endOf = ({ attempts }: Claimed, outcome: Exclude<Ended, 'gone'>, now: Date) => {
  const freed = { claimed_until: null };
  if (outcome === 'taken') return { ...freed, status: 'sent' as const, sent_at: now };
  if (outcome === 'refused')
    return { ...freed, status: 'failed' as const, reason: 'The push service refused the notification' };
  if (outcome !== 'later') return { ...freed, status: 'skipped' as const, reason: outcome.skip };
  const wait = WAITS[attempts - 1];
  return wait === undefined
    ? { ...freed, status: 'failed' as const, reason: 'The push service didn’t respond' }
    : { ...freed, due_at: new Date(now.getTime() + wait) };
};
