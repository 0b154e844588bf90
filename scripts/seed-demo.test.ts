import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LEAD_STATUSES } from '#shared/features/leads/lead-status.rules.ts';
import { DAY } from '#shared/primitives/durations.ts';
import { startTestApp, type TestApp } from '../test/caller.ts';
import { demoPayments } from './demo/demo-payments.ts';
import { ADMIN, DEMO, seedDemo } from './seed-demo.ts';

let app: TestApp;
let seeded: boolean[];
beforeAll(async () => {
  app = await startTestApp();
  const options = {
    connectionString: app.database.url,
    now: app.clock.now(),
    secret: app.config.APP_SECRET,
    textsFrom: '+12085550100',
  };
  seeded = await Promise.all([seedDemo(options), seedDemo(options)]);
  seeded.push(await seedDemo(options));
});
afterAll(() => app.close());

test('of two concurrent runs and a later one, exactly one seeds the database', () => {
  expect(seeded.filter(Boolean)).toHaveLength(1);
  expect(seeded[2]).toBe(false);
});

test('the demo contractor signs in to Acme Fence with an active Pro plan and instant quotes', async () => {
  const { trpc } = await app.signIn(DEMO.email, DEMO.password);
  expect(await trpc.auth.session.query()).toMatchObject({
    user: { email: DEMO.email, roles: ['contractor'] },
    company: { name: 'Acme Fence', contractorId: 'acme-fence' },
  });
  const plan = await trpc.subscription.check.query();
  expect(plan).toMatchObject({ subscribed: true, subscriptionTier: 'pro', isFreeAccess: false });
  expect(plan.quotesRemaining).toBeGreaterThan(490);
  expect(await trpc.widget.settings.query()).toMatchObject({
    instantQuotes: true,
    materialSelection: true,
    priceGating: false,
  });
  expect(await trpc.company.get.query()).toMatchObject({
    timeZone: 'America/Boise',
    smsRegistration: 'approved',
    postalAddress: '702 W Idaho St, Boise, ID 83702',
  });
  expect((await trpc.pricing.get.query()).materials.map(({ name }) => name)).toHaveLength(4);
});

test('there is a customer with a board of deals and the sample’s total', async () => {
  const { trpc } = await app.signIn(DEMO.email, DEMO.password);
  const [organization] = await trpc.crm.organizations.list.query();
  const orgId = organization?.id ?? '';
  const [bids] = await trpc.crm.pipelines.list.query({ orgId });
  const deals = (await trpc.crm.deals.list.query({ orgId })).filter(({ pipelineId }) => pipelineId === bids?.id);
  const onTheLine = deals.filter(({ status }) => status !== 'lost');
  expect([onTheLine.length, deals.length]).toEqual([8, 9]);
  expect(onTheLine.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0)).toBe(11_684_000);
});

test('there are leads in every status, with a timeline and readable estimate links (spec:3.14)', async () => {
  const { trpc } = await app.signIn(DEMO.email, DEMO.password);
  const { items } = await trpc.leads.list.query({});
  expect(items.length).toBeGreaterThanOrEqual(10);
  expect(new Set(items.map(({ status }) => status))).toEqual(new Set(LEAD_STATUSES));
  expect(items.some(({ sms }) => sms.reason?.startsWith('Opted out by reply'))).toBe(true);
  const paid = items.find(({ status }) => status === 'paid');
  const estimates = await trpc.estimates.listForLead.query({ leadId: paid?.id ?? '' });
  expect(estimates).toMatchObject([{ totalCents: paid?.quoteCents }]);
  expect(estimates[0]?.url).toContain('/estimate/');
  const timeline = await trpc.leads.timeline.query({ leadId: paid?.id ?? '' });
  expect(timeline.items.map(({ kind }) => kind)).toContain('payment');
  const latest = await sql<{ at: Date }>`select max(at) as at from timeline_events`.execute(app.deps.system);
  expect(latest.rows[0]?.at.getTime()).toBeLessThanOrEqual(app.clock.now().getTime());
});

test('payments match the signed estimates, and the stand-in knows them by the same ids', async () => {
  const { trpc } = await app.signIn(DEMO.email, DEMO.password);
  const { items } = await trpc.payments.list.query({});
  expect(items.map(({ kind, status }) => `${kind} ${status}`).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'balance succeeded',
    'deposit succeeded',
    'deposit succeeded',
  ]);
  const { rows } = await sql<{ wrong: number }>`
    select count(*)::int as wrong from payments join estimates e on e.id = payments.estimate_id
      left join estimate_acceptances a on a.estimate_id = e.id and a.at < payments.paid_at
    where a.id is null
      or (payments.kind = 'deposit' and payments.amount_cents <> a.deposit_cents)
      or (payments.kind = 'balance' and payments.amount_cents <> e.total_cents - a.deposit_cents)`.execute(
    app.deps.system,
  );
  expect(rows[0]?.wrong).toBe(0);
  const seededIds = await app.deps.system
    .selectFrom('payments')
    .select(['stripe_session_id', 'amount_cents'])
    .execute();
  const known = demoPayments(app.clock.now()).map(({ session, amountCents }) => [session, amountCents]);
  expect(seededIds.map((row) => [row.stripe_session_id, row.amount_cents])).toEqual(expect.arrayContaining(known));
});

test('nothing in the seed data is due, even a year later', async () => {
  const inAYear = new Date(app.clock.now().getTime() + 365 * DAY);
  const { rows } = await sql<{ due: number }>`
    select (select count(*) from messages
        where status in ('scheduled', 'sending') and due_at <= ${inAYear})
      + (select count(*) from follow_up_schedules where status = 'active') as due`.execute(app.deps.system);
  expect(rows[0]?.due).toBe(0);
});

test('the admin has both roles and their own company (spec:3.14)', async () => {
  const { trpc } = await app.signIn(ADMIN.email, ADMIN.password);
  const session = await trpc.auth.session.query();
  expect(session?.user.roles).toEqual(['admin', 'contractor']);
  expect(session?.company?.contractorId).toBe('northside-fence');
  expect((await trpc.leads.list.query({})).items).toEqual([]);
});

test('seeded texts came from the number that gets the replies', async () => {
  const { rows } = await sql<{ number: string }>`select distinct case direction when 'out' then from_address
    else to_address end as number from messages where channel = 'sms' and at is not null`.execute(app.deps.system);
  expect(rows).toEqual([{ number: '+12085550100' }]);
});
