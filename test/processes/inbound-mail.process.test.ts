import type { MailedLead } from '../builders.ts';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSystemDb, type SystemDb } from '#core/platform/db/system.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { createLogger } from '#core/platform/log.ts';
import { mailToken } from '#core/platform/secrets.ts';
import { builders } from '../builders.ts';
import { testConfig } from '../caller.ts';
import { testClock } from '../clock.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { type House, startHouse } from '../house.ts';
import { DOMAIN, raw, SECRET } from '../inbound-mail.ts';

let database: TestDatabase;
let system: SystemDb;
let house: House;
let company: CompanyRow;
let leads: MailedLead[];

beforeAll(async () => {
  database = await createTestDatabase();
  const config = testConfig(database.url);
  system = createSystemDb(config, createLogger(config, 'test'));
  house = await startHouse(database.url, { INBOUND_MAIL_DOMAIN: DOMAIN, INBOUND_MAIL_SECRET: SECRET });
  const a = builders(system, testClock(new Date()));
  company = await a.company();
  leads = await Promise.all(Array.from({ length: 9 }, () => a.lead(company)));
});
afterAll(async () => {
  await system?.destroy();
  await house?.close();
  await database.drop();
});

const emailTo = (lead: MailedLead | undefined, more: { headers?: string[]; text?: string } = {}): string => {
  const token = mailToken(lead?.id ?? '', testConfig(database.url).APP_SECRET, 'reply');
  return raw({ to: `reply+${token}@${DOMAIN}`, from: lead?.email ?? '', ...more });
};
const fateOf = async (body: string): Promise<string> => {
  const answer = await fetch(`${house.url}/webhooks/mail/inbound`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'message/rfc822' },
    body,
  });
  return ((await answer.json()) as { fate: string }).fate;
};

/** Returns the server's memory in MB. */
const memory = (): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${house.server.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** Polls /healthz until `work` is done. Returns the response times (ms) and the peak memory (MB). */
async function watch<T>(work: Promise<T>): Promise<{ done: T; times: number[]; most: number }> {
  const times: number[] = [];
  let most = 0;
  let isDone = false;
  const finished = work.finally(() => (isDone = true));
  while (!isDone) {
    const started = performance.now();
    await fetch(`${house.url}/healthz`);
    times.push(performance.now() - started);
    most = Math.max(most, memory());
  }
  return { done: await finished, times, most };
}

test('the built server parses emails in its thread, answers other requests meanwhile, and uses little memory', async () => {
  const [honest, ...others] = leads;
  expect(await fateOf(emailTo(honest))).toBe('taken');
  const before = memory();
  const multipart = ['Content-Type: multipart/mixed; boundary=b'];
  // The emails that caused the bug: 4.8 MB of short quoted lines, 600,000 MIME parts in 6 MB, then the largest allowed
  // email.
  const bombs = [
    { text: '>\n'.repeat(2_400_000) },
    { headers: multipart, text: '--b\n\nxxxx\n'.repeat(600_000) },
    { text: '>\n'.repeat(12_500_000) },
    { headers: multipart, text: `--b\n\n${'x'.repeat(24_000_000)}\n` },
    { headers: ['Content-Type: text/html'], text: '<ul><li>'.repeat(3_000_000) },
    { text: `${'> '.repeat(38)}\n`.repeat(320_000) },
    { headers: multipart, text: '--b\nContent-Type: text/html\n\n<b>x\n'.repeat(2_900) },
    { headers: ['Content-Type: multipart/mixed; boundary=b', `Cc: ${'a@b.test, '.repeat(20_000)}`], text: 'x' },
  ];
  const seen: { index: number; done: string; ms: number; slowest: number; grew: number }[] = [];
  for (const [index, bomb] of bombs.entries()) {
    const body = emailTo(others[index], bomb);
    const started = performance.now();
    const { done, times, most } = await watch(fateOf(body));
    const slowest = Math.max(...times);
    seen.push({ index, done, ms: performance.now() - started, slowest, grew: most - before });
    expect(['taken', 'unreadable']).toContain(done);
  }
  // The slowest response takes 5 to 100 ms on an idle machine. Before the fix, it took up to 25 s, and memory grew by
  // up to 4 GB.
  expect(seen.filter(({ slowest, grew }) => slowest > 3_000 || grew > 200)).toEqual([]);
  const kept = await system
    .selectFrom('messages')
    .select('id')
    .where('company_id', '=', company.id)
    .where('direction', '=', 'in')
    .execute();
  expect(kept).toHaveLength(1 + bombs.length);
});
