import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Response } from 'express';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bodyBudget, readBody } from './body-budget.ts';

const LARGEST = 1_000;
let server: Server;
let url: string;
/** What is being handled, in the order in which it came to it; each is answered by the test. */
let handled: { body: string; response: Response }[];
let arrived: number;

beforeEach(async () => {
  handled = [];
  arrived = 0;
  const app = express();
  app.post('/', bodyBudget({ bytes: 1_500, largest: LARGEST, waiting: 2 }), async (req, res) => {
    const body = await readBody(req, LARGEST);
    handled.push({ body: body?.toString() ?? 'gone', response: res });
  });
  server = createServer(app)
    .on('request', () => (arrived += 1))
    .listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const post = async (body: string): Promise<number> => (await fetch(url, { method: 'POST', body })).status;
const bodies = () => handled.map(({ body }) => body.length);
const answer = (index: number) => handled[index]?.response.status(200).end();

test('bodies that do not fit beside those that are handled wait for their turn', async () => {
  const statuses = [post('a'.repeat(900)), post('b'.repeat(500))];
  await expect.poll(bodies).toHaveLength(2);
  statuses.push(post('c'.repeat(700)), post('d'));
  await expect.poll(() => arrived).toBe(4);
  // a small one does not go before a large one: that one would wait for ever
  expect(bodies()).toHaveLength(2);
  answer(0);
  await expect.poll(bodies).toHaveLength(4);
  for (const index of [1, 2, 3]) answer(index);
  expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200]);
});

test('more than may wait are told to come again', async () => {
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

test('of a body that is too large its beginning is read, with or without a length', async () => {
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

test('one whose sender is gone makes room', async () => {
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
