import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import type { MaterialRow } from '#core/features/pricing/pricing.table.ts';
import { startTestApp, type TestApp, type TestBrowser } from '../../test/caller.ts';

let app: TestApp;
let locker: pg.Client;
let watcher: pg.Client;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'true' } });
  [locker, watcher] = [0, 1].map(() => new pg.Client({ connectionString: app.database.url })) as [pg.Client, pg.Client];
  await Promise.all([locker.connect(), watcher.connect()]);
});
afterEach(() => locker.query('rollback'));
afterAll(async () => {
  await Promise.all([locker.end(), watcher.end()]);
  await app.close();
});

interface Busy {
  company: CompanyRow;
  browser: TestBrowser;
  lead: LeadRow;
  material: MaterialRow;
}

async function company(): Promise<Busy> {
  const owner = await app.a.user();
  const made = await app.a.company({ user_id: owner.id });
  const [lead, material] = [await app.a.lead(made, { phone: null }), await app.a.material(made)];
  return { company: made, browser: await app.signIn(owner.email), lead, material };
}

/** Locks the company's plan row until the test ends, so no send can use up a quote. */
async function holdPlan(of: CompanyRow): Promise<void> {
  await locker.query('begin');
  await locker.query('select from subscribers where company_id = $1 for update', [of.id]);
}

const holdLead = async (lead: LeadRow): Promise<void> => {
  await locker.query('begin');
  await locker.query('select from leads where id = $1 for update', [lead.id]);
};

const send = (of: Busy, perimeter: number) =>
  of.browser.fetch('/trpc/estimates.send', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ leadId: of.lead.id, perimeter, materialId: of.material.id, gateCount: 1 }),
  });

/** Waits until at least this many Postgres connections are waiting for a lock. */
const blocked = (atLeast: number) =>
  expect
    .poll(async () => {
      const { rows } = await watcher.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]?.waiting ?? 0;
    })
    .toBeGreaterThanOrEqual(atLeast);

test('while one company’s sends wait for each other, its own and other companies’ leads can be listed', async () => {
  const [one, other] = [await company(), await company()];
  await holdPlan(one.company);
  const sends = Array.from({ length: 20 }, (_each, at) => send(one, 100 + at));
  await blocked(1);
  await expect(other.browser.trpc.leads.list.query({})).resolves.toMatchObject({ items: [{ id: other.lead.id }] });
  await expect(one.browser.trpc.leads.list.query({})).resolves.toMatchObject({ items: [{ id: one.lead.id }] });
  await expect(send(other, 120)).resolves.toMatchObject({ status: 200 });
  await locker.query('rollback');
  expect((await Promise.all(sends)).map(({ status }) => status)).toEqual(sends.map(() => 200));
});

test('only a company with too many simultaneous requests is asked to wait', async () => {
  const [one, other] = [await company(), await company()];
  await holdLead(one.lead);
  // each send fails quickly once it gets a connection, because the material belongs to another company
  const sends = Array.from({ length: 210 }, (_each, at) => send({ ...one, material: other.material }, 100 + at));
  const refused = await Promise.any(
    sends.map(async (each) => {
      const answer = await each;
      if (answer.status !== 503) throw new Error(String(answer.status));
      return answer;
    }),
  );
  expect(refused.headers.get('retry-after')).toBe('2');
  await expect(refused.json()).resolves.toMatchObject({
    error: { message: 'Too many requests at once. Try again in a moment', data: { code: 'PROVIDER_UNAVAILABLE' } },
  });
  await expect(send(other, 120)).resolves.toMatchObject({ status: 200 });
  await locker.query('rollback');
  const ended = (await Promise.all(sends)).map(({ status }) => status);
  // Requests wait at most 10 s, so on a busy machine more of them are refused. The unit test has the exact limit.
  expect(ended.filter((status) => status === 422).length).toBeGreaterThan(50);
  expect(ended.filter((status) => status !== 422 && status !== 503)).toEqual([]);
});

test('while homeowners’ answers to one company wait, dashboards and other companies’ widgets respond', async () => {
  const [one, other] = [await company(), await company()];
  const { url } = await one.browser.trpc.estimates.send.mutate({
    leadId: one.lead.id,
    perimeter: 184,
    materialId: one.material.id,
    gateCount: 1,
  });
  const token = url.split('/').at(-1);
  await holdLead(one.lead);
  const answers = Array.from({ length: 8 }, (_each, at) =>
    fetch(`${app.url}/trpc/estimatePage.decline`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${at}` },
      body: JSON.stringify({ token }),
    }),
  );
  await blocked(2);
  const widget = await fetch(`${app.url}/api/widget/v1/config/${other.company.contractor_id}`);
  expect(widget.status).toBe(200);
  await expect(one.browser.trpc.leads.list.query({})).resolves.toMatchObject({ items: [{ id: one.lead.id }] });
  await locker.query('rollback');
  for (const answer of answers) expect((await answer).status).toBeLessThan(500);
});
