import { listLeads } from '#core/features/leads/read-leads.ts';
import { readToday } from '#core/features/today/read-today.ts';
import { leadListInput } from '#shared/features/leads/leads.schema.ts';
import { openDatabase } from './database.ts';
import { fillLeads } from './leads-data.ts';
import { type Line, milliseconds } from './result.ts';
import { inTurn, quantile, timed } from './rounds.ts';

const LEADS = 100_000;
const GOAL_MS = 50;
const GOAL = 3;
/** One of every so many leads is new, has only a phone, waits for an answer or has unread messages. */
const KINDS = `
  update leads set status = case when n % 10 = 0 then 'new' when n % 10 < 4 then 'contacted' else 'estimate_sent' end,
    email = case when n % 200 = 0 then null else email end,
    awaits_answer = case when n % 300 = 0 then 'reply' end,
    awaits_since = case when n % 300 = 0 then created_at end,
    unread_count = case when n % 150 = 0 then 1 else 0 end
  from (select id as lead, row_number() over (order by created_at desc) as n from leads) numbered where lead = id`;

/** Compares what to do today, for a company with 100,000 leads, with the first page of its list. */
export async function t1(): Promise<Line[]> {
  const database = await openDatabase();
  try {
    const company = await database.a.company();
    await fillLeads(database, company, LEADS);
    await database.owner.query('alter table leads disable trigger user');
    await database.owner.query(KINDS);
    await database.owner.query('alter table leads enable trigger user');
    await database.owner.query('vacuum analyze leads');
    const today = async () => {
      const begun = performance.now();
      await readToday(database, company.id);
      return performance.now() - begun;
    };
    const result = await inTurn({
      floor: timed(() => listLeads(database, company.id, leadListInput.parse({}))),
      ours: async () => {
        const took: number[] = [];
        for (let run = 0; run < 20; run += 1) took.push(await today());
        return quantile(took, 0.95);
      },
    });
    return [
      {
        id: 'T1',
        ours: milliseconds(result.ours),
        peer: '',
        floor: milliseconds(result.floor),
        ratio: result.ratioOf('ours'),
        goal: `95th percentile at most ${GOAL_MS} ms, or ${GOAL} times the floor`,
        met: result.ours <= GOAL_MS || result.ratioOf('ours') <= GOAL,
        valid: true,
      },
    ];
  } finally {
    await database.close();
  }
}
