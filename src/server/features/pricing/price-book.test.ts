import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { neutralBook } from '#shared/features/pricing/price-book.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/caller.ts';
import { refusalOf } from '../../../../test/refusal.ts';

let app: TestApp;
let company: CompanyRow;
let caller: Caller;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  company = await app.a.company();
  await app.a.material(company, { name: 'Cedar' });
  caller = await app.callerFor(company);
});

const faultsOf = async (call: Promise<unknown>) => {
  const { code, fields } = await refusalOf(call);
  expect(code).toBe('VALIDATION_FAILED');
  return fields ?? {};
};

it('is edited, exported and imported only by owners and managers', async () => {
  const { book } = await caller.pricing.get();
  const { csv } = await caller.pricing.exportBook();
  for (const role of ['sales', 'viewer'] as const) {
    const { userId } = await app.a.member(company, role);
    const member = await app.callerFor(company, { userId, role });
    const { version, ...unchanged } = book;
    for (const call of [
      () => member.pricing.updateBook({ book: unchanged, version }),
      () => member.pricing.exportBook(),
      () => member.pricing.importBook({ csv }),
      () => member.costs.get(),
      () => member.costs.update({ version: 0, hourlyCents: 1 }),
    ])
      expect((await refusalOf(call())).code).toBe('FORBIDDEN');
  }
  const { userId } = await app.a.member(company, 'manager');
  const manager = await app.callerFor(company, { userId, role: 'manager' });
  await manager.pricing.importBook({ csv });
  expect((await manager.pricing.exportBook()).csv).toBe(csv);
});

it('comes back from its own file, and keeps its items’ ids', async () => {
  const [material] = (await caller.pricing.get()).materials;
  const book = {
    ...neutralBook(35_050),
    heights: [{ materialId: material?.id ?? '', heightFt: 6, perFootCents: 3_200 }],
    items: [{ label: '=Permit, "city"', unit: 'job' as const, cents: 7_500, optional: false }],
    zones: [{ zips: ['08540'], refuse: true as const }],
  };
  await caller.pricing.updateBook({ book, version: 1 });
  const before = await caller.pricing.get();
  const { csv } = await caller.pricing.exportBook();
  await caller.pricing.updateBook({ book: neutralBook(0), version: before.book.version });
  const { version } = await caller.pricing.importBook({ csv });
  expect(await caller.pricing.get()).toEqual({ ...before, book: { ...before.book, version } });
  expect(before).toMatchObject({ gatePriceCents: 35_050, book: { items: [{ label: '=Permit, "city"' }] } });
});

it('names the faulty rows of a file, and then changes nothing', async () => {
  const before = await caller.pricing.get();
  const { csv } = await caller.pricing.exportBook();
  const theirs = await app.a.company();
  await app.a.material(theirs, { name: 'Redwood' });
  const rows = csv.trimEnd().split('\r\n').length;
  const faults = await faultsOf(
    caller.pricing.importBook({ csv: `${csv}height,,,Redwood,6,foot,,,32,\r\nend,,,,,,,,-5,\r\n` }),
  );
  expect(faults).toEqual({
    [`rows.${rows + 1}`]: '“Redwood” isn’t one of your materials. Use one of these: Cedar',
    [`rows.${rows + 2}`]: `Row ${rows - 5} already has this. Keep one of them`,
  });
  expect(await faultsOf(caller.pricing.importBook({ csv: 'name\nCedar' }))).toHaveProperty('csv');
  expect(await faultsOf(caller.pricing.importBook({ csv: '' }))).toHaveProperty('csv');
  expect(await caller.pricing.get()).toEqual(before);
});
