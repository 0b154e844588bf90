import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { DealView, OrganizationView } from '#shared/features/crm/crm.schema.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/caller.ts';
import { refusalOf } from '../../../../test/refusal.ts';

let app: TestApp;
let company: CompanyRow;
let caller: Caller;
let crm: Caller['crm'];
let org: OrganizationView;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  company = await app.a.company();
  caller = await app.callerFor(company);
  ({ crm } = caller);
  org = await crm.organizations.create({ name: 'Treasure Valley' });
});

const titles = (deals: readonly DealView[]) => deals.map(({ title }) => title).toSorted();
const history = async (dealId: string) =>
  (await crm.deals.history({ dealId })).items.map(({ kind, from, to }) => [kind, from, to]);

test('the expected close is stored as a day, independent of time zones', async () => {
  const deal = await crm.deals.create({ orgId: org.id, title: 'Fence', expectedClose: '2026-12-01' });
  expect(deal.expectedClose).toBe('2026-12-01');
  expect((await crm.deals.update({ dealId: deal.id, expectedClose: '2026-12-15' })).expectedClose).toBe('2026-12-15');
  expect((await crm.deals.update({ dealId: deal.id, note: 'Call' })).expectedClose).toBe('2026-12-15');
  expect((await crm.deals.update({ dealId: deal.id, expectedClose: null })).expectedClose).toBeNull();
  for (const expectedClose of ['2026-02-30', 'soon', '12/01/2026'])
    await expect(crm.deals.update({ dealId: deal.id, expectedClose })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test('a loss has a reason, which is cleared when the deal is reopened, and can also mark the lead as lost', async () => {
  const lead = await app.a.lead(company, { name: 'Dana' });
  const { id: dealId } = await crm.deals.create({ orgId: org.id, title: 'Fence', leadId: lead.id });
  expect((await refusalOf(crm.deals.update({ dealId, lostReason: 'price' }))).code).toBe('VALIDATION_FAILED');
  expect(await crm.deals.update({ dealId, lost: true, lostReason: 'price', leadLost: true })).toMatchObject({
    status: 'lost',
    lostReason: 'price',
    lead: { open: false },
  });
  const today = app.clock.now().toISOString().slice(0, 10);
  const report = () => caller.analytics.overview({ from: '2026-01-01', to: today });
  expect((await report()).lostReasons).toEqual([{ reason: 'price', count: 1 }]);
  expect(await crm.deals.update({ dealId, lostReason: 'not now' })).toMatchObject({ lostReason: 'not now' });
  expect(await crm.deals.update({ dealId, lost: false, leadLost: false })).toMatchObject({
    status: 'open',
    lostReason: null,
    lead: { open: true },
  });
  expect((await report()).lostReasons).toEqual([]);
  expect(await crm.deals.update({ dealId, lost: true })).toMatchObject({ lostReason: null, lead: { open: true } });
  // a reason that Postgres can't store is saved as no reason
  expect(await crm.deals.update({ dealId, lostReason: '\u0000' })).toMatchObject({ lostReason: null });
  expect(await history(dealId)).toEqual([
    ['lost', null, null],
    ['reopened', null, null],
    ['lost', null, 'not now'],
    ['lost', null, 'price'],
    ['created', null, 'Lead in'],
  ]);
});

test('the history shows who changed what, newest first, in pages', async () => {
  const { id: dealId } = await crm.deals.create({ orgId: org.id, title: 'Fence' });
  const [pipeline] = await crm.pipelines.list({ orgId: org.id });
  const other = await crm.pipelines.create({ orgId: org.id, name: 'Service calls' });
  await crm.deals.move({ dealId, stageId: pipeline?.stages[1]?.id ?? '' });
  await crm.deals.move({ dealId, stageId: other.stages[0]?.id ?? '' });
  await crm.deals.update({ dealId, amountCents: 150_000, expectedClose: '2026-12-01', ownerId: company.user_id });
  await crm.deals.update({ dealId, title: 'Fence', amountCents: 150_000 });
  const all = await crm.deals.history({ dealId });
  expect(all.items.every(({ by, rule }) => by?.userId === company.user_id && rule === null)).toBe(true);
  expect(await history(dealId)).toEqual(
    expect.arrayContaining([
      ['owner', null, 'Robin Palmer'],
      ['expected_close', null, '2026-12-01'],
      ['amount', null, '$1,500.00'],
      ['moved', 'Deals: Measured', 'Service calls: Lead in'],
      ['moved', 'Lead in', 'Measured'],
      ['created', null, 'Lead in'],
    ]),
  );
  expect(all.items).toHaveLength(6);
  await crm.pipelines.update({ pipelineId: other.id, removeStages: [other.stages[0]?.id ?? ''] });
  expect((await history(dealId))[0]).toEqual(['moved', 'Lead in', 'Measured']);
  for (let turn = 0; turn < 30; turn += 1) await crm.deals.update({ dealId, amountCents: turn % 2 === 0 ? 1 : 2 });
  const first = await crm.deals.history({ dealId });
  const second = await crm.deals.history({ dealId, cursor: first.nextCursor });
  expect([first.items.length, second.items.length, second.nextCursor]).toEqual([30, 7, null]);
});

test('deals are found by every word in title, note, lead and address, and by owner', async () => {
  const lead = await app.a.lead(company, { name: 'Marisol Vega', address: '2217 Sagebrush Ln' });
  const member = await app.a.member(company, 'sales', { name: 'Sam Ortiz' });
  await crm.deals.create({ orgId: org.id, title: 'Quail Ridge', note: '100% vinyl', ownerId: member.userId });
  await crm.deals.create({ orgId: org.id, title: 'East side', leadId: lead.id });
  const find = async (search: string) => titles(await crm.deals.list({ orgId: org.id, search }));
  expect(await find('  ')).toEqual(['East side', 'Quail Ridge']);
  expect(await find('QUAIL')).toEqual(['Quail Ridge']);
  expect(await find('vega sage')).toEqual(['East side']);
  expect(await find('100%')).toEqual(['Quail Ridge']);
  expect(await find('vega quail')).toEqual([]);
  expect(await find('_\u0000\\')).toEqual([]);
  const owned = async (ownerId: string | null) => crm.deals.list({ orgId: org.id, ownerId });
  expect(await owned(member.userId)).toMatchObject([{ owner: { userId: member.userId, name: 'Sam Ortiz' } }]);
  expect(titles(await owned(null))).toEqual(['East side']);
});

test('a sales member sees their own and unassigned deals, is assigned an unassigned deal by editing it, and can’t reassign it to others', async () => {
  const seller = await app.a.member(company, 'sales', { name: 'Sam Ortiz' });
  const colleague = await app.a.member(company, 'sales');
  const viewer = await app.a.member(company, 'viewer');
  const sales = (await app.callerFor(company, { userId: seller.userId, role: 'sales' })).crm;
  const theirs = await crm.deals.create({ orgId: org.id, title: 'Theirs', ownerId: colleague.userId });
  const free = await crm.deals.create({ orgId: org.id, title: 'Free' });
  const seen = async () => titles(await sales.deals.list({ orgId: org.id }));
  expect(await seen()).toEqual(['Free']);
  for (const call of [
    () => sales.deals.update({ dealId: theirs.id, title: 'Mine' }),
    () => sales.deals.move({ dealId: theirs.id, stageId: theirs.stageId }),
    () => sales.deals.history({ dealId: theirs.id }),
    () => sales.deals.delete({ dealId: theirs.id }),
  ])
    expect((await refusalOf(call())).code).toBe('NOT_FOUND');
  // the position also counts deals that the user can't see, and moving a deal doesn't reassign the deals that shift
  const own = await sales.deals.create({ orgId: org.id, title: 'Own' });
  expect(own.owner).toEqual({ userId: seller.userId, name: 'Sam Ortiz' });
  await sales.deals.move({ dealId: own.id, stageId: own.stageId, before: null });
  expect((await crm.deals.list({ orgId: org.id })).find(({ id }) => id === free.id)?.owner).toBeNull();
  expect((await sales.deals.update({ dealId: free.id, note: 'Called' })).owner?.userId).toBe(seller.userId);
  const give = (ownerId: string | null) => sales.deals.update({ dealId: free.id, ownerId });
  expect((await refusalOf(give(colleague.userId))).code).toBe('FORBIDDEN');
  expect((await give(null)).owner).toBeNull();
  expect(await refusalOf(crm.deals.update({ dealId: free.id, ownerId: viewer.userId }))).toMatchObject({
    message: 'You can’t assign deals to a viewer. Choose someone else',
  });
  const stranger = await app.a.company();
  expect((await refusalOf(crm.deals.update({ dealId: free.id, ownerId: stranger.user_id }))).code).toBe(
    'VALIDATION_FAILED',
  );
});

test('a deal is reassigned with its lead, including when a member leaves', async () => {
  const [one, two] = [await app.a.member(company, 'sales'), await app.a.member(company, 'sales')];
  const lead = await app.a.lead(company, { assigned_to: one.userId });
  const deal = await crm.deals.create({ orgId: org.id, title: 'Fence', leadId: lead.id });
  const owner = async () => (await crm.deals.list({ orgId: org.id })).find(({ id }) => id === deal.id)?.owner?.userId;
  expect(await owner()).toBe(one.userId);
  await caller.leads.assign({ leadId: lead.id, userId: two.userId });
  expect(await owner()).toBe(two.userId);
  await caller.team.remove({ userId: two.userId, handTo: one.userId });
  expect(await owner()).toBe(one.userId);
  await caller.team.remove({ userId: one.userId });
  expect(await owner()).toBeUndefined();
});

test('viewers can read deals, rules and history, but not change them', async () => {
  const viewer = await app.a.member(company, 'viewer');
  const sees = (await app.callerFor(company, { userId: viewer.userId, role: 'viewer' })).crm;
  const deal = await crm.deals.create({ orgId: org.id, title: 'Fence' });
  expect(await sees.deals.list({ orgId: org.id })).toHaveLength(1);
  expect((await sees.deals.history({ dealId: deal.id })).items).toHaveLength(1);
  expect((await sees.rules.get()).makeDeal).toBe(true);
  for (const call of [
    () => sees.rules.update({ makeDeal: false }),
    () => sees.deals.update({ dealId: deal.id, lost: true }),
  ])
    expect((await refusalOf(call())).code).toBe('FORBIDDEN');
});
