import { mkdirSync } from 'node:fs';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECOND } from '#shared/primitives/durations.ts';
import { type BillingLab, startBillingLab } from '../billing.ts';
import { openAccount } from '../payments.ts';
import { VISIT_WEEK } from '../visits.ts';
import { closePages, openPage, sharedChromium } from './chromium.ts';
import { faultsOf, setTheme } from './looks.ts';
import { countingThumb, type Thumb } from './taps.ts';

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 900 };
/** The most taps from the widget's first one to the paid deposit, and the most for the visit after that. */
const TAPS = { deposit: 12, visit: 2 };
const PATIENCE = 60 * SECOND;

let lab: BillingLab;
let browser: Browser;
const faults: string[] = [];
beforeAll(async () => {
  mkdirSync('test-results', { recursive: true });
  lab = await startBillingLab();
  browser = await sharedChromium();
});
afterAll(async () => {
  await closePages(browser);
  await lab.close();
  if (faults.length > 0) throw new Error(faults.join('\n'));
});

/** A company with instant estimates and visits. */
async function instantCompany() {
  const account = { stripe_account_id: await openAccount(lab), stripe_connected: true };
  const company = await lab.app.a.company({ name: 'Acme Fence', ...account });
  await lab.app.a.material(company, { name: '6ft Wood Picket' });
  const caller = await lab.app.callerFor(company);
  await caller.instant.updateSettings({ enabled: true });
  await caller.visits.updateSettings(VISIT_WEEK);
  return company;
}

const onPhone = (more: object = {}): Promise<BrowserContext> =>
  browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true, ...more });

/** Checks the screen in both themes and widths, and saves an image of each in `test-results`. */
const look = async (page: Page, name: string): Promise<string[]> => {
  const found: string[] = [];
  for (const size of [PHONE, WIDE])
    for (const theme of ['light', 'dark'] as const) {
      await page.setViewportSize(size);
      await setTheme(page, theme);
      await page.screenshot({ path: `test-results/${name}-${size.width}-${theme}.png`, fullPage: true });
      found.push(...(await faultsOf(page, size)).map((fault) => `${name} ${size.width} ${theme}: ${fault}`));
    }
  await page.setViewportSize(PHONE);
  return found;
};

const WORDS = {
  en: {
    length: 'Fence length',
    price: /^(Get my estimate|Next)$/,
    name: 'Your name',
    email: 'Email',
    zip: 'ZIP',
    send: 'Send my estimate',
    see: 'See and sign your estimate',
    sign: 'Accept and sign',
    accept: /^Accept for \$/,
    accepted: 'You accepted this estimate',
    pay: /^Pay the \$.* deposit$/,
    visit: 'Book a visit',
    booked: 'Your visit is booked',
  },
  es: {
    length: 'Largo',
    price: /^(Ver mi presupuesto|Siguiente)$/,
    name: 'Su nombre',
    email: 'Correo electrónico',
    zip: 'Código postal',
    send: 'Enviar mi solicitud',
    see: 'Ver y firmar su presupuesto',
    sign: 'Aceptar y firmar',
    accept: /^Aceptar por \$/,
    accepted: 'Usted aceptó este presupuesto',
    pay: /^Pagar el depósito de \$/,
    visit: 'Reservar una visita',
    booked: 'Su visita está reservada',
  },
} as const;

/** Fills in the form on the company's own page, and returns the path of the estimate that comes back. */
async function ask(page: Page, thumb: Thumb, { contractorId, lang }: { contractorId: string; lang: 'en' | 'es' }) {
  const words = WORDS[lang];
  await page.goto(`${lab.app.url}/w/${contractorId}?lang=${lang}`);
  const fill = async (label: string, text: string) => {
    await thumb.tap(page.getByLabel(label));
    await thumb.type(page, text);
  };
  await fill(words.length, '184');
  await thumb.tap(page.getByRole('button', { name: words.price }));
  await fill(words.name, 'Marisol Vega');
  await fill(words.email, `marisol${Date.now()}@example.com`);
  await fill(words.zip, '83702');
  await thumb.tap(page.getByRole('button', { name: words.send }));
  const link = page.getByRole('link', { name: words.see });
  await link.waitFor();
  const path = new URL((await link.getAttribute('href')) ?? '').pathname;
  // The link's host is the product's public one, which a test can't reach, so its tab is opened here.
  const popup = page.context().waitForEvent('page');
  await thumb.tap(link);
  await (await popup).close();
  return lab.app.url + path;
}

/** Presses the first free time, and checks that the page says that the visit is booked. */
async function bookFirst(page: Page, press: (target: Locator) => Promise<void>, booked: string): Promise<void> {
  const { pathname: path } = new URL(page.url());
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await press(page.locator('button[name=startsAt]').first());
  await (await sent).response();
  // The answer leads to the product's public host, which a test can't reach. The same page is opened here.
  await page.goto(`${lab.app.url}${path}?lang=${booked.startsWith('Su') ? 'es' : 'en'}`);
  await page.getByRole('heading', { name: booked }).waitFor();
}

describe.each(['en', 'es'] as const)('the whole way on a phone (%s)', (lang) => {
  it('takes at most 12 taps from the form to the paid deposit, and 2 more to the visit', async () => {
    const company = await instantCompany();
    const words = WORDS[lang];
    const context = await onPhone();
    const page = await openPage(context, faults);
    const thumb = countingThumb();
    const begun = Date.now();
    const url = await ask(page, thumb, { contractorId: company.contractor_id, lang });
    expect(await look(page, `instant-sent-${lang}`)).toEqual([]);

    const estimate = await openPage(context, faults);
    await estimate.goto(url);
    await thumb.tap(estimate.getByRole('link', { name: words.sign }).filter({ visible: true }).first());
    await thumb.tap(estimate.getByRole('checkbox'));
    await thumb.tap(estimate.getByRole('button', { name: words.accept }));
    await estimate.getByText(words.accepted).first().waitFor();
    await thumb.tap(estimate.getByRole('button', { name: words.pay }).filter({ visible: true }).first());
    await estimate.waitForURL(/checkout/);
    const back = estimate.waitForRequest(/picket\.test/);
    await thumb.tap(estimate.locator('.btn-primary'));
    await back;
    expect(thumb.taps).toBeLessThanOrEqual(TAPS.deposit);
    expect(Date.now() - begun).toBeLessThan(PATIENCE);
    await lab.work();

    const paid = await openPage(context, faults);
    await paid.goto(url);
    const before = thumb.taps;
    await thumb.tap(paid.getByRole('link', { name: words.visit }).filter({ visible: true }).first());
    await paid.locator('button[name=startsAt]').first().waitFor();
    await bookFirst(paid, (target) => thumb.tap(target), words.booked);
    expect(thumb.taps - before).toBeLessThanOrEqual(TAPS.visit);
    const row = await lab.app.deps.system
      .selectFrom('estimates')
      .select('status')
      .where('company_id', '=', company.id)
      .executeTakeFirstOrThrow();
    expect(row.status).toBe('deposit_paid');
    await context.close();
  });

  it('works without a script on the pages: price, sign, pay, visit', async () => {
    const company = await instantCompany();
    const words = WORDS[lang];
    const asking = await onPhone();
    const url = await ask(await openPage(asking, faults), countingThumb(), {
      contractorId: company.contractor_id,
      lang,
    });
    await asking.close();
    const context = await onPhone({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(url);
    await page.getByRole('link', { name: words.sign }).filter({ visible: true }).first().click();
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: words.accept }).click();
    await page.getByText(words.accepted).first().waitFor();
    await page.getByRole('link', { name: words.visit }).filter({ visible: true }).first().click();
    await page.locator('button[name=startsAt]').first().waitFor();
    await bookFirst(page, (target) => target.click(), words.booked);
    await page.goto(url);
    await page.getByRole('button', { name: words.pay }).filter({ visible: true }).first().click();
    await page.waitForURL(/checkout/);
    const visits = await lab.app.deps.system
      .selectFrom('visits')
      .select('status')
      .where('company_id', '=', company.id)
      .execute();
    expect(visits).toEqual([{ status: 'booked' }]);
    await context.close();
  });
});
