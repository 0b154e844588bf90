import { mkdtemp, rm, writeFile, appendFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { HOUR } from '#shared/primitives/durations.ts';
import { followClock } from './clock/follow-clock.ts';
import { Collection } from './store.ts';
import { appUnderTest } from './testing/app-under-test.ts';
import { ask, HOMEOWNER, mailer, OUR_NUMBER, sandboxUnderTest, twilioClient } from './testing/sandbox-under-test.ts';

async function folderOf(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

it('a restart keeps messages, texts, opt-outs and the clock, and clients reconnect by themselves', async () => {
  const folder = await folderOf();
  const app = await appUnderTest();
  const first = await sandboxUnderTest({ folder, appUrl: app.url });
  const port = Number(new URL(first.url).port);
  const clock = await followClock({ url: first.url, name: 'worker' });
  onTestFinished(() => clock.close());
  const { sid } = await twilioClient(first).messages.create({ from: OUR_NUMBER, to: HOMEOWNER, body: 'Hi' });
  await mailer(first).sendMail({ from: 'a@picket.test', to: 'tom@example.test', subject: 'Hi', text: 'Hello' });
  await ask(first, '/api/reply', 'POST', { from: HOMEOWNER, to: OUR_NUMBER, text: 'STOP' });
  await ask(first, '/api/clock', 'POST', { hours: 30 });
  const before = first.messages.all();
  await first.close();

  const second = await sandboxUnderTest({ folder, port, appUrl: app.url });
  expect(second.messages.all()).toEqual(before);
  expect(second.clock.now().getTime() - Date.now()).toBeGreaterThan(29.9 * HOUR);
  // The client's keep-alive connection still belongs to the first server, so the connection breaks once.
  await vi.waitFor(async () => expect((await twilioClient(second).messages(sid).fetch()).body).toBe('Hi'));
  const send = () => twilioClient(second).messages.create({ from: OUR_NUMBER, to: HOMEOWNER, body: 'Again' });
  await send();
  await expect(send()).rejects.toMatchObject({ code: 21610 });
  await vi.waitFor(
    async () => expect((await ask<{ followers: string[] }>(second, '/api/clock')).body.followers).toEqual(['worker']),
    5_000,
  );
  await ask(second, '/api/clock', 'POST', { hours: 1 });
  expect(clock.now().getTime() - Date.now()).toBeGreaterThan(30.9 * HOUR);
});

it('delivers a status callback after a restart interrupted it', async () => {
  const folder = await folderOf();
  const app = await appUnderTest();
  app.answer.status = 503;
  const first = await sandboxUnderTest({ folder });
  const statusCallback = `${app.url}/status`;
  await twilioClient(first).messages.create({ from: OUR_NUMBER, to: HOMEOWNER, body: 'Hi', statusCallback });
  await vi.waitFor(() => expect(app.heard).toHaveLength(1));
  await first.close();
  app.answer.status = 204;
  await sandboxUnderTest({ folder });
  await vi.waitFor(() => expect(app.heard.at(-1)?.form['MessageStatus']).toBe('delivered'), 3_000);
});

it('if a kill truncates a line, only that line is lost', async () => {
  const folder = await folderOf();
  await writeFile(join(folder, 'things.jsonl'), '{"put":{"id":"1","n":1}}\n{"put":{"id":"2","n":1}}\n{"remove":"1"}\n');
  await appendFile(join(folder, 'things.jsonl'), '{"put":{"id":"3"');
  const things = new Collection<{ id: string; n: number }>('things', folder);
  things.put({ id: '4', n: 4 });
  expect(new Collection('things', folder).all()).toEqual([
    { id: '2', n: 1 },
    { id: '4', n: 4 },
  ]);
});
