import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestBrowser } from '../../../test/caller.ts';

const KB = 1024;
let app: TestApp;
let browser: TestBrowser;
let leadId: string;
const sockets: Socket[] = [];
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'true' } });
  const owner = await app.a.user();
  const company = await app.a.company({ user_id: owner.id });
  leadId = (await app.a.lead(company)).id;
  browser = await app.signIn(owner.email);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => app.close());

const post = (path: string, body: string, { from = '198.51.100.1', by = browser } = {}) =>
  by.fetch(path, { method: 'POST', headers: { 'content-type': 'application/json', 'x-forwarded-for': from }, body });
const upload = (from: string) =>
  post('/trpc/company.uploadLogo', JSON.stringify({ dataBase64: 'A'.repeat(300 * KB) }), { from });

/** Declares a large body to a route that accepts it, and never sends it. */
async function announce(bytes: number, from: string): Promise<void> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  sockets.push(socket);
  const head = ['POST /trpc/auth.signIn HTTP/1.1', 'Host: picket.test', `Content-Length: ${bytes}`];
  // the server responds with 100 when it begins to read the body
  socket.write(`${[...head, `X-Forwarded-For: ${from}`, 'Expect: 100-continue'].join('\r\n')}\r\n\r\n`);
  await once(socket, 'data');
}

describe('slowly sent bodies', () => {
  it('delay large bodies from the same network, but not small ones or other networks', async () => {
    for (let at = 0; at < 6; at += 1) await announce(500 * KB, '198.51.100.1');
    const waiting = Array.from({ length: 21 }, () => upload('198.51.100.1'));
    const refused = await Promise.race(waiting);
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(await refused.json()).toMatchObject({
      error: {
        message: 'Too much is being sent at once. Try again in a moment',
        data: { code: 'PROVIDER_UNAVAILABLE', httpStatus: 503 },
      },
    });
    expect((await post('/trpc/leads.addNote', JSON.stringify({ leadId, text: 'A note' }))).status).toBe(200);
    expect((await upload('203.0.113.9')).status).toBe(422);
    for (const socket of sockets.splice(0)) socket.destroy();
    // the remaining uploads are processed one by one, and they fail with other errors because the images are invalid
    const statuses = await Promise.all(waiting.map(async (asked) => (await asked).status));
    expect(statuses.filter((status) => status === 503)).toHaveLength(1);
  });
});

describe('a body larger than its procedure needs', () => {
  const code = async (asked: Promise<Response>) => {
    const answer = await asked;
    const { error } = (await answer.json()) as { error?: { message?: string } };
    return { status: answer.status, said: error?.message };
  };
  const TOO_MUCH = { status: 400, said: 'That request is too large' };

  it('is refused by its size', async () => {
    const text = 'x'.repeat(130 * KB);
    expect(await code(post('/trpc/leads.addNote', JSON.stringify({ leadId, text })))).toEqual(TOO_MUCH);
  });

  it('is refused by its number of values or levels', async () => {
    expect(await code(post('/trpc/followUps.startMany', `{"leadIds":[${'{},'.repeat(20_000)}{}]}`))).toEqual(TOO_MUCH);
    expect(await code(post('/trpc/leads.create', `${'['.repeat(50_000)}${']'.repeat(50_000)}`))).toEqual(TOO_MUCH);
    const widget = `{"contractorId":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
    expect(await code(post('/api/widget/v1/leads', widget))).toEqual(TOO_MUCH);
  });

  it('gets at most a hundred errors', async () => {
    const fields = Object.fromEntries(Array.from({ length: 3_000 }, (_each, at) => [`f${at}`, 1]));
    const answer = await post('/trpc/leads.create', JSON.stringify(fields));
    expect(answer.status).toBe(422);
    const { error } = (await answer.json()) as { error: { data: { fields: object } } };
    expect(Object.keys(error.data.fields).length).toBeLessThanOrEqual(100);
  });

  it('isn’t read without a session', async () => {
    const stranger = app.browser();
    const body = JSON.stringify({ dataBase64: 'A'.repeat(300 * KB) });
    expect(await code(post('/trpc/company.uploadLogo', body, { by: stranger }))).toEqual({
      status: 401,
      said: 'Please sign in',
    });
    // an upload in a batch with another call gets only the ordinary size limit
    const both = '/trpc/auth.session,company.uploadLogo?batch=1';
    expect(await code(post(both, body, { by: stranger }))).toEqual(TOO_MUCH);
  });
});
