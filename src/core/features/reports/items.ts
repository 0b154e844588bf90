import { type RawBuilder, sql } from 'kysely';

// The amounts that facts add to each figure, as rows (item, n, sent, won, cents). `n` counts leads, with two
// exceptions. For 'step', `n` counts messages, and `won` counts replies. For 'reason', `n` counts reasons. `itemsOf`
// builds the rows for one lead, and `sumsOf` for many leads, from the same lists.

interface Counted {
  item: string;
  /** The SQL condition on a row of facts. */
  when: string;
  /** The column to sum, in cents. */
  cents?: string;
}

/** Each figure counts the leads that meet its condition. */
const COUNTED: readonly Counted[] = [
  { item: 'contacted', when: 'f.stage >= 1' },
  { item: 'sent', when: 'f.stage >= 2' },
  { item: 'viewed', when: 'f.stage >= 3' },
  { item: 'accepted', when: 'f.stage >= 4' },
  { item: 'paid', when: 'f.stage >= 5' },
  { item: 'outstanding', when: 'f.outstanding_cents > 0', cents: 'f.outstanding_cents' },
  { item: 'deposited', when: 'f.deposited_cents <> 0', cents: 'f.deposited_cents' },
  { item: 'lost', when: "f.reasons <> '{}'" },
];

/** Each figure groups the leads by a column's value. Leads with a null value aren't in any group. */
const GROUPED: readonly [prefix: string, column: string][] = [
  ['answer', 'answer_bucket'],
  ['source', 'source'],
  ['material', 'material_type'],
  ['zip', 'zip'],
  ['user', 'user_id'],
  ['first', 'first_touch'],
  ['last', 'last_touch'],
];

const REASON = "'reason:' || coalesce(nullif(btrim(reason), ''), 'No reason')";
/** The SQL for an outstanding amount's group: the UTC day when the estimate was accepted. */
const OWED = "'owed:' || (f.accepted_at at time zone 'UTC')::date";
const STEPS = 'unnest(f.steps, f.replies) with ordinality as step (sent, replies, step)';
const RECEIVED = 'unnest(f.paid_slots, f.paid_cents) as received (slot, cents)';

/**
 * Returns the SQL that adds one row of facts, or subtracts it if `sign` is -1. Cross join it with the rows that have
 * the alias `facts`.
 */
export const itemsOf = (facts: string, sign: 1 | -1): RawBuilder<unknown> =>
  sql.raw(
    `lateral (
    select item, ${sign} * n::int as n, ${sign} * sent::int as sent, ${sign} * won::int as won, ${sign} * cents as cents
    from (values
      ('total', 1, f.stage >= 2, f.won, f.won_cents),
      ${COUNTED.map(({ item, when, cents }) => `('${item}', (${when})::int, false, false, ${cents ?? 0})`).join()},
      ${GROUPED.map(([prefix, column]) => `('${prefix}:' || f.${column}, 1, f.stage >= 2, f.won, f.won_cents)`).join()},
      (case when f.outstanding_cents > 0 then ${OWED} end, 1, false, false, f.outstanding_cents)
    ) item (item, n, sent, won, cents) where item is not null and n <> 0
    union all
    select 'step:' || step, ${sign} * sent, 0, ${sign} * replies, 0 from ${STEPS}
    union all
    select ${REASON}, ${sign}, 0, 0, 0 from unnest(f.reasons) reason
    union all
    select 'received:' || received.slot, ${sign}, 0, 0, ${sign} * received.cents from ${RECEIVED}
  )`.replaceAll('f.', `${facts}.`),
  );

/** The columns that `sumsOf` needs. */
export const SUMMED_COLUMNS =
  sql.raw(`stage, won, won_cents, outstanding_cents, deposited_cents, reasons, steps, replies, accepted_at, paid_slots,
  paid_cents, ${GROUPED.map(([, column]) => column).join(', ')}`);

/**
 * Returns the SQL that sums all figures over the common table expression `rows`. That expression must have the columns
 * in `SUMMED_COLUMNS`. Each part of the union reads every row once.
 */
export const sumsOf = (rows: string): RawBuilder<unknown> =>
  sql.raw(`
  select item.* from (select count(*) as n, count(*) filter (where stage >= 2) as reached,
      count(*) filter (where won) as won, sum(won_cents) as won_cents,
      ${COUNTED.map(({ item, when, cents = '0' }) => `count(*) filter (where ${when}) as n_${item}, sum(${cents}) as c_${item}`).join()}
    from ${rows} f) f
  cross join lateral (values ('total', n, reached, won, won_cents),
    ${COUNTED.map(({ item }) => `('${item}', n_${item}, 0, 0, c_${item})`).join()}) item (item, n, sent, won, cents)
  where item.n <> 0
  union all
  select * from (select case ${GROUPED.map(([prefix, column]) => `when grouping(${column}) = 0 then '${prefix}:' || ${column}`).join(' ')} end as item,
      count(*) as n, count(*) filter (where stage >= 2), count(*) filter (where won), sum(won_cents)
    from ${rows} group by grouping sets (${GROUPED.map(([, column]) => `(${column})`).join()})) grouped
  where item is not null
  union all
  select ${OWED}, count(*), 0, 0, sum(f.outstanding_cents) from ${rows} f where f.outstanding_cents > 0 group by 1
  union all
  select 'step:' || step, sum(sent), 0, sum(step.replies), 0 from ${rows} f cross join ${STEPS}
    where f.steps <> '{}' group by step
  union all
  select ${REASON}, count(*), 0, 0, 0 from ${rows} f cross join unnest(f.reasons) reason where f.reasons <> '{}' group by 1
  union all
  select 'received:' || received.slot, count(*), 0, 0, sum(received.cents) from ${rows} f cross join ${RECEIVED}
    where f.paid_slots <> '{}' group by 1`);
