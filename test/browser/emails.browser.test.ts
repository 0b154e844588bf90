import { mkdirSync } from 'node:fs';
import sharp from 'sharp';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findFencePicture } from '#core/features/estimates/fence-picture.ts';
import { drawPlanPicture, planPictureUrl } from '#core/features/messages/plan-picture.ts';
import type { MailCompany } from '#core/features/messages/emails/company-mail.tsx';
import { brandFill } from '#shared/features/widget/brand-fill.ts';
import { sampleEmails } from '../sample-emails.ts';
import { axeFaults } from './axe.ts';
import { closePages, openPage, sharedChromium } from './chromium.ts';
import { setTheme, sidewaysFaults } from './looks.ts';

const PLACE = 'test-results/emails';
const color = '#2f6b3a';
const SIGNER = { PUBLIC_URL: 'https://picket.test', APP_SECRET: 'a secret of 32 characters or more' };
const company: MailCompany = {
  name: 'Acme Fence',
  email: 'office@acme.example',
  phone: '+12085550100',
  postalAddress: '640 Mill St, Boise, ID 83702',
  brand: { color, ...brandFill(color) },
  picturesAt: 'https://picket.test',
  planOf: (drawing, language) => planPictureUrl(SIGNER, drawing, language),
};
const branded: MailCompany = { ...company, logoUrl: 'https://picket.test/logos/acme.png' };
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="64"><path d="M8 56V20l8-8 8 8v36zM32 56V20l8-8 8 8v36z" fill="#2f6b3a"/><text x="60" y="44" font-size="30" font-weight="bold" font-family="sans-serif">ACME</text></svg>';

let browser: Browser;
const faults: string[] = [];
beforeAll(async () => {
  mkdirSync(PLACE, { recursive: true });
  browser = await sharedChromium();
});
afterAll(async () => {
  await closePages(browser);
  if (faults.length > 0) throw new Error(faults.join('\n'));
});

it('every email is readable at 320 and 600 px, light and dark, with and without images', async () => {
  const logo = await sharp(Buffer.from(LOGO)).png().toBuffer();
  const context = await browser.newContext();
  const page = await openPage(context, faults);
  let images = true;
  await page.route('https://picket.test/**', async (route) => {
    const path = new URL(route.request().url()).pathname;
    const plan = /^\/fence\/plan\/(.+)\.png$/.exec(path)?.[1];
    const fence = () => (plan === undefined ? findFencePicture(path) : drawPlanPicture(SIGNER, plan));
    const body = path.startsWith('/logos/') ? logo : await fence();
    if (!images || !body) await route.abort();
    else await route.fulfill({ contentType: 'image/png', body });
  });
  const found: string[] = [];
  const plain = { ...company, brand: null };
  const all = [
    ...Object.entries(sampleEmails(branded)),
    ['estimate-sent-plain', sampleEmails(plain)['estimate-sent']] as const,
    ['estimate-sent-no-images', sampleEmails(branded)['estimate-sent']] as const,
  ];
  for (const [name, email] of all) {
    images = !name.endsWith('no-images');
    await page.setContent((await email)?.html ?? '', { waitUntil: 'load' });
    for (const width of [320, 600])
      for (const theme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 700 });
        await setTheme(page, theme);
        await page.screenshot({ path: `${PLACE}/${name}-${width}-${theme}.png`, fullPage: true });
        const wrong = [...(await axeFaults(page, 'body')), ...(await sidewaysFaults(page))];
        // An email has no landmarks, because landmarks belong to the email client's page.
        found.push(
          ...wrong
            .filter((fault) => !/^(region|landmark-one-main|page-has-heading-one)/.test(fault))
            .map((fault) => `${name} ${width} ${theme}: ${fault}`),
        );
      }
  }
  expect(found).toEqual([]);
  await page.setContent((await sampleEmails(branded)['lead-notice'])?.html ?? '');
  expect(await page.getByRole('link', { name: 'Call (208) 555-0172' }).getAttribute('href')).toBe('tel:+12085550172');
  expect(await page.getByRole('link', { name: 'Text (208) 555-0172' }).getAttribute('href')).toBe('sms:+12085550172');
  await context.close();
});
