import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { AppError } from '#shared/primitives/app-error.ts';
import { startTestApp, type TestApp } from '../../../test/caller.ts';

let app: TestApp;
let cookie: string;
let leadId: string;
const logged: string[] = [];
beforeAll(async () => {
  app = await startTestApp({ env: { LOG_LEVEL: 'warn' }, log: { write: (line) => void logged.push(line) } });
  const owner = await app.a.user();
  const company = await app.a.company({ user_id: owner.id });
  leadId = (await app.a.lead(company, { name: 'Zoë O’Neil' })).id;
  cookie = [...(await app.signIn(owner.email)).cookies].map(([name, value]) => `${name}=${value}`).join('; ');
});
afterAll(() => app.close());
afterEach(() => {
  vi.restoreAllMocks();
  logged.length = 0;
});

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}
interface Answer {
  status: number | undefined;
  headers: Record<string, unknown>;
  body: string;
}

/** Headers that the HTTP server sets, not our code. The date can differ by a second. */
const FRAMING = new Set(['date', 'content-length', 'transfer-encoding']);

/** Returns the text of a body, decompressed if necessary. */
function readable(body: Buffer, encoding: string | undefined): string {
  if (encoding === 'gzip') return gunzipSync(body).toString();
  return (encoding === 'br' ? brotliDecompressSync(body) : body).toString();
}

const send = (path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(
      `${app.url}/trpc/${path}`,
      { method, headers: { cookie, ...headers }, agent: false },
      (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('end', () => {
          const kept = Object.entries(res.headers).filter(([name]) => !FRAMING.has(name));
          const body = readable(Buffer.concat(chunks), res.headers['content-encoding']);
          resolve({ status: res.statusCode, headers: Object.fromEntries(kept), body });
        });
      },
    );
    sent.on('error', reject).end(body);
  });

/**
 * Sends the request with an unknown type in `trpc-accept`, so tRPC's own adapter handles it. The adapter ignores the
 * unknown type.
 */
const sendToAdapter = (path: string, sent: Sent = {}) =>
  send(path, { ...sent, headers: { ...sent.headers, 'trpc-accept': 'nothing special' } });

const asked = (input: unknown): string => `input=${encodeURIComponent(JSON.stringify(input))}`;
const json = { 'content-type': 'application/json' };
const CHUNKED = { ...json, 'transfer-encoding': 'chunked' };
const UTF8 = { 'content-type': 'application/json; charset=utf-8' };
const NOBODY = { cookie: '' };
const NONE = '00000000-0000-4000-8000-000000000000';
const lead = () => asked({ leadId });
const posted = (input: unknown, headers: Record<string, string> = {}): Sent => ({
  method: 'POST',
  headers: { ...json, ...headers },
  body: JSON.stringify(input),
});
const TERMS = { text: 'We call before we dig.' };

/** The requests sent to both handlers, each with the status that both must return. */
const SAME: [what: string, status: number, path: () => string, sent?: Sent][] = [
  ['a query', 200, () => `leads.get?${lead()}`],
  ['a query without input', 200, () => 'leads.summary'],
  ['a public query', 200, () => 'billing.plans', { headers: NOBODY }],
  ['a query with other URL parameters', 200, () => `leads.get?x=%ff&a=1&${lead()}&${asked({ leadId: NONE })}`],
  ['a query with an input that it doesn’t accept', 200, () => 'leads.summary?input=[1'],
  ['a query with an empty input', 422, () => 'leads.get?input='],
  ['a query with null', 422, () => `leads.get?${asked(null)}`],
  ['a query with invalid input', 422, () => `leads.get?${asked({ leadId: 'x', other: 1 })}`],
  ['a query with an array', 422, () => `leads.get?${asked([leadId])}`],
  ['a query with invalid JSON', 400, () => 'leads.get?input={leadId'],
  ['a query with connection parameters', 400, () => `leads.get?${lead()}&connectionParams=[`],
  ['a query with a JSON content type', 200, () => `leads.get?${lead()}`, { headers: json }],
  [
    'a query with another content type',
    200,
    () => `leads.get?${lead()}`,
    { headers: { 'content-type': 'text/plain' } },
  ],
  ['a query as a form', 400, () => `leads.get?${lead()}`, { headers: { 'content-type': 'multipart/form-data' } }],
  ['a query that finds nothing', 404, () => `leads.get?${asked({ leadId: NONE })}`],
  ['a query without a session', 401, () => `leads.get?${lead()}`, { headers: NOBODY }],
  ['a query with an expired session', 401, () => 'leads.summary', { headers: { cookie: 'picket_session=dead' } }],
  ['an admin query', 403, () => `admin.companies.list?${asked({})}`],
  ['a query from another site', 403, () => 'leads.summary', { headers: { origin: 'https://other.example' } }],
  ['a query with an invalid host', 400, () => 'leads.summary', { headers: { host: 'a[b' } }],
  ['a query with a longer path', 200, () => `more/of/it/leads.get?${lead()}`],
  ['a batch', 200, () => `leads.get,leads.summary,leads.get?batch=1&${asked({ 0: { leadId }, 2: { leadId } })}`],
  ['a batch of one', 200, () => `leads.get?batch=1&${asked({ 0: { leadId } })}`],
  ['a batch without inputs', 200, () => 'leads.summary,auth.session?batch=1'],
  ['a batch with its inputs in an array', 207, () => `leads.get,leads.summary?batch=1&${asked([{ leadId }])}`],
  [
    'a batch with one failure',
    207,
    () => `leads.get,leads.get?batch=1&${asked({ 0: { leadId }, 1: { leadId: NONE } })}`,
  ],
  [
    'a batch with only failures',
    404,
    () => `leads.get,leads.get?batch=1&${asked({ 0: { leadId: NONE }, 1: { leadId: NONE } })}`,
  ],
  ['a batch with an unknown procedure', 207, () => 'leads.summary,leads.none?batch=1'],
  ['a batch of queries with a mutation', 400, () => 'leads.summary,auth.signOut?batch=1'],
  ['a batch that is too large', 400, () => `${Array.from({ length: 21 }, () => 'leads.summary').join()}?batch=1`],
  ['a batch without the batch parameter', 404, () => 'leads.summary,auth.session'],
  ['a batch with encoded commas', 200, () => 'leads.summary%2Cauth.session?batch=1'],
  ['a batch with a subscription', 400, () => 'leads.onChange,leads.onChange?batch=1'],
  ['a query by POST', 404, () => 'leads.get', { method: 'POST', headers: json, body: `{"leadId":"${NONE}"}` }],
  ['invalid JSON by POST', 400, () => 'leads.get', { method: 'POST', headers: json, body: '{' }],
  [
    'plain text by POST',
    400,
    () => 'leads.get',
    { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' },
  ],
  [
    'a body that is too large by POST',
    400,
    () => 'leads.get',
    { method: 'POST', headers: json, body: `"${'x'.repeat(200_000)}"` },
  ],
  ['a mutation by GET', 400, () => 'auth.signOut'],
  ['a mutation', 200, () => 'terms.update', posted(TERMS)],
  ['a mutation with a content type and character set', 200, () => 'terms.update', posted(TERMS, UTF8)],
  ['a mutation with invalid input', 422, () => 'terms.update', posted({ text: 5 })],
  ['a mutation with null', 422, () => 'terms.update', posted(null)],
  ['a mutation with an array', 422, () => 'terms.update', posted([TERMS])],
  ['a mutation with invalid JSON', 400, () => 'terms.update', { method: 'POST', headers: json, body: '{' }],
  ['a mutation without input or body', 200, () => 'company.removeLogo', { method: 'POST' }],
  ['a mutation without input, with a body', 200, () => 'company.removeLogo', posted({})],
  [
    'a mutation without input, with invalid JSON',
    200,
    () => 'company.removeLogo',
    { method: 'POST', headers: json, body: '{' },
  ],
  ['a mutation without a session', 401, () => 'terms.update', posted(TERMS, NOBODY)],
  ['an admin mutation', 403, () => 'admin.feedback.markRead', posted({})],
  ['a mutation from another site', 403, () => 'terms.update', posted(TERMS, { origin: 'https://other.example' })],
  ['a mutation as plain text', 400, () => 'terms.update', posted(TERMS, { 'content-type': 'text/plain' })],
  ['a batch of mutations', 200, () => 'terms.update,company.removeLogo?batch=1', posted({ 0: TERMS })],
  ['a batch of mutations with one failure', 207, () => 'terms.update,terms.update?batch=1', posted({ 1: TERMS })],
  ['a batch of mutations with inputs in an array', 400, () => 'terms.update,terms.update?batch=1', posted([TERMS])],
  ['a batch of mutations with null', 400, () => 'terms.update?batch=1', posted(null)],
  ['a batch of a mutation and a query', 400, () => 'terms.update,leads.summary?batch=1', posted({ 0: TERMS })],
  ['a query by HEAD', 204, () => 'leads.summary', { method: 'HEAD' }],
  ['a query by PUT', 400, () => 'leads.summary', { method: 'PUT', headers: json, body: '{}' }],
  ['a query by DELETE', 400, () => 'leads.summary', { method: 'DELETE', headers: json }],
  ['an unknown procedure', 404, () => 'leads.none'],
  ['a nested router', 404, () => 'leads'],
  ['a property of every object', 404, () => 'constructor'],
  ['a property of every object, in a nested router', 404, () => 'leads.__proto__'],
  ['an empty path', 404, () => ''],
  ['an invalid URL', 400, () => '%ff'],
];

/** tRPC's adapter can't read a missing body, although the input is optional. */
describe('a call without an input', () => {
  test.for<[string, string, Sent]>([
    ['a query', 'leads.list', {}],
    ['another query', 'payments.list', {}],
    ['a mutation', 'payments.disconnect', { method: 'POST' }],
    ['a mutation with an empty body', 'payments.disconnect', { method: 'POST', headers: json, body: '' }],
    ['a mutation in a batch', 'payments.disconnect?batch=1', { method: 'POST' }],
    ['a mutation with a chunked body', 'payments.disconnect', { method: 'POST', headers: CHUNKED, body: '' }],
  ])('is one with the defaults: %s', async ([, path, sent]) => {
    expect((await send(path, sent)).status).toBe(200);
  });

  test.for<[string, string]>([
    ['is missing', 'terms.update'],
    ['is only in the URL', `terms.update?${asked(TERMS)}`],
  ])('gets the field’s error if a required input %s', async ([, path]) => {
    const { status, body } = await send(path, { method: 'POST' });
    expect([status, JSON.parse(body)]).toMatchObject([422, { error: { data: { code: 'VALIDATION_FAILED' } } }]);
  });
});

describe('gets the same response as from tRPC’s own adapter:', () => {
  test.for(SAME)('%s', async ([, status, path, sent]) => {
    const ours = await send(path(), sent);
    expect(ours.status).toBe(status);
    expect(ours).toEqual(await sendToAdapter(path(), sent));
  });

  test.for(['gzip', 'br', 'gzip, deflate, br, zstd'])('a batch that can be compressed with %s', async (encodings) => {
    const sent = { headers: { 'accept-encoding': encodings } };
    const path = `leads.get,leads.summary,leads.get?batch=1&${asked({ 0: { leadId }, 2: { leadId } })}`;
    const ours = await send(path, sent);
    expect(ours.headers['content-encoding']).toMatch(/^(?:gzip|br)$/);
    expect(ours).toEqual(await sendToAdapter(path, sent));
  });

  test.for<[string, unknown]>([
    ['says when to retry', new AppError('Too many', 'RATE_LIMITED', { retryAfter: 7 })],
    ['says what to do next', new AppError('No plan', 'FORBIDDEN', { nextStep: 'choose_plan' })],
    ['is unexpected', new Error('boom')],
  ])('an error that %s', async ([, error]) => {
    vi.spyOn(app.deps.sessions, 'read').mockRejectedValue(error);
    const path = `leads.summary,billing.plans,leads.get?batch=1&${asked({ 2: { leadId } })}`;
    for (const one of [path, 'leads.summary']) {
      const ours = await send(one);
      const ourFaults = faultsLogged();
      expect(ours).toEqual(await sendToAdapter(one));
      expect(faultsLogged()).toEqual(ourFaults);
      expect(ours.body).not.toContain('boom');
    }
  });

  test('an extended session', async () => {
    const { viewer, sessionId } = await app.deps.sessions.read(cookie);
    const setCookie = 'picket_session=anew; Path=/';
    vi.spyOn(app.deps.sessions, 'read').mockResolvedValue({ viewer, sessionId, setCookie });
    const ours = await send(`leads.get?${lead()}`);
    expect(ours.headers['set-cookie']).toEqual([setCookie]);
    expect(ours).toEqual(await sendToAdapter(`leads.get?${lead()}`));
  });
});

/** Returns the errors logged since the last call, without timestamps. */
const faultsLogged = () =>
  logged
    .splice(0)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .flatMap(({ level, msg, path, err }) => (path === undefined ? [] : [{ level, msg, path, err }]));

describe.for([
  ['ours', send],
  ['tRPC’s', sendToAdapter],
] as const)('by %s', ([, by]) => {
  test('a client that disconnects before the response affects no others and counts as no error', async () => {
    const going = request(`${app.url}/trpc/leads.get?${lead()}`, {
      headers: { cookie, ...(by === send ? {} : { 'trpc-accept': 'nothing special' }) },
    });
    const isGone = new Promise((resolve) => going.once('error', resolve));
    const waiting = async (): Promise<number> => {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from pg_locks where not granted and relation = 'leads'::regclass`.execute(app.deps.system);
      return rows[0]?.n ?? 0;
    };
    await app.deps.system.transaction().execute(async (tx) => {
      await sql`lock table leads in access exclusive mode`.execute(tx);
      going.end();
      await expect.poll(waiting).toBe(1);
      going.destroy();
      await isGone;
    });
    expect((await by(`leads.get?${lead()}`)).status).toBe(200);
    expect(logged).toEqual([]);
  });
});
