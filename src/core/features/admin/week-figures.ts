import { type RawBuilder, sql } from 'kysely';
import type { FiguresView } from '#shared/features/admin/admin-failures.schema.ts';
import { PLANS } from '#shared/features/billing/plans.ts';
import { DAY } from '#shared/primitives/durations.ts';
import { localDateOf } from '#shared/primitives/local-date.ts';
import type { SystemDb, SystemDeps } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';

/** Each figure covers this many days, including today. Days are in UTC, because companies are in many time zones. */
const DAYS = 7;

const priceOf = (id: string): number => PLANS.find((plan) => plan.id === id)?.priceCents ?? 0;

/** Maps a date to that day's figure. */
type ByDay = ReadonlyMap<string, number>;

async function byDay(system: SystemDb, rows: RawBuilder<unknown>): Promise<ByDay> {
  const { rows: found } = await sql<{ day: string; value: number }>`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, sum(value)::float8 as value
    from (${rows}) as counted (at, value) group by day`.execute(system);
  return new Map(found.map(({ day, value }) => [day, value]));
}

const day = (at: Date): string => localDateOf(at, 'UTC');

/** Computes the figures on the Overview page for each of the last seven days. */
export async function readWeekFigures({ system, clock }: SystemDeps & Pick<Deps, 'clock'>): Promise<FiguresView> {
  const now = clock.now();
  const past = Array.from({ length: DAYS }, (_, index) => day(new Date(now.getTime() - (DAYS - 1 - index) * DAY)));
  const ahead = Array.from({ length: DAYS }, (_, index) => day(new Date(now.getTime() + index * DAY)));
  const since = new Date(`${past[0] ?? day(now)}T00:00:00Z`);
  const until = new Date(since.getTime() + 2 * DAYS * DAY);
  const [sent, failed, unknown, late, queued, signUps, revenue, held, plans] = await Promise.all([
    byDay(system, sentSince(since)),
    byDay(system, endedAs('failed', since)),
    byDay(system, endedAs('unknown', since)),
    readLateness(system, since),
    byDay(system, queuedFrom(now, until)),
    byDay(system, sql`select created_at, 1 from users where created_at >= ${since}`),
    byDay(system, revenueSince(since)),
    byDay(system, sql`select held_at, 1 from leads where held_at >= ${since}`),
    readPlans(system),
  ]);
  const along = (days: readonly string[], values: ByDay) => days.map((one) => values.get(one) ?? 0);
  return {
    days: past,
    sent: along(past, sent),
    failed: along(past, failed),
    unknown: along(past, unknown),
    lateSeconds: past.map((one) => late.get(one) ?? null),
    daysAhead: ahead,
    queued: along(ahead, queued),
    signUps: along(past, signUps),
    revenueCents: along(past, revenue),
    plansCents: plans,
    held: along(past, held),
  };
}

/** Messages that a provider accepted. Uses the index `messages_by_sent`. */
const sentSince = (since: Date) => sql`select sent_at, 1 from messages where sent_at >= ${since}`;

/** Messages with this final status, by the day of their last attempt. Uses the index `messages_failures`. */
const endedAs = (status: 'failed' | 'unknown', since: Date) =>
  sql`select coalesce(sending_at, due_at), 1 from messages
    where status in ('failed', 'unknown') and status = ${status} and coalesce(sending_at, due_at) >= ${since}`;

/** Waiting messages by due day. Overdue messages count toward today. */
const queuedFrom = (now: Date, until: Date) =>
  sql`select greatest(due_at, ${now}), 1 from messages where status = 'scheduled' and due_at < ${until}`;

/** Our fees on homeowners' payments, plus lead credit sales. Plan revenue is a separate figure. */
const revenueSince = (since: Date) => sql`
  select paid_at, fee_cents from payments where paid_at >= ${since}
  union all
  select at, delta * ${priceOf('pay_as_you_go')}::bigint from quota_ledger
    where at >= ${since} and kind in ('credit_bought', 'credit_refunded')`;

/** Reads how late messages were sent each day: the 95th percentile, in seconds after the due time. */
async function readLateness(system: SystemDb, since: Date): Promise<ByDay> {
  const { rows: found } = await sql<{ day: string; late: number }>`
    select to_char(sent_at at time zone 'UTC', 'YYYY-MM-DD') as day,
      percentile_disc(0.95) within group (order by greatest(late, 0))::float8 as late
    from (select sent_at, extract(epoch from sending_at - coalesce(first_due_at, due_at)) as late from messages
      where sent_at >= ${since} and sending_at is not null) as sent group by day`.execute(system);
  return new Map(found.map(({ day: one, late }) => [one, late]));
}

/** Returns the total monthly price, in cents, of all plans that are currently paid for. */
async function readPlans(system: SystemDb): Promise<number> {
  const { rows } = await sql<{ tier: string; companies: number }>`
    select subscription_tier as tier, count(*)::int as companies from subscribers
    where subscribed and stripe_subscription_id is not null and subscription_tier in ('starter', 'pro')
    group by tier`.execute(system);
  return rows.reduce((total, { tier, companies }) => total + companies * priceOf(tier), 0);
}
