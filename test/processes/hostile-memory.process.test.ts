import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSystemDb, type SystemDb } from '#core/platform/db/system.ts';
import { createLogger } from '#core/platform/log.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { steadyPort } from '../../scripts/start/ports.ts';
import { builders, PASSWORD } from '../builders.ts';
import { type BuiltServer, startBuiltServer } from '../built-server.ts';
import { openBrowser, type TestBrowser, testConfig } from '../caller.ts';
import { testClock } from '../clock.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { hostileRequests, slowBodies, type Target } from '../hostile-requests.ts';
import { noteForSoak, soakCount } from '../soak-report.ts';

const REQUESTS = soakCount('SOAK_HOSTILE', 240);
/** The number of additional requests that are sent while slow bodies are arriving. */
const MORE = Math.ceil(REQUESTS / 4);
const AT_ONCE = 16;
const SLOW = 100;
const KB = 1024;
/** How much memory the server may use, in MB. */
const AT_MOST = 400;

let database: TestDatabase;
let system: SystemDb;
let server: BuiltServer;
let company: CompanyRow;
let browser: TestBrowser;
let target: Target;

beforeAll(async () => {
  database = await createTestDatabase();
  const config = testConfig(database.url);
  system = createSystemDb(config, createLogger(config, 'test'));
  const a = builders(system, testClock(new Date()));
  const owner = await a.user();
  company = await a.company({ user_id: owner.id });
  await a.material(company);
  const lead = await a.lead(company);
  server = await startBuiltServer({ databaseUrl: database.url, port: await steadyPort(database.url) });
  browser = openBrowser(server.url);
  await browser.trpc.auth.signIn.mutate({ email: owner.email, password: PASSWORD });
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  target = { url: server.url, cookie, contractorId: company.contractor_id, leadId: lead.id };
});
afterAll(async () => {
  await server.kill();
  await system.destroy();
  await database.drop();
});

/** Sends all kinds of requests in turn, this many at a time. Returns the statuses. */
async function flood(requests: number): Promise<number[]> {
  const kinds = Object.values(hostileRequests(target));
  const statuses = new Set<number>();
  let sent = 0;
  const attacker = async (): Promise<void> => {
    while (sent < requests) {
      const kind = kinds[sent % kinds.length];
      sent += 1;
      statuses.add((await kind?.()) ?? 0);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, attacker));
  return [...statuses];
}

/** An image of 2 MB, the maximum size of a logo. */
const largeLogo = async (): Promise<string> => {
  const side = 800;
  const raw = Buffer.alloc(side * side * 3);
  for (let at = 0; at < raw.length; at += 1) raw[at] = (at * 2_654_435_761) >>> 24;
  const image = await sharp(raw, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();
  return image.toString('base64');
};

/** Does some of contractors' and homeowners' ordinary work. */
async function ordinaryWork(name: string): Promise<void> {
  const rows = Array.from({ length: 250 }, (_each, at) => `${name} ${at},${name}${at}@example.com`);
  const imported = await browser.trpc.leads.importCsv.mutate({ csv: ['name,email', ...rows].join('\n') });
  expect(imported.added).toBe(250);
  await expect(browser.trpc.terms.update.mutate({ text: `“Ł” ${name}`.repeat(1_500) })).resolves.toMatchObject({});
  expect((await browser.trpc.leads.list.query({})).items).not.toHaveLength(0);
  expect((await fetch(`${server.url}/api/widget/v1/config/${company.contractor_id}`)).status).toBe(200);
}

test(
  `${REQUESTS + MORE} hostile requests and ${SLOW} slow ones leave the server responsive and below ${AT_MOST} MB`,
  async () => {
    await ordinaryWork('before');
    const { logoUrl } = await browser.trpc.company.uploadLogo.mutate({ dataBase64: await largeLogo() });
    expect(logoUrl).toContain('/logos/');
    const before = server.memory().now;
    const answers = await flood(REQUESTS);
    const close = await slowBodies(target, SLOW, 100 * KB);
    answers.push(...(await flood(MORE)));
    close();
    const { now, most } = server.memory();
    noteForSoak({
      what: 'hostile requests, MB',
      figures: { requests: REQUESTS + MORE, start: Math.round(before), most: Math.round(most), after: Math.round(now) },
    });
    expect(answers).not.toContain(500);
    expect(most).toBeLessThanOrEqual(AT_MOST);
    await ordinaryWork('after');
  },
  Math.max(120_000, REQUESTS * 100),
);
