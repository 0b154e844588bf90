import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grantListedAdmins } from '#core/features/auth/admin-emails.ts';
import { DEFAULT_MATERIALS } from '#shared/features/pricing/pricing.schema.ts';
import { authMailsTo, lastAuthMail } from '../../../../test/auth-mails.ts';
import { PASSWORD } from '../../../../test/builders.ts';
import { startTestApp, type TestApp, type TestBrowser } from '../../../../test/caller.ts';
import { refusal } from '../../../../test/refusal.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { ADMIN_EMAILS: 'Boss@picket.test, second@picket.test' } });
});
afterAll(() => app.close());

const WRONG = 'That code isn’t right, or it has expired. Open the link in the newest email, or request a new code';
const person = (email: string) => ({ email, password: PASSWORD, name: 'Dana Reed' });
const usersAt = (email: string) => app.deps.system.selectFrom('users').selectAll().where('email', '=', email).execute();

/** Signs up with this address and returns the browser. */
const begun = async (email: string, given: { name?: string; companyName?: string } = {}): Promise<TestBrowser> => {
  const browser = app.browser();
  expect(await browser.trpc.auth.signUp.mutate({ ...person(email), ...given })).toEqual({ next: 'verify' });
  return browser;
};

test('the emailed code completes a sign-up: user, role, company with defaults, and a session (spec:7.2)', async () => {
  const browser = await begun('new@picket.test', { companyName: 'Reed & Sons' });
  expect(await browser.trpc.auth.session.query()).toBeNull();
  const mail = await lastAuthMail(app, 'new@picket.test');
  expect(mail).toMatchObject({ kind: 'auth.verify', fromName: 'Picket' });
  expect(mail.text).toContain(mail.code);
  expect(mail.text).toContain('support@picket.test');
  const session = await browser.trpc.auth.verifyEmail.mutate({ email: 'NEW@picket.test', code: mail.code });
  expect(session).toMatchObject({
    user: { email: 'new@picket.test', name: 'Dana Reed', roles: ['contractor'] },
    company: { name: 'Reed & Sons', contractorId: 'reed-sons' },
  });
  expect(await browser.trpc.auth.session.query()).toMatchObject(session ?? {});
  const { materials } = await browser.trpc.pricing.get.query();
  expect(materials).toHaveLength(DEFAULT_MATERIALS.length);
  await app.signIn('new@picket.test');
});

test('a new company can text at once with a stand-in for Twilio, and waits for the carriers otherwise', async () => {
  await begun('stand-in@picket.test');
  const real = await startTestApp({
    database: app.database,
    env: { TWILIO_API_BASE: 'https://api.twilio.com' },
  });
  await real.browser().trpc.auth.signUp.mutate(person('carriers@picket.test'));
  await real.close();
  const rows = await app.deps.system
    .selectFrom('company_profiles')
    .select(['email', 'sms_registration'])
    .where('email', 'in', ['stand-in@picket.test', 'carriers@picket.test'])
    .orderBy('email', 'desc')
    .execute();
  expect(rows.map(({ sms_registration: registration }) => registration)).toEqual(['approved', 'none']);
});

test('a company without a name uses the person’s; an equal name gets a different contractor id', async () => {
  const ids: unknown[] = [];
  for (const email of ['one@same.test', 'two@same.test']) {
    const browser = await begun(email, { name: 'Pat Same' });
    const { code } = await lastAuthMail(app, email);
    const answer = await browser.trpc.auth.verifyEmail.mutate({ email, code });
    ids.push(answer && 'company' in answer && answer.company?.contractorId);
  }
  expect(ids).toEqual(['pat-same-fencing', 'pat-same-fencing-2']);
});

test('the emailed link also confirms, and then neither link nor code works again', async () => {
  const browser = await begun('link@picket.test');
  const { token, code, text } = await lastAuthMail(app, 'link@picket.test');
  expect(text).toContain(`http://picket.test/auth#verify=${token}`);
  await browser.trpc.auth.verifyEmail.mutate({ token });
  const stranger = app.browser();
  const again = await refusal(stranger.trpc.auth.verifyEmail.mutate({ token }));
  expect(again.data).toMatchObject({ httpStatus: 422 });
  const late = await refusal(stranger.trpc.auth.verifyEmail.mutate({ email: 'link@picket.test', code }));
  expect(late).toMatchObject({ message: WRONG, data: { code: 'UNAUTHENTICATED' } });
  // the password chosen in the browser that began the sign-up works
  await app.signIn('link@picket.test');
});

test('someone else’s password doesn’t survive the owner’s click on the link', async () => {
  await begun('victim@picket.test');
  const { token } = await lastAuthMail(app, 'victim@picket.test');
  await app.browser().trpc.auth.verifyEmail.mutate({ token });
  expect((await refusal(app.signIn('victim@picket.test'))).data).toMatchObject({ code: 'UNAUTHENTICATED' });
});

test('the password entered with the code is the one saved', async () => {
  await begun('raced@picket.test');
  const { code } = await lastAuthMail(app, 'raced@picket.test');
  const { trpc } = app.browser();
  await trpc.auth.verifyEmail.mutate({ email: 'raced@picket.test', code, password: 'what the owner chose' });
  await app.signIn('raced@picket.test', 'what the owner chose');
  expect((await refusal(app.signIn('raced@picket.test'))).data).toMatchObject({ code: 'UNAUTHENTICATED' });
});

test('a new sign-up for an unconfirmed address starts over and invalidates the earlier code', async () => {
  await begun('twice@picket.test', { companyName: 'First Try' });
  const first = await lastAuthMail(app, 'twice@picket.test');
  const browser = await begun('twice@picket.test', { companyName: 'Second Try' });
  const second = await lastAuthMail(app, 'twice@picket.test');
  const { trpc } = browser;
  if (first.code !== second.code)
    await refusal(trpc.auth.verifyEmail.mutate({ email: 'twice@picket.test', code: first.code }));
  await refusal(trpc.auth.verifyEmail.mutate({ token: first.token }));
  const answer = await trpc.auth.verifyEmail.mutate({ email: 'twice@picket.test', code: second.code });
  expect(answer).toMatchObject({ company: { name: 'Second Try' } });
  expect(await usersAt('twice@picket.test')).toHaveLength(1);
});

test('a sign-up for a known address changes nothing and notifies its owner', async () => {
  const company = await app.a.company({ user_id: (await app.a.user({ email: 'owner@picket.test' })).id });
  const before = await usersAt('owner@picket.test');
  app.enqueued.length = 0;
  const browser = await begun('owner@picket.test', { companyName: 'Not Mine' });
  const mail = await lastAuthMail(app, 'owner@picket.test');
  expect(mail).toMatchObject({ kind: 'auth.known', code: '', token: '' });
  expect(app.enqueued).toEqual([company.id]);
  expect(await usersAt('owner@picket.test')).toEqual(before);
  const guess = await refusal(browser.trpc.auth.verifyEmail.mutate({ email: 'owner@picket.test', code: '123456' }));
  expect(guess).toMatchObject({ message: WRONG, data: { code: 'UNAUTHENTICATED' } });
});

test('simultaneous sign-ups and confirmations create one account with one company', async () => {
  const email = 'rush@picket.test';
  await Promise.all([1, 2, 3, 4].map(() => begun(email)));
  expect(await usersAt(email)).toHaveLength(1);
  const mails = await authMailsTo(app, email);
  expect(mails).toHaveLength(1);
  const { code, token } = await lastAuthMail(app, email);
  const tries = await Promise.allSettled([
    ...[1, 2, 3].map(() => app.browser().trpc.auth.verifyEmail.mutate({ email, code })),
    ...[1, 2].map(() => app.browser().trpc.auth.verifyEmail.mutate({ token })),
  ]);
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const [user] = await usersAt(email);
  const companies = await app.deps.system
    .selectFrom('company_profiles')
    .select('id')
    .where('user_id', '=', user?.id ?? ('' as never))
    .execute();
  expect(companies).toHaveLength(1);
  const sessions = await app.deps.system
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user?.id ?? ('' as never))
    .execute();
  expect(sessions).toHaveLength(1);
});

test('a correct password before confirmation emails a new code, and answers like a wrong one', async () => {
  const browser = await begun('early@picket.test');
  const right = await refusal(browser.trpc.auth.signIn.mutate({ email: 'early@picket.test', password: PASSWORD }));
  const wrong = await refusal(browser.trpc.auth.signIn.mutate({ email: 'early@picket.test', password: 'not this' }));
  expect(right).toEqual(wrong);
  expect(browser.cookies.has('picket_session')).toBe(false);
  const mails = await authMailsTo(app, 'early@picket.test');
  expect(mails.map(({ kind }) => kind)).toEqual(['auth.verify', 'auth.verify']);
  await browser.trpc.auth.verifyEmail.mutate({ email: 'early@picket.test', code: mails[1]?.code ?? '' });
  expect(await browser.trpc.auth.session.query()).not.toBeNull();
});

test('the email can be resent, and the link still belongs to the original browser', async () => {
  const browser = await begun('again@picket.test');
  expect(await browser.trpc.auth.resendVerification.mutate({ email: 'again@picket.test' })).toEqual({ next: 'verify' });
  const [first, second] = await authMailsTo(app, 'again@picket.test');
  await refusal(browser.trpc.auth.verifyEmail.mutate({ token: first?.token ?? '' }));
  await browser.trpc.auth.verifyEmail.mutate({ token: second?.token ?? '' });
  await app.signIn('again@picket.test');
});

test('a forged Host doesn’t change emailed links', async () => {
  await app.browser().fetch('/trpc/auth.signUp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
      'x-forwarded-proto': 'https',
    },
    body: JSON.stringify(person('host@picket.test')),
  });
  const { text, html } = await lastAuthMail(app, 'host@picket.test');
  expect(text + html).not.toContain('evil.example');
  expect([...text.matchAll(/https?:\/\/[^/\s]+/g)].map(String)).toEqual(['http://picket.test']);
});

test.each([
  ['short', 'Use at least 10 characters'],
  ['password123', 'This password is too common. Choose another one'],
  ['weak@picket.test', 'Don’t use your email address as your password'],
])('the password %j is refused beside its field', async (password, sentence) => {
  const signUp = app.browser().trpc.auth.signUp.mutate({ ...person('weak@picket.test'), password });
  expect((await refusal(signUp)).data).toMatchObject({
    code: 'VALIDATION_FAILED',
    httpStatus: 422,
    fields: { password: sentence },
  });
  expect(await usersAt('weak@picket.test')).toEqual([]);
});

test('stored values grant no access: codes are hashed, emailed secrets are encrypted', async () => {
  await begun('sealed@picket.test');
  const { code, token } = await lastAuthMail(app, 'sealed@picket.test');
  const { rows } = await sql<{ all: string }>`
    select coalesce(jsonb_agg(to_jsonb(c))::text, '') || (select coalesce(jsonb_agg(to_jsonb(o))::text, '') from messages o
      where to_address = 'sealed@picket.test') as all
    from auth_codes c`.execute(app.deps.system);
  const everything = rows[0]?.all ?? '';
  expect(everything).toContain('sealed@picket.test');
  expect(everything).not.toContain(token);
  expect(everything).not.toMatch(new RegExp(`"(code|sealed)"\\s*:\\s*"${code}"|\\b${code}\\b`));
});

test('allows one subscription per address, and three roles (spec:3.4 spec:3.6 spec:3.10 spec:7.3)', async () => {
  const { system } = app.deps;
  const { user_id, id } = await app.a.company();
  const { email } = await system
    .selectFrom('subscribers')
    .select('email')
    .where('company_id', '=', id)
    .executeTakeFirstOrThrow();
  await expect(app.a.company({ subscription: { email } })).rejects.toThrow('subscribers_email_unique');
  for (const role of ['admin', 'customer'] as const)
    await system.insertInto('user_roles').values({ user_id, role }).execute();
  await expect(
    system
      .insertInto('user_roles')
      .values({ user_id, role: 'boss' as 'admin' })
      .execute(),
  ).rejects.toThrow('user_roles_role_check');
});

test('an unconfirmed company releases its name after two days', async () => {
  await begun('gone@picket.test', { companyName: 'Gone Fences' });
  await sql`update users set created_at = now() - interval '3 days' where email = 'gone@picket.test'`.execute(
    app.deps.system,
  );
  const browser = await begun('next@picket.test', { companyName: 'Gone Fences' });
  const { code } = await lastAuthMail(app, 'next@picket.test');
  const answer = await browser.trpc.auth.verifyEmail.mutate({ email: 'next@picket.test', code });
  expect(answer).toMatchObject({ company: { contractorId: 'gone-fences' } });
  expect(await usersAt('gone@picket.test')).toEqual([]);
});

test('ADMIN_EMAILS makes a user an admin only after they confirm a listed address', async () => {
  const browser = await begun('boss@picket.test');
  const [user] = await usersAt('boss@picket.test');
  const roles = () =>
    app.deps.system
      .selectFrom('user_roles')
      .select('role')
      .where('user_id', '=', user?.id ?? ('' as never))
      .orderBy('role')
      .execute();
  await grantListedAdmins(app.deps.system, app.config);
  expect(await roles()).toEqual([{ role: 'contractor' }]);
  const { code } = await lastAuthMail(app, 'boss@picket.test');
  const answer = await browser.trpc.auth.verifyEmail.mutate({ email: 'boss@picket.test', code });
  expect(answer).toMatchObject({ user: { roles: ['admin', 'contractor'] } });
});

test('ADMIN_EMAILS is applied again when the server starts', async () => {
  const listed = await app.a.user({ email: 'second@picket.test' });
  const other = await app.a.user();
  await grantListedAdmins(app.deps.system, app.config);
  const admins = await app.deps.system
    .selectFrom('user_roles')
    .select('user_id')
    .where('role', '=', 'admin')
    .where('user_id', 'in', [listed.id, other.id])
    .execute();
  expect(admins).toEqual([{ user_id: listed.id }]);
});
