import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { get } from 'node:http';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { startTestApp, type TestApp, type TestBrowser } from '../../test/caller.ts';

const dist = mkdtempSync(join(tmpdir(), 'picket-dist-'));
let app: TestApp;
let company: CompanyRow;
let browser: TestBrowser;

beforeAll(async () => {
  mkdirSync(join(dist, 'client/assets'), { recursive: true });
  mkdirSync(join(dist, 'widget'));
  writeFileSync(join(dist, 'client/index.html'), '<!doctype html><title>__PRODUCT_NAME__</title><div id="root"></div>');
  writeFileSync(join(dist, 'client/assets/main-abc123.js'), 'export const here = true;');
  writeFileSync(join(dist, 'widget/widget-embed.js'), `var widget = '${'posts and pickets '.repeat(50)}';`);
  app = await startTestApp({ dist, env: { PRODUCT_NAME: 'Slats & Co', METRICS_TOKEN: 'a-token-of-16-characters' } });
  company = await app.a.company();
  const owner = await app.deps.system
    .selectFrom('users')
    .select('email')
    .where('id', '=', company.user_id)
    .executeTakeFirstOrThrow();
  browser = await app.signIn(owner.email);
});
afterAll(async () => {
  await app.close();
  rmSync(dist, { recursive: true });
});

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  browser.fetch(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
const call = (path: string, input: unknown) =>
  browser.fetch(`/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`);

describe('procedure errors', () => {
  test('invalid input is reported for every field, without schema details', async () => {
    const response = await post(
      '/trpc/leads.create',
      JSON.stringify({ name: ' ', email: 'x', gateCount: 1.5, extra: 1 }),
    );
    expect(response.status).toBe(422);
    const body = await response.text();
    expect(JSON.parse(body)).toEqual({
      error: {
        code: -32600,
        message: 'Enter a name',
        data: {
          code: 'VALIDATION_FAILED',
          httpStatus: 422,
          fields: {
            name: 'Enter a name',
            email: 'Enter an email address, such as dana@example.com',
            gateCount: 'Enter a whole number of gates from 0 to 100, such as 1',
            extra: 'This field doesn’t exist',
          },
        },
      },
    });
  });

  test.each([
    ['an invalid id', () => call('leads.get', { leadId: 'x' }), 422, 'VALIDATION_FAILED'],
    ['an unknown id', () => call('leads.get', { leadId: crypto.randomUUID() }), 404, 'NOT_FOUND'],
    ['no input', () => browser.fetch('/trpc/leads.get'), 422, 'VALIDATION_FAILED'],
    ['input that isn’t JSON', () => browser.fetch('/trpc/leads.get?input={'), 400, 'APP_ERROR'],
    ['a body that isn’t JSON', () => post('/trpc/auth.signIn', '{'), 400, 'APP_ERROR'],
    [
      'a body with another content type',
      () => post('/trpc/auth.signIn', 'a=b', { 'content-type': 'text/plain' }),
      400,
      'APP_ERROR',
    ],
    ['a body that is too large', () => post('/trpc/auth.signIn', `"${'x'.repeat(600_000)}"`), 400, 'APP_ERROR'],
    ['an unknown procedure', () => browser.fetch('/trpc/leads.burn'), 404, 'NOT_FOUND'],
    ['no session', () => app.browser().fetch('/trpc/leads.summary'), 401, 'UNAUTHENTICATED'],
  ])('%s', async (_name, ask, status, code) => {
    const response = await ask();
    const body = (await response.json()) as { error: { data: { code: string; httpStatus: number } } };
    expect(response.status).toBe(status);
    expect(Object.keys(body.error.data).filter((key) => key !== 'fields')).toEqual(['code', 'httpStatus']);
    expect(body.error.data).toMatchObject({ code, httpStatus: status });
  });

  test('an unexpected error reveals nothing and is logged once, with its cause (spec:8.1 spec:8.3)', async () => {
    const logged = vi.spyOn(app.deps.logger, 'error');
    const clock = vi.spyOn(app.deps.clock, 'now');
    // the first time is the one in the response's header
    const broken = clock.mockReturnValueOnce(app.clock.now()).mockImplementation(() => {
      throw new TypeError('the clock fell off the wall', { cause: new Error('a loose nail') });
    });
    const response = await call('subscription.check', undefined);
    broken.mockRestore();
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({
      error: { message: 'An unexpected error occurred', data: { code: 'UNKNOWN_ERROR', httpStatus: 500 } },
    });
    expect(logged).toHaveBeenCalledOnce();
    expect(logged.mock.calls[0]?.[0]).toMatchObject({
      path: 'subscription.check',
      err: { message: 'the clock fell off the wall', cause: { message: 'a loose nail' } },
    });
    logged.mockRestore();
  });
});

test('each response of a procedure tells the product’s time', async () => {
  for (const asked of ['/trpc/auth.session', '/trpc/leads.summary', '/trpc/no.procedure']) {
    const response = await app.browser().fetch(asked);
    expect(response.headers.get('x-picket-time')).toBe(String(app.clock.now().getTime()));
  }
});

describe('request origins', () => {
  test('accepts a request without an Origin or with our own, and refuses a foreign one', async () => {
    const withOrigin = (origin?: string) => browser.fetch('/trpc/leads.summary', { headers: origin ? { origin } : {} });
    expect((await withOrigin()).status).toBe(200);
    expect((await withOrigin('http://picket.test')).status).toBe(200);
    expect((await withOrigin(app.url)).status).toBe(200);
    for (const origin of ['https://evil.example', 'null', 'http://picket.test.evil.example', 'https://picket.test']) {
      const refused = await withOrigin(origin);
      expect(refused.status).toBe(403);
      expect(await refused.json()).toMatchObject({ error: { data: { code: 'FORBIDDEN', httpStatus: 403 } } });
    }
  });

  test('a mutation without input needs no body and no content type', async () => {
    const signedIn = await app.signIn((await app.a.user()).email);
    const answer = await signedIn.fetch('/trpc/auth.signOut', { method: 'POST' });
    expect(answer.status).toBe(200);
    expect(await (await signedIn.fetch('/trpc/auth.session')).json()).toEqual({ result: { data: null } });
  });

  test('metrics require a request from this machine or the token', async () => {
    const direct = await app.browser().fetch('/metrics');
    expect(await direct.text()).toMatch(/^picket_messages_due\{kind="follow_up",channel="sms"\} 0$/m);
    const passedOn = { 'x-forwarded-for': '203.0.113.9' };
    expect((await app.browser().fetch('/metrics', { headers: passedOn })).status).toBe(404);
    // even a local proxy that adds no X-Forwarded headers sends the public host name
    const { port } = new URL(app.url);
    expect((await rawGet('/metrics', { host: `picket.test:${port}` })).status).toBe(404);
    expect((await rawGet('/metrics', { host: `localhost:${port}` })).status).toBe(200);
    const authorized = { ...passedOn, authorization: 'Bearer a-token-of-16-characters' };
    expect((await app.browser().fetch('/metrics', { headers: authorized })).status).toBe(200);
  });
});

describe('pages and files', () => {
  test.each(['/', '/auth', '/dashboard?tab=leads', '/admin'])(
    '%s serves the app shell with the product’s name',
    async (path) => {
      const page = await app.browser().fetch(path);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('<title>Slats &amp; Co</title>');
      expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
      expect(page.headers.get('referrer-policy')).toBe('no-referrer');
      expect(page.headers.get('cache-control')).toBe('no-cache');
    },
  );

  test('any other path is a 404, as a page for people and as JSON for programs', async () => {
    const html = await app.browser().fetch('/dashboard/nothing', { headers: { accept: 'text/html' } });
    expect(html.status).toBe(404);
    const words = await html.text();
    expect(words).toContain('Page not found');
    expect(words).toMatch(/<a class="brand" href="\/"><svg .*<\/svg>Slats &amp; Co<\/a>/);
    expect(words).toContain('<a class="btn btn-primary" href="/">Go to the home page</a>');
    const json = await app.browser().fetch('/api/nothing');
    expect(json.status).toBe(404);
    expect(await json.json()).toMatchObject({ error: { code: 'NOT_FOUND' } });
    expect((await rawGet('/../../package.json')).status).toBe(404);
    expect((await app.browser().fetch('/%E0%A4%A')).status).toBeLessThan(500);
  });

  test.for(['//', '//?tab=leads', '///', '//[', '/dashboard//', '//dashboard'])(
    '%s isn’t a server error',
    async (path) => {
      expect((await fetch(`${app.url}${path}`)).status).toBeLessThan(500);
    },
  );

  test('hashed files are cached permanently, and the widget loads on any site, compressed', async () => {
    const asset = await app.browser().fetch('/assets/main-abc123.js');
    expect(asset.headers.get('cache-control')).toContain('immutable');
    const script = await rawGet('/widget-embed.js', { 'accept-encoding': 'gzip, br' });
    expect(script.headers).toMatchObject({
      'content-encoding': 'br',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
    });
    expect(brotliDecompressSync(script.body).toString()).toContain('posts and pickets');
  });

  test('the health checks report a running process, and readiness while database and queue respond', async () => {
    expect((await app.browser().fetch('/healthz')).status).toBe(200);
    expect(await (await app.browser().fetch('/readyz')).json()).toEqual({
      status: 'ready',
      database: 'ok',
      queue: 'ok',
    });
    const silent = vi.spyOn(app.deps.wakeUps, 'ping').mockRejectedValue(new Error('no queue'));
    const response = await app.browser().fetch('/readyz');
    silent.mockRestore();
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ status: 'not ready', database: 'ok', queue: 'no answer' });
  });
});

/** Sends a raw GET request: unlike `fetch`, it doesn't normalize the path or decompress the response. */
const rawGet = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number | undefined; headers: object; body: Buffer }>((resolve, reject) => {
    const { hostname, port } = new URL(app.url);
    get({ hostname, port, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    }).on('error', reject);
  });
