import { afterAll, beforeAll, expect, test } from 'vitest';
import { foundAccount } from '#core/features/auth/found-account.ts';
import { createCompany } from '#core/features/company/create-company.ts';
import { lastAuthMail } from '../../../../test/auth-mails.ts';
import { PASSWORD, type UserRow } from '../../../../test/builders.ts';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const companyOf = (email: string) =>
  app.deps.system
    .selectFrom('company_profiles')
    .innerJoin('users', 'users.id', 'company_profiles.user_id')
    .select(['company_profiles.email', 'company_profiles.email_confirmed_at'])
    .where('users.email', '=', email)
    .executeTakeFirstOrThrow();
const isConfirmed = async (email: string): Promise<boolean> => (await companyOf(email)).email_confirmed_at !== null;

/** Signs up without confirming the address. */
async function signedUp(email: string): Promise<string> {
  await app.browser().trpc.auth.signUp.mutate({ email, password: PASSWORD, name: 'Dana Reed' });
  expect(await isConfirmed(email)).toBe(false);
  return email;
}

test('a new company’s email is confirmed by the owner’s confirmation code', async () => {
  const email = await signedUp('by-code@picket.test');
  const { code } = await lastAuthMail(app, email);
  await app.browser().trpc.auth.verifyEmail.mutate({ email, code });
  expect(await isConfirmed(email)).toBe(true);
});

test('… by the emailed link', async () => {
  const email = await signedUp('by-link@picket.test');
  const { token } = await lastAuthMail(app, email);
  await app.browser().trpc.auth.verifyEmail.mutate({ token });
  expect(await isConfirmed(email)).toBe(true);
});

test('… by a sign-in code', async () => {
  const email = await signedUp('by-sign-in@picket.test');
  const browser = app.browser();
  await browser.trpc.auth.requestCode.mutate({ email });
  const { code } = await lastAuthMail(app, email);
  await browser.trpc.auth.signInWithCode.mutate({ email, code });
  expect(await isConfirmed(email)).toBe(true);
});

test('… by a password reset', async () => {
  const email = await signedUp('by-reset@picket.test');
  const browser = app.browser();
  await browser.trpc.auth.requestPasswordReset.mutate({ email });
  const { token } = await lastAuthMail(app, email);
  await browser.trpc.auth.resetPassword.mutate({ token, password: 'another good password' });
  expect(await isConfirmed(email)).toBe(true);
});

test('… by Google, which verifies the address of a new account', async () => {
  const email = 'by-google@picket.test';
  const account = { email, name: 'Dana Reed', passwordHash: null, confirmed: true, googleSub: 'sub-of-tests' };
  await app.deps.system.transaction().execute((tx) => foundAccount(tx, account));
  expect(await isConfirmed(email)).toBe(true);
});

test('… by creation with its owner’s confirmed address in any spelling, and by no other', async () => {
  const found = async (owner: UserRow, email: string) =>
    app.deps.system.transaction().execute((tx) => createCompany(tx, { userId: owner.id, name: 'Spelt Fence', email }));
  const owner = await app.a.user({ email: 'spelt@picket.test' });
  expect((await found(owner, 'Spelt@Picket.test')).email_confirmed_at).toEqual(owner.email_verified_at);
  expect((await found(await app.a.user(), 'office@picket.test')).email_confirmed_at).toBeNull();
  const closed = await app.a.user({ email_verified_at: null });
  expect((await found(closed, closed.email)).email_confirmed_at).toBeNull();
});

test('changing the owner’s address confirms a company that uses it, and doesn’t unconfirm another', async () => {
  const owner = await app.a.user();
  const target = 'new-address@picket.test';
  await app.a.company({ user_id: owner.id, email: target, email_confirmed_at: null });
  const move = async (from: string, to: string) => {
    const browser = await app.signIn(from);
    await browser.trpc.auth.updateUser.mutate({ email: to, currentPassword: PASSWORD });
    const { code } = await lastAuthMail(app, to);
    await browser.trpc.auth.verifyEmail.mutate({ email: to, code });
  };
  await move(owner.email, target);
  const confirmed = await companyOf(target);
  expect(confirmed).toMatchObject({ email: target, email_confirmed_at: expect.any(Date) as Date });
  await move(target, 'a-third@picket.test');
  expect(await companyOf('a-third@picket.test')).toEqual(confirmed);
});
