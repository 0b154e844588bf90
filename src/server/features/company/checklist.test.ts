import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCompany } from '#core/features/company/create-company.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/caller.ts';

let app: TestApp;
let company: CompanyRow;
let caller: Caller;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  const { id: userId, email } = await app.a.user();
  company = await app.deps.system
    .transaction()
    .execute((tx) => createCompany(tx, { userId, name: 'Ridge & Sons', email }));
  caller = await app.callerFor(company);
});

const widgetAsks = (origin?: string) =>
  fetch(`${app.url}/api/widget/v1/config/${company.contractor_id}`, origin ? { headers: { origin } } : {});
const connect = (connected: boolean) =>
  app.deps.system
    .updateTable('company_profiles')
    .set({ stripe_account_id: `acct_${company.contractor_id}`, stripe_connected: connected })
    .where('id', '=', company.id)
    .execute();
const details = { phone: '(208) 555-0123', postalAddress: 'PO Box 7, Boise, ID 83701' };

describe('the first-run checklist', () => {
  test('of a new company has every step open, and follows the actual state', async () => {
    const nothing = { open: true, prices: false, priceChoice: false, company: false, payments: false, widget: false };
    expect(await caller.company.checklist()).toEqual({ ...nothing, missing: ['phone', 'postal address'] });
    await caller.company.update({ phone: details.phone });
    expect(await caller.company.checklist()).toEqual({ ...nothing, missing: ['postal address'] });
    await caller.company.update(details);
    await caller.pricing.updateBase({ basePriceCents: 900, gatePriceCents: 30_000 });
    await connect(true);
    expect(await caller.company.checklist()).toEqual({
      open: true,
      prices: true,
      priceChoice: false,
      company: true,
      missing: [],
      payments: true,
      widget: false,
    });
  });

  test('names an unconfirmed company email address', async () => {
    await caller.company.update(details);
    expect(await caller.company.checklist()).toMatchObject({ company: true, missing: [] });
    await app.deps.system
      .updateTable('company_profiles')
      .set({ email_confirmed_at: null })
      .where('id', '=', company.id)
      .execute();
    expect(await caller.company.checklist()).toMatchObject({ company: false, missing: ['email confirmation'] });
  });

  test('counts the widget once the contractor’s page loads it, not our own pages', async () => {
    for (const origin of [undefined, 'null', 'http://localhost:5000', app.config.PUBLIC_URL]) await widgetAsks(origin);
    expect((await caller.company.checklist()).widget).toBe(false);
    expect((await widgetAsks('https://www.ridgeandsons.example')).status).toBe(200);
    expect((await caller.company.checklist()).widget).toBe(true);
  });

  test('counts the price in the widget as chosen, whichever choice it is', async () => {
    await caller.widget.updateSettings({ materialSelection: true, paused: false });
    expect((await caller.company.checklist()).priceChoice).toBe(false);
    await caller.widget.updateSettings({ priceGating: false });
    expect((await caller.company.checklist()).priceChoice).toBe(true);
  });

  test('is closed permanently when everything is done', async () => {
    await caller.company.update(details);
    await caller.company.confirmPrices();
    await caller.widget.updateSettings({ instantQuotes: false });
    await connect(true);
    await widgetAsks('https://www.ridgeandsons.example');
    expect((await caller.company.checklist()).open).toBe(false);
    await connect(false);
    expect((await caller.company.checklist()).open).toBe(false);
  });

  test('can be hidden by each company', async () => {
    await caller.company.hideChecklist({ hidden: true });
    expect((await caller.company.checklist()).open).toBe(false);
    const other = await app.callerFor(await app.a.company());
    expect((await other.company.checklist()).open).toBe(true);
    await caller.company.hideChecklist({ hidden: false });
    expect((await caller.company.checklist()).open).toBe(true);
  });
});
