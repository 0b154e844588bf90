import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { searchFold } from '#shared/primitives/search-fold.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/caller.ts';
import cases from '../../../../test/cases/search.json' with { type: 'json' };

let app: TestApp;
let company: CompanyRow;
let caller: Caller;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  company = await app.a.company();
  caller = await app.callerFor(company);
});
const found = async (search: string) => (await caller.leads.list({ search })).items.map(({ id }) => id);

test.each([
  ...cases.cases.filter(([stored]) => !stored?.startsWith('EST-')),
  ['Jose\u0301 Di\u0301az', 'JOSÉ DÍAZ'],
  ['Ñandú Ærø', 'nandu aero'],
  ['Siân Ó’Néill', "o'neill sian"],
  ['Straße & Söhne', 'strasse sohne'],
  ['Kaʻiulani', 'kaiulani'],
  ['Ｆｕｌｌ Width', 'full'],
])('%j is found by %j', async (stored = '', typed = '') => {
  const name = stored.includes('(decomposed') ? 'Jose\u0301 Di\u0301az' : stored;
  const lead = await app.a.lead(company, { name });
  expect(await found(typed)).toEqual([lead.id]);
});

test('Postgres and the search fold every character alike', async () => {
  const every = Array.from({ length: 0x2_fff }, (_, at) => at + 1)
    .filter((code) => code < 0xd800)
    .map((code) => String.fromCodePoint(code));
  const { rows } = await sql<{ folded: string; said: string }>`
    select said, search_fold(said) as folded from unnest(${every}::text[]) said`.execute(app.deps.system);
  // Latin letters, accents and punctuation. In other scripts, the two may know different versions of Unicode.
  const ranges = [
    [0x1, 0x24f],
    [0x300, 0x36f],
    [0x1e00, 0x1eff],
    [0x2000, 0x206f],
  ] as const;
  const latin = (text: string) =>
    ranges.some(([from, to]) => (text.codePointAt(0) ?? 0) >= from && (text.codePointAt(0) ?? 0) <= to);
  for (const { said, folded } of rows.filter((row) => latin(row.said)))
    expect([said, folded]).toEqual([said, searchFold(said)]);
});

test('a lead is found by its estimate’s number, a second email and number in its notes', async () => {
  const lead = await caller.leads.create({
    name: 'Ann',
    email: 'ann@example.com',
    phone: '614-229-0649 / (614) 229-0650',
    notes: 'Also under email: second@example.com',
  });
  const row = await app.deps.system
    .selectFrom('leads')
    .selectAll()
    .where('company_id', '=', company.id)
    .executeTakeFirstOrThrow();
  const { number } = await app.a.estimate(company, row);
  for (const typed of [
    number,
    number.toLowerCase(),
    number.slice(-4),
    number.slice(0, -5),
    'second@example',
    '(614) 229-0650',
    '229-0650',
  ])
    expect([typed, await found(typed)]).toEqual([typed, [lead.id]]);
});

test('a merged lead is found by what either had', async () => {
  const at = app.clock.now().getTime();
  const older = await app.a.lead(company, {
    name: 'Ann Lee',
    email: 'a@example.com',
    address: '1 Oak St',
    created_at: new Date(at - 2_000),
  });
  const newer = await app.a.lead(company, {
    name: 'Ana Leigh',
    email: 'b@example.com',
    address: '9 Zebra Way',
    created_at: new Date(at - 1_000),
  });
  await caller.leads.merge({ leadId: older.id, otherLeadId: newer.id });
  for (const typed of ['a@example', 'b@example', 'oak', 'zebra'])
    expect([typed, await found(typed)]).toEqual([typed, [older.id]]);
});
