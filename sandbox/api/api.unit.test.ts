import { expect, it } from 'vitest';
import { readOptions } from '../options.ts';
import { ask, mailer, sandboxUnderTest } from '../testing/sandbox-under-test.ts';

it('DELETE /api/messages empties the inbox and the phone', async () => {
  const sandbox = await sandboxUnderTest();
  await mailer(sandbox).sendMail({ from: 'a@picket.test', to: 'b@picket.test', subject: 'Hi', text: 'Hello' });
  await ask(sandbox, '/api/messages', 'DELETE');
  expect((await ask(sandbox, '/api/messages')).body).toEqual([]);
});

it.each([
  [{ provider: 'paypal', mode: 'none' }, 'provider'],
  [{ provider: 'smtp', mode: 'explode' }, 'mode'],
  [{ provider: 'smtp', mode: 'http500', count: 0 }, 'count'],
  [{ provider: 'smtp', mode: 'http500', count: 1.5 }, 'count'],
])('refuses fault %j with an error message about %s', async (body, field) => {
  const sandbox = await sandboxUnderTest();
  const answer = await ask<{ error: { fields: object } }>(sandbox, '/api/faults', 'POST', body);
  expect(answer.status).toBe(422);
  expect(answer.body.error.fields).toHaveProperty(field);
});

it('an unknown route or an unreadable body gets an error message, never a 500', async () => {
  const sandbox = await sandboxUnderTest();
  expect(await ask(sandbox, '/api/nothing')).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
  const response = await fetch(`${sandbox.url}/api/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"hours":',
  });
  expect(response.status).toBe(422);
});

it('GET /busy.ics responds with the calendar that PUT /api/busy gave it, at first an empty one', async () => {
  const sandbox = await sandboxUnderTest();
  const read = async () => (await fetch(`${sandbox.url}/busy.ics`)).text();
  expect(await read()).toMatch(/^BEGIN:VCALENDAR\r\n.*END:VCALENDAR\r\n$/s);
  const ics = `BEGIN:VCALENDAR\r\nX-LONG:${'x'.repeat(3_000_000)}\r\nEND:VCALENDAR\r\n`;
  expect((await ask(sandbox, '/api/busy', 'PUT', { ics })).status).toBe(200);
  expect(await read()).toBe(ics);
  expect((await ask(sandbox, '/api/busy', 'PUT', { ics: 1 })).status).toBe(422);
  expect(await read()).toBe(ics);
});

it('never shows the secrets of a real provider', async () => {
  const sandbox = await sandboxUnderTest({ providers: ['smtp'] });
  const { body } = await ask<object>(sandbox, '/api/config');
  expect(Object.keys(body).filter((name) => /secret|token|sid/i.test(name))).toEqual([]);
});

it('a second sandbox on the same port reports that the port is taken', async () => {
  const sandbox = await sandboxUnderTest();
  await expect(sandboxUnderTest({ port: Number(new URL(sandbox.url).port) })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
  await expect(sandboxUnderTest({ smtpPort: sandbox.smtpPort })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

it('the page loads its styles, and its script with the types removed', async () => {
  const sandbox = await sandboxUnderTest();
  const load = async (path: string) => {
    const response = await fetch(`${sandbox.url}${path}`);
    return { type: response.headers.get('content-type') ?? '', text: await response.text() };
  };
  const script = await load('/assets/clock.ts');
  expect(script.type).toContain('javascript');
  expect(script.text).toMatch(/^import /m);
  expect(script.text).not.toMatch(/import type|: (?:number|string|void)\b/);
  expect((await load('/assets/sandbox.css')).type).toContain('text/css');
});

it('listens on loopback, and also on the address in HOST', async () => {
  const heard = async (host?: string) => {
    const { port } = new URL((await sandboxUnderTest(host === undefined ? {} : { host })).url);
    const asked = ['127.0.0.1', '127.0.0.2', '127.0.0.3'].map((at) =>
      fetch(`http://${at}:${port}/api/clock`).then(
        () => [at],
        () => [],
      ),
    );
    return (await Promise.all(asked)).flat();
  };
  expect(await heard()).toEqual(['127.0.0.1']);
  expect(await heard('localhost')).toEqual(['127.0.0.1']);
  expect(await heard('127.0.0.2')).toEqual(['127.0.0.1', '127.0.0.2']);
  expect(await heard('0.0.0.0')).toEqual(['127.0.0.1', '127.0.0.2', '127.0.0.3']);
  expect(readOptions({ SANDBOX_PORT: '1', SANDBOX_SMTP_PORT: '2', HOST: '0.0.0.0' }).host).toBe('0.0.0.0');
});
