import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TAB_LABEL, TABS } from '../../src/client/features/dashboard/tabs.ts';
import { planName, planPrice, planUnit } from '../../src/client/features/billing/plan-words.ts';
import { PLANS } from '#shared/features/billing/plans.ts';
import { freePort } from '../browser/chromium.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';

let database: TestDatabase;
let server: BuiltServer;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startBuiltServer({ databaseUrl: database.url, port: await freePort() });
});
afterAll(async () => {
  await server?.kill();
  await database.drop();
});

interface Page {
  status: number;
  title: string;
  html: string;
  /** The words that the page shows without its script. */
  words: string;
  policy: string;
}

const unescaped = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&quot;', '"');

async function open(path: string): Promise<Page> {
  const response = await fetch(server.url + path);
  const html = await response.text();
  const body = html.slice(html.indexOf('<body>')).replaceAll('<!-- -->', '');
  const words = unescaped(body.replaceAll(/<[^>]*>/g, ' ')).replaceAll(/\s+/g, ' ');
  const title = unescaped(/<title>(.*)<\/title>/.exec(html)?.[1] ?? '');
  return { status: response.status, title, html, words, policy: response.headers.get('content-security-policy') ?? '' };
}

describe('the HTML of the first pages, before any script runs', () => {
  test('the landing page has its whole content, with the prices and links', async () => {
    const { title, html, words } = await open('/');
    expect(title).toBe('Picket: estimates and follow-up for fence contractors');
    expect(html).toMatch(/<meta\s+name="description"\s+content="Picket puts a fence contractor’s prices[^"]+"/);
    expect(html).toContain('<h1>Homeowners have a price before you’ve rolled up the tape.</h1>');
    expect(words).toContain('Choose Your Plan');
    for (const { id, name, priceCents, description, features } of PLANS) {
      expect(words).toContain(`${planPrice(priceCents)} ${planUnit(id)}`);
      for (const each of [name, description, ...features]) expect(words).toContain(each);
      expect(html).toContain(`href="/auth?view=sign-up&amp;plan=${id}"`);
    }
    expect(words).toContain('Picket keeps 1% of each online payment.');
    for (const link of ['/auth', '/auth?view=sign-up', '/terms', '/privacy', 'mailto:support@picket.test'])
      expect(html).toContain(`href="${link}"`);
  });

  const REASON = {
    next: 'Sign in to continue where you left off.',
    plan: 'Please log in to subscribe to a plan',
    google: 'Google couldn’t sign you in.',
    unsure: 'You may still be signed in here.',
  };
  test.each([
    { at: '/auth', title: 'Sign in', has: ['Email', 'Password', 'Forgot your password?', 'Sign up'] },
    { at: '/auth/', title: 'Sign in', has: ['Email', 'Password'] },
    { at: '/auth?view=nothing&utm_source=mail', title: 'Sign in', has: ['Email', 'Password'] },
    { at: '/auth?view=code', title: 'Sign in', has: ['Email me a code'], hasNot: ['Forgot your password?'] },
    { at: '/auth?view=sign-up', title: 'Sign up', has: ['Your name', 'Company name', 'Email', 'Password'] },
    { at: '/auth?view=forgot', title: 'Forgot your password?', has: ['Email'], hasNot: ['Password Show'] },
    {
      at: '/auth?plan=pro&view=sign-up',
      title: 'Sign up',
      has: [REASON.plan, `You chose ${planName('pro')}.`, 'Your name'],
    },
    { at: '/auth?next=%2Fdashboard%3Ftab%3Dcrm', title: 'Sign in', has: [REASON.next] },
    { at: '/auth?next=https%3A%2F%2Felsewhere.example', title: 'Sign in', has: ['Email'], hasNot: [REASON.next] },
    { at: '/auth?next=%2Fdashboard&problem=google', title: 'Sign in', has: [REASON.google], hasNot: [REASON.next] },
    { at: '/auth?problem=sign-out', title: 'Sign in', has: [REASON.unsure] },
  ])('$at has the form of its query', async ({ at, title, has, hasNot = [] }) => {
    const page = await open(at);
    expect(page.title).toBe(`${title} · Picket`);
    expect(page.html).toContain(`<h1>${title}</h1>`);
    for (const words of has) expect(page.words).toContain(words);
    for (const words of [...hasNot, 'Choose Your Plan']) expect(page.words).not.toContain(words);
    // until the script runs, a typed password never gets into an address
    expect(page.html.match(/<form[^>]*>/g)).toEqual([expect.stringContaining('method="dialog"')]);
  });

  test('the dashboard has its menu with the open tab, and no data', async () => {
    for (const tab of [undefined, ...TABS]) {
      const { title, html, words } = await open(tab ? `/dashboard?tab=${tab}&lead=7` : '/dashboard');
      expect(title).toBe(tab ? `${TAB_LABEL[tab]} · Picket Dashboard` : 'Picket Dashboard');
      for (const one of TABS) expect(words).toContain(TAB_LABEL[one]);
      const current = /aria-current="page"[^>]*href="([^"]*)"/.exec(html)?.[1];
      expect(current).toBe(`/dashboard?tab=${tab ?? 'leads'}`);
      for (const other of ['rolled up the tape', 'Forgot your password?', '$']) expect(words).not.toContain(other);
    }
  });

  test('a page without a frame is empty, and an unknown one isn’t found', async () => {
    const { words, html } = await open('/admin');
    expect(words.trim()).toBe('');
    expect(html).toContain('<div id="root"></div>');
    expect((await open('/dashboard/leads')).status).toBe(404);
  });

  test('no page has an inline script or an unfilled setting, and each loads only its own styles and scripts', async () => {
    for (const at of [
      '/',
      '/auth',
      '/auth?view=sign-up&plan=starter',
      '/dashboard',
      '/dashboard?tab=admin',
      '/admin',
    ]) {
      const { html, policy } = await open(at);
      expect(html.match(/<script(?![^>]* src=)/g)).toBeNull();
      expect(html.match(/__[A-Z_]+__/g)).toBeNull();
      expect(policy).toContain("script-src 'self';script-src-attr 'none'");
      const files = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, file]) => file);
      expect(new Set(files).size).toBe(files.length);
      for (const file of files) expect((await fetch(server.url + file)).status).toBe(200);
      const loads = (chunk: string) => files.some((file) => file?.startsWith(`/assets/${chunk}-`));
      expect([loads('dashboard'), loads('server')]).toEqual([
        at.startsWith('/dashboard'),
        at.startsWith('/dashboard') || at.startsWith('/auth'),
      ]);
    }
  });
});
