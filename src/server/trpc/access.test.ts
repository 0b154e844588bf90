import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { TEAM_ROLES, type TeamRole } from '#shared/features/team/roles.rules.ts';
import type { UserId } from '#shared/primitives/ids.ts';
import { type Caller, startTestApp, type TestApp } from '../../../test/caller.ts';
import { refusalOf } from '../../../test/refusal.ts';
import type { Access } from './procedures.ts';
import { appRouter } from './root.ts';

interface Declared {
  path: string;
  type: 'query' | 'mutation' | 'subscription';
  access: Access | undefined;
}

// all procedures, read from the router itself
const PROCEDURES: Declared[] = Object.entries(appRouter._def.procedures).map(([path, procedure]) => {
  const { type, meta } = (procedure as unknown as { _def: { type: Declared['type']; meta?: { access: Access } } })._def;
  return { path, type, access: meta?.access };
});

/** Actions that affect only the user, so even viewers may perform them. */
const PERSONAL = ['push.subscribe', 'push.update', 'push.forget', 'team.leave'];
/** Procedures that can be called without signing in. A new one must be added here. */
const ANYONE =
  /^(auth\.(options|signUp|resendVerification|verifyEmail|signIn|requestCode|signInWithCode|signInWithLink|signInWithTotp|requestPasswordReset|resetPassword|signOut|session)|billing\.plans|estimatePage\.\w+|feedback\.submit|team\.invitation)$/;

let app: TestApp;
let company: CompanyRow;
const callers = new Map<TeamRole, Caller>();
beforeAll(async () => {
  app = await startTestApp();
  company = await app.a.company();
  // a second owner, so no call below is refused because it affects the last owner
  await app.a.member(company, 'owner');
  for (const role of TEAM_ROLES) {
    const { userId } = role === 'owner' ? { userId: company.user_id } : await app.a.member(company, role);
    callers.set(role, await app.callerFor(company, { userId: userId satisfies UserId, role }));
  }
});
afterAll(() => app.close());

const call = (role: TeamRole, path: string): Promise<unknown> => {
  const [router = '', ...rest] = path.split('.');
  const found = rest.reduce<unknown>(
    (at, name) => (at as Record<string, unknown>)[name],
    (callers.get(role) as unknown as Record<string, unknown>)[router],
  );
  return (found as () => Promise<unknown>)();
};

test('every procedure declares who can call it', () => {
  expect(PROCEDURES.length).toBeGreaterThan(100);
  expect(PROCEDURES.filter(({ access }) => access === undefined)).toEqual([]);
});

test('only the listed procedures can be called without signing in', () => {
  const open = PROCEDURES.filter(({ access }) => access === 'anyone').map(({ path }) => path);
  expect(open.filter((path) => !ANYONE.test(path))).toEqual([]);
});

test('viewers can call only queries, and changes that affect only themselves', () => {
  const acts = PROCEDURES.filter(
    ({ type, access }) => type === 'mutation' && Array.isArray(access) && access.includes('viewer'),
  );
  expect(acts.map(({ path }) => path).toSorted()).toEqual(PERSONAL.toSorted());
});

test('managers can’t call the plan’s procedures or connect the payments account', () => {
  const owners = PROCEDURES.filter(({ access }) => Array.isArray(access) && !access.includes('manager'));
  const paths = owners.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['payments.createAccountLink', 'payments.disconnect']));
  expect(PROCEDURES.filter(({ path }) => /^billing\.(?!plans$)/.test(path)).map(({ path }) => path)).toEqual(
    paths.filter((path) => path.startsWith('billing.')),
  );
});

const OF_MEMBERS = PROCEDURES.filter(({ access }) => Array.isArray(access));

describe.each(TEAM_ROLES)('the role %s', (role) => {
  const refused = OF_MEMBERS.filter(({ access }) => !(access as readonly TeamRole[]).includes(role));
  test('is refused procedures that it can’t call, before their input is validated', async () => {
    for (const { path } of refused)
      expect([path, (await refusalOf(call(role, path))).code]).toEqual([path, 'FORBIDDEN']);
    expect(refused.length).toBe(role === 'owner' ? 0 : refused.length);
  });

  test('gets an answer from every query that it can call', async () => {
    for (const { path, type } of OF_MEMBERS.filter((each) => !refused.includes(each))) {
      if (type !== 'query') continue;
      const code = await call(role, path).then(
        () => 'answered',
        async () => (await refusalOf(call(role, path))).code,
      );
      expect([path, code]).not.toEqual([path, 'FORBIDDEN']);
      expect([path, code]).not.toEqual([path, 'UNKNOWN_ERROR']);
    }
  });
});
