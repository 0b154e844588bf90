import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { atOnce } from './app.ts';
import { readInCompany } from './read-together.ts';

let app: TestApp;
let one: CompanyRow;
let other: CompanyRow;
beforeAll(async () => {
  app = await startTestApp();
  [one, other] = [await app.a.company(), await app.a.company()];
  await app.a.lead(one, { name: 'Of one' });
  await app.a.lead(other, { name: 'Of the other' });
});
afterAll(() => app.close());

// This query has no filter of its own: only row-level security limits it to a company.
const names = sql<{ name: string }>`select name from leads`;
const transaction = sql<{ id: string }>`select pg_current_xact_id()::text as id`;
const wrong = sql<{ no: number }>`select 1 / 0 as no`;

test('simultaneous reads see only the rows of their own company', async () => {
  const { db } = app.deps;
  const answers = [one, other, one].map(({ id }) => readInCompany(db, id, names));
  expect(await Promise.all(answers)).toEqual([[{ name: 'Of one' }], [{ name: 'Of the other' }], [{ name: 'Of one' }]]);
  // None of the transaction's settings may remain on a connection afterward.
  expect((await names.execute(db)).rows).toEqual([]);
});

test('a company’s simultaneous reads share a transaction, and later reads use another', async () => {
  const ask = async () => (await readInCompany(app.deps.db, one.id, transaction))[0]?.id;
  const [first, second] = await Promise.all([ask(), ask()]);
  expect(first).toBe(second);
  expect(await ask()).not.toBe(first);
});

test('a failing statement doesn’t affect the others', async () => {
  const { db } = app.deps;
  const [good, bad, alsoGood] = await Promise.allSettled([
    readInCompany(db, one.id, names),
    readInCompany(db, one.id, wrong),
    readInCompany(db, one.id, names),
  ]);
  expect(good).toEqual({ status: 'fulfilled', value: [{ name: 'Of one' }] });
  expect(bad).toMatchObject({ status: 'rejected', reason: { message: 'division by zero' } });
  expect(alsoGood).toEqual(good);
});

test('statements sent together commit or roll back together', async () => {
  const { db, system } = app.deps;
  const rename = sql<{ name: string }>`update leads set name = 'Renamed' returning name`;
  await expect(atOnce(db, other.id, [rename, wrong])).rejects.toThrow('division by zero');
  expect(await atOnce(db, other.id, [names, names])).toEqual([[{ name: 'Of the other' }], [{ name: 'Of the other' }]]);
  expect(await atOnce(db, other.id, [rename])).toEqual([[{ name: 'Renamed' }]]);
  const kept = await system.selectFrom('leads').select('name').where('company_id', '=', one.id).execute();
  expect(kept).toEqual([{ name: 'Of one' }]);
});
