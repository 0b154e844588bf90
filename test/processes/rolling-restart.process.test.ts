import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { createSystemDb, type SystemDb } from '#core/platform/db/system.ts';
import { createLogger } from '#core/platform/log.ts';
import { MINUTE } from '#shared/primitives/durations.ts';
import { type Sandbox, startSandbox } from '../../sandbox/start.ts';
import { steadyPort } from '../../scripts/start/ports.ts';
import { launchChromium } from '../browser/chromium.ts';
import { builders, PASSWORD } from '../builders.ts';
import { startCaddy } from '../caddy.ts';
import { testConfig } from '../caller.ts';
import { testClock } from '../clock.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { STRIPE, TWILIO } from '../delivery.ts';
import { type Front, startFront } from '../front-proxy.ts';
import { manyDueMails } from '../many-due-mails.ts';
import { type ProductionProcess, startServerProcess, startWorkerProcess } from '../production-processes.ts';
import { caddyPath, chromiumPath } from '../tools.ts';
import { ticketOf } from '../widget-ticket.ts';

/**
 * Intervals of leads and of the widget's settings, in milliseconds. Shorter ones would make bursts that are refused when
 * other tests run at the same time (`fair-shares.test.ts`).
 */
const LEADS_EVERY = 500;
const WIDGETS_EVERY = 100;
const COMPANIES = 5;
const DUE = 100;

let database: TestDatabase;
let system: SystemDb;
let sandbox: Sandbox;
let front: Front;
let browser: Browser | undefined;
const running = new Set<ProductionProcess>();

beforeAll(async () => {
  database = await createTestDatabase();
  const config = testConfig(database.url);
  system = createSystemDb(config, createLogger(config, 'test'));
  browser = chromiumPath() ? await launchChromium() : undefined;
});
afterAll(async () => {
  await browser?.close();
  for (const one of running) await one.kill();
  await front?.close();
  await sandbox?.close();
  await system?.destroy();
  await database?.drop();
});

/** Repeats a request at an interval, without waiting for the answers. */
function repeat(everyMs: number, ask: (number: number) => Promise<void>): { stop(): Promise<number> } {
  const asked: Promise<void>[] = [];
  const timer = setInterval(() => asked.push(ask(asked.length)), everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(asked);
      return asked.length;
    },
  };
}

/** Sends a request from this address of the machine, or through our own proxy with this X-Forwarded-For. */
async function send(path: string, from: string, body?: object): Promise<{ status: number; text: string }> {
  const out = request(front.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    ...(caddyPath() && { localAddress: from }),
  });
  const answered = once(out, 'response') as Promise<[IncomingMessage]>;
  out.end(body && JSON.stringify(body));
  const [answer] = await answered;
  return { status: answer.statusCode ?? 0, text: await textOf(answer) };
}

/** Opens the dashboard and notes what its user would notice: a failed request, and a line about a lost connection. */
async function openDashboard(of: Browser, email: string): Promise<{ page: Page; noticed: string[] }> {
  const page = await of.newPage();
  const noticed: string[] = [];
  await page.goto(`${front.url}/auth`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/dashboard**');
  page.on('response', (answer) => {
    if (answer.status() >= 400) noticed.push(`${answer.status()} ${answer.url()}`);
  });
  page.on('requestfailed', (failed) => {
    const fault = failed.failure()?.errorText;
    // Live updates reconnect by themselves, and a page aborts what it no longer needs.
    if (failed.resourceType() !== 'eventsource' && fault !== 'net::ERR_ABORTED')
      noticed.push(`${fault} ${failed.url()}`);
  });
  return { page, noticed };
}

test(
  'servers and workers restart in turn under load, and nobody notices',
  async () => {
    const ports = [await steadyPort('rolling-a'), await steadyPort('rolling-b')];
    front = await (caddyPath() ? startCaddy : startFront)(ports);
    sandbox = await startSandbox({
      port: 0,
      smtpPort: 0,
      providers: ['stripe', 'twilio', 'smtp'],
      appUrl: front.url,
      twilio: TWILIO,
      stripe: STRIPE,
    });
    const options = { databaseUrl: database.url, url: front.url, sandbox };
    const keep = (one: ProductionProcess) => {
      running.add(one);
      return one;
    };
    const server = async (port: number) => {
      const started = keep(await startServerProcess(options, port));
      await front.until(port, true);
      return started;
    };
    const worker = () => keep(startWorkerProcess(options));
    const servers = await Promise.all(ports.map(server));
    const workers = [worker(), worker()];

    // Behind Caddy, a visitor can't choose the address that limits count.
    const forged = '203.0.113.9';
    const { headers } = await fetch(`${front.url}/healthz`, { headers: { 'x-forwarded-for': forged } });
    expect(headers.get('x-picket-client')).toBe(`http ${caddyPath() ? '127.0.0.1' : forged}`);

    const a = builders(system, testClock(new Date()));
    const owner = await a.user();
    const companies: CompanyRow[] = [await a.company({ user_id: owner.id })];
    while (companies.length < COMPANIES) companies.push(await a.company());
    for (const company of companies) await a.material(company);
    const companyOf = (number: number) => companies[number % COMPANIES] as CompanyRow;
    const other = await a.company();
    const due = await manyDueMails(system, other, { count: DUE, due: new Date(Date.now() + 8_000) });
    const dashboard = browser && (await openDashboard(browser, owner.email));

    const faults: string[] = [];
    const ask = async (path: string, expected: number, body?: object, network = 0): Promise<void> => {
      try {
        const { status, text } = await send(path, `127.20.${network >> 8}.${network & 255}`, body);
        if (status !== expected) faults.push(`${path}: ${status} ${text}`);
      } catch (error) {
        faults.push(`${path}: ${String(error)}`);
      }
    };
    const emailOf = (number: number) => `rolling${number}@example.com`;
    const leads = repeat(LEADS_EVERY, (number) =>
      ask(
        '/api/widget/v1/leads',
        201,
        {
          contractorId: companyOf(number).contractor_id,
          name: `Robin Rolling ${number}`,
          email: emailOf(number),
          perimeter: 120 + number,
          gateCount: 1,
          smsConsent: false,
          idempotencyKey: `rolling-${number}`,
          ticket: ticketOf(companyOf(number), { config: testConfig(database.url) }),
        },
        number,
      ),
    );
    const widgets = repeat(WIDGETS_EVERY, (number) =>
      ask(`/api/widget/v1/config/${companyOf(number).contractor_id}`, 200, undefined, number),
    );

    for (const [index, port] of ports.entries()) {
      const leaving = servers[index]?.stop();
      // its health check fails first, while it serves on
      await front.until(port, false);
      expect(await leaving).toBe(0);
      await server(port);
      expect(await workers[index]?.stop()).toBe(0);
      worker();
      await wait(1_000);
    }
    const posted = await leads.stop();
    await widgets.stop();
    expect({ faults, failures: front.failures }).toEqual({ faults: [], failures: [] });
    expect(posted).toBeGreaterThan(20);

    const kept = await system
      .selectFrom('leads')
      .select('email')
      .where(
        'company_id',
        'in',
        companies.map(({ id }) => id),
      )
      .execute();
    expect(kept).toHaveLength(posted);
    expect(new Set(kept.map(({ email }) => email))).toEqual(
      new Set(Array.from({ length: posted }, (_, number) => emailOf(number))),
    );
    // Every lead's first email and every due message goes out, once.
    const expected = [...due, ...kept.map(({ email }) => email ?? '')];
    const received = () => {
      const counts = new Map<string, number>();
      for (const { to, direction } of sandbox.messages.all())
        if (direction === 'out') counts.set(to, (counts.get(to) ?? 0) + 1);
      return counts;
    };
    await vi.waitUntil(() => expected.every((email) => received().has(email)), { timeout: 30_000, interval: 200 });
    await wait(1_000);
    const counts = received();
    expect(expected.filter((email) => counts.get(email) !== 1)).toEqual([]);

    if (!dashboard) return;
    // The company's newest lead arrived through the reconnected live updates.
    const newest = posted - 1 - ((posted - 1) % COMPANIES);
    await dashboard.page.getByText(`Robin Rolling ${newest}`, { exact: true }).first().waitFor({ timeout: 10_000 });
    expect(dashboard.noticed).toEqual([]);
  },
  4 * MINUTE,
);
