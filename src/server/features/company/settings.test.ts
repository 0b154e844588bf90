import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ZodError } from 'zod';
import { createCompany } from '#core/features/company/create-company.ts';
import { findContractor } from '#core/features/widget/find-contractor.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { DEFAULT_TERMS_ES } from '#shared/features/company/default-terms.es.ts';
import { DEFAULT_TERMS } from '#shared/features/company/default-terms.ts';
import { AppError, type ErrorCode } from '#shared/primitives/app-error.ts';
import { DAY } from '#shared/primitives/durations.ts';
import type { MaterialId } from '#shared/primitives/ids.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/caller.ts';

let app: TestApp;
let company: CompanyRow;
let caller: Caller;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const found = async (name: string): Promise<CompanyRow> => {
  const { id: userId, email } = await app.a.user();
  return app.deps.system.transaction().execute((tx) => createCompany(tx, { userId, name, email }));
};
beforeEach(async () => {
  company = await found('Ridge & Sons');
  caller = await app.callerFor(company);
});

const refusal = async (work: Promise<unknown>): Promise<{ code: ErrorCode; fields: string[] }> => {
  const thrown: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  if (cause instanceof ZodError)
    return { code: 'VALIDATION_FAILED', fields: cause.issues.map(({ path }) => path.join('.')) };
  if (!(cause instanceof AppError)) throw new Error('no AppError was thrown', { cause: thrown });
  return { code: cause.code, fields: Object.keys(cause.fields ?? {}) };
};

describe('a company', () => {
  test('spec:9.9 spec:9.10 spec:9.13 spec:9.20 starts with the specified defaults and no plan (spec:4.7 spec:9.4)', async () => {
    expect(await caller.terms.get()).toEqual({ text: DEFAULT_TERMS, spanish: DEFAULT_TERMS_ES });
    expect(await caller.pricing.get()).toMatchObject({
      basePriceCents: 762,
      gatePriceCents: 30_000,
      materials: [
        { name: '6ft Wood Picket', premiumCents: 0, basic: true, system: 'wood_privacy' },
        { name: '4ft Wood Picket', premiumCents: 500, basic: true, system: 'wood_picket' },
        { name: 'Vinyl', premiumCents: 1_000, basic: false, system: 'vinyl_panel_8' },
        { name: 'Black Metal', premiumCents: 1_000, basic: false, system: 'aluminum_6' },
      ],
    });
    expect(await caller.widget.settings()).toEqual({
      priceGating: false,
      materialSelection: false,
      instantQuotes: false,
      primaryColor: '#3b82f6',
      allowedDomains: [],
      paused: false,
      pausedText: '',
    });
    expect(await caller.subscription.check()).toEqual({
      subscribed: false,
      subscriptionTier: 'starter',
      subscriptionEnd: null,
      quotesRemaining: 0,
      isFreeAccess: false,
    });
  });

  test('with one name created simultaneously get different contractor ids', async () => {
    const companies = await Promise.all([found('Äcme  Fence!'), found('Acme Fence'), found('acme fence')]);
    expect(companies.map((row) => row.contractor_id).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'acme-fence',
      'acme-fence-2',
      'acme-fence-3',
    ]);
  });

  test('keeps its old contractor id after a rename, and no one else gets it', async () => {
    const renamed = await caller.company.update({ name: 'Ridge Fencing' });
    expect(renamed.contractorId).toMatch(/^ridge-fencing(-\d+)?$/);
    for (const id of [company.contractor_id, renamed.contractorId])
      expect(await findContractor(app.deps, id)).toBe(company.id);
    expect((await found('Ridge & Sons')).contractor_id).not.toBe(company.contractor_id);
    expect((await caller.company.update({ name: 'Ridge & Sons' })).contractorId).toBe(company.contractor_id);
  });

  test('renamed simultaneously to one name get different contractor ids too', async () => {
    const names = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const own = await app.callerFor(await app.a.company());
        return (await own.company.update({ name: 'Twin Fence' })).contractorId;
      }),
    );
    expect(new Set(names).size).toBe(3);
  });

  test('spec:7.25 changes only given fields, and shows errors beside them', async () => {
    const changed = await caller.company.update({
      phone: '208.555.0123',
      postalAddress: ' PO Box 7, Boise, ID 83701 ',
      timeZone: 'America/Boise',
    });
    expect(changed).toMatchObject({
      name: 'Ridge & Sons',
      phone: '+12085550123',
      postalAddress: 'PO Box 7, Boise, ID 83701',
      timeZone: 'America/Boise',
    });
    expect(await caller.company.update({ phone: '' })).toMatchObject({ phone: null, timeZone: 'America/Boise' });
    expect(await caller.terms.update({ text: 'Pay us.' })).toMatchObject({ text: 'Pay us.' });
    const stale = { phone: '(208) 555-0199', was: { phone: '+12085550123' } };
    await expect(caller.company.update(stale)).rejects.toThrow('changed in another window');
    expect(await caller.company.update({ ...stale, was: { phone: null } })).toMatchObject({ phone: '+12085550199' });
    await expect(caller.company.update({ timeZone: 'Mars/Olympus' })).rejects.toThrow(/time zone/);
    await expect(caller.terms.update({ text: '  ' })).rejects.toThrow(/Write the terms/);
  });
});

describe('prices', () => {
  test('spec:3.16 spec:7.25 a material is added last, edited and removed; its name is unique', async () => {
    const added = await caller.pricing.addMaterial({ name: 'Chain Link', premiumCents: -100 });
    expect((await caller.pricing.get()).materials.at(-1)).toEqual(added);
    expect(await refusal(caller.pricing.addMaterial({ name: 'chain link', premiumCents: 0 }))).toEqual({
      code: 'CONFLICT',
      fields: ['name'],
    });
    expect(await caller.pricing.updateMaterial({ id: added.id, premiumCents: -762 })).toMatchObject({
      name: 'Chain Link',
      premiumCents: -762,
    });
    await caller.pricing.deleteMaterial({ id: added.id });
    expect((await caller.pricing.get()).materials.map(({ name }) => name)).not.toContain('Chain Link');
    expect((await refusal(caller.pricing.deleteMaterial({ id: added.id }))).code).toBe('NOT_FOUND');
    await caller.pricing.addMaterial({ name: 'Chain Link', premiumCents: 0 });
  });

  test('spec:5.11 the price per foot can’t become negative, by either change', async () => {
    expect(await refusal(caller.pricing.addMaterial({ name: 'Air', premiumCents: -763 }))).toEqual({
      code: 'VALIDATION_FAILED',
      fields: ['premiumCents'],
    });
    await caller.pricing.addMaterial({ name: 'Thin', premiumCents: -700 });
    const lower = { basePriceCents: 699, gatePriceCents: 0 };
    expect((await refusal(caller.pricing.updateBase(lower))).fields).toEqual(['basePriceCents']);
    expect(await caller.pricing.updateBase({ ...lower, basePriceCents: 700 })).toMatchObject({ basePriceCents: 700 });
  });

  test('the last material can’t be deleted', async () => {
    const { materials } = await caller.pricing.get();
    for (const { id } of materials.slice(1)) await caller.pricing.deleteMaterial({ id });
    expect((await refusal(caller.pricing.deleteMaterial({ id: materials[0]?.id ?? '' }))).code).toBe('CONFLICT');
  });

  test('a deleted material is restored in place, unless its name or price is taken', async () => {
    const before = (await caller.pricing.get()).materials;
    const id = before[1]?.id ?? '';
    await caller.pricing.deleteMaterial({ id });
    expect(await caller.pricing.restoreMaterial({ id })).toEqual(before[1]);
    expect((await caller.pricing.get()).materials).toEqual(before);
    await caller.pricing.updateMaterial({ id, premiumCents: -762 });
    await caller.pricing.deleteMaterial({ id });
    await caller.pricing.updateBase({ basePriceCents: 761, gatePriceCents: 0 });
    expect((await refusal(caller.pricing.restoreMaterial({ id }))).fields).toEqual(['premiumCents']);
    await caller.pricing.addMaterial({ name: before[1]?.name ?? '', premiumCents: 0 });
    expect(await refusal(caller.pricing.restoreMaterial({ id }))).toEqual({ code: 'CONFLICT', fields: ['name'] });
  });

  test('spec:5.9 spec:5.10 a price below 0 and a gate price with cents are refused', async () => {
    const fine = { basePriceCents: 1, gatePriceCents: 0 };
    expect((await refusal(caller.pricing.updateBase({ ...fine, basePriceCents: -1 }))).fields).toEqual([
      'basePriceCents',
    ]);
    expect((await refusal(caller.pricing.updateBase({ ...fine, gatePriceCents: 30_050 }))).fields).toEqual([
      'gatePriceCents',
    ]);
    expect((await refusal(caller.pricing.updateBase({ ...fine, gatePriceCents: -100 }))).fields).toEqual([
      'gatePriceCents',
    ]);
    expect(await caller.pricing.updateBase(fine)).toMatchObject(fine);
  });

  test('a changed base price moves the other materials, or keeps their price per foot', async () => {
    const perFoot = async () => {
      const { basePriceCents, materials } = await caller.pricing.get();
      return Object.fromEntries(materials.map(({ name, premiumCents }) => [name, basePriceCents + premiumCents]));
    };
    await caller.pricing.addMaterial({ name: 'Chain Link', premiumCents: -500 });
    const before = await perFoot();
    const { gatePriceCents } = await caller.pricing.updateBase({ basePriceCents: 862, gatePriceCents: 0 });
    expect(await perFoot()).toEqual(Object.fromEntries(Object.entries(before).map(([name, c]) => [name, c + 100])));
    await caller.pricing.updateBase({ basePriceCents: 762, gatePriceCents });
    // With the premium alone, Chain Link would cost less than nothing.
    await caller.pricing.updateBase({ basePriceCents: 300, gatePriceCents, keepPrices: true });
    expect(await perFoot()).toEqual({ ...before, '6ft Wood Picket': 300 });
    const { id = '' } = (await caller.pricing.get()).materials.find(({ name }) => name === 'Vinyl') ?? {};
    await caller.pricing.updateMaterial({ id, premiumCents: 10_000_000 });
    await caller.pricing.updateBase({ basePriceCents: 5_000_000, gatePriceCents, keepPrices: true });
    await caller.pricing.updateMaterial({ id, premiumCents: 10_000_000 });
    expect(
      (await refusal(caller.pricing.updateBase({ basePriceCents: 0, gatePriceCents, keepPrices: true }))).fields,
    ).toEqual(['basePriceCents']);
  });

  test('a company chooses the two materials that Starter shows, and never has a third', async () => {
    const basics = async () => (await caller.pricing.get()).materials.filter(({ basic }) => basic).map(({ id }) => id);
    const ids = (await caller.pricing.get()).materials.map(({ id }) => id);
    const [six = '', four = '', vinyl = '', metal = ''] = ids;
    expect(await basics()).toEqual([six, four]);
    await caller.pricing.deleteMaterial({ id: six });
    await caller.pricing.chooseBasic({ materialIds: [vinyl, metal] });
    await caller.pricing.restoreMaterial({ id: six });
    expect(await basics()).toEqual([vinyl, metal]);
    await caller.pricing.deleteMaterial({ id: metal });
    const { id: cedar } = await caller.pricing.addMaterial({ name: 'Cedar', premiumCents: 0 });
    await caller.pricing.restoreMaterial({ id: metal });
    expect(await basics()).toEqual([vinyl, cedar]);
    for (const materialIds of [[], [six, four, vinyl]])
      expect((await refusal(caller.pricing.chooseBasic({ materialIds }))).fields).toEqual(['materialIds']);
    const other = await (
      await app.callerFor(await app.a.company())
    ).pricing.addMaterial({ name: 'X', premiumCents: 0 });
    expect((await refusal(caller.pricing.chooseBasic({ materialIds: [six, other.id] }))).code).toBe('NOT_FOUND');
    expect(await basics()).toEqual([vinyl, cedar]);
    const third = app.deps.system
      .updateTable('materials')
      .set({ basic: true })
      .where('id', '=', four as MaterialId);
    await expect(third.execute()).rejects.toThrow('a company has at most two basic materials');
  });

  test('two windows can’t silently overwrite each other', async () => {
    const { basePriceCents, gatePriceCents, materials } = await caller.pricing.get();
    const was = { basePriceCents, gatePriceCents };
    await caller.pricing.updateBase({ ...was, gatePriceCents: 35_000, was });
    expect((await refusal(caller.pricing.updateBase({ ...was, basePriceCents: 900, was }))).code).toBe('CONFLICT');
    expect(await caller.pricing.get()).toMatchObject({ basePriceCents, gatePriceCents: 35_000 });

    const { id = '', name = '', premiumCents = 0, description = '' } = materials[0] ?? {};
    const wasMaterial = { name, premiumCents, description };
    await caller.pricing.updateMaterial({ id, premiumCents: 100, was: wasMaterial });
    const late = caller.pricing.updateMaterial({ id, premiumCents: 200, was: wasMaterial });
    expect((await refusal(late)).code).toBe('CONFLICT');

    await caller.terms.update({ text: 'Pay us.', was: DEFAULT_TERMS });
    expect((await refusal(caller.terms.update({ text: 'Pay me.', was: DEFAULT_TERMS }))).code).toBe('CONFLICT');
    expect(await caller.terms.get()).toMatchObject({ text: 'Pay us.' });

    const workflow = await caller.workflow.get();
    await caller.workflow.update({ ...workflow, channel: 'both', was: workflow });
    expect((await refusal(caller.workflow.update({ ...workflow, channel: 'email', was: workflow }))).code).toBe(
      'CONFLICT',
    );
  });

  test('another company’s material can’t be changed', async () => {
    const other = await app.callerFor(await found('Others'));
    const [theirs] = (await other.pricing.get()).materials;
    const id = theirs?.id ?? '';
    expect((await refusal(caller.pricing.updateMaterial({ id, name: 'Mine' }))).code).toBe('NOT_FOUND');
    expect((await refusal(caller.pricing.deleteMaterial({ id }))).code).toBe('NOT_FOUND');
  });
});

describe('texting hours (C15)', () => {
  test('can be narrowed, never widened, and are at least an hour', async () => {
    const workflow = await caller.workflow.get();
    expect(workflow).toMatchObject({ sendTime: '10:00', sendFrom: '10:00', sendUntil: '20:00' });
    const saved = await caller.workflow.update({ ...workflow, sendFrom: '12:30', sendUntil: '17:00' });
    expect(saved).toMatchObject({ sendFrom: '12:30', sendUntil: '17:00' });
    for (const [wrong, field] of [
      [{ sendFrom: '09:59' }, 'sendFrom'],
      [{ sendUntil: '20:01' }, 'sendUntil'],
      [{ sendFrom: '24:00' }, 'sendFrom'],
      [{ sendFrom: '16:30' }, 'sendUntil'],
    ] as const)
      expect((await refusal(caller.workflow.update({ ...saved, ...wrong }))).fields).toEqual([field]);
    const { sendFrom: _from, sendUntil: _until, ...rest } = saved;
    expect(await caller.workflow.update(rest)).toEqual(saved);
  });
});

describe('permitted hours', () => {
  test.each([
    ['1 Elm St, Providence, RI 02903', 'Rhode Island', { from: 600, to: 1080 }, { from: 600, to: 1020 }, null, true],
    [
      '1 Main St, Boise, ID 83702-1234',
      'Idaho',
      { from: 600, to: 1200 },
      { from: 600, to: 1200 },
      { from: 720, to: 1200 },
      false,
    ],
    ['somewhere', null, { from: 600, to: 1200 }, { from: 600, to: 1200 }, { from: 720, to: 1200 }, false],
  ])('at %s', async (address, stateName, weekday, saturday, sunday, closedOnHolidays) => {
    await caller.company.update({ address });
    expect(await caller.workflow.textHours()).toEqual({ stateName, weekday, saturday, sunday, closedOnHolidays });
  });
});

describe('the plan', () => {
  const plan = (values: Record<string, unknown>) =>
    app.deps.system.updateTable('subscribers').set(values).where('company_id', '=', company.id).execute();

  test('free access is shown as such until it ends, then there is no plan (spec:3.8 spec:4.10)', async () => {
    const end = new Date(app.clock.now().getTime() + 5 * DAY);
    await plan({ subscribed: true, subscription_tier: 'free', subscription_end: end });
    expect(await caller.subscription.check()).toEqual({
      subscribed: true,
      subscriptionTier: 'free',
      subscriptionEnd: end.toISOString(),
      quotesRemaining: 500,
      isFreeAccess: true,
    });
    app.clock.advance(6 * DAY);
    expect(await caller.subscription.check()).toMatchObject({
      subscribed: false,
      quotesRemaining: 0,
      isFreeAccess: false,
    });
  });

  test('quotes used in this period are subtracted; credits are shown in full (spec:4.11 spec:9.5)', async () => {
    await plan({
      subscribed: true,
      subscription_tier: 'starter',
      period_start: new Date(app.clock.now().getTime() - DAY),
    });
    const lead = await app.a.lead(company);
    await app.deps.system
      .insertInto('quota_ledger')
      .values({ company_id: company.id, lead_id: lead.id, kind: 'quote_used', delta: -1, at: app.clock.now() })
      .execute();
    expect(await caller.subscription.check()).toMatchObject({ subscriptionTier: 'starter', quotesRemaining: 49 });
    await plan({ subscription_tier: 'pay_as_you_go', usage_count: 3 });
    expect(await caller.subscription.check()).toMatchObject({ quotesRemaining: 3, isFreeAccess: false });
  });

  test('a custom color requires more than Starter, other widget settings don’t', async () => {
    await plan({ subscribed: true, subscription_tier: 'starter' });
    expect((await refusal(caller.widget.updateSettings({ primaryColor: '#112233' }))).code).toBe('UPGRADE_REQUIRED');
    expect(await caller.widget.updateSettings({ instantQuotes: true, primaryColor: '#3B82F6' })).toMatchObject({
      instantQuotes: true,
      primaryColor: '#3b82f6',
    });
    await plan({ subscription_tier: 'pro' });
    expect((await caller.widget.updateSettings({ primaryColor: '#112233' })).primaryColor).toBe('#112233');
  });
});
