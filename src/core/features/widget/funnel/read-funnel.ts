import { sql } from 'kysely';
import type { FunnelPeriod } from '#shared/features/widget/funnel.rules.ts';
import type { FunnelView } from '#shared/features/widget/funnel.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../../platform/db/app.ts';
import type { Deps } from '../../../platform/deps.ts';

const MOST_NAMES = 6;

interface Days {
  companyId: CompanyId;
  /**
   * The first and last day of a period in the company's time zone. `start` and `end` are the corresponding instants.
   */
  from: string;
  to: string;
  start: Date;
  end: Date;
}

/** Returns the last `days` days, including today, in the company's time zone. */
const daysOf = async (tx: CompanyTx, companyId: CompanyId, { now, days }: { now: Date; days: FunnelPeriod }) => {
  const { rows } = await sql<Omit<Days, 'companyId'>>`
    select from_day::text as "from", to_day::text as "to",
      from_day::timestamp at time zone time_zone as start, (to_day + 1)::timestamp at time zone time_zone as "end"
    from company_profiles
    cross join lateral (select (${now}::timestamptz at time zone time_zone)::date as to_day) today
    cross join lateral (select to_day - (${days}::int - 1) as from_day) first_day
    where id = ${companyId}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('This company no longer exists');
  return { companyId, ...row };
};

const sumOf = async (tx: CompanyTx, { companyId, from, to }: Days) => {
  const { rows } = await sql<Pick<FunnelView, 'seen' | 'started' | 'priced' | 'sent'> & { first: string | null }>`
    select coalesce(sum(seen) filter (where day >= ${from}::date), 0)::int as seen,
      coalesce(sum(started) filter (where day >= ${from}::date), 0)::int as started,
      coalesce(sum(priced) filter (where day >= ${from}::date), 0)::int as priced,
      coalesce(sum(sent) filter (where day >= ${from}::date), 0)::int as sent,
      min(day)::text as first
    from widget_days where company_id = ${companyId} and day <= ${to}::date`.execute(tx);
  const [{ first, ...sums }] = rows as [(typeof rows)[number]];
  return { ...sums, since: first !== null && first > from ? first : null };
};

/**
 * Counts the form's leads by `name`, such as the source of the homeowner's first visit. The most frequent name comes
 * first. Leads waiting for review don't count.
 */
const countedBy = async (tx: CompanyTx, { companyId, start, end }: Days, name: ReturnType<typeof sql<string>>) => {
  const { rows } = await sql<{ name: string; leads: number }>`
    select ${name} as name, count(*)::int as leads from leads
    where company_id = ${companyId} and created_at >= ${start} and created_at < ${end} and held_at is null
      and attribution is not null
    group by 1 order by 2 desc, 1 limit ${MOST_NAMES}`.execute(tx);
  return rows;
};

const SOURCE = sql<string>`coalesce(attribution -> 'first' ->> 'name', '')`;
const PAGE = sql<string>`regexp_replace(coalesce(attribution -> 'first' ->> 'landingPage', ''), '^https?://(www\\.)?', '')`;

/** Returns how far visitors got in a company's form in the last `days` days, and where its leads came from. */
export const readFunnel = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  companyId: CompanyId,
  days: FunnelPeriod,
): Promise<FunnelView> =>
  inCompany(db, companyId, async (tx) => {
    const period = await daysOf(tx, companyId, { now: clock.now(), days });
    return {
      ...(await sumOf(tx, period)),
      sources: await countedBy(tx, period, SOURCE),
      pages: await countedBy(tx, period, PAGE),
    };
  });
