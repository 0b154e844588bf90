import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drainPush } from '#core/features/push/drain-push.ts';
import { isPushEndpoint, vapidKeys } from '#core/platform/push-service.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { DEFAULT_PUSH, type PushChoices, type PushPayload } from '#shared/features/push/push.schema.ts';
import { HOUR, MINUTE } from '#shared/primitives/durations.ts';
import { type Sandbox, startSandbox } from '../../../../sandbox/start.ts';
import { startTestApp, type TestApp, type TestBrowser } from '../../../../test/caller.ts';
import { type WidgetPosts, widgetPosts } from '../../../../test/widget-posts.ts';

let app: TestApp;
let sandbox: Sandbox;
let widget: WidgetPosts;
beforeAll(async () => {
  sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    providers: [],
    appUrl: 'http://127.0.0.1:9',
    twilio: { accountSid: 'AC0', authToken: 'local', from: '+12085550100' },
    stripe: {
      secretKey: 'sk_test_local',
      webhookSecret: 'whsec_local',
      connectWebhookSecret: 'whsec_local_connect',
      prices: { starter: 'price_starter', pro: 'price_pro', payAsYouGo: 'price_payg' },
    },
  });
  app = await startTestApp({ env: { PUSH_API_BASE: sandbox.url, TRUST_PROXY: 'loopback' } });
  widget = widgetPosts(app);
});
afterAll(async () => {
  await app.close();
  await sandbox.close();
});

const MORNING = '2026-11-16T19:00:00.000Z'; // noon in Boise
beforeEach(() => app.clock.set(MORNING));

interface Subscription {
  id: string;
  endpoint: string;
  keys: { p256dh: string; auth: string };
}
const ask = async <T>(path: string, method = 'GET'): Promise<T> =>
  (await (await fetch(sandbox.url + path, { method })).json()) as T;
const pushedTo = async ({ id }: Subscription): Promise<PushPayload[]> =>
  (await ask<{ subscriptionId: string; payload: PushPayload }[]>('/api/push'))
    .filter(({ subscriptionId }) => subscriptionId === id)
    .map(({ payload }) => payload);

/** Subscribes a browser to push notifications with these settings. */
async function device(visitor: TestBrowser, choices: Partial<PushChoices> = {}): Promise<Subscription> {
  const given = await ask<Subscription>('/api/push/subscriptions', 'POST');
  await visitor.trpc.push.subscribe.mutate({
    endpoint: given.endpoint,
    ...given.keys,
    choices: { ...DEFAULT_PUSH, ...choices },
  });
  return given;
}

async function contractor(): Promise<{ company: CompanyRow; visitor: TestBrowser }> {
  const company = await app.a.company({ notify_phone: '+12085550177' });
  await app.a.material(company, { name: 'Vinyl' });
  const { email } = await app.deps.system
    .selectFrom('users')
    .select('email')
    .where('id', '=', company.user_id)
    .executeTakeFirstOrThrow();
  return { company, visitor: await app.signIn(email) };
}
const drain = ({ id }: CompanyRow) => drainPush(app.deps, id);
const messages = ({ id }: CompanyRow) =>
  app.deps.system.selectFrom('push_messages').selectAll().where('company_id', '=', id).orderBy('id').execute();
const devices = ({ id }: CompanyRow) =>
  app.deps.system.selectFrom('push_devices').selectAll().where('company_id', '=', id).execute();
const noticeTexts = ({ id }: CompanyRow) =>
  app.deps.system
    .selectFrom('messages')
    .select('to_address')
    .where('company_id', '=', id)
    .where('kind', '=', 'lead.notice')
    .where('channel', '=', 'sms')
    .execute();
const lead = (company: CompanyRow) =>
  widget.taken(
    widget.lead(company, { name: 'Dana Whitfield', address: '118 Larkmeadow Ct, Boise, ID 83702', perimeter: 184 }),
  );

describe('a new lead', () => {
  it('is shown on each subscribed device, with only first name and feet', async () => {
    const { company, visitor } = await contractor();
    const phone = await device(visitor);
    const { leadId } = await lead(company);
    await drain(company);
    const [pushed, ...more] = await pushedTo(phone);
    expect(more).toEqual([]);
    expect(pushed).toMatchObject({
      title: 'New lead: Dana',
      body: '184 ft of fence',
      path: `/dashboard?tab=leads&lead=${leadId}`,
      badge: 1,
    });
    for (const secret of ['Whitfield', 'Larkmeadow', '83702', '@', '$'])
      expect(JSON.stringify(pushed)).not.toContain(secret);
    await drain(company);
    expect(await pushedTo(phone)).toHaveLength(1);
    expect(await messages(company)).toMatchObject([{ status: 'sent', attempts: 1, claimed_until: null }]);
  });

  it('shows as much detail as the device’s settings allow', async () => {
    const { company, visitor } = await contractor();
    const quiet = await device(visitor, { shows: 'nothing' });
    const full = await device(visitor, { shows: 'details' });
    const none = await device(visitor, { events: ['paid'] });
    await lead(company);
    await drain(company);
    expect(await pushedTo(quiet)).toMatchObject([{ title: 'New lead', body: 'Open to see the details' }]);
    expect((await pushedTo(full))[0]?.body).toMatch(/^184 ft of fence, \$[\d,.]+, Boise$/);
    expect(await pushedTo(none)).toEqual([]);
  });

  it('is texted to the confirmed phone if no device shows it, and not otherwise', async () => {
    const without = await contractor();
    await lead(without.company);
    expect(await noticeTexts(without.company)).toEqual([{ to_address: '+12085550177' }]);
    const { company, visitor } = await contractor();
    await device(visitor);
    await lead(company);
    expect(await noticeTexts(company)).toEqual([]);
  });

  it('waits until quiet hours end, even past midnight', async () => {
    const { company, visitor } = await contractor();
    const phone = await device(visitor, { quiet: { from: '21:00', until: '07:00' } });
    app.clock.set('2026-11-17T05:30:00.000Z'); // 10:30 PM
    await lead(company);
    app.clock.set('2026-11-17T13:59:00.000Z');
    await drain(company);
    expect(await pushedTo(phone)).toEqual([]);
    app.clock.advance(MINUTE);
    await drain(company);
    expect(await pushedTo(phone)).toHaveLength(1);
  });
});

describe('a homeowner’s action', () => {
  it('is shown once each: viewed, accepted', async () => {
    const { company, visitor } = await contractor();
    const phone = await device(visitor);
    const row = await app.a.lead(company, { name: 'Marisol Vega' });
    const [material] = (await visitor.trpc.pricing.get.query()).materials;
    const { url } = await visitor.trpc.estimates.send.mutate({
      leadId: row.id,
      perimeter: 184,
      gateCount: 1,
      materialId: material?.id ?? '',
    });
    const path = new URL(url).pathname;
    const seen = () => fetch(`${app.url}${path}/seen`, { method: 'POST' });
    await seen();
    await seen();
    const token = path.split('/').at(-1) ?? '';
    await app.browser().trpc.estimatePage.accept.mutate({ token, name: 'Marisol Vega', agreed: true });
    await drain(company);
    expect((await pushedTo(phone)).map(({ title }) => title).toSorted()).toEqual([
      'Marisol accepted your estimate',
      'Marisol viewed your estimate',
    ]);
  });
});

describe('a subscription', () => {
  it('that its browser revoked is deleted with its waiting notifications', async () => {
    const { company, visitor } = await contractor();
    const phone = await device(visitor);
    await fetch(`${sandbox.url}/api/push/subscriptions/${phone.id}/revoke`, { method: 'POST' });
    await lead(company);
    await drain(company);
    expect(await devices(company)).toEqual([]);
    expect(await messages(company)).toEqual([]);
  });

  it('is retried while its service is down, for a limited time', async () => {
    const { company, visitor } = await contractor();
    await device(visitor);
    await app.deps.system
      .updateTable('push_devices')
      .set({ p256dh: 'x' })
      .where('company_id', '=', company.id)
      .execute();
    await lead(company);
    for (let turn = 0; turn < 5; turn += 1) {
      await drain(company);
      app.clock.advance(HOUR);
    }
    expect(await messages(company)).toMatchObject([{ status: 'failed', attempts: 4 }]);
  });

  it('ends with its session', async () => {
    const { company, visitor } = await contractor();
    await device(visitor);
    expect((await visitor.trpc.push.settings.query()).devices).toMatchObject([{ current: true }]);
    await visitor.trpc.auth.signOut.mutate();
    expect(await devices(company)).toEqual([]);
  });

  it('belongs to its user: nobody else can see, change or end it', async () => {
    const { company, visitor } = await contractor();
    await device(visitor);
    const other = await contractor();
    expect((await other.visitor.trpc.push.settings.query()).devices).toEqual([]);
    const [row] = await devices(company);
    const deviceId = row?.id ?? '';
    await other.visitor.trpc.push.forget.mutate({ deviceId });
    await expect(other.visitor.trpc.push.update.mutate({ deviceId, choices: DEFAULT_PUSH })).rejects.toThrow(
      /couldn’t find/,
    );
    expect(await devices(company)).toHaveLength(1);
    await visitor.trpc.push.forget.mutate({ deviceId });
    expect(await devices(company)).toEqual([]);
  });

  it.each([
    'http://127.0.0.1:5432/push',
    'https://10.0.0.8/push',
    'https://fcm.googleapis.com.evil.example/push',
    'https://fcm.googleapis.com:8443/push',
    'https://user@fcm.googleapis.com/push',
    'http://fcm.googleapis.com/push',
    'https://metadata.google.internal/x',
  ])('is refused if its URL isn’t a push service’s: %s', async (endpoint) => {
    const { company, visitor } = await contractor();
    const { keys } = await ask<Subscription>('/api/push/subscriptions', 'POST');
    await expect(
      visitor.trpc.push.subscribe.mutate({ endpoint, ...keys, choices: DEFAULT_PUSH }),
    ).rejects.toMatchObject({ data: { code: 'VALIDATION_FAILED' } });
    expect(await devices(company)).toEqual([]);
    expect(isPushEndpoint(endpoint, app.deps.config)).toBe(false);
  });

  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://wns2-by3p.notify.windows.com/w/?token=abc',
    'https://web.push.apple.com/abc',
  ])('of a browser’s own service is accepted: %s', (endpoint) => {
    expect(isPushEndpoint(endpoint, {})).toBe(true);
  });
});

it('the VAPID key is derived from the secret, the same in every process', () => {
  const { publicKey, privateKey } = vapidKeys('a-secret-of-tests-that-is-long-enough');
  expect(vapidKeys('a-secret-of-tests-that-is-long-enough').publicKey).toBe(publicKey);
  expect(vapidKeys('another-secret-of-tests-long-enough').publicKey).not.toBe(publicKey);
  expect([Buffer.from(publicKey, 'base64url').length, Buffer.from(privateKey, 'base64url').length]).toEqual([65, 32]);
});
