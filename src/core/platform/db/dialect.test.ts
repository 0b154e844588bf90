import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import type { CompanyRow } from '../../features/company/company.table.ts';
import { type CompanyTx, inCompany } from './app.ts';
import { keptPlan, prepared } from './dialect.ts';

let app: TestApp;
let company: CompanyRow;
beforeAll(async () => {
  app = await startTestApp();
  company = await app.a.company();
  for (const name of ['Ann', 'Bob']) await app.a.lead(company, { name });
});
afterAll(() => app.close());

/**
 * Returns how often this connection used a generic plan (`kept`) and a custom plan (`anew`) for the prepared statements
 * that contain this word.
 */
async function plansOf(tx: CompanyTx, word: string): Promise<{ kept: number; anew: number }[]> {
  const { rows } = await sql<{ kept: number; anew: number }>`
    select generic_plans as kept, custom_plans as anew from pg_prepared_statements
    where statement like ${`%${word}%`}`.execute(tx);
  return rows;
}

test('prepares a marked query once per connection, with the same results', async () => {
  await inCompany(app.deps.db, company.id, async (tx) => {
    const named = (name: string) => tx.selectFrom('leads').select('name as built_name').where('name', '=', name);
    for (const name of ['Ann', 'Bob', 'Ann']) {
      expect(await named(name).modifyFront(prepared).execute()).toEqual(await named(name).execute());
    }
    expect(await plansOf(tx, 'built_name')).toHaveLength(1);
  });
});

test('uses a generic plan for a list of texts, whatever its length', async () => {
  await inCompany(app.deps.db, company.id, async (tx) => {
    for (let round = 0; round < 10; round += 1) {
      const names = ['Ann', 'Bob', 'Cy'].slice(0, 1 + (round % 3));
      const { rows } = await sql<{ kept_name: string }>`${prepared} select name as kept_name from leads
        where name = any(${keptPlan(names)}::text[]) order by name`.execute(tx);
      expect(rows.map(({ kept_name: name }) => name)).toEqual(names.slice(0, 2));
    }
    // Postgres uses five custom plans before it compares them with the generic one.
    expect(await plansOf(tx, 'kept_name')).toEqual([{ kept: 5, anew: 5 }]);
  });
});
