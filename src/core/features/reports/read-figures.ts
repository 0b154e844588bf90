import { type RawBuilder, sql } from 'kysely';
import { OWED_AGES } from '#shared/features/reports/figure.rules.ts';
import type { ReportFilters } from '#shared/features/reports/reports.schema.ts';
import { DAY } from '#shared/primitives/durations.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { factsOf, monthOfSlot } from './facts.ts';
import { itemsOf, SUMMED_COLUMNS, sumsOf } from './items.ts';
import { type Range, segmentsOf } from './segments.ts';

/** The leads that a report covers, with the time zone and the time for its figures. */
export interface Asked {
  companyId: CompanyId;
  since: Date;
  before: Date;
  filters: ReportFilters;
  zone: string;
  now: Date;
}

/** A figure's sums (see `itemsOf`). For 'rank:…', `value` is an answer time in minutes. */
export interface Item {
  item: string;
  n: number;
  sent: number;
  won: number;
  cents: number;
  value: number | null;
}

/**
 * Returns the `filter` value of the tallies that match a report's filters. It's '' if the report has no filters.
 * Returns null if there's a ZIP filter or more than one filter, because there are no tallies for those filters. The
 * report must then read facts lead by lead.
 */
export const tallyFilter = ({ source, materialId, zip, userId }: ReportFilters): string | null => {
  const given = [
    ...(source === undefined ? [] : [`source:${source}`]),
    ...(materialId === undefined ? [] : [`material:${materialId}`]),
    ...(userId === undefined ? [] : [`user:${userId}`]),
  ];
  return zip !== undefined || given.length > 1 ? null : (given[0] ?? '');
};

/**
 * Returns the SQL condition that selects the facts within the report's period and filters. `facts` is the alias of the
 * rows.
 */
export const isAsked = (facts: string, { since, before, filters }: Asked): RawBuilder<unknown> => {
  const column = (name: string) => sql.ref(`${facts}.${name}`);
  return sql.join(
    [
      sql`${column('created_at')} >= ${since} and ${column('created_at')} < ${before}`,
      ...(filters.source === undefined ? [] : [sql`${column('source')} = ${filters.source}`]),
      ...(filters.materialId === undefined ? [] : [sql`${column('material_id')} = ${filters.materialId}`]),
      ...(filters.zip === undefined ? [] : [sql`${column('zip')} = ${filters.zip}`]),
      ...(filters.userId === undefined ? [] : [sql`${column('user_id')} = ${filters.userId}`]),
    ],
    sql` and `,
  );
};

/**
 * Returns the common table expressions that a statement starts with: the leads that changed since the last fold, and
 * their current facts.
 */
export const withChanged = (companyId: CompanyId): RawBuilder<unknown> => sql`
  changed as materialized (select distinct lead from report_marks where company_id = ${companyId}),
  fresh as materialized (${factsOf(companyId, sql`select lead from changed`)})`;

/**
 * Returns the sums for every figure. Reads all of them in one statement, so that they come from one snapshot. Complete
 * months and days are read from the tallies. The partial days at both ends are read from the facts. If a lead changed
 * since the last fold (`foldFacts`), its old facts are replaced with current ones.
 */
export async function readItems(tx: CompanyTx, asked: Asked): Promise<Item[]> {
  const { tallies, edges } = partsOf(asked);
  const { rows } = await sql<Item>`with ${withChanged(asked.companyId)},
    single as materialized (${sql.join(edges, sql` union all `)}),
    items as materialized (
      select item, sum(n)::bigint as n, sum(sent)::bigint as sent, sum(won)::bigint as won, sum(cents)::bigint as cents
      from (${sql.join([...tallies, sumsOf('single'), ...changes(asked)], sql` union all `)}) part group by item),
    ${answers(asked)}
    select item, n, sent, won, cents, null::float8 as value from items
      where item not like 'answer:%' and item not like 'owed:%' and item not like 'received:%'
    union all select 'answered', coalesce(sum(n), 0)::bigint, 0, 0, 0, null from items where item like 'answer:%'
    union all select 'rank:' || place, 0, 0, 0, 0, minutes from ranked
    union all ${owed(asked)}
    union all ${receivedByMonth(asked)}`.execute(tx);
  return rows;
}

/**
 * Splits a report into two parts: the tallies of complete months and days, and the facts of the partial days at both
 * ends.
 */
function partsOf(asked: Asked): Record<'tallies' | 'edges', RawBuilder<unknown>[]> {
  const { companyId, since, before } = asked;
  const filter = tallyFilter(asked.filters);
  const { months, days, edges } =
    filter === null ? { months: [], days: [], edges: [[since, before] as const] } : segmentsOf(asked, filter === '');
  const tallies = (grain: string, [from, to]: Range<string>) => sql`
    select item, n, sent, won, cents from report_tallies
    where company_id = ${companyId} and grain = ${grain} and filter = ${filter}
      and day >= ${from}::date and day < ${to}::date`;
  const facts = ([start, end]: Range<Date>) => sql`
    select ${SUMMED_COLUMNS} from report_facts f
    where f.company_id = ${companyId} and ${isAsked('f', { ...asked, since: start, before: end })}`;
  return {
    tallies: [...months.map((range) => tallies('month', range)), ...days.map((range) => tallies('day', range))],
    // A period of complete days has no partial days, but the statement needs at least one part, so an empty one is
    // used.
    edges: (edges.length > 0 ? edges : [[since, since] as const]).map(facts),
  };
}

/** Subtracts the folded facts of changed leads and adds their current facts. */
const changes = (asked: Asked): RawBuilder<unknown>[] => [
  sql`select item.* from report_facts f cross join ${itemsOf('f', -1)} item
    where f.company_id = ${asked.companyId} and f.id in (select lead from changed) and ${isAsked('f', asked)}`,
  sql`select item.* from fresh cross join ${itemsOf('fresh', 1)} item where ${isAsked('fresh', asked)}`,
];

/**
 * Returns the SQL that finds the answer times on either side of the median and the 90th percentile. The tallies contain
 * the number of answers in each bucket of answer times. This shows which buckets contain the wanted answer times, so
 * only leads in those buckets are read. Uses the index report_facts_answers.
 */
const answers = (asked: Asked): RawBuilder<unknown> => sql`
  buckets as materialized (
    select substr(item, 8)::smallint as bucket, n, sum(n) over (order by substr(item, 8)::smallint) - n as earlier
    from items where item like 'answer:%' and n > 0),
  places as materialized (
    select distinct place::bigint as place from (select sum(n) as total from buckets) counted
    cross join lateral (values (floor((total - 1) * 0.5)), (ceil((total - 1) * 0.5)), (floor((total - 1) * 0.9)),
      (ceil((total - 1) * 0.9))) wanted (place) where total > 0),
  needed as materialized (select bucket, earlier from buckets
    where exists (select from places where place >= earlier and place < earlier + n)),
  ranked as (select * from (
    select minutes, earlier + row_number() over (partition by bucket order by minutes) - 1 as place
    from (select needed.bucket, needed.earlier, f.answer_minutes as minutes from needed
        join report_facts f on f.company_id = ${asked.companyId} and f.answer_bucket = needed.bucket
        where ${isAsked('f', asked)} and f.id not in (select lead from changed)
      union all
      select needed.bucket, needed.earlier, fresh.answer_minutes from needed
        join fresh on fresh.answer_bucket = needed.bucket where ${isAsked('fresh', asked)}) candidate) found
    where place in (select place from places))`;

/**
 * Returns the SQL that sums the amounts owed in each age group. An amount's age counts from the day the estimate was
 * accepted. For most days, the amounts are read from the tallies. On three UTC days, one age group ends and the next
 * begins. For these days, the amounts are read lead by lead, using the index report_facts_owed_since.
 */
function owed(asked: Asked): RawBuilder<unknown> {
  const borders = OWED_AGES.filter((age) => age > 0).map(
    (age) => Math.floor((asked.now.getTime() - age * DAY) / DAY) * DAY,
  );
  const atBorder = (facts: string) => {
    const at = sql.ref(`${facts}.accepted_at`);
    const days = borders.map((day) => sql`${at} >= ${new Date(day)} and ${at} < ${new Date(day + DAY)}`);
    return sql`${sql.ref(`${facts}.outstanding_cents`)} > 0 and (${sql.join(days, sql` or `)}) and ${isAsked(facts, asked)}`;
  };
  const elsewhere = borders.map((day) => `owed:${new Date(day).toISOString().slice(0, 10)}`);
  return sql`
    select 'owed:' || age, sum(n)::bigint, 0, 0, sum(cents)::bigint, null from (
      select (substr(item, 6)::date)::timestamp at time zone 'UTC' as accepted_at, n, cents from items
        where item like 'owed:%' and item <> all(${elsewhere}::text[])
      union all select f.accepted_at, 1, f.outstanding_cents from report_facts f
        where f.company_id = ${asked.companyId} and ${atBorder('f')} and f.id not in (select lead from changed)
      union all select fresh.accepted_at, 1, fresh.outstanding_cents from fresh where ${atBorder('fresh')}) owing
    cross join lateral (select max(age) as age from unnest(${[...OWED_AGES]}::int[]) age
      where age = 0 or owing.accepted_at <= ${asked.now}::timestamptz - age * interval '24 hours') grouped
    group by age`;
}

/** Sums payments by month in the company's time zone. */
const receivedByMonth = ({ zone }: Asked): RawBuilder<unknown> => sql`
  select 'month:' || month, sum(n)::bigint, 0, 0, sum(cents)::bigint, null
  from items cross join lateral (select ${monthOfSlot(sql`substr(item, 10)`, zone)} as month) paid
  where item like 'received:%'
  group by month having sum(cents) <> 0`;
