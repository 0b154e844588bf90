import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler, type Response } from 'express';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AppError } from '#shared/primitives/app-error.ts';
import { bodyBudget, type BodyLimits, readBody } from './body-budget.ts';

const LARGEST = 1_000;
let server: Server;
let url: string;
/** The requests that reached the handler, in order. The test sends the responses. */
let handled: { body: string; response: Response }[];
let arrived: number;

async function listen(limits: BodyLimits): Promise<void> {
  handled = [];
  arrived = 0;
  const app = express().set('trust proxy', true);
  app.post('/', bodyBudget(limits), async (req, res) => {
    const body = await readBody(req, LARGEST);
    handled.push({ body: body?.toString() ?? 'gone', response: res });
  });
  app.use(((error: AppError, _req, res, _next) => res.status(error.httpStatus).end()) satisfies ErrorRequestHandler);
  server = createServer(app)
    .on('request', () => (arrived += 1))
    .listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
async function close(): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
beforeEach(() => listen({ bytes: 1_500, largest: LARGEST, waiting: 2 }));
afterEach(close);

const post = async (body: string, headers = {}): Promise<number> =>
  (await fetch(url, { method: 'POST', headers, body })).status;
const bodies = () => handled.map(({ body }) => body.length);
const answer = (index: number) => handled[index]?.response.status(200).end();

test('bodies over the shared budget wait for their turn', async () => {
  const statuses = [post('a'.repeat(900)), post('b'.repeat(500))];
  await expect.poll(bodies).toHaveLength(2);
  statuses.push(post('c'.repeat(700)), post('d'));
  await expect.poll(() => arrived).toBe(4);
  // the small body waits behind the large one, which might otherwise wait forever
  expect(bodies()).toHaveLength(2);
  answer(0);
  await expect.poll(bodies).toHaveLength(4);
  for (const index of [1, 2, 3]) answer(index);
  expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200]);
});

test('beyond the waiting limit, requests get 503', async () => {
  const first = post('a'.repeat(1_000));
  await expect.poll(bodies).toHaveLength(1);
  const statuses = ['b', 'c', 'd'].map((letter) => post(letter.repeat(1_000)));
  expect(await Promise.race(statuses)).toBe(503);
  for (const index of [0, 1, 2]) {
    await expect.poll(bodies).toHaveLength(index + 1);
    answer(index);
  }
  expect([await first, ...(await Promise.all(statuses))].toSorted((a, b) => a - b)).toEqual([200, 200, 200, 503]);
});

test('the start of a body that is too large is read, with or without a length', async () => {
  const whole = post('a'.repeat(5_000));
  await expect.poll(bodies).toEqual([LARGEST]);
  answer(0);
  expect(await whole).toBe(200);
  const chunked = request(url, { method: 'POST' });
  const said = new Promise((resolve) => chunked.once('response', (response) => resolve(response.statusCode)));
  for (const letter of 'bcd') chunked.write(letter.repeat(400));
  chunked.end();
  await expect.poll(() => handled[1]?.body).toBe(`${'b'.repeat(400)}${'c'.repeat(400)}${'d'.repeat(200)}`);
  answer(1);
  expect(await said).toBe(200);
});

test('an aborted request frees its share', async () => {
  const gone = request(url, { method: 'POST', headers: { 'content-length': '1000' } });
  gone.on('error', () => undefined);
  gone.write('half');
  const waiting = post('b'.repeat(1_000));
  gone.destroy();
  await expect.poll(() => handled.find(({ body }) => body.startsWith('b'))).toBeDefined();
  handled
    .find(({ body }) => body.startsWith('b'))
    ?.response.status(200)
    .end();
  expect(await waiting).toBe(200);
});

describe('on a public route', () => {
  const strangers = { small: 100, bytes: 1_000, waiting: 1, arrives: 300 };
  beforeEach(async () => {
    await close();
    await listen({ bytes: 1_500, largest: LARGEST, waiting: 3, strangers });
  });
  const from = (network: string, body: string) => post(body, { 'x-forwarded-for': network });

  test('a network over its share waits, but its small bodies and other networks don’t', async () => {
    const statuses = [from('198.51.100.1', 'a'.repeat(600))];
    await expect.poll(bodies).toEqual([600]);
    statuses.push(from('198.51.100.1', 'b'.repeat(600)));
    await expect.poll(() => arrived).toBe(2);
    statuses.push(from('198.51.100.1', 'c'.repeat(100)), from('198.51.100.2', 'd'.repeat(600)));
    await expect.poll(() => bodies().toSorted((a, b) => a - b)).toEqual([100, 600, 600]);
    expect(await from('198.51.100.1', 'e'.repeat(600))).toBe(503);
    answer(0);
    await expect.poll(bodies).toHaveLength(4);
    for (const index of [1, 2, 3]) answer(index);
    expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200]);
  });

  test('a slow body is dropped in favor of another, but a complete one isn’t', async () => {
    const slow = request(url, {
      method: 'POST',
      headers: { 'content-length': '500', 'x-forwarded-for': '198.51.100.1' },
    });
    const isCut = new Promise((resolve) => slow.once('error', resolve));
    slow.write('half');
    const whole = from('198.51.100.1', 'a'.repeat(500));
    await expect.poll(bodies).toEqual([500]);
    const next = from('198.51.100.1', 'b'.repeat(400));
    await isCut;
    await expect.poll(() => bodies().includes(400)).toBe(true);
    for (const { response } of handled) if (!response.closed) response.status(200).end();
    expect([await whole, await next]).toEqual([200, 200]);
  });
});
