import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLogger } from '#core/platform/log.ts';
import { redactPath, requestLog } from './request-log.ts';

const TOKEN = 'a'.repeat(20) + '_B-'.repeat(8);
const ID = '01a20238-8e25-7d71-8f79-bb84a0c4d1d8';

test.each([
  [`/estimate/${TOKEN}.pdf?x=1`, '/estimate/:token.pdf'],
  [`/estimate/${TOKEN}/decline`, '/estimate/:token/decline'],
  ['//Unsubscribe//short', '/Unsubscribe/:token'],
  [`/see/${TOKEN}.`, '/see/:hidden'],
  ['/wanda@homes.example/x', '/:hidden/x'],
  ['/wanda%40homes.example', '/:hidden'],
  [
    '/trpc/leads.list,leads.summary,subscription.check?input=%7B%22search%22',
    '/trpc/leads.list,leads.summary,subscription.check',
  ],
  [`/api/messages/${ID}/files/0.jpg`, `/api/messages/${ID}/files/0.jpg`],
])('%s is logged as %s', (url, logged) => {
  expect(redactPath(url)).toBe(logged);
});

/** Starts a server that logs its requests. `lines` contains the logged lines. */
async function loggingServer() {
  const lines: unknown[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const app = express().use(requestLog(createLogger({ LOG_LEVEL: 'info', NODE_ENV: 'test' }, 'test', destination)));
  app.use('/pages', (_req, res) => void res.send('a page'));
  app.use('/broken', (_req, res) => void res.status(500).end());
  app.use('/silent', (_req, res) => void res.write('the beginning'));
  app.use('/healthz', (_req, res) => void res.send('ok'));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { lines, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('each request is logged in one line, without any content from its sender', async () => {
  const { lines, url } = await loggingServer();
  await (await fetch(`${url}/healthz`)).text();
  await (await fetch(`${url}/pages/wanda@homes.example?search=wanda`, { headers: { 'x-secret': 'wanda' } })).text();
  await vi.waitUntil(() => lines.length === 1);
  expect(lines).toEqual([
    {
      level: 30,
      time: expect.any(Number) as number,
      pid: process.pid,
      name: 'test',
      req: { id: expect.any(Number) as number, method: 'GET', path: '/pages/:hidden' },
      res: { statusCode: 200 },
      responseTime: expect.any(Number) as number,
      msg: 'request completed',
    },
  ]);
});

test('a failed request is logged as a warning, and one whose client disconnects is logged too', async () => {
  const { lines, url } = await loggingServer();
  await fetch(`${url}/broken`);
  await vi.waitUntil(() => lines.length === 1);
  expect(lines[0]).toMatchObject({ level: 40, res: { statusCode: 500 } });
  const leaving = new AbortController();
  await fetch(`${url}/silent`, { signal: leaving.signal });
  leaving.abort();
  await vi.waitUntil(() => lines.length === 2);
  expect(lines[1]).toMatchObject({ req: { path: '/silent' }, msg: 'request aborted' });
});
