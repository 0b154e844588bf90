import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { forgetKept } from './forget-kept.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ now: '2026-11-20T18:00:00Z' });
});
afterAll(() => app.close());

/** Returns how often the name is in the rows that the law keeps. */
const kept = async (companyId: string) => {
  const { rows } = await sql<Record<'consents' | 'contracts' | 'estimates' | 'cents', number>>`select
    (select count(*) from consents where company_id = ${companyId}) as consents,
    (select count(*) from estimate_acceptances where company_id = ${companyId} and document like '%Quillon%') as contracts,
    (select count(*) from estimates where company_id = ${companyId} and customer ->> 'name' = 'Quillon') as estimates,
    (select sum(total_cents) from estimate_acceptances where company_id = ${companyId}) as cents`.execute(
    app.deps.system,
  );
  return rows[0];
};

test('what the law no longer requires is removed of erased homeowners only, and sums stay', async () => {
  const company = await app.a.company();
  const caller = await app.callerFor(company);
  const fence = { perimeter: 100, gateCount: 1, materialId: (await app.a.material(company)).id };
  const leadIds = [];
  for (const phone of ['+12085550161', '+12085550162']) {
    const lead = await app.a.lead(company, { name: 'Quillon', phone });
    leadIds.push(lead.id);
    await caller.leads.update({ leadId: lead.id, smsConsent: { method: 'written' } });
    const { url } = await caller.estimates.send({ leadId: lead.id, ...fence });
    const token = url.split('/').at(-1) ?? '';
    await app.browser().trpc.estimatePage.accept.mutate({ token, name: 'Quillon', agreed: true });
  }
  await caller.leads.erase({ leadId: leadIds[0] ?? '' });
  const before = await kept(company.id);
  expect(before).toMatchObject({ consents: 2, contracts: 2, estimates: 2 });
  app.clock.set('2031-11-19T18:00:00Z');
  await forgetKept(app.deps);
  expect(await kept(company.id)).toEqual(before);
  app.clock.set('2031-11-25T18:00:00Z');
  await forgetKept(app.deps);
  expect(await forgetKept(app.deps)).toBeNull();
  expect(await kept(company.id)).toEqual({ ...before, consents: 1 });
  app.clock.set('2036-11-25T18:00:00Z');
  await forgetKept(app.deps);
  expect(await kept(company.id)).toEqual({ ...before, consents: 1, contracts: 1, estimates: 1 });
});

test('nothing else can delete a consent or change what was signed', async () => {
  const { system } = app.deps;
  await expect(sql`delete from consents`.execute(system)).rejects.toThrow('append-only');
  await expect(sql`update estimate_acceptances set name = 'x'`.execute(system)).rejects.toThrow('append-only');
  await expect(sql`update estimate_acceptances set total_cents = 1`.execute(system)).rejects.toThrow(
    'permission denied',
  );
});

test('the contents of Stripe’s events are removed 90 days after they were processed', async () => {
  app.clock.set('2037-01-01T18:00:00Z');
  const at = (days: number) => new Date(app.clock.now().getTime() - days * 86_400_000);
  for (const [id, days] of [
    ['evt_new', 80],
    ['evt_old', 91],
  ] as const)
    await sql`insert into stripe_events (id, type, livemode, payload, received_at, processed_at)
      values (${id}, 'x', false, '{"data": {"object": {"email": "q"}}}', ${at(days)}, ${at(days)})`.execute(
      app.deps.system,
    );
  await sql`insert into stripe_events (id, type, livemode, payload, received_at)
    values ('evt_waiting', 'x', false, '{"data": {}}', ${at(200)})`.execute(app.deps.system);
  await forgetKept(app.deps);
  const { rows } = await sql<{ id: string }>`select id from stripe_events where payload = '{}'`.execute(
    app.deps.system,
  );
  expect(rows).toEqual([{ id: 'evt_old' }]);
});
