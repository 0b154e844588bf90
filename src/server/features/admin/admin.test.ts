import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { DAY } from '#shared/primitives/durations.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { UserRow } from '../../../../test/builders.ts';
import { startTestApp, type TestApp, type TestBrowser } from '../../../../test/caller.ts';

let app: TestApp;
let robin: UserRow;
let admin: TestBrowser;
let acme: CompanyRow;

beforeAll(async () => {
  app = await startTestApp();
  robin = await app.a.user({ email: 'robin@picket.test', name: 'Robin Reyes' }, ['admin', 'contractor']);
  await app.a.company({ user_id: robin.id, name: 'Northside Fence' });
  const owner = await app.a.user({ email: 'owner@picket.test', name: 'Olive Owner' });
  acme = await app.a.company({ user_id: owner.id, name: 'Acme Fence' });
  admin = await app.signIn(robin.email);
});
afterAll(() => app.close());

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'no error',
    (error: { data?: { code?: string } }) => error.data?.code ?? 'no code',
  );

const newest = async () => (await admin.trpc.admin.audit.list.query({})).items[0];
const logged = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from audit_log`.execute(app.deps.system);
  return rows[0]?.n ?? -1;
};

describe('users', () => {
  test('are searched by name, email address and company, newest first, in pages', async () => {
    for (let made = 0; made < 30; made += 1) await app.a.user({ name: `Pat Paged ${made}` });
    const first = await admin.trpc.admin.users.list.query({ search: 'pat paged' });
    expect(first.items).toHaveLength(25);
    const rest = await admin.trpc.admin.users.list.query({ search: 'pat paged', cursor: first.nextCursor ?? '' });
    expect(rest.nextCursor).toBeNull();
    expect(new Set([...first.items, ...rest.items].map(({ id }) => id)).size).toBe(30);
    await app.signIn('owner@picket.test');
    const found = await admin.trpc.admin.users.list.query({ search: 'ACME owner@' });
    expect(found.items).toMatchObject([
      { email: 'owner@picket.test', roles: ['contractor'], confirmed: true, company: { name: 'Acme Fence' } },
    ]);
    expect(found.items[0]?.sessions).toBe(1);
    expect(JSON.stringify(found)).not.toMatch(/hash|argon|sealed/i);
  });

  test('a role is granted once and logged with who changed it, from what to what (spec:3.3)', async () => {
    const user = await app.a.user({ email: 'new-admin@picket.test' });
    const before = await logged();
    const grant = { userId: user.id, role: 'admin' as const, granted: true };
    await admin.trpc.admin.users.setRole.mutate(grant);
    await admin.trpc.admin.users.setRole.mutate(grant);
    expect(await logged()).toBe(before + 1);
    expect(await newest()).toMatchObject({
      actor: 'robin@picket.test',
      action: 'user.role_granted',
      subject: 'new-admin@picket.test',
      before: { roles: ['contractor'] },
      after: { roles: ['admin', 'contractor'] },
      ip: expect.stringMatching(/127\.0\.0\.1/) as string,
    });
    await admin.trpc.admin.users.setRole.mutate({ ...grant, granted: false });
    expect(await newest()).toMatchObject({ action: 'user.role_taken', after: { roles: ['contractor'] } });
  });

  test('admins can’t revoke their own role, or grant one to a user with an unconfirmed email address', async () => {
    const own = { userId: robin.id, role: 'admin' as const, granted: false };
    expect(await codeOf(admin.trpc.admin.users.setRole.mutate(own))).toBe('CONFLICT');
    const squatter = await app.a.user({ email_verified_at: null });
    const grant = { userId: squatter.id, role: 'admin' as const, granted: true };
    await expect(admin.trpc.admin.users.setRole.mutate(grant)).rejects.toThrow(/isn’t confirmed yet/);
  });

  test('two admins who revoke each other’s role at the same time leave one admin', async () => {
    for (let round = 0; round < 5; round += 1) {
      const user = await app.a.user({}, ['admin']);
      const other = await app.signIn(user.email);
      const codes = await Promise.all([
        codeOf(admin.trpc.admin.users.setRole.mutate({ userId: user.id, role: 'admin', granted: false })),
        codeOf(other.trpc.admin.users.setRole.mutate({ userId: robin.id, role: 'admin', granted: false })),
      ]);
      expect(codes.toSorted()).toEqual(['FORBIDDEN', 'no error']);
      await app.deps.system
        .insertInto('user_roles')
        .values({ user_id: robin.id, role: 'admin' })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await app.deps.system.deleteFrom('user_roles').where('user_id', '=', user.id).execute();
    }
  });

  test('ending a user’s sessions signs them out everywhere', async () => {
    const user = await app.a.user({ email: 'stolen@picket.test' });
    const browsers = [await app.signIn(user.email), await app.signIn(user.email)];
    expect(await admin.trpc.admin.users.endSessions.mutate({ userId: user.id })).toEqual({ ended: 2 });
    for (const browser of browsers) expect(await browser.trpc.auth.session.query()).toBeNull();
    expect(await newest()).toMatchObject({ action: 'user.sessions_ended', before: { sessions: 2 } });
  });
});

describe('companies', () => {
  const companyId = () => acme.id;

  test('are listed with owner, plan, quotes left and leads', async () => {
    await app.a.lead(acme);
    await app.a.lead(acme);
    const { items } = await admin.trpc.admin.companies.list.query({ search: 'acme' });
    expect(items).toMatchObject([
      {
        id: acme.id,
        name: 'Acme Fence',
        contractorId: acme.contractor_id,
        owner: { email: 'owner@picket.test', name: 'Olive Owner' },
        plan: { tier: 'pro' },
        quotesLeft: 500,
        leads: 2,
        smsRegistration: 'approved',
      },
    ]);
  });

  test('details show only the company’s own ledger', async () => {
    const lead = await app.a.lead(acme, { name: 'Tom Hadley' });
    await app.deps.system
      .insertInto('quota_ledger')
      .values({ company_id: acme.id, lead_id: lead.id, kind: 'quote_used', delta: -1, at: app.clock.now() })
      .execute();
    const other = await app.a.company();
    await app.deps.system
      .insertInto('quota_ledger')
      .values({ company_id: other.id, kind: 'granted', delta: 5, at: app.clock.now() })
      .execute();
    const shown = await admin.trpc.admin.companies.get.query({ companyId: acme.id });
    expect(shown.ledger).toMatchObject([{ kind: 'quote_used', delta: -1, lead: 'Tom Hadley' }]);
    expect(shown.quotesLeft).toBe(499);
    const nobody = '019aa000-0000-7000-8000-000000000000' as CompanyId;
    expect(await codeOf(admin.trpc.admin.companies.get.query({ companyId: nobody }))).toBe('NOT_FOUND');
  });

  test('a number is accepted in any notation, belongs to one company, and isn’t the shared one', async () => {
    const set = { companyId: companyId(), smsFrom: '(208) 555-0123', registration: 'approved' as const };
    await admin.trpc.admin.companies.setSms.mutate(set);
    const shown = await admin.trpc.admin.companies.get.query({ companyId: acme.id });
    expect(shown.sms).toMatchObject({ from: '+12085550123', registration: 'approved', rejectionReason: null });
    expect(await newest()).toMatchObject({
      action: 'company.sms_set',
      subject: 'Acme Fence',
      before: { smsFrom: null },
      after: { smsFrom: '+12085550123', registration: 'approved' },
    });
    const other = await app.a.company({ name: 'Other Fence' });
    const taken = admin.trpc.admin.companies.setSms.mutate({ ...set, companyId: other.id });
    await expect(taken).rejects.toMatchObject({
      message: 'Acme Fence already texts from (208) 555-0123',
      data: { code: 'CONFLICT' },
    });
    const shared = { ...set, companyId: other.id, smsFrom: app.config.TWILIO_FROM ?? '' };
    await expect(admin.trpc.admin.companies.setSms.mutate(shared)).rejects.toThrow(/shared number/);
    const foreign = { ...set, smsFrom: '+442071838750' };
    expect(await codeOf(admin.trpc.admin.companies.setSms.mutate(foreign))).toBe('VALIDATION_FAILED');
  });

  test('two companies assigned the same number at once: one gets it, the other gets the reason', async () => {
    const [one, two] = [await app.a.company(), await app.a.company()];
    const codes = await Promise.all(
      [one, two].map((company) =>
        codeOf(
          admin.trpc.admin.companies.setSms.mutate({
            companyId: company.id,
            smsFrom: '+12085550188',
            registration: 'approved',
          }),
        ),
      ),
    );
    expect(codes.toSorted()).toEqual(['CONFLICT', 'no error']);
  });

  test('a rejection requires a reason, which is shown', async () => {
    const set = { companyId: companyId(), registration: 'rejected' as const };
    await expect(admin.trpc.admin.companies.setSms.mutate(set)).rejects.toThrow(
      'Enter the carriers’ reason for the rejection',
    );
    await admin.trpc.admin.companies.setSms.mutate({ ...set, reason: 'No privacy policy on the website' });
    const rejected = await admin.trpc.admin.companies.get.query({ companyId: acme.id });
    expect(rejected.sms.rejectionReason).toBe('No privacy policy on the website');
    expect(rejected.sms.from).toBe('+12085550123');
    await admin.trpc.admin.companies.setSms.mutate({ ...set, registration: 'approved', smsFrom: null });
    const approved = await admin.trpc.admin.companies.get.query({ companyId: acme.id });
    expect(approved.sms).toMatchObject({ from: null, registration: 'approved', rejectionReason: null });
  });

  test('free access lasts through a day, records who granted it, and expires or is revoked', async () => {
    const user = await app.a.user();
    const company = await app.a.company({
      user_id: user.id,
      subscription: { subscribed: false, subscription_tier: 'starter', stripe_customer_id: null },
    });
    const before = await logged();
    const grant = { companyId: company.id, until: '2026-12-24' };
    await admin.trpc.admin.companies.grantFreeAccess.mutate(grant);
    await admin.trpc.admin.companies.grantFreeAccess.mutate(grant);
    expect(await logged()).toBe(before + 1);
    const shown = await admin.trpc.admin.companies.get.query({ companyId: company.id });
    // free access ends at midnight after the 24th, in Boise time
    expect(shown.plan).toEqual({ tier: 'free', until: '2026-12-25T06:59:59.999Z', pastDue: false });
    expect(shown.subscription).toMatchObject({ freeGrantedBy: 'robin@picket.test', customerId: null });
    expect(shown.quotesLeft).toBe(500);
    expect(await newest()).toMatchObject({
      action: 'company.free_access_granted',
      before: { freeUntil: null },
      after: { freeUntil: '2026-12-25T06:59:59.999Z' },
    });
    await admin.trpc.admin.companies.revokeFreeAccess.mutate({ companyId: company.id });
    expect((await admin.trpc.admin.companies.get.query({ companyId: company.id })).plan.tier).toBeNull();
    expect(await newest()).toMatchObject({ action: 'company.free_access_revoked', after: { freeUntil: null } });
    await admin.trpc.admin.companies.revokeFreeAccess.mutate({ companyId: company.id });
    expect(await logged()).toBe(before + 2);
  });

  test('free access must end in the future and is refused with a paid plan, without a log entry', async () => {
    const before = await logged();
    const yesterday = new Date(app.clock.now().getTime() - DAY).toISOString();
    for (const until of ['2026-11-15', yesterday, 'soon'])
      expect(await codeOf(admin.trpc.admin.companies.grantFreeAccess.mutate({ companyId: companyId(), until }))).toBe(
        'VALIDATION_FAILED',
      );
    const paid = { companyId: companyId(), until: '2027-01-01' };
    expect(await codeOf(admin.trpc.admin.companies.grantFreeAccess.mutate(paid))).toBe('CONFLICT');
    expect(await logged()).toBe(before);
  });
});
