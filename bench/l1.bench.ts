import { type RawBuilder, sql } from 'kysely';
import { writeCursor } from '#core/features/leads/cursor.ts';
import { listLeads } from '#core/features/leads/read-leads.ts';
import { inCompany } from '#core/platform/db/app.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { leadListInput, type LeadListInput } from '#shared/features/leads/leads.schema.ts';
import { type BenchDatabase, openDatabase } from './database.ts';
import { fillLeads } from './leads-data.ts';
import { type Line, milliseconds } from './result.ts';
import { inTurn, timed } from './rounds.ts';

const LEADS = 100_000;
const PAGE = 50;
const GOAL = 1.2;

export async function l1(): Promise<Line[]> {
  const database = await openDatabase();
  try {
    const company = await database.a.company();
    await fillLeads(database, company, LEADS);
    return [await pages(database, company, 'newest'), await pages(database, company, 'name')];
  } finally {
    await database.close();
  }
}

/** Compares the last full page, loaded by cursor, with the first page. Also compares both with OFFSET. */
async function pages(database: BenchDatabase, company: CompanyRow, sort: 'newest' | 'name'): Promise<Line> {
  const cursor = await cursorBefore(database, company, sort);
  const list = (more: Partial<LeadListInput>) =>
    listLeads(database, company.id, leadListInput.parse({ sort, ...more }));
  const result = await inTurn({
    floor: timed(() => list({})),
    ours: timed(() => list({ cursor })),
    peer: timed(() => byOffset(database, company, { sort, offset: LEADS - PAGE - 1 }), 3),
  });
  const ratio = result.ours / result.floor;
  return {
    id: sort === 'newest' ? 'L1' : 'L1 by name',
    ours: milliseconds(result.ours),
    peer: `${milliseconds(result.peer)} OFFSET`,
    floor: milliseconds(result.floor),
    ratio,
    goal: `at most ${GOAL}`,
    met: ratio <= GOAL,
    valid: result.valid,
  };
}

const orders: Record<'newest' | 'name', { order: RawBuilder<unknown>; key: RawBuilder<string> }> = {
  newest: {
    order: sql`created_at desc, id desc`,
    key: sql`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  },
  name: { order: sql`name_key, id`, key: sql`name_key` },
};

async function cursorBefore({ db }: BenchDatabase, { id }: CompanyRow, sort: 'newest' | 'name'): Promise<string> {
  const { order, key } = orders[sort];
  const { rows } = await inCompany(db, id, (tx) =>
    sql<{
      id: string;
      key: string;
    }>`select id, ${key} as key from leads where company_id = ${id} and archived_at is null
      order by ${order} offset ${LEADS - PAGE - 1} limit 1`.execute(tx),
  );
  const [row] = rows;
  if (!row) throw new Error('there are fewer leads than that');
  return writeCursor(row);
}

const byOffset = (
  { db }: BenchDatabase,
  { id }: CompanyRow,
  { sort, offset }: { sort: 'newest' | 'name'; offset: number },
) =>
  inCompany(db, id, (tx) =>
    sql`select * from leads where company_id = ${id} and archived_at is null order by ${orders[sort].order}
      offset ${offset} limit ${PAGE + 1}`.execute(tx),
  );
