import { type CDPSession, chromium, type Page, type Worker } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import type { PushPayload } from '#shared/features/push/push.schema.ts';
import { DEMO, seedDemo } from '../../scripts/seed-demo.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { openBrowser, type TestBrowser } from '../caller.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { type House, startHouse } from '../house.ts';
import { wholeChromiumPath } from '../tools.ts';
import { openPage } from './chromium.ts';
import { ticketOf } from '../widget-ticket.ts';
import { faultsOf } from './looks.ts';

const SECRET = 'a-secret-of-tests-that-is-long-enough';
const ACCOUNT = '/dashboard?tab=admin&section=account';

let database: TestDatabase;
let house: House;
let phoneVisitor: TestBrowser;
beforeAll(async () => {
  database = await createTestDatabase();
  await seedDemo({ connectionString: database.url, now: new Date(), secret: SECRET });
  house = await startHouse(database.url);
  await house.startWorker();
});
afterAll(async () => {
  await house.close();
  await database.drop();
});

interface Subscription {
  id: string;
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/**
 * The demo contractor's phone: a full Chromium, with a stand-in for its push service, because tests can't reach the
 * real one.
 */
async function phone(executablePath: string, faults: string[]): Promise<{ page: Page; subscription: Subscription }> {
  const subscription = (await (
    await fetch(`${house.sandbox.url}/api/push/subscriptions`, { method: 'POST' })
  ).json()) as Subscription;
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--no-first-run'],
  });
  onTestFinished(() => browser.close());
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  await context.grantPermissions(['notifications']);
  phoneVisitor = openBrowser(house.url);
  await phoneVisitor.trpc.auth.signIn.mutate(DEMO);
  await context.addCookies([...phoneVisitor.cookies].map(([name, value]) => ({ name, value, url: house.url })));
  await context.addInitScript(({ endpoint, keys }) => {
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0)).buffer;
    PushManager.prototype.subscribe = () =>
      Promise.resolve({
        endpoint,
        getKey: (name: 'p256dh' | 'auth') => bytes(keys[name]),
      } as unknown as PushSubscription);
  }, subscription);
  return { page: await openPage(context, faults), subscription };
}

const pushed = async ({ id }: Subscription): Promise<PushPayload[]> => {
  const all = (await (await fetch(`${house.sandbox.url}/api/push`)).json()) as {
    subscriptionId: string;
    payload: PushPayload;
  }[];
  return all.filter(({ subscriptionId }) => subscriptionId === id).map(({ payload }) => payload);
};

/** Delivers a payload to the page's service worker, as its push service would. */
async function deliver(page: Page, cdp: CDPSession, payload: PushPayload): Promise<void> {
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  await cdp.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(payload),
  });
}

/** Sends the request that the widget sends when a homeowner presses its button. */
async function sendLead(): Promise<void> {
  const { company } = (await phoneVisitor.trpc.auth.session.query()) ?? {};
  const answer = await fetch(`${house.url}/api/widget/v1/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      contractorId: 'acme-fence',
      name: 'Pat Lindqvist',
      email: 'pat.lindqvist@example.com',
      perimeter: 144,
      gateCount: 1,
      smsConsent: false,
      idempotencyKey: crypto.randomUUID(),
      ticket: ticketOf({ id: company?.id as CompanyId }, { config: { APP_SECRET: SECRET } }),
    }),
  });
  expect(answer.status).toBe(201);
}

/** The parts of the worker's global that these tests use. */
interface WorkerScope {
  marks: number[];
  navigator: object;
  registration: { getNotifications(): Promise<Notification[]> };
  NotificationEvent: new (type: string, init: object) => Event;
  dispatchEvent(event: Event): boolean;
}

/** Records the counts that the worker puts on the app icon, because a test can't see the icon. */
const noteMarks = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    const scope = self as unknown as WorkerScope;
    scope.marks = [];
    Object.defineProperty(scope.navigator, 'setAppBadge', {
      value: (count: number) => Promise.resolve(scope.marks.push(count)),
    });
  });

const marksOf = (worker: Worker): Promise<number[]> => worker.evaluate(() => (self as unknown as WorkerScope).marks);

/** Returns the notifications that the browser shows. */
const shownBy = (worker: Worker) =>
  worker.evaluate(async () => {
    const all = await (self as unknown as WorkerScope).registration.getNotifications();
    return all.map(({ title, body }) => ({ title, body }));
  });

/** Simulates a tap on the displayed notification by sending its event to the worker. */
const tap = (worker: Worker): Promise<void> =>
  worker.evaluate(async () => {
    const scope = self as unknown as WorkerScope;
    const [notification] = await scope.registration.getNotifications();
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
  });

it('a lead from the widget appears on the subscribed phone within 10 s, marks the icon, and opens when tapped', async ({
  skip,
}) => {
  const whole = wholeChromiumPath();
  if (whole === undefined) return skip('only a whole Chromium shows notifications: its headless shell denies them');
  const faults: string[] = [];
  const { page, subscription } = await phone(whole, faults);
  await page.goto(house.url + ACCOUNT);
  await page.getByRole('switch', { name: 'Notifications on this device' }).click();
  await page.getByText('Notifications are on').first().waitFor();
  await page.getByRole('switch', { name: 'A new lead' }).waitFor();
  await page.getByRole('switch', { name: 'Quiet hours' }).waitFor();
  expect(await faultsOf(page, { width: 390, height: 844 })).toEqual([]);

  await sendLead();
  await vi.waitUntil(async () => (await pushed(subscription)).length > 0, { timeout: 10_000, interval: 100 });
  const [payload] = await pushed(subscription);
  if (!payload) throw new Error('nothing was pushed');
  expect(payload).toMatchObject({ title: 'New lead: Pat', body: '144 ft of fence' });
  expect(payload.path).toMatch(/^\/dashboard\?tab=leads&lead=[0-9a-f-]{36}$/);
  expect(payload.badge).toBeGreaterThan(0);

  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('no service worker');
  await noteMarks(worker);
  await deliver(page, await page.context().newCDPSession(page), payload);
  await expect.poll(() => shownBy(worker)).toEqual([{ title: 'New lead: Pat', body: '144 ft of fence' }]);
  await expect.poll(() => marksOf(worker)).toEqual([payload.badge]);

  await tap(worker);
  await page.waitForURL(house.url + payload.path);
  await page.getByRole('dialog').getByText('Pat Lindqvist').first().waitFor();
  expect(await shownBy(worker)).toEqual([]);
  expect(await marksOf(worker)).toEqual([payload.badge, 0]);
  expect(faults).toEqual([]);
});

it('the dashboard has a manifest with icons, so it can be installed', async () => {
  const manifest = (await (await fetch(`${house.url}/manifest.webmanifest`)).json()) as {
    start_url: string;
    display: string;
    icons: { src: string }[];
  };
  expect(manifest).toMatchObject({ start_url: '/dashboard', display: 'standalone' });
  for (const { src } of manifest.icons) {
    const icon = await fetch(house.url + src);
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/png']);
  }
});
