import { sql } from 'kysely';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { foldFacts } from '#core/features/reports/fold-facts.ts';
import { reportOverview } from '#core/features/reports/overview.ts';
import type { ReportInput } from '#shared/features/reports/reports.schema.ts';
import { addDays, localDate } from '#shared/primitives/local-date.ts';
import { type BenchDatabase, openDatabase } from './database.ts';
import { fillLeads } from './leads-data.ts';
import { type Line, milliseconds } from './result.ts';
import { inTurn, quantile } from './rounds.ts';

const LEADS = 1_000_000;
/** The number of leads that changed since the last report update, as in a company's busiest seconds. */
const CHANGED = 200;
const MATERIALS = ['Vinyl', '6ft Wood', 'Chain Link'];
const GOAL = 0.1;
const GOAL_MS = 300;

/** Compares a report on one company's 1,000,000 leads with a sequential scan of the same leads. */
export async function r1(): Promise<Line[]> {
  const database = await openDatabase();
  try {
    const { a, db, owner, clock } = database;
    const company = await a.company();
    await fillLeads(database, company, LEADS);
    const { people, materials } = await fillFigures(database, company);
    await owner.query('insert into report_marks (company_id, lead) select company_id, id from leads');
    while (await foldFacts(db, company.id, 50_000)) continue;
    await owner.query('vacuum analyze report_facts, report_tallies, report_marks');
    await owner.query(`update leads set status = 'paid' where id in (select id from leads limit ${CHANGED})`);
    const today = localDate(clock.now().toISOString().slice(0, 10));
    const periods = [6, 29, 89, 364, 699].map((days) => ({ from: addDays(today, -days), to: today }));
    const [userId, materialId] = [people[0]?.id, materials[0]?.id];
    const filters = [{ source: 'widget' }, { zip: '83707' }, { userId }, { materialId }, { source: 'widget', userId }];
    const asked: ReportInput[] = [
      ...periods,
      ...periods.map((period) => ({ ...period, compare: 'previous' as const })),
      ...filters.flatMap((filter) => periods.map((period) => ({ ...period, filters: filter }))),
    ];
    const viewer = { companyId: company.id };
    const scan = () =>
      database.system.transaction().execute(async (tx) => {
        await sql`set local enable_indexscan = off`.execute(tx);
        await sql`set local enable_bitmapscan = off`.execute(tx);
        await sql`set local enable_indexonlyscan = off`.execute(tx);
        await sql`set local max_parallel_workers_per_gather = 0`.execute(tx);
        await sql`select source, count(*), count(*) filter (where status = 'paid'), sum(quote_cents) from leads
          where company_id = ${company.id} group by source`.execute(tx);
      });
    const result = await inTurn(
      {
        floor: () => p95([scan, scan, scan]),
        ours: () => p95(asked.map((input) => () => reportOverview({ db, clock }, viewer, input))),
      },
      4,
    );
    const ratio = result.ratioOf('ours');
    return [
      {
        id: 'R1',
        ours: milliseconds(result.ours),
        peer: '',
        floor: milliseconds(result.floor),
        ratio,
        goal: `95th percentile at most ${GOAL_MS} ms, or ${GOAL} of the scan`,
        met: result.ours <= GOAL_MS || ratio <= GOAL,
        valid: result.valid,
      },
    ];
  } finally {
    await database.close();
  }
}

/**
 * Gives the leads sources, statuses, ZIP codes, assignees and materials. A quarter of them get an answer within 36
 * hours, and an eighth a payment.
 */
async function fillFigures({ a, owner }: BenchDatabase, company: CompanyRow) {
  const people = await Promise.all(['A', 'B', 'C', 'D'].map((name) => a.member(company, 'sales', { name })));
  const materials = await Promise.all(MATERIALS.map((name) => a.material(company, { name })));
  // turns off triggers and foreign keys, because the payments don't belong to estimates
  await owner.query('set session_replication_role = replica');
  await owner.query(
    `update leads set source = (array['widget', 'csv', 'manual', 'Yard sign'])[1 + (hashtext(id::text) & 3)],
       status = (array['new', 'contacted', 'estimate_sent', 'paid'])[1 + ((hashtext(id::text) >> 4) & 3)],
       zip = '837' || lpad(((hashtext(id::text) >> 8) & 63)::text, 2, '0'),
       assigned_to = ($2::uuid[])[1 + ((hashtext(id::text) >> 14) & 7)],
       material_id = ($3::uuid[])[1 + ((hashtext(id::text) >> 17) & 3)],
       material_type = ($4::text[])[1 + ((hashtext(id::text) >> 17) & 3)]
     where company_id = $1`,
    [company.id, people.map(({ id }) => id), materials.map(({ id }) => id), MATERIALS],
  );
  await owner.query(
    `insert into messages (company_id, lead_id, direction, channel, kind, from_address, to_address, body, status,
       automated, at)
     select company_id, id, 'out', 'sms', 'message.typed', 'a', 'b', 'Hello', 'sent', false,
       created_at + (hashtext(id::text || 'm') & 131071) * interval '1 second'
     from leads where company_id = $1 and hashtext(id::text || 'x') & 3 = 0`,
    [company.id],
  );
  await owner.query(
    `insert into payments (company_id, lead_id, estimate_id, kind, amount_cents, fee_cents, status, paid_at,
       stripe_account_id, expires_at, created_at)
     select company_id, id, uuidv7(), 'deposit', 100000 + (hashtext(id::text || 'p') & 65535), 1, 'succeeded',
       created_at + interval '5 days', 'acct', created_at, created_at
     from leads where company_id = $1 and hashtext(id::text || 'q') & 7 = 0`,
    [company.id],
  );
  await owner.query('set session_replication_role = origin');
  await owner.query('vacuum analyze leads, messages, payments');
  return { people, materials };
}

async function p95(work: readonly (() => Promise<unknown>)[]): Promise<number> {
  const took: number[] = [];
  for (const one of work) {
    const began = performance.now();
    await one();
    took.push(performance.now() - began);
  }
  return quantile(took, 0.95);
}
