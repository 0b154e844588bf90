import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentPlanView } from '#shared/features/payments/payment-plan.schema.ts';
import { estimateIdSchema } from '#shared/primitives/ids.ts';
import { localDateOf } from '#shared/primitives/local-date.ts';
import { type BillingLab, startBillingLab } from '../billing.ts';
import { LEAD_ID, marisol, VINYL } from '../fake-dashboard.ts';
import { openAccount } from '../payments.ts';
import { closePages, sharedChromium } from './chromium.ts';
import { dialogPage } from './dialog-page.ts';
import { faultsOf, setTheme } from './looks.ts';

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 900 };

/** Checks the screen in both themes and widths, and saves an image of each in `test-results`. */
const look = async (page: Page, name: string): Promise<string[]> => {
  mkdirSync('test-results', { recursive: true });
  const found: string[] = [];
  for (const size of [PHONE, WIDE])
    for (const theme of ['light', 'dark'] as const) {
      await page.setViewportSize(size);
      await setTheme(page, theme);
      await page.screenshot({ path: `test-results/${name}-${size.width}-${theme}.png`, fullPage: name === 'stages' });
      found.push(...(await faultsOf(page, size)).map((fault) => `${name} ${size.width} ${theme}: ${fault}`));
    }
  return found;
};

describe('a payment plan on the homeowner’s page', () => {
  let lab: BillingLab;
  let browser: Browser;
  beforeAll(async () => {
    lab = await startBillingLab();
    browser = await sharedChromium();
  });
  afterAll(async () => {
    await closePages(browser);
    await lab.close();
  });

  it('lists what is due when, and the stage that is due is paid there', async () => {
    const account = { stripe_account_id: await openAccount(lab), stripe_connected: true };
    const company = await lab.app.a.company({ name: 'Acme Fence', ...account });
    const wood = await lab.app.a.material(company, { name: '6ft Wood Picket' });
    const lead = await lab.app.a.lead(company, { name: 'Marisol Vega', zip: '83702' });
    const caller = await lab.app.callerFor(company);
    const sent = await caller.estimates.send({
      leadId: lead.id,
      perimeter: 184,
      materialId: wood.id,
      gateCount: 1,
      stages: [
        { label: 'Deposit', percent: 50, due: 'signing' },
        { label: 'Progress payment', percent: 25, due: 'Work started' },
        { label: 'Final payment', rest: true, due: 'done' },
      ],
    });
    const estimateId = estimateIdSchema.parse(sent.estimateId);
    const context = await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const url = lab.app.url + new URL(sent.url).pathname;
    await page.goto(url);
    const payments = page.getByRole('region', { name: 'Payments' });
    expect(await payments.locator('.num').allTextContents()).toEqual(['$851.04', '$425.52', '$425.52']);
    await lab.app.browser().trpc.estimatePage.accept.mutate({
      token: new URL(sent.url).pathname.split('/').at(-1) ?? '',
      name: 'Marisol Vega',
      agreed: true,
    });
    await caller.payments.record({
      estimateId,
      method: 'check',
      cents: 85_104,
      receivedOn: localDateOf(lab.app.clock.now(), company.time_zone),
      idempotencyKey: 'deposit',
    });
    await caller.estimates.setWorkStarted({ estimateId, started: true });
    await page.goto(url);
    expect(await payments.innerText()).toContain('Due now');
    expect(await look(page, 'stages')).toEqual([]);
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'Pay the $425.52 that is due' }).click();
    await page.waitForURL(/\/pay\/|checkout|cs_/);
    const [payment] = await lab.deps.system
      .selectFrom('payments')
      .select(['kind', 'amount_cents'])
      .where('lead_id', '=', lead.id)
      .where('by_hand', '=', false)
      .execute();
    expect(payment).toEqual({ kind: 'part', amount_cents: 42_552 });
  });
});

describe('the payment plan of a lead', () => {
  const on = dialogPage();
  const plan: PaymentPlanView = {
    stages: [],
    plan: [
      { label: 'Deposit', due: 'signing', percent: 50 },
      { label: 'Balance', due: 'done', rest: true },
    ],
    isDefault: true,
    kept: 0,
    totalCents: 485_000,
    maxAtSigningCents: null,
    doneMessage: '',
    dueWhenDoneCents: 0,
    canCancel: null,
  };

  it('is chosen or entered in stages, and what doesn’t add up is said at its field', async () => {
    on.fake.answers['leads.get'] = () => marisol;
    on.fake.answers['estimates.paymentPlan'] = () => plan;
    on.fake.answers['estimates.listForLead'] = () => [{ id: VINYL, acceptance: null, stages: [], options: [] }];
    on.fake.answers['estimates.setPaymentPlan'] = () => plan;
    await on.visit({ lead: LEAD_ID, dialog: 'payment-plan' });
    const { page } = on;
    await page.getByLabel('How it’s paid').selectOption('own');
    await page.getByRole('button', { name: 'Add a stage' }).click();
    const second = page.getByRole('group', { name: 'Stage 2' });
    await second.getByLabel('Percent').fill('60');
    await page.getByRole('button', { name: 'Save plan' }).click();
    await second.getByText('The stages add up to 110%. They can’t be more than 100%').waitFor();
    expect(await look(page, 'plan-dialog')).toEqual([]);
    await second.getByLabel('Percent').fill('25');
    await page.getByRole('button', { name: 'Save plan' }).click();
    await on.said('Payment plan saved');
    expect(on.mutations('estimates.setPaymentPlan')).toEqual([
      {
        estimateId: VINYL,
        stages: [
          { label: 'Deposit', due: 'signing', percent: 50 },
          { label: 'Progress payment', due: 'Work started', percent: 25 },
          { label: 'Balance', due: 'done', rest: true },
        ],
      },
    ]);
  });

  it('says at a share what a state’s limit makes of it (C27)', async () => {
    on.fake.answers['leads.get'] = () => marisol;
    on.fake.answers['estimates.paymentPlan'] = () => ({ ...plan, maxAtSigningCents: 100_000 });
    on.fake.answers['estimates.listForLead'] = () => [{ id: VINYL, acceptance: null, stages: [], options: [] }];
    await on.visit({ lead: LEAD_ID, dialog: 'payment-plan' });
    const { page } = on;
    await page.getByLabel('How it’s paid').selectOption('own');
    const [first, second] = [1, 2].map((stage) => page.getByRole('group', { name: `Stage ${stage}` }));
    await first?.getByText('The state’s limit makes this $1,000.00.').waitFor();
    expect(await second?.getByText('The state’s limit').count()).toBe(0);
    expect(await look(page, 'plan-dialog-limited')).toEqual([]);
    await first?.getByLabel('Percent').fill('10');
    await page.getByText('The state’s limit makes this').waitFor({ state: 'detached' });
  });
});
