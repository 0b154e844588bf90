import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCompany } from '#core/features/company/create-company.ts';
import { findContractor } from '#core/features/widget/find-contractor.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/caller.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function founded(name: string): Promise<{ company: CompanyRow; caller: Caller }> {
  const { id: userId, email } = await app.a.user();
  const company = await app.deps.system.transaction().execute((tx) => createCompany(tx, { userId, name, email }));
  return { company, caller: await app.callerFor(company) };
}
const rename = ({ caller }: { caller: Caller }, name: string) => caller.company.update({ name });
/** Resets the daily limit on renames. */
const nextDay = () => sql`delete from rate_limits where key like 'contractor-id%'`.execute(app.deps.system);

test('a company can take five new contractor ids a day, and its own again at any time', async () => {
  const own = await founded('Day Fence');
  for (let count = 1; count <= 5; count += 1) await rename(own, `Day Fence ${'I'.repeat(count)}`);
  const refused: unknown = await rename(own, 'Day Fence Six').then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.cause : error),
  );
  expect(refused).toBeInstanceOf(AppError);
  expect(refused).toMatchObject({
    code: 'RATE_LIMITED',
    message: 'You changed the company name 5 times today. Try again tomorrow',
  });
  expect((await own.caller.company.get()).name).toBe('Day Fence IIIII');
  expect((await rename(own, 'Day Fence')).contractorId).toBe('day-fence');
  // a new name that results in the same id doesn't count toward the limit
  expect((await rename(own, 'DAY FENCE')).contractorId).toBe('day-fence');
  expect(await own.caller.company.update({ name: 'DAY FENCE', phone: '' })).toMatchObject({ name: 'DAY FENCE' });
});

test('a company has at most ten contractor ids; after that, renaming keeps the id, and all ten work', async () => {
  const own = await founded('Many Fence');
  const ids = new Set<string>();
  for (let count = 0; count < 14; count += 1) {
    await nextDay();
    const renamed = await rename(own, `Many Fence ${count}`);
    expect(renamed.name).toBe(`Many Fence ${count}`);
    ids.add(renamed.contractorId);
  }
  expect(ids.size).toBe(9);
  for (const id of [...ids, own.company.contractor_id]) expect(await findContractor(app.deps, id)).toBe(own.company.id);
  expect(await findContractor(app.deps, 'many-fence-13')).toBeUndefined();
  expect((await founded('Many Fence 13')).company.contractor_id).toBe('many-fence-13');
});
