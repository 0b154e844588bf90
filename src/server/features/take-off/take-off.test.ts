import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { EstimateRow } from '#core/features/estimates/estimates.table.ts';
import type { UserId } from '#shared/primitives/ids.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/caller.ts';
import { refusalOf } from '../../../../test/refusal.ts';
import { sign } from '../../../../test/payments.ts';

let app: TestApp;
let company: CompanyRow;
let caller: Caller;
beforeAll(async () => {
  app = await startTestApp();
  company = await app.a.company();
  caller = await app.callerFor(company);
  await app.a.material(company, { name: '6ft Wood Picket', system: 'wood_privacy' });
});
afterAll(() => app.close());

const estimate = async (given: Parameters<TestApp['a']['estimate']>[2] = {}) => {
  const lead = await app.a.lead(company);
  return { lead, row: await app.a.estimate(company, lead, given) };
};
const quantity = async ({ id }: EstimateRow, key: string): Promise<number | undefined> =>
  (await caller.estimates.materials({ estimateId: id })).items.find((item) => item.key === key)?.quantity;

describe('the list of materials', () => {
  test('counts a plain estimate as one run of the usual height', async () => {
    // 184 ft with a walk gate: 11 + 12 sections, 25 posts
    const { row } = await estimate();
    const list = await caller.estimates.materials({ estimateId: row.id });
    expect(list.posts).toEqual({ line: 21, end: 2, corner: 0, transition: 0, gate: 2, pull: 0 });
    expect(list.items).toContainEqual({ key: 'rail', label: 'Rails, 8 ft (Wood)', unit: 'each', quantity: 69 });
    expect(list.warnings.map(({ path }) => path)).toEqual(['runs.0.heightFt']);
    expect(list.rules).toContainEqual({
      key: 'wood_privacy.spacingFt',
      value: 8,
      source: 'fencesupplyinc.com, fenceestimatepro.com and fencefarm.com',
    });
  });

  test('counts the runs and gates that were priced, each material by its own system', async () => {
    const [wood, link] = await Promise.all([
      app.a.material(company, { name: 'Cedar boards', system: 'wood_privacy' }),
      app.a.material(company, { name: 'Galvanized mesh', system: 'chain_link' }),
    ]);
    const lead = await app.a.lead(company);
    const { estimateId } = await caller.estimates.send({
      leadId: lead.id,
      runs: [
        { label: 'Back', feet: 80, materialId: wood.id, join: 'apart' },
        { label: 'Side', feet: 100, materialId: link.id },
      ],
      gates: [{ kind: 'double', run: 0, atFeet: 32 }],
    });
    const { posts, items, byRun } = await caller.estimates.materials({ estimateId });
    // 32 ft is 4 sections of 8 ft, then the 10 ft gate, then 38 ft is 5 sections: 3 + 4 line posts, 2 ends, 2 gate posts
    expect(byRun[0]?.posts).toMatchObject({ line: 7, end: 2, gate: 2 });
    // 100 ft of mesh: 2 rolls of 50 ft, and posts at most 10 ft apart
    expect(items.find(({ key }) => key === 'fabricRolls')?.quantity).toBe(2);
    expect([byRun.length, posts.gate]).toEqual([2, 2]);
    // a renamed material stays linked, because the version knows its id
    await caller.pricing.updateMaterial({ id: link.id, name: 'Black mesh' });
    expect((await caller.estimates.materials({ estimateId })).items).toEqual(items);
  });

  test('is in Spanish if asked for', async () => {
    const { row } = await estimate();
    const { items } = await caller.estimates.materials({ estimateId: row.id, language: 'es' });
    expect(items.map(({ label }) => label)).toContain('Travesaños, 8 pies (madera)');
  });

  test('says what to do about an unknown material', async () => {
    const { row } = await estimate({ material_type: 'Bamboo' });
    const { items, warnings } = await caller.estimates.materials({ estimateId: row.id });
    expect(items).toEqual([]);
    expect(warnings).toEqual([
      {
        path: 'runs.0.materialId',
        text: 'This material isn’t linked to a fence system, so its run isn’t counted. Link it under Pricing, then open the list again.',
      },
    ]);
  });

  test('is counted again when a material is linked', async () => {
    const { row } = await estimate({ material_type: 'Chain link' });
    expect(await quantity(row, 'fabricRolls')).toBeUndefined();
    const { id, system } = await caller.pricing.addMaterial({ name: 'Chain Link', premiumCents: 0 });
    expect(system).toBeNull();
    expect((await caller.pricing.updateMaterial({ id, system: 'chain_link' })).system).toBe('chain_link');
    // 180 ft ÷ 50 = 3.6 → 4 rolls
    expect(await quantity(row, 'fabricRolls')).toBe(4);
    await caller.pricing.updateMaterial({ id, premiumCents: 100 });
    expect(await quantity(row, 'fabricRolls')).toBe(4);
    await caller.pricing.updateMaterial({ id, system: null });
    expect(await quantity(row, 'fabricRolls')).toBeUndefined();
    const refused = await refusalOf(caller.pricing.updateMaterial({ id, system: 'bamboo' as 'chain_link' }));
    expect([refused.code, Object.keys(refused.fields ?? {})]).toEqual(['VALIDATION_FAILED', ['system']]);
  });

  test('isn’t shown to another company', async () => {
    const { row } = await estimate();
    const other = await app.callerFor(await app.a.company());
    expect((await refusalOf(other.estimates.materials({ estimateId: row.id }))).code).toBe('NOT_FOUND');
  });
});

describe('counting rules', () => {
  test('start as the defaults', async () => {
    const { version, defaultBagLb, systems } = await caller.takeOff.get();
    expect([version, defaultBagLb, systems.length]).toEqual([0, 80, 9]);
  });

  test('are changed field by field, and a signed estimate keeps those that it was counted with', async () => {
    const signed = await estimate();
    const open = await estimate();
    await sign({ deps: app.deps, app }, { company, lead: signed.lead, estimate: signed.row });
    const { version } = await caller.takeOff.update({
      version: 0,
      systems: [{ key: 'wood_privacy', spacingFt: 6, hole: { line: { concreteIn: 30 } } }],
    });
    expect(version).toBe(1);
    // spacing 8: 23 sections; spacing 6: 15 + 15
    expect(await quantity(signed.row, 'rail')).toBe(69);
    expect(await quantity(open.row, 'rail')).toBe(90);
    const material = (await caller.pricing.get()).materials.find(({ name }) => name === '6ft Wood Picket');
    await caller.pricing.updateMaterial({ id: material?.id ?? '', system: 'vinyl_panel_8' });
    expect(await quantity(signed.row, 'rail')).toBe(69);
    expect(await quantity(open.row, 'panel.6')).toBe(23);
    await caller.pricing.updateMaterial({ id: material?.id ?? '', system: 'wood_privacy' });

    const after = await caller.takeOff.update({ version: 1, defaultBagLb: 50 });
    const wood = after.systems.find(({ key }) => key === 'wood_privacy');
    expect(after).toMatchObject({ version: 2, defaultBagLb: 50 });
    expect(wood).toMatchObject({ spacingFt: 6, hole: { line: { diameterIn: 10, concreteIn: 30 } } });
    const { rules } = await caller.estimates.materials({ estimateId: open.row.id });
    expect(rules.find(({ key }) => key === 'wood_privacy.spacingFt')).toEqual({
      key: 'wood_privacy.spacingFt',
      value: 6,
      source: 'Your own rule',
    });
    const stale = await refusalOf(caller.takeOff.update({ version: 1, defaultBagLb: 60 }));
    expect(stale.code).toBe('CONFLICT');
  });

  test.each([
    ['a spacing of 0', { key: 'wood_privacy', spacingFt: 0 }, 'systems.0.spacingFt'],
    ['a waste above 50%', { key: 'wood_picket', boardWastePercent: 60 }, 'systems.0.boardWastePercent'],
    ['a narrow hole', { key: 'aluminum_6', hole: { gate: { diameterIn: 2 } } }, 'systems.0.hole.gate.diameterIn'],
    ['an unknown system', { key: 'bamboo' as 'chain_link' }, 'systems.0.key'],
    ['another family', { key: 'chain_link', family: 'wood' }, 'systems.0.family'],
  ] as const)('refuse %s', async (_what, change, path) => {
    const { version } = await caller.takeOff.get();
    const { code, fields } = await refusalOf(caller.takeOff.update({ version, systems: [change] }));
    expect(code).toBe('VALIDATION_FAILED');
    expect(Object.keys(fields ?? {})).toContain(path);
    expect((await caller.takeOff.get()).version).toBe(version);
  });

  test('can’t be changed by a sales member or a viewer', async () => {
    for (const role of ['sales', 'viewer'] as const) {
      const { userId } = await app.a.member(company, role);
      const member = await app.callerFor(company, { userId: userId satisfies UserId, role });
      expect((await refusalOf(member.takeOff.update({ version: 0 }))).code).toBe('FORBIDDEN');
      expect((await member.takeOff.get()).systems).toHaveLength(9);
    }
  });
});

describe('costs', () => {
  test('give cost and margin to owners and managers only', async () => {
    const firm = await app.a.company();
    await app.a.material(firm, { name: 'Vinyl', system: 'vinyl_panel_8' });
    const lead = await app.a.lead(firm);
    // 40 ft without gates: 5 panels, 6 posts, 6 caps, 18 bags; sent at $2,000.00
    const { id: estimateId } = await app.a.estimate(firm, lead, {
      perimeter_ft: 40,
      gate_count: 0,
      material_type: 'Vinyl',
      base_price_cents: 5_000,
      total_cents: 200_000,
    });
    const owner = await app.callerFor(firm);
    const before = await owner.costs.get();
    expect(before).toMatchObject({ version: 0, hourlyCents: 0, labor: [], targetMarginBps: null });
    expect(before.items).toContainEqual({ key: 'post.5x5 line', cents: null });
    expect(before.items.map(({ key }) => key)).toEqual(expect.arrayContaining(['panel.4', 'panel.6', 'hingeSet']));
    const plain = await owner.estimates.materials({ estimateId });
    expect(plain).not.toHaveProperty('costCents');
    expect((await refusalOf(owner.estimates.priceForMargin({ estimateId, marginBps: 3_000 }))).code).toBe('CONFLICT');

    const saved = await owner.costs.update({
      version: 0,
      hourlyCents: 3_000,
      items: [
        { key: 'panel.6', cents: 10_000 },
        { key: 'post.5x5 line', cents: 2_500 },
        { key: 'post.5x5 end', cents: 2_500 },
        { key: 'cap.post', cents: 500 },
      ],
      labor: [{ activity: 'Set posts', per: 'post', minutes: 30 }],
    });
    expect(saved.version).toBe(1);
    // 50,000 + 6 × 2,500 + 6 × 500 + 180 min at $30 an hour = 9,000 → $770.00
    const list = await owner.estimates.materials({ estimateId });
    expect(list).toMatchObject({ costCents: 77_000, marginCents: 123_000, marginBps: 6_150, markupBps: 15_974 });
    expect(list.labor).toEqual([{ activity: 'Set posts', minutes: 180 }]);
    expect(list.warnings.map(({ path }) => path)).toEqual(['runs.0.heightFt', 'costs.items.concrete.80']);
    // $770.00 ÷ 0.7
    expect(await owner.estimates.priceForMargin({ estimateId, marginBps: 3_000 })).toEqual({ totalCents: 110_000 });

    // a margin of 61.5 % falls to 49 % when a panel costs $150.00: (200,000 − 102,000) ÷ 200,000
    const dearer = { items: [{ key: 'panel.6', cents: 15_000 }], targetMarginBps: 5_000 };
    expect((await owner.costs.check(dearer)).estimates).toMatchObject([
      { estimateId, leadId: lead.id, totalCents: 200_000, marginBps: 4_900 },
    ]);
    expect((await owner.costs.check({ ...dearer, targetMarginBps: 4_900 })).estimates).toEqual([]);
    expect((await owner.costs.check({ items: dearer.items })).estimates).toEqual([]);
    expect(await owner.costs.get()).toEqual(saved);
    expect(saved.labels).toMatchObject({ 'post.5x5 line': 'Posts, 5x5 line (Vinyl)' });

    const next = await owner.costs.update({ version: 1, items: [{ key: 'panel.6', cents: null }] });
    expect(next.items).toContainEqual({ key: 'panel.6', cents: null });
    expect(next).toMatchObject({ version: 2, hourlyCents: 3_000 });
    expect((await refusalOf(owner.costs.update({ version: 1 }))).code).toBe('CONFLICT');

    for (const role of ['manager', 'sales', 'viewer'] as const) {
      const { userId } = await app.a.member(firm, role);
      const member = await app.callerFor(firm, { userId, role });
      const theirs = await member.estimates.materials({ estimateId });
      expect(theirs.items).toEqual(list.items);
      expect([role, 'costCents' in theirs, theirs.labor.length]).toEqual([
        role,
        role === 'manager',
        role === 'manager' ? 1 : 0,
      ]);
      const codes = [
        member.costs.get(),
        member.costs.check({}),
        member.costs.update({ version: 2 }),
        member.estimates.priceForMargin({ estimateId, marginBps: 0 }),
      ].map((call) =>
        call.then(
          () => 'answered',
          () => refusalOf(call).then(({ code }) => code),
        ),
      );
      const expected = role === 'manager' ? 'answered' : 'FORBIDDEN';
      expect([role, ...(await Promise.all(codes))]).toEqual([role, expected, expected, expected, expected]);
    }
  });
});
