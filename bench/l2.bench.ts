import { sql } from 'kysely';
import { listLeads } from '#core/features/leads/read-leads.ts';
import { searchPatterns } from '#core/features/leads/search-patterns.ts';
import { inCompany } from '#core/platform/db/app.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { leadListInput } from '#shared/features/leads/leads.schema.ts';
import { type BenchDatabase, openDatabase } from './database.ts';
import { fillLeads } from './leads-data.ts';
import { type Line, milliseconds } from './result.ts';
import { inTurn, median, quantile, type Run } from './rounds.ts';

const LEADS = 1_000_000;
const GOAL_MS = 25;

/**
 * Searches that people type, letter by letter: names, streets, towns, phone numbers, two words, and text without a
 * match.
 */
const TYPED = [
  'szymanski',
  'whitfield',
  'quinn okafor',
  'larkmeadow',
  'meridian',
  'priya nakamura',
  '2082345678',
  'zorzi',
  'walt del',
  '83712',
  'hazel st tampa',
  'mina.lopez9',
];
/** Searches that match nearly every lead, so no index narrows them. */
const COMMON = ['st', 'com', 'gmail', 'id 83', 'example.com st'];

const prefixes = (text: string): string[] =>
  Array.from({ length: text.length }, (_, index) => text.slice(0, index + 1));
const KEYS = [...new Set(TYPED.flatMap(prefixes).map((text) => text.trim()))];

export async function l2(): Promise<Line[]> {
  const database = await openDatabase();
  try {
    const company = await database.a.company();
    await fillLeads(database, company, LEADS);
    const keys = await line(database, company, { id: 'L2', searches: KEYS });
    const common = await line(database, company, { id: 'L2 common words', searches: COMMON });
    return [keys, common];
  } finally {
    await database.close();
  }
}

type Searches = { id: string; searches: readonly string[] };

async function line(database: BenchDatabase, company: CompanyRow, { id, searches }: Searches): Promise<Line> {
  const ours = (search: string) => listLeads(database, company.id, leadListInput.parse({ search }));
  const result = await inTurn(
    {
      floor: () => p95(searches, () => ours('')),
      ours: () => p95(searches, ours),
      // Common searches are the slowest, because each of them reads every lead.
      peer: () => p95(searches.slice(-4), (search) => sequentially(database, company, search)),
    },
    4,
  );
  return {
    id,
    ours: milliseconds(result.ours),
    peer: `${milliseconds(result.peer)} sequential`,
    floor: milliseconds(result.floor),
    ratio: result.ours / result.floor,
    goal: `p95 at most ${GOAL_MS} ms`,
    met: result.ours <= GOAL_MS,
    valid: result.valid,
  };
}

/** Runs each search three times and takes its median. Returns the 95th percentile of a hundred searches. */
async function p95(searches: readonly string[], search: (text: string) => Promise<unknown>): ReturnType<Run> {
  const took: number[] = [];
  for (const text of searches) {
    const times: number[] = [];
    for (let time = 0; time < 3; time += 1) {
      const began = performance.now();
      await search(text);
      times.push(performance.now() - began);
    }
    took.push(median(times));
  }
  return quantile(took, 0.95);
}

/** The query that the tenant role would run. It can't use an index, because LIKE isn't leakproof. */
const sequentially = ({ db }: BenchDatabase, { id }: CompanyRow, search: string) => {
  const words = searchPatterns(search).map(
    (patterns) =>
      sql`(${sql.join(
        patterns.map((pattern) => sql`search_text like ${pattern}`),
        sql` or `,
      )})`,
  );
  return inCompany(db, id, (tx) =>
    sql`select id from leads where company_id = ${id} and archived_at is null and ${sql.join(words, sql` and `)}
      order by created_at desc, id desc limit 51`.execute(tx),
  );
};
