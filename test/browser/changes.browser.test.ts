import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leadIdSchema } from '#shared/primitives/ids.ts';
import { DEMO, seedDemo } from '../../scripts/seed-demo.ts';
import { openBrowser } from '../caller.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { type House, startHouse } from '../house.ts';
import { closePages, openPage, sharedChromium } from './chromium.ts';
import { faultsOf, setTheme, type Theme } from './looks.ts';

const NAME = 'Dora Finch';
const WIDTHS = [390, 1280] as const;

let database: TestDatabase;
let house: House;
let browser: Browser;
let office: BrowserContext;
let dashboard: Page;
let homeowner: Page;
let leadId: string;
let estimatePath: string;
const faults: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await seedDemo({ connectionString: database.url, now: new Date() });
  house = await startHouse(database.url);
  browser = await sharedChromium();
  const member = openBrowser(house.url);
  await member.trpc.auth.signIn.mutate(DEMO);
  const { materials } = await member.trpc.pricing.get.query();
  const lead = await member.trpc.leads.create.mutate({ name: NAME, email: 'dora.finch@example.com', zip: '83702' });
  leadId = lead.id;
  const sent = await member.trpc.estimates.send.mutate({
    leadId: leadIdSchema.parse(leadId),
    runs: [
      { feet: 100, materialId: materials[0]?.id ?? '' },
      { feet: 40, materialId: materials[1]?.id ?? '', label: 'Back' },
    ],
    gates: [{ kind: 'walk', run: 0 }],
  });
  estimatePath = new URL(sent.url).pathname;
  const token = estimatePath.split('/').at(-1) ?? '';
  await openBrowser(house.url).trpc.estimatePage.accept.mutate({ token, name: NAME, agreed: true });
  office = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  await office.addCookies([...member.cookies].map(([name, value]) => ({ name, value, url: house.url })));
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  [dashboard, homeowner] = [await openPage(office, faults), await openPage(phone, faults)];
});
afterAll(async () => {
  if (browser) await closePages(browser);
  await house?.close();
  await database.drop();
});

const dialog = () => dashboard.getByRole('dialog').last();

/** Looks at a page in both widths and themes: what is wrong with it, and a picture of each if a folder is given. */
async function faultsAt(page: Page, name: string): Promise<string[]> {
  const folder = process.env['PICTURES'];
  const before = page.viewportSize();
  const found: string[] = [];
  for (const width of WIDTHS)
    for (const theme of ['light', 'dark'] satisfies Theme[]) {
      const size = { width, height: width === 390 ? 844 : 900 };
      await page.setViewportSize(size);
      await setTheme(page, theme);
      if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`) });
      found.push(...(await faultsOf(page, size)).map((fault) => `${name} at ${width} px, ${theme}: ${fault}`));
    }
  if (before) await page.setViewportSize(before);
  return found;
}

describe('a change of a signed job', () => {
  test('is made on the lead: the job as it stands, changed, with the new total at once', async () => {
    await dashboard.goto(`${house.url}/dashboard?tab=leads&lead=${leadId}`);
    await dialog().getByRole('button', { name: 'Change the job' }).click();
    const length = dialog().getByLabel('Length').first();
    await length.waitFor();
    expect(await length.inputValue()).toBe('100');
    await length.fill('110');
    await dialog().getByRole('button', { name: 'Add a gate' }).click();
    await dialog().getByLabel('Note to the homeowner').fill('You asked for a second gate at the alley.');
    await dialog().getByText('New total').last().waitFor();
    expect.soft(await faultsAt(dashboard, 'change-dialog')).toEqual([]);
    await dialog().getByRole('button', { name: 'Send for signature' }).click();
    await dashboard.getByText('Sent for signature').first().waitFor();
    await dialog().getByText('waits for a signature').waitFor();
    expect.soft(await faultsAt(dashboard, 'lead-with-change')).toEqual([]);
  });

  test('is signed by the homeowner on the page of the estimate', async () => {
    await homeowner.goto(`${house.url}${estimatePath}`);
    await homeowner.getByText('has a change to this estimate for you to sign').waitFor();
    expect.soft(await faultsAt(homeowner, 'page-with-change')).toEqual([]);
    await homeowner.getByRole('link', { name: 'Read and sign the change' }).click();
    await homeowner.getByRole('heading', { name: 'Sign the change' }).waitFor();
    expect.soft(await faultsAt(homeowner, 'sign-change')).toEqual([]);
    await homeowner.getByRole('button', { name: /^Sign for a new total of/ }).click();
    await homeowner.getByLabel(/I have read this change/).check();
    await homeowner.getByRole('button', { name: /^Sign for a new total of/ }).click();
    await homeowner.getByText('Total with changes').waitFor();
    await homeowner
      .getByText(/signed electronically by Dora Finch/)
      .first()
      .waitFor();
    expect.soft(await faultsAt(homeowner, 'page-changed')).toEqual([]);
  });

  test('then counts on the lead, and a credit counts without a signature', async () => {
    await dialog().getByText('signed by Dora Finch').first().waitFor();
    await dialog().getByRole('button', { name: 'Change the job' }).click();
    await dialog().getByLabel('Length').first().fill('105');
    await dialog().getByText('needs no signature').waitFor();
    await dialog().getByRole('button', { name: 'Take it off the job' }).click();
    await dialog()
      .getByText(/-C2.*credited/)
      .waitFor();
    expect.soft(await faultsAt(dashboard, 'lead-changed')).toEqual([]);
    expect(faults).toEqual([]);
  });
});
