import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { hasSvgText, LOGO_BYTES, LOGO_REFUSAL } from '#shared/features/company/logo.limits.ts';
import type { Caller } from '../../../../test/caller.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';

let lab: DeliveryLab;
let company: CompanyRow;
let caller: Caller;
const logos = { red: '', blue: '' };
const picture = async (background: string): Promise<string> =>
  (
    await sharp({ create: { width: 300, height: 100, channels: 4, background } })
      .png()
      .toBuffer()
  ).toString('base64');

beforeAll(async () => {
  lab = await startDeliveryLab();
  [logos.red, logos.blue] = await Promise.all([picture('#c33'), picture('#33c')]);
});
afterAll(() => lab.close());
beforeEach(async () => {
  company = await lab.app.a.company({ name: 'Acme Fence' });
  caller = await lab.app.callerFor(company);
});

const upload = async (dataBase64: string): Promise<string> =>
  (await caller.company.uploadLogo({ dataBase64 })).logoUrl ?? 'no logo';
/** Requests a URL that begins with PUBLIC_URL from the test app. */
const open = (address: string) => fetch(address.replace(lab.app.config.PUBLIC_URL, lab.app.url));
const configOf = async (of: CompanyRow): Promise<unknown> =>
  (await open(`${lab.app.config.PUBLIC_URL}/api/widget/v1/config/${of.contractor_id}`)).json();

describe('a logo', () => {
  test('that’s an SVG with text is recognized, so that the screen can say whose font it’s drawn with', () => {
    const svg = (body: string) => `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">${body}</svg>`;
    expect(hasSvgText(svg('<g><text x="1" font-family="Brush Script">Acme</text></g>'))).toBe(true);
    expect(hasSvgText(svg('<title>text</title><path d="M0 0h4"/>'))).toBe(false);
    expect(hasSvgText('\x89PNG <text>')).toBe(false);
  });

  test('is served to any page at its own permanent URL, always as a PNG (spec:3.11)', async () => {
    const logoUrl = await upload(`data:image/svg+xml;base64,${logos.red}`);
    expect((await caller.company.get()).logoUrl).toBe(logoUrl);
    const answer = await open(logoUrl);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({
      format: 'png',
      width: 300,
      height: 100,
    });
    expect(await upload(logos.blue)).not.toBe(logoUrl);
    expect((await open(logoUrl)).status).toBe(200);
    expect((await open(logoUrl.replace(/.{8}\.png$/, '00000000.png'))).status).toBe(404);
  });

  test('that isn’t an image, or is larger than 2 MB, is refused and changes nothing (spec:5.13)', async () => {
    const logoUrl = await upload(logos.red);
    const big = Buffer.alloc(LOGO_BYTES + 1, logos.red, 'base64').toString('base64');
    const page = Buffer.from('<html>logo.png</html>').toString('base64');
    for (const dataBase64 of [big, page, '', 'not base64!', logos.red.slice(0, 120)])
      await expect(caller.company.uploadLogo({ dataBase64 })).rejects.toThrow(LOGO_REFUSAL);
    expect((await caller.company.get()).logoUrl).toBe(logoUrl);
  });

  test('of nearly 2 MB is accepted, but other calls of that size aren’t', async () => {
    const owner = await lab.app.a.user();
    await lab.app.a.company({ user_id: owner.id });
    const browser = await lab.app.signIn(owner.email);
    const noise = await sharp(randomBytes(700 * 700 * 3), { raw: { width: 700, height: 700, channels: 3 } })
      .png()
      .toBuffer();
    expect(noise.length).toBeGreaterThan(LOGO_BYTES / 2);
    const { logoUrl } = await browser.trpc.company.uploadLogo.mutate({ dataBase64: noise.toString('base64') });
    expect(logoUrl).toContain('/logos/');
    await expect(browser.trpc.terms.update.mutate({ text: noise.toString('base64') })).rejects.toThrow('too large');
  });

  test('can be removed and restored, only by its company', async () => {
    const logoUrl = await upload(logos.red);
    expect((await caller.company.removeLogo()).logoUrl).toBeNull();
    expect((await caller.company.restoreLogo({ logoUrl })).logoUrl).toBe(logoUrl);
    const stranger = await lab.app.callerFor(await lab.app.a.company());
    await expect(stranger.company.restoreLogo({ logoUrl })).rejects.toMatchObject({ cause: { code: 'NOT_FOUND' } });
  });

  test('is in the widget on plans with branding (spec:9.20)', async () => {
    const logoUrl = await upload(logos.red);
    expect(await configOf(company)).toMatchObject({ logoUrl });
    const starter = await lab.app.a.company({ subscription: { subscription_tier: 'starter' } });
    await (await lab.app.callerFor(starter)).company.uploadLogo({ dataBase64: logos.red });
    expect(await configOf(starter)).toMatchObject({ logoUrl: null });
  });

  test('stays as it was on a sent estimate and its email; new emails use the new one', async () => {
    const material = await lab.app.a.material(company);
    const lead = await lab.app.a.lead(company);
    const before = await upload(logos.red);
    const input = { leadId: lead.id, materialId: material.id, perimeter: 100, gateCount: 0 };
    const { url } = await caller.estimates.send(input);
    const after = await upload(logos.blue);
    const page = await (await open(url)).text();
    expect(page).toContain(`src="${new URL(before).pathname}" width="300" height="100"`);
    const pdf = Buffer.from(await (await open(`${url}.pdf`)).arrayBuffer()).toString('latin1');
    expect(pdf).toMatch(/\/Subtype \/Image[^>]*\/Width 300\s*\/Height 100/);
    await lab.drain(company);
    const mail = () => lab.mails(lead.email).at(-1)?.html ?? '';
    expect(mail()).toContain(`src="${before}"`);
    expect(mail()).toContain('alt="Acme Fence"');
    expect(mail()).not.toContain(after);
    await caller.estimates.send({ ...input, gateCount: 1 });
    await lab.drain(company);
    expect(mail()).toContain(`src="${after}"`);
  });
});
