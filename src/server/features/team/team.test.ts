import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { sealContext } from '#core/features/team/seal-context.ts';
import { inCompany } from '#core/platform/db/app.ts';
import { asRequester } from '#core/platform/db/requester.ts';
import { open } from '#core/platform/secrets.ts';
import type { TeamRole } from '#shared/features/team/roles.rules.ts';
import { DAY } from '#shared/primitives/durations.ts';
import type { UserId } from '#shared/primitives/ids.ts';
import { openBrowser, startTestApp, type TestApp } from '../../../../test/caller.ts';
import { refusalOf } from '../../../../test/refusal.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Returns the token of the newest invitation to this email address. */
async function tokenFor(email: string): Promise<string> {
  const row = await app.deps.system
    .selectFrom('messages')
    .select('payload')
    .where('kind', '=', 'team.invitation')
    .where('to_address', '=', email)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const { invitationId, sealed } = row.payload as { invitationId: string; sealed: string };
  return open(sealed, app.config.APP_SECRET, sealContext(invitationId)) ?? '';
}

/** Signs in and returns a tRPC client that uses HTTP, so that the server reads the current roles from Postgres. */
const signIn = async (email: string) => (await app.signIn(email)).trpc;

async function team(...roles: TeamRole[]) {
  const company = await app.a.company();
  const owner = await app.callerFor(company);
  const members = await Promise.all(roles.map((role) => app.a.member(company, role)));
  return { company, owner, members };
}

const as = (company: CompanyRow, member: { userId: UserId; role: TeamRole } | undefined) =>
  app.callerFor(company, member);

test('an existing account accepts an emailed invitation and is switched to that company', async () => {
  const { company, owner } = await team();
  const own = await app.a.company({ user_id: (await app.a.user({ email: 'office@team.test' })).id });
  const listed = await owner.team.invite({ email: 'Office@Team.test', role: 'manager' });
  expect(listed.invitations).toMatchObject([{ email: 'office@team.test', role: 'manager' }]);
  const trpc = await signIn('office@team.test');
  const token = await tokenFor('office@team.test');
  expect(await trpc.team.accept.mutate({ token })).toEqual({
    companyId: company.id,
    companyName: company.name,
    role: 'manager',
  });
  const session = await trpc.auth.session.query();
  expect(session?.company).toMatchObject({ id: company.id, role: 'manager' });
  expect(session?.companies).toEqual([
    { id: own.id, name: own.name, role: 'owner' },
    { id: company.id, name: company.name, role: 'manager' },
  ]);
  expect((await owner.team.list()).invitations).toEqual([]);
  await trpc.auth.switchCompany.mutate({ companyId: own.id });
  expect((await trpc.auth.session.query())?.company).toMatchObject({ id: own.id, role: 'owner' });
  await expect(refusalOf(trpc.team.accept.mutate({ token }))).resolves.toMatchObject({ code: 'VALIDATION_FAILED' });
  await expect(
    refusalOf(trpc.auth.switchCompany.mutate({ companyId: (await app.a.company()).id })),
  ).resolves.toMatchObject({ code: 'FORBIDDEN' });
});

test('an invitation works only for its address, for seven days, until it’s resent or revoked', async () => {
  const { owner } = await team();
  await app.a.user({ email: 'right@team.test' });
  await app.a.user({ email: 'wrong@team.test' });
  const [right, wrong] = [await signIn('right@team.test'), await signIn('wrong@team.test')];
  await owner.team.invite({ email: 'right@team.test', role: 'sales' });
  const first = await tokenFor('right@team.test');
  await expect(refusalOf(wrong.team.accept.mutate({ token: first }))).resolves.toMatchObject({ code: 'FORBIDDEN' });
  const invitationId = (await owner.team.list()).invitations[0]?.id ?? '';
  app.clock.advance(6 * DAY);
  await owner.team.resend({ invitationId });
  await expect(refusalOf(right.team.accept.mutate({ token: first }))).resolves.toMatchObject({
    code: 'VALIDATION_FAILED',
  });
  const second = await tokenFor('right@team.test');
  app.clock.advance(7 * DAY);
  await expect(refusalOf(right.team.accept.mutate({ token: second }))).resolves.toMatchObject({
    code: 'VALIDATION_FAILED',
  });
  const again = await owner.team.invite({ email: 'right@team.test', role: 'sales' });
  const third = await tokenFor('right@team.test');
  await owner.team.revoke({ invitationId: again.invitations[0]?.id ?? '' });
  await expect(refusalOf(right.team.accept.mutate({ token: third }))).resolves.toMatchObject({
    code: 'VALIDATION_FAILED',
  });
});

test('an invitation link tells whom it’s for until it’s used, without a session', async () => {
  const { owner, company } = await team();
  const anyone = openBrowser(app.url).trpc;
  await app.a.user({ email: 'known@team.test' });
  for (const [email, hasAccount] of [
    ['known@team.test', true],
    ['stranger@team.test', false],
  ] as const) {
    await owner.team.invite({ email, role: 'sales' });
    const token = await tokenFor(email);
    expect(await anyone.team.invitation.mutate({ token })).toEqual({
      email,
      companyName: company.name,
      role: 'sales',
      hasAccount,
    });
    app.clock.advance(7 * DAY);
    await expect(refusalOf(anyone.team.invitation.mutate({ token }))).resolves.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  }
});

test('invitations require a confirmed company email, and are limited to 3 a day per address and 20 per company', async () => {
  const unproven = await app.callerFor(await app.a.company({ email_confirmed_at: null, email: 'new@elsewhere.test' }));
  await expect(refusalOf(unproven.team.invite({ email: 'victim@team.test', role: 'sales' }))).resolves.toMatchObject({
    code: 'NOT_CONFIRMED',
  });
  for (let nth = 0; nth < 3; nth += 1)
    await (await team()).owner.team.invite({ email: 'victim@team.test', role: 'sales' });
  await expect(
    refusalOf((await team()).owner.team.invite({ email: 'Victim@team.test', role: 'sales' })),
  ).resolves.toMatchObject({ code: 'RATE_LIMITED' });
  const { owner } = await team();
  for (let nth = 0; nth < 20; nth += 1) await owner.team.invite({ email: `one${nth}@many.test`, role: 'viewer' });
  await expect(refusalOf(owner.team.invite({ email: 'one20@many.test', role: 'viewer' }))).resolves.toMatchObject({
    code: 'RATE_LIMITED',
  });
});

test('the last owner can’t leave, be demoted or be removed, even concurrently with another owner', async () => {
  const { company, owner, members } = await team('owner', 'manager');
  const [second, manager] = members;
  const other = await as(company, second);
  const managing = await as(company, manager);
  await expect(refusalOf(managing.team.remove({ userId: company.user_id }))).resolves.toMatchObject({
    code: 'FORBIDDEN',
  });
  await expect(
    refusalOf(managing.team.setRole({ userId: manager?.userId ?? '', role: 'owner' })),
  ).resolves.toMatchObject({ code: 'FORBIDDEN' });
  const left = await Promise.allSettled([owner.team.leave(), other.team.leave()]);
  expect(left.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const rest = await app.deps.system
    .selectFrom('company_members')
    .select('user_id')
    .where('company_id', '=', company.id)
    .where('role', '=', 'owner')
    .execute();
  expect(rest).toHaveLength(1);
  const last = await as(company, { userId: rest[0]?.user_id as UserId, role: 'owner' });
  await expect(refusalOf(last.team.leave())).resolves.toMatchObject({ code: 'CONFLICT' });
  await expect(refusalOf(last.team.setRole({ userId: rest[0]?.user_id ?? '', role: 'viewer' }))).resolves.toMatchObject(
    { code: 'CONFLICT' },
  );
});

test('when the founder leaves, another owner represents the company, preferably one with a confirmed address', async () => {
  const { company, owner, members } = await team('owner', 'owner');
  const [unproven, proven] = members;
  await app.deps.system
    .updateTable('users')
    .set({ email_verified_at: null })
    .where('id', '=', unproven?.userId as UserId)
    .execute();
  const { email } = await app.deps.system
    .selectFrom('users')
    .select('email')
    .where('id', '=', company.user_id)
    .executeTakeFirstOrThrow();
  await app.deps.system.updateTable('subscribers').set({ email }).where('company_id', '=', company.id).execute();
  await owner.team.leave();
  const now = await app.deps.system
    .selectFrom('company_profiles')
    .innerJoin('subscribers', 'subscribers.company_id', 'company_profiles.id')
    .select(['company_profiles.user_id', 'subscribers.email'])
    .where('company_profiles.id', '=', company.id)
    .executeTakeFirstOrThrow();
  expect(now).toEqual({ user_id: proven?.userId, email: null });
  const staying = await as(company, proven);
  await staying.leads.create({ name: 'Still at work', email: 'still@work.test' });
  await app.deps.system.deleteFrom('users').where('id', '=', company.user_id).execute();
  expect((await staying.team.list()).members.map(({ userId }) => userId)).not.toContain(company.user_id);
});

test.each(['leaves', 'is demoted', 'is removed'] as const)(
  'a founder %s while the other owner has a company of their own',
  async (how) => {
    const { company, owner, members } = await team('owner');
    const [heir] = members;
    const staying = await as(company, heir);
    const userId = company.user_id;
    if (how === 'leaves') await owner.team.leave();
    else if (how === 'is demoted') await staying.team.setRole({ userId, role: 'sales' });
    else await staying.team.remove({ userId });
    const roles = (await staying.team.list()).members.map((member) => [member.userId, member.role]);
    const after = how === 'is demoted' ? [[userId, 'sales']] : [];
    expect(roles).toEqual([...after, [heir?.userId, 'owner']]);
    const own = await app.deps.system
      .selectFrom('company_profiles')
      .select(['id', 'user_id'])
      .where('user_id', '=', heir?.userId as UserId)
      .execute();
    expect(own.map(({ id }) => id)).toContain(company.id);
    expect(own).toHaveLength(2);
    const trpc = await signIn(heir?.email ?? '');
    await trpc.auth.switchCompany.mutate({ companyId: company.id });
    expect((await trpc.auth.session.query())?.company).toMatchObject({ id: company.id, role: 'owner' });
  },
);

test('a removed member’s leads are reassigned, and the member is switched to their own company at once', async () => {
  const { company, owner, members } = await team('sales', 'sales');
  const [gone, heir] = members;
  const trpc = await signIn(gone?.email ?? '');
  const lead = await app.a.lead(company);
  const other = await app.a.lead(company);
  await trpc.leads.assign.mutate({ leadId: lead.id, userId: gone?.userId ?? '' });
  await trpc.leads.addNote.mutate({ leadId: other.id, text: 'Called' });
  await owner.team.remove({ userId: gone?.userId ?? '', handTo: heir?.userId });
  expect((await owner.leads.get({ leadId: lead.id })).assignee).toEqual({ userId: heir?.userId, name: heir?.name });
  expect((await owner.leads.get({ leadId: other.id })).assignee?.userId).toBe(heir?.userId);
  const session = await trpc.auth.session.query();
  expect(session?.company).toMatchObject({ role: 'owner' });
  expect(session?.companies).toEqual([
    session?.company && { id: session.company.id, name: session.company.name, role: 'owner' },
  ]);
  await expect(refusalOf(trpc.leads.get.query({ leadId: lead.id }))).resolves.toMatchObject({ code: 'NOT_FOUND' });
  await owner.team.remove({ userId: heir?.userId ?? '' });
  expect((await owner.leads.get({ leadId: lead.id })).assignee).toBeNull();
});

test('a sales member sees their own and unassigned leads, and is assigned a lead by first changing it', async () => {
  const { company, owner, members } = await team('sales', 'sales');
  const [me, them] = members;
  const sales = await as(company, me);
  const theirs = await app.a.lead(company, { name: 'Their Lead' });
  const free = await app.a.lead(company, { name: 'Free Lead' });
  await owner.leads.assign({ leadId: theirs.id, userId: them?.userId ?? null });
  const mine = await sales.leads.create({ name: 'My Lead', email: 'my@lead.test' });
  expect(mine.assignee).toEqual({ userId: me?.userId, name: me?.name });
  const names = async (search?: string) =>
    (await sales.leads.list({ search })).items.map(({ name }) => name).toSorted();
  expect(await names()).toEqual(['Free Lead', 'My Lead']);
  expect(await names('lead')).toEqual(['Free Lead', 'My Lead']);
  expect((await sales.leads.summary()).total).toBe(2);
  expect((await sales.leads.get({ leadId: free.id })).assignee).toBeNull();
  await sales.leads.addNote({ leadId: free.id, text: 'Called' });
  expect((await sales.leads.get({ leadId: free.id })).assignee?.userId).toBe(me?.userId);
  const { items } = await sales.leads.timeline({ leadId: free.id });
  expect(items[0]?.data.by).toEqual({ userId: me?.userId, name: me?.name });
  await expect(refusalOf(sales.leads.assign({ leadId: free.id, userId: them?.userId ?? null }))).resolves.toMatchObject(
    { code: 'FORBIDDEN' },
  );
  expect((await sales.leads.assign({ leadId: free.id, userId: null })).assignee).toBeNull();
});

test('the list filters own, unassigned and one member’s leads, including in searches and exports', async () => {
  const { company, owner, members } = await team('sales', 'manager');
  const [seller] = members;
  await app.a.lead(company, { name: 'Ann Free' });
  await app.a.lead(company, { name: 'Bo Sold', assigned_to: seller?.userId as UserId });
  await app.a.lead(company, { name: 'Cy Mine', assigned_to: company.user_id });
  const names = async (input: Parameters<typeof owner.leads.list>[0]) =>
    (await owner.leads.list(input)).items.map(({ name }) => name);
  expect(await names({ assignee: 'me' })).toEqual(['Cy Mine']);
  expect(await names({ assignee: 'none' })).toEqual(['Ann Free']);
  expect(await names({ assignee: seller?.userId })).toEqual(['Bo Sold']);
  expect(await names({ assignee: seller?.userId, search: 'free' })).toEqual([]);
  expect(await names({ assignee: seller?.userId, search: 'sold' })).toEqual(['Bo Sold']);
  expect((await owner.leads.exportCsv({ assignee: 'none' })).count).toBe(1);
  const sales = await as(company, seller);
  expect((await sales.leads.list({ assignee: company.user_id })).items).toEqual([]);
});

test('row-level security hides others’ leads from sales members even if a query has no filter', async () => {
  const { company, members } = await team('sales', 'sales');
  const [me, them] = members;
  const theirs = await app.a.lead(company, { assigned_to: them?.userId as UserId });
  await app.a.estimate(company, theirs);
  await app.a.followUp(await app.a.schedule(company, theirs));
  await app.deps.system
    .insertInto('timeline_events')
    .values({ company_id: company.id, lead_id: theirs.id, kind: 'note', at: app.clock.now(), data: '{}' })
    .execute();
  const member = { userId: me?.userId as UserId, name: 'Me', companyId: company.id, role: 'sales' as const };
  await asRequester({ member }, () =>
    inCompany(app.deps.db, company.id, async (tx) => {
      for (const table of [
        'leads',
        'estimates',
        'follow_up_schedules',
        'follow_up_messages',
        'timeline_events',
        'lead_search',
      ] as const)
        expect([table, await tx.selectFrom(table).select('company_id').execute()]).toEqual([table, []]);
      const changed = await tx.updateTable('leads').set({ notes: 'mine' }).executeTakeFirst();
      expect(changed.numUpdatedRows).toBe(0n);
    }),
  );
  const planted = asRequester({ member }, () =>
    inCompany(app.deps.db, company.id, (tx) =>
      sql`insert into timeline_events (company_id, lead_id, kind, at, data)
        values (${company.id}, ${theirs.id}, 'note', now(), '{}')`.execute(tx),
    ),
  );
  await expect(planted).rejects.toThrow(/row-level security/);
});

test('leads are assigned in turn to sales members, even concurrently, or to the owners if there are none', async () => {
  const { company, owner, members } = await team('sales', 'sales', 'sales', 'manager');
  await owner.company.update({ assignInTurn: true });
  const made = await Promise.all(
    Array.from({ length: 30 }, (_, nth) => owner.leads.create({ name: `Lead ${nth}`, email: `turn${nth}@lead.test` })),
  );
  const counts = Map.groupBy(made, ({ assignee }) => assignee?.userId ?? '');
  expect([...counts.values()].map((leads) => leads.length)).toEqual([10, 10, 10]);
  const alone = await team();
  await alone.owner.company.update({ assignInTurn: true });
  const lead = await alone.owner.leads.create({ name: 'Dana', email: 'dana@turn.test' });
  expect(lead.assignee?.userId).toBe(alone.company.user_id);
  expect(company.id && members.length).toBe(4);
});

test('a held lead is assigned in turn when it’s accepted', async () => {
  const { company, owner, members } = await team('sales');
  await owner.company.update({ assignInTurn: true });
  const lead = await app.a.lead(company, { held_at: app.clock.now(), held_for: ['no_ticket'] });
  expect((await owner.leads.get({ leadId: lead.id })).assignee).toBeNull();
  const accepted = await owner.leads.review({ leadId: lead.id, decision: 'accept' });
  expect(accepted.assignee?.userId).toBe(members[0]?.userId);
});
