import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import {
  giveUpExports,
  LostExport,
  removeOldExports,
  takeExport,
} from '#core/features/data-rights/export-claims.repository.ts';
import { EXPORTED_TABLES } from '#core/features/data-rights/exported-tables.ts';
import { makeExport } from '#core/features/data-rights/make-export.ts';
import { readCsv } from '#shared/features/leads/lead-csv.file.ts';
import { EXPORT_DAYS } from '#shared/features/data-rights/data-rights.rules.ts';
import { DAY } from '#shared/primitives/durations.ts';
import { startTestApp, type TestApp, type TestBrowser } from '../../../../test/caller.ts';
import { atFullCount } from '../../../../test/suites.ts';
import { startExports } from './exports.sweep.ts';

let app: TestApp;
let company: CompanyRow;
let owner: TestBrowser;

beforeAll(async () => {
  app = await startTestApp({ now: '2026-11-20T18:00:00Z' });
});
afterAll(() => app.close());
beforeEach(async () => {
  const user = await app.a.user();
  company = await app.a.company({ user_id: user.id });
  owner = await app.signIn(user.email);
});

const make = async (stopping = () => false): Promise<boolean> => {
  const claimed = await takeExport(app.deps);
  if (claimed) await makeExport(app.deps, claimed, stopping);
  return claimed !== undefined;
};
const status = () => owner.trpc.company.exportStatus.query();
const download = async (by = owner, url?: string | null): Promise<Response> =>
  by.fetch(url ?? (await status()).url ?? 'missing');
const filesIn = async (response: Response): Promise<Record<string, string>> => {
  expect(response.status).toBe(200);
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
};
const expire = () =>
  sql`update company_exports set claimed_until = now() - interval '1 second' where company_id = ${company.id}`.execute(
    app.deps.system,
  );
const partsLeft = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from company_export_parts
    where company_id = ${company.id}`.execute(app.deps.system);
  return rows[0]?.n ?? -1;
};

describe('an export', () => {
  test('contains each table as a CSV file, with this company’s rows only', async () => {
    const lead = await app.a.lead(company, { name: '=cmd()', notes: 'Line 1\nLine "2"' });
    const elsewhere = await app.a.lead(await app.a.company(), { name: 'Someone Else' });
    expect(await status()).toMatchObject({ status: 'none', progress: 0, url: null });
    expect(await owner.trpc.company.export.mutate()).toMatchObject({ status: 'waiting', progress: 0, url: null });
    await make();
    expect(await status()).toMatchObject({ status: 'done', progress: 100 });
    const response = await download();
    expect(response.headers.get('content-disposition')).toContain(`${company.contractor_id}-2026-11-20.zip`);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const files = await filesIn(response);
    const exported = Object.entries(EXPORTED_TABLES).filter(([, how]) => how === 'all' || 'without' in how);
    for (const [table] of exported) expect(Object.keys(files)).toContain(`${table}.csv`);
    const leads = readCsv(files['leads.csv'] ?? '');
    expect(leads.rows).toHaveLength(1);
    const row = Object.fromEntries(leads.head.map((name, at) => [name, leads.rows[0]?.cells[at]]));
    expect(row).toMatchObject({ id: lead.id, name: '=cmd()', notes: 'Line 1\nLine "2"', gate_count: '1' });
    expect(files['leads.csv']).toContain(`"'=cmd()"`);
    expect(Object.values(files).join('')).not.toContain(elsewhere.id);
    expect(files['members.csv']).toContain(company.user_id);
    expect(files['history.csv']).toContain('Started an export of all data');
    expect(files['README.txt']).toContain('- visits.sealed_token: Opens a private page, so it stays a secret.');
  });

  test('contains the logos', async () => {
    await owner.trpc.company.uploadLogo.mutate({
      dataBase64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    });
    await owner.trpc.company.export.mutate();
    await make();
    const files = Object.keys(await filesIn(await download()));
    expect(files.filter((name) => /^files\/logos\/[0-9a-f]{64}\.png$/.test(name))).toHaveLength(1);
  });

  test('is made once, however often it’s asked for and by however many workers', async () => {
    const asked = await Promise.all(Array.from({ length: 5 }, () => owner.trpc.company.export.mutate()));
    expect(new Set(asked.map(({ requestedAt }) => requestedAt)).size).toBe(1);
    const { rows } = await sql`select from company_exports where company_id = ${company.id}`.execute(app.deps.system);
    expect(rows).toHaveLength(1);
    expect((await Promise.all([make(), make(), make()])).filter(Boolean)).toHaveLength(1);
    const history = await owner.trpc.company.auditLog.query();
    expect(history.items.filter(({ what }) => what.startsWith('Started'))).toHaveLength(1);
  });

  test('is begun again after a worker died, and the dead worker’s late writes are refused', async () => {
    await app.a.lead(company);
    await owner.trpc.company.export.mutate();
    const dead = await takeExport(app.deps);
    if (!dead) throw new Error('nothing to export');
    expect(await takeExport(app.deps)).toBeUndefined();
    await expire();
    expect(await make()).toBe(true);
    await expect(makeExport(app.deps, dead, () => false)).rejects.toThrow(LostExport);
    expect(readCsv((await filesIn(await download()))['leads.csv'] ?? '').rows).toHaveLength(1);
  });

  test.each(['company_export_parts', 'company_exports'])('survives a failure at a write to %s', async (table) => {
    await app.a.lead(company);
    await owner.trpc.company.export.mutate();
    const event = table === 'company_exports' ? 'update of finished_at' : 'insert';
    const owned = app.database.url;
    const { default: pg } = await import('pg');
    const root = new pg.Client({ connectionString: owned });
    await root.connect();
    await root.query(`create function broken() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
      create trigger broken before ${event} on ${table} for each row execute function broken()`);
    await expect(make()).rejects.toThrow('broken');
    expect(await status()).toMatchObject({ status: 'running', url: null });
    await root.query('drop function broken cascade');
    await root.end();
    await expire();
    await make();
    expect(Object.keys(await filesIn(await download()))).toContain('leads.csv');
  });

  test('is failed after five workers died, and can be asked for again', async () => {
    await owner.trpc.company.export.mutate();
    for (let turn = 0; turn < 5; turn += 1) {
      await takeExport(app.deps);
      await expire();
    }
    await giveUpExports(app.deps, app.clock.now());
    expect(await status()).toMatchObject({ status: 'failed', url: null });
    expect(await owner.trpc.company.export.mutate()).toMatchObject({ status: 'waiting' });
    await make();
    expect(await status()).toMatchObject({ status: 'done' });
  });

  test('is left to another worker when this one stops', async () => {
    await app.a.lead(company);
    await owner.trpc.company.export.mutate();
    await make(() => true);
    expect(await status()).toMatchObject({ status: 'waiting' });
    const sweep = startExports(app.deps);
    await expect.poll(async () => (await status()).status, { timeout: 5_000 }).toBe('done');
    await sweep.close();
  });

  test('is removed after a week, and replaces the one before it', async () => {
    await owner.trpc.company.export.mutate();
    await make();
    const { url } = await status();
    expect(await partsLeft()).toBeGreaterThan(0);
    app.clock.set(new Date(app.clock.now().getTime() + EXPORT_DAYS * DAY).toISOString());
    expect((await download(owner, url)).status).toBe(404);
    await removeOldExports(app.deps, app.clock.now());
    expect(await status()).toMatchObject({ status: 'removed', url: null, size: null });
    expect(await partsLeft()).toBe(0);
  });

  test('is refused after five in a day', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      await owner.trpc.company.export.mutate();
      await make();
    }
    await expect(owner.trpc.company.export.mutate()).rejects.toMatchObject({ data: { code: 'RATE_LIMITED' } });
    app.clock.set(new Date(app.clock.now().getTime() + DAY).toISOString());
    expect(await owner.trpc.company.export.mutate()).toMatchObject({ status: 'waiting' });
    await make();
  });

  test('is only for the company’s owners and managers', async () => {
    const sales = await app.signIn((await app.a.member(company, 'sales')).email);
    const viewer = await app.signIn((await app.a.member(company, 'viewer')).email);
    const manager = await app.signIn((await app.a.member(company, 'manager')).email);
    const stranger = await app.signIn((await app.a.member(await app.a.company(), 'owner')).email);
    await manager.trpc.company.export.mutate();
    await make();
    const { url } = await manager.trpc.company.exportStatus.query();
    expect((await download(manager, url)).status).toBe(200);
    for (const one of [sales, viewer, stranger]) expect((await download(one, url)).status).toBe(404);
    expect((await download(app.browser(), url)).status).toBe(401);
    expect((await download(owner, '/exports/x.y.zip')).status).toBe(404);
    for (const one of [sales, viewer])
      await expect(one.trpc.company.export.mutate()).rejects.toMatchObject({ data: { code: 'FORBIDDEN' } });
    await expect(manager.trpc.company.auditLog.query()).rejects.toMatchObject({ data: { code: 'FORBIDDEN' } });
    const { items } = await owner.trpc.company.auditLog.query();
    expect(items.map(({ what }) => what)).toEqual([
      'Downloaded an export of all data',
      'Started an export of all data',
    ]);
  });

  const LEADS = atFullCount(20_000, 1_000);
  test(`of ${LEADS.toLocaleString('en-US')} leads takes little memory, and its progress is readable meanwhile`, async () => {
    await sql`insert into leads (company_id, name, email, notes, created_at)
      select ${company.id}, 'Lead ' || n, 'lead' || n || '@example.com', (select string_agg(md5(n || ' ' || part), '') from generate_series(1, 20) part), now()
      from generate_series(1, ${LEADS}::int) n`.execute(app.deps.system);
    await owner.trpc.company.export.mutate();
    const before = process.memoryUsage().rss;
    let most = 0;
    await make(() => {
      most = Math.max(most, process.memoryUsage().rss - before);
      return false;
    });
    const { size } = await status();
    expect(size).toBeGreaterThan(250 * LEADS);
    expect(most).toBeLessThan(200 * 1024 * 1024);
    expect(readCsv((await filesIn(await download()))['leads.csv'] ?? '').rows).toHaveLength(LEADS);
  }, 60_000);
});
