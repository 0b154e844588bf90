import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { weeklyReportLink } from '#core/features/reports/weekly-report-link.ts';
import { planPictureUrl } from '#core/features/messages/plan-picture.ts';
import { NOWHERE, toDrawing } from '#shared/features/drawing/fence-drawing.ts';
import { planeAt } from '#shared/features/drawing/earth.ts';
import { takeExport } from '#core/features/data-rights/export-claims.repository.ts';
import { makeExport } from '#core/features/data-rights/make-export.ts';
import { hashToken, unsubscribeToken } from '#core/platform/secrets.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { UserId } from '#shared/primitives/ids.ts';
import { startTestApp, type TestApp, type TestBrowser } from '../../test/caller.ts';
import { createApp } from './app.ts';

/**
 * Who may read a route.
 *
 * - 'public': anyone. It contains no company's data.
 * - 'token': anyone with the link, signed in or not.
 * - 'company': anyone with the contractor id or an unguessable name.
 * - 'session': only the company's signed-in members.
 * - 'signed': only a provider that signs or authenticates its requests.
 * - 'admin': only the platform's admins.
 * - 'procedures': the tRPC routes, which `tenants.test.ts` covers.
 */
type Treatment = 'public' | 'token' | 'company' | 'session' | 'signed' | 'admin' | 'procedures';

/** All routes of the server. The test fails for a new route until it's listed here. */
const TREATMENT: Record<string, Treatment> = {
  'GET /healthz': 'public',
  'GET /readyz': 'public',
  'GET /metrics': 'public',
  'GET /widget-embed.js': 'public',
  'GET /widget-es.js': 'public',
  'GET /widget-steps.js': 'public',
  'GET /widget-chat.js': 'public',
  'GET /widget-map.js': 'public',
  'GET /widget-button.js': 'public',
  'GET /widget-frame.js': 'public',
  'GET /widget-demo': 'company',
  'GET /widget-demo/frame': 'company',
  'GET /fonts/archivo.woff2': 'public',
  'GET /estimate.js': 'public',
  'GET /fence/:name': 'public',
  'GET /fence/plan/:token.png': 'token',
  'GET /privacy': 'public',
  'GET /terms': 'public',
  'GET /auth/google': 'public',
  'GET /auth/google/callback': 'public',
  'GET /': 'public',
  'GET /auth': 'public',
  'GET /dashboard': 'public',
  'GET /admin': 'public',
  'GET /index.html': 'public',
  'GET /manifest.webmanifest': 'public',
  'USE /assets': 'public',
  'USE /api/widget/v1': 'public',
  'USE /api/widget/v1/leads': 'public',
  'GET /api/widget/v1/address': 'public',
  'GET /api/widget/v1/map': 'public',
  'GET /api/widget/v1/config/:contractorId': 'company',
  'POST /api/widget/v1/leads': 'company',
  'POST /api/widget/v1/steps': 'company',
  'POST /api/widget/v1/agent': 'company',
  'POST /api/estimate/v1/agent': 'token',
  'GET /w/:contractorId': 'company',
  'GET /w/:contractorId/frame': 'company',
  'GET /w/:contractorId/visit': 'company',
  'POST /w/:contractorId/visit': 'company',
  'GET /w/:contractorId/qr.svg': 'company',
  'GET /w/:contractorId/qr.pdf': 'company',
  'GET /logos/:name': 'company',
  'GET /avatars/:id': 'company',
  'GET /estimate/:token': 'token',
  'GET /estimate/:token.pdf': 'token',
  'GET /estimate/:token/invoice.pdf': 'token',
  'POST /estimate/:token/accept': 'token',
  'POST /estimate/:token/choose': 'token',
  'POST /estimate/:token/decline': 'token',
  'POST /estimate/:token/ask': 'token',
  'POST /estimate/:token/pay': 'token',
  'POST /estimate/:token/seen': 'token',
  'GET /e/:code': 'token',
  'GET /visit/:token': 'token',
  'POST /visit/:token/cancel': 'token',
  'GET /api/visit/v1/:token': 'token',
  'POST /api/visit/v1/:token': 'token',
  'GET /calendar/:token.ics': 'token',
  'GET /unsubscribe/:token': 'token',
  'POST /unsubscribe/:token': 'token',
  'POST /unsubscribe/:token/undo': 'token',
  'GET /weekly-report/:token': 'token',
  'POST /weekly-report/:token': 'token',
  'GET /api/messages/:id/files/:name': 'session',
  'GET /exports/:name': 'session',
  'POST /webhooks/mail/inbound': 'signed',
  'POST /webhooks/twilio/status': 'signed',
  'POST /webhooks/twilio/inbound': 'signed',
  'POST /webhooks/stripe': 'signed',
  'POST /webhooks/stripe/connect': 'signed',
  'USE /trpc': 'procedures',
  'USE /admin/queue': 'admin',
};

/** A fence with one side. */
const PLAN = toDrawing(
  [
    {
      points: [
        [0, 0],
        [60, 0],
      ],
      closed: false,
      gates: [],
    },
  ],
  planeAt(NOWHERE),
  false,
);

interface Layer {
  name: string;
  rawPath?: string | string[];
  route?: { path: string | string[]; methods: Record<string, boolean> };
  handle: { stack?: Layer[] };
}

const listOf = (path: string | string[] | undefined): string[] => [path ?? '/'].flat();

/**
 * Returns the routes of these layers: 'GET /path' for a route, and 'USE /path' for a handler of all paths that begin
 * with '/path'.
 */
function addressesOf(layers: readonly Layer[], under = ''): string[] {
  return layers.flatMap(({ route, rawPath, handle }) => {
    if (route)
      return listOf(route.path).flatMap((path) =>
        Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${under}${path}`),
      );
    return listOf(rawPath).flatMap((path) => {
      const here = path === '/' ? under : `${under}${path}`;
      return handle.stack ? addressesOf(handle.stack, here) : path === '/' ? [] : [`USE ${here}`];
    });
  });
}

let app: TestApp;
let theirs: CompanyRow;
/**
 * A browser signed in as the owner of another company. `seller` is signed in as sales of the first company, and
 * `nobody` is signed out.
 */
let stranger: TestBrowser;
let seller: TestBrowser;
let nobody: TestBrowser;
let addresses: string[];
/** Route parameters with values that exist in the company `theirs`. */
let real: Record<string, string>;

const NOTHING = '00000000-0000-7000-8000-000000000000';

beforeAll(async () => {
  app = await startTestApp({ env: { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' } });
  addresses = [
    ...new Set(addressesOf((createApp(app.deps) as unknown as { router: { stack: Layer[] } }).router.stack)),
  ];
  theirs = await app.a.company();
  const material = await app.a.material(theirs);
  const colleague = await app.a.member(theirs, 'sales');
  const lead = await app.a.lead(theirs, { assigned_to: colleague.userId });
  const owner = await app.callerFor(theirs);
  const fence = { perimeter: 184, gateCount: 1, materialId: material.id };
  const sent = await owner.estimates.send({ leadId: lead.id, ...fence });
  const signed = await owner.estimates.send({ leadId: (await app.a.lead(theirs)).id, ...fence });
  const invoice = signed.url.split('/').at(-1) ?? '';
  await app.browser().trpc.estimatePage.accept.mutate({ token: invoice, name: 'Dana Whitfield', agreed: true });
  const { id: messageId } = await app.deps.system
    .insertInto('messages')
    .values({
      company_id: theirs.id,
      lead_id: lead.id,
      direction: 'in',
      channel: 'sms',
      kind: 'text.received',
      from_address: '+12085550172',
      to_address: '+12085550199',
      subject: null,
      body: 'See the photo',
      status: 'received',
      provider_id: `MM${'1'.repeat(32)}`,
      error_code: null,
      attachments: ['photo-1.png'],
      at: app.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await owner.company.export();
  const claimed = await takeExport(app.deps);
  if (claimed) await makeExport(app.deps, claimed, () => false);
  real = {
    export: (await owner.company.exportStatus()).url?.split('/').at(-1) ?? '',
    token: sent.url.split('/').at(-1) ?? '',
    invoice,
    unsubscribe: unsubscribeToken(lead.id, app.config.APP_SECRET),
    plan: /plan\/(.+)\.png$/.exec(planPictureUrl(app.config, PLAN, 'en') ?? '')?.[1] ?? '',
    calendar: /\/calendar\/([\w-]+)\.ics$/.exec((await (await app.callerFor(theirs)).visits.feed()).url)?.[1] ?? '',
    'weekly-report': weeklyReportLink(app.config, theirs.id).url.split('/').at(-1) ?? '',
    messageId,
    materialId: material.id,
  };
  stranger = await app.signIn(await emailOf((await app.a.company()).user_id));
  seller = await app.signIn((await app.a.member(theirs, 'sales')).email);
  nobody = app.browser();
});
afterAll(() => app.close());

const emailOf = async (userId: UserId): Promise<string> =>
  (await app.deps.system.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email;

/** Headers that differ in every response, regardless of the request. */
const PASSING = new Set(['date', 'content-security-policy', 'x-ratelimit-remaining', 'keep-alive', 'connection']);

/** Returns everything that a caller can see of a response, except nonces and the ids that the caller sent. */
async function seen(browser: TestBrowser, address: string, ids: readonly string[], init: RequestInit = {}) {
  const [method = 'GET', path = '/'] = address.split(' ');
  const response = await browser.fetch(path, {
    method,
    ...(method === 'POST' && { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: '' }),
    ...init,
  });
  const bare = (text: string) =>
    ids.reduce((left, id) => left.replaceAll(id, '*'), text).replaceAll(/nonce="[^"]*"/g, 'nonce');
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => !PASSING.has(name)).map(([name, value]) => [name, bare(value)]),
    // a PDF contains the time at which it was rendered
    body: response.headers.get('content-type') === 'application/pdf' ? 'PDF' : bare(await response.text()),
  };
}

/** Returns the token with one character changed. */
const altered = (token: string): string => `${token.slice(0, 10)}${token[10] === 'a' ? 'b' : 'a'}${token.slice(11)}`;
/** Returns a token in the same format that was never issued. */
const unknown = (token: string): string => hashToken(token).repeat(8).slice(0, token.length);

const ofKind = (kind: Treatment): string[] =>
  Object.entries(TREATMENT).flatMap(([address, treatment]) => (treatment === kind ? [address] : []));

test('every route is listed with its access', () => {
  expect(addresses.length).toBeGreaterThan(40);
  expect(addresses.toSorted()).toEqual(Object.keys(TREATMENT).toSorted());
});

describe('headers', () => {
  /** The address with values that exist, as far as there are any. */
  const filled = (address: string): string =>
    address
      .replace(':contractorId', theirs.contractor_id)
      .replace(':token', tokenOf(address))
      .replace(/:\w+/, NOTHING)
      .replace('USE', 'GET');

  test.each(Object.keys(TREATMENT))('%s allows no inline code, inline style or content sniffing', async (address) => {
    const [method = 'GET', path = '/'] = filled(address).split(' ');
    const { headers } = await nobody.fetch(path, { method, redirect: 'manual', headers: { accept: 'text/html' } });
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/default-src '(self|none)'/);
    expect(policy).not.toContain('unsafe');
    expect(policy).toMatch(/frame-ancestors|sandbox/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toMatch(/^(no-referrer|same-origin)$/);
    expect(headers.get('x-powered-by')).toBeNull();
  });
});

test('no route with a parameter is public, except for generic fence images', () => {
  const named = addresses.filter((address) => address.includes(':'));
  expect(named.filter((address) => TREATMENT[address] === 'public')).toEqual(['GET /fence/:name']);
});

describe('with a session', () => {
  test.each(ofKind('session'))('%s: another company’s id and an unknown id get the same response', async (address) => {
    const isExport = address.includes('exports');
    const [id, never] = isExport ? [real['export'] ?? '', `${NOTHING}.zip`] : [real['messageId'] ?? '', NOTHING];
    const at = (given: string) =>
      isExport ? address.replace(':name', given) : address.replace(':id', given).replace(':name', 'photo-1.png');
    for (const browser of [stranger, seller])
      expect(await seen(browser, at(id), [id, never])).toEqual(await seen(browser, at(never), [never]));
    expect((await seen(nobody, at(id), [])).status).toBe(401);
    // shows that only the id caused the refusal: if the owner asks, the server requests a message's file from Twilio
    const owner = await app.signIn(await emailOf(theirs.user_id));
    expect((await seen(owner, at(id), [])).status).toBe(isExport ? 200 : 503);
  });
});

const tokenOf = (address: string): string =>
  real[
    ['unsubscribe', 'weekly-report', 'plan', 'calendar', 'invoice'].find((name) => address.includes(name)) ?? 'token'
  ] ?? '';

describe('with a private link', () => {
  test.each(ofKind('token'))('%s: an altered token and an unknown one get the same response', async (address) => {
    const token = tokenOf(address);
    const at = (given: string) => address.replace(/:token|:code/, given);
    const [wrong, never] = [altered(token), unknown(token)];
    for (const browser of [stranger, nobody])
      expect(await seen(browser, at(wrong), [wrong])).toEqual(await seen(browser, at(never), [never]));
  });

  test.each(ofKind('token').filter((address) => address.startsWith('GET') && address.includes(':token')))(
    '%s: the page is the same for everyone with the link',
    async (address) => {
      const token = tokenOf(address);
      const mine = await seen(stranger, address.replace(':token', token), [token]);
      expect(mine.status).toBe(200);
      const anyones = await seen(nobody, address.replace(':token', token), [token]);
      expect(mine).toEqual(anyones);
    },
  );
});

describe('with a contractor id or an unguessable name', () => {
  test.each(ofKind('company').filter((address) => address.includes(':')))(
    '%s: an unconfirmed company and an unknown one get the same response, with and without a session',
    async (address) => {
      const hidden = await app.a.company({
        user_id: (await app.a.user({ email_verified_at: null })).id,
        contractor_id: `hidden-${addresses.indexOf(address)}`,
      });
      const at = (id: string) => address.replace(/:contractorId|:name|:id/, id);
      const [id, never] = address.includes(':contractorId')
        ? [hidden.contractor_id, `nobody-${addresses.indexOf(address)}`]
        : [NOTHING.replaceAll('0', '1'), NOTHING];
      const answer = await seen(nobody, at(id), [id]);
      expect(answer.status).toBe(404);
      expect(answer).toEqual(await seen(nobody, at(never), [never]));
      expect(answer).toEqual(await seen(stranger, at(id), [id]));
    },
  );

  test('POST /api/widget/v1/leads: another company’s material and an unknown one get the same response', async () => {
    const mine = await app.a.company();
    const post = async (materialId: string) => {
      const lead = { contractorId: mine.contractor_id, name: 'Dana', email: 'dana@tenants.test', perimeter: 100 };
      const body = JSON.stringify({ ...lead, gateCount: 0, smsConsent: false, idempotencyKey: materialId, materialId });
      const json = { headers: { 'content-type': 'application/json' }, body };
      return seen(nobody, 'POST /api/widget/v1/leads', [materialId], json);
    };
    const answer = await post(real['materialId'] ?? '');
    expect(answer.status).toBe(201);
    // a second request from the same person returns the same lead
    expect(await post(NOTHING)).toEqual(answer);
    const leads = await (await app.callerFor(mine)).leads.list({ review: true });
    expect(leads.items).toMatchObject([{ materialType: null }]);
  });
});

describe('for providers and admins', () => {
  test.each(ofKind('signed'))(
    '%s: without a signature, a known id and an unknown one get the same refusal',
    async (address) => {
      const post = (id: string) => seen(nobody, address, [id], { headers: { 'content-type': 'text/plain' }, body: id });
      const answer = await post(`MM${'1'.repeat(32)}`);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer).toEqual(await post(`MM${'2'.repeat(32)}`));
    },
  );

  test.each(ofKind('admin'))('%s: contractors get the same refusal for every path', async (address) => {
    const path = address.replace('USE ', 'GET ');
    for (const browser of [stranger, seller]) {
      const answer = await seen(browser, path, []);
      expect(answer.status).toBe(403);
      expect(await seen(browser, `${path}/api/queues/texts/${NOTHING}`, [])).toEqual(answer);
    }
  });
});
