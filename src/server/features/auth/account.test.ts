import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authMailsTo, lastAuthMail } from '../../../../test/auth-mails.ts';
import { PASSWORD } from '../../../../test/builders.ts';
import { startTestApp, type TestApp, type TestBrowser } from '../../../../test/caller.ts';
import { refusal } from '../../../../test/refusal.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

// a PNG of one pixel
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

interface Owner {
  email: string;
  id: string;
  browser: TestBrowser;
}
/** Creates a user with a company and signs them in. */
const owner = async (): Promise<Owner> => {
  const user = await app.a.user();
  await app.a.company({ user_id: user.id, subscription: { email: user.email } });
  return { email: user.email, id: user.id, browser: await app.signIn(user.email) };
};
const signedInLongAgo = () =>
  sql`update sessions set created_at = now() - interval '20 minutes'`.execute(app.deps.system);

test('a changed name appears everywhere at once, and others’ names are unaffected (spec:3.1 spec:7.2)', async () => {
  const [me, other] = [await owner(), await owner()];
  const answer = await me.browser.trpc.auth.updateUser.mutate({ name: '  Dana   Reed ' });
  expect(answer).toMatchObject({
    user: { email: me.email, name: 'Dana   Reed' },
    pendingEmail: null,
    hasPassword: true,
    googleLinked: false,
    totpEnabled: false,
    recoveryCodesLeft: 0,
  });
  expect(await me.browser.trpc.auth.session.query()).toMatchObject({ user: { name: 'Dana   Reed' } });
  expect(await other.browser.trpc.auth.account.query()).toMatchObject({ user: { name: 'Robin Palmer' } });
});

test('an avatar is stored by content, served without executing anything, and can be removed (spec:3.1 spec:7.2)', async () => {
  const { browser } = await owner();
  const { user } = await browser.trpc.auth.updateUser.mutate({ avatarBase64: PNG });
  expect(user.avatarUrl).toMatch(/^\/avatars\/[0-9a-f-]{36}$/);
  const served = await browser.fetch(user.avatarUrl ?? '');
  expect(served.headers.get('content-type')).toBe('image/png');
  expect(served.headers.get('x-content-type-options')).toBe('nosniff');
  expect(served.headers.get('content-security-policy')).toContain('sandbox');
  expect(Buffer.from(await served.arrayBuffer()).toString('base64')).toBe(PNG);
  const gone = await browser.trpc.auth.updateUser.mutate({ avatarBase64: null });
  expect(gone.user.avatarUrl).toBeNull();
  expect((await browser.fetch(user.avatarUrl ?? '')).status).toBe(404);
});

test.each([
  ['an SVG with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
  ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a truncated image', Buffer.from(PNG, 'base64').subarray(0, 40)],
  ['an image followed by HTML', Buffer.concat([Buffer.from(PNG, 'base64'), Buffer.from('<script></script>')])],
  [
    'an image that declares a huge width',
    (() => {
      const huge = Buffer.from(PNG, 'base64');
      huge.writeUInt32BE(60_000, 16);
      return huge;
    })(),
  ],
])('%s is refused as an image', async (_what, bytes) => {
  const { browser } = await owner();
  const refused = await refusal(browser.trpc.auth.updateUser.mutate({ avatarBase64: bytes.toString('base64') }));
  expect(refused.data).toMatchObject({
    code: 'VALIDATION_FAILED',
    fields: { avatarBase64: expect.any(String) as string },
  });
});

test('a new password requires the old one, ends other sessions and renews this one', async () => {
  const { email, browser } = await owner();
  const other = await app.signIn(email);
  const missing = await refusal(browser.trpc.auth.updateUser.mutate({ newPassword: 'another good one' }));
  expect(missing.data).toMatchObject({ fields: { currentPassword: 'Enter your current password' } });
  const wrong = await refusal(
    browser.trpc.auth.updateUser.mutate({ newPassword: 'another good one', currentPassword: 'not this one' }),
  );
  expect(wrong.data).toMatchObject({ fields: { currentPassword: 'That isn’t your current password' } });
  const before = browser.cookies.get('picket_session');
  await browser.trpc.auth.updateUser.mutate({ newPassword: 'another good one', currentPassword: PASSWORD });
  expect(browser.cookies.get('picket_session')).not.toBe(before);
  expect(await browser.trpc.auth.session.query()).not.toBeNull();
  expect(await other.trpc.auth.session.query()).toBeNull();
  const old = app.browser();
  old.cookies.set('picket_session', before ?? '');
  expect(await old.trpc.auth.session.query()).toBeNull();
  expect(await lastAuthMail(app, email)).toMatchObject({ kind: 'auth.changed', subject: 'Your password was changed' });
  await app.signIn(email, 'another good one');
});

test('guessing the old password in an open session is rate-limited', async () => {
  const { browser } = await owner();
  const guess = () =>
    refusal(browser.trpc.auth.updateUser.mutate({ newPassword: 'another good one', currentPassword: 'a guess' }));
  const answers = [];
  for (let tries = 0; tries < 11; tries += 1) answers.push((await guess()).data?.code);
  expect(answers).toEqual([...Array<string>(10).fill('VALIDATION_FAILED'), 'RATE_LIMITED']);
});

test('a new address takes effect when its code is entered; the old one is notified and no longer signs in', async () => {
  const { email, id, browser } = await owner();
  const other = await app.signIn(email);
  await app.browser().trpc.auth.requestCode.mutate({ email });
  const old = await lastAuthMail(app, email);
  const to = `moved-${email}`;
  const noted = await browser.trpc.auth.updateUser.mutate({ email: to });
  expect(noted).toMatchObject({ user: { email }, pendingEmail: to });
  const { code, kind } = await lastAuthMail(app, to);
  expect(kind).toBe('auth.verify');
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const refused = await refusal(browser.trpc.auth.verifyEmail.mutate({ email: to, code: wrong }));
  expect(refused.data).toMatchObject({ code: 'VALIDATION_FAILED', fields: { code: expect.any(String) as string } });
  expect((await refusal(app.browser().trpc.auth.verifyEmail.mutate({ email: to, code }))).data).toMatchObject({
    code: 'UNAUTHENTICATED',
  });
  expect(await browser.trpc.auth.verifyEmail.mutate({ email: to, code })).toMatchObject({ user: { email: to } });
  expect(await browser.trpc.auth.account.query()).toMatchObject({ user: { email: to }, pendingEmail: null });
  expect(await other.trpc.auth.session.query()).toBeNull();
  expect((await lastAuthMail(app, email)).subject).toBe('Your email address was changed');
  const late = await refusal(app.browser().trpc.auth.signInWithCode.mutate({ email: to, code: old.code }));
  expect(late.data).toMatchObject({ code: 'UNAUTHENTICATED' });
  await app.signIn(to);
  const copies = await sql<{
    email: string;
  }>`select s.email from subscribers s join company_profiles c on c.id = s.company_id
    where c.user_id = ${id}`.execute(app.deps.system);
  expect(copies.rows).toEqual([{ email: to }]);
});

test('a new address’s link works in a signed-out browser, without signing in', async () => {
  const { email, browser } = await owner();
  const to = `linked-${email}`;
  await browser.trpc.auth.updateUser.mutate({ email: to });
  const { token } = await lastAuthMail(app, to);
  const elsewhere = app.browser();
  expect(await elsewhere.trpc.auth.verifyEmail.mutate({ token })).toBeNull();
  expect(elsewhere.cookies.has('picket_session')).toBe(false);
  expect(await browser.trpc.auth.session.query()).toBeNull();
  await app.signIn(to);
});

test('another user’s address can’t be taken, and its existence isn’t revealed', async () => {
  const [me, other] = [await owner(), await owner()];
  const noted = await me.browser.trpc.auth.updateUser.mutate({ email: other.email });
  expect(noted).toMatchObject({ user: { email: me.email }, pendingEmail: other.email });
  const mails = await authMailsTo(app, other.email);
  expect(mails).toMatchObject([{ kind: 'auth.known', code: '', token: '' }]);
  expect(await other.browser.trpc.auth.account.query()).toMatchObject({ user: { email: other.email } });
});

test('of two accounts that want the same free address, the first to confirm gets it', async () => {
  const [one, two] = [await owner(), await owner()];
  const to = `wanted-${one.email}`;
  await one.browser.trpc.auth.updateUser.mutate({ email: to });
  await two.browser.trpc.auth.updateUser.mutate({ email: to });
  const [first, second] = await authMailsTo(app, to);
  const tries = await Promise.allSettled([
    one.browser.trpc.auth.verifyEmail.mutate({ email: to, code: first?.code ?? '' }),
    two.browser.trpc.auth.verifyEmail.mutate({ email: to, code: second?.code ?? '' }),
  ]);
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('an old session asks for the password before the address changes', async () => {
  const { email, browser } = await owner();
  await signedInLongAgo();
  const refused = await refusal(browser.trpc.auth.updateUser.mutate({ email: `x-${email}` }));
  expect(refused.data).toMatchObject({ fields: { currentPassword: 'Enter your current password' } });
  await browser.trpc.auth.updateUser.mutate({ email: `x-${email}`, currentPassword: PASSWORD });
});

test('an account without a password can set one soon after signing in, not later', async () => {
  const { id, email, browser } = await owner();
  await sql`update users set password_hash = null where id = ${id}`.execute(app.deps.system);
  await signedInLongAgo();
  const late = await refusal(browser.trpc.auth.updateUser.mutate({ newPassword: 'a first good one' }));
  expect(late.data).toMatchObject({ code: 'FORBIDDEN' });
  await app.browser().trpc.auth.requestCode.mutate({ email });
  const { code } = await lastAuthMail(app, email);
  await browser.trpc.auth.signInWithCode.mutate({ email, code });
  await browser.trpc.auth.updateUser.mutate({ newPassword: 'a first good one' });
  await app.signIn(email, 'a first good one');
});

test('a change is applied completely or not at all', async () => {
  const { browser } = await owner();
  await refusal(browser.trpc.auth.updateUser.mutate({ name: 'Never', avatarBase64: 'AAAA' }));
  expect(await browser.trpc.auth.account.query()).toMatchObject({ user: { name: 'Robin Palmer' } });
});

test('only the owner can see their sessions, without secrets, and end them individually', async () => {
  const [me, other] = [await owner(), await owner()];
  const phone = app.browser();
  await phone.fetch('/trpc/auth.signIn', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'A phone' },
    body: JSON.stringify({ email: me.email, password: PASSWORD }),
  });
  const listed = await me.browser.trpc.auth.listSessions.query();
  expect(listed).toHaveLength(2);
  expect(listed.filter(({ current }) => current)).toHaveLength(1);
  const ids = await app.deps.system.selectFrom('sessions').select('id').execute();
  for (const { id } of ids) expect(JSON.stringify(listed)).not.toContain(id);
  const there = listed.find(({ userAgent }) => userAgent === 'A phone');
  const id = there?.id ?? '';
  expect((await refusal(other.browser.trpc.auth.endSession.mutate({ id }))).data).toMatchObject({ code: 'NOT_FOUND' });
  expect(await phone.trpc.auth.session.query()).not.toBeNull();
  await me.browser.trpc.auth.endSession.mutate({ id });
  expect(await phone.trpc.auth.session.query()).toBeNull();
  expect(await me.browser.trpc.auth.session.query()).not.toBeNull();
});

test('changing an account requires a session', async () => {
  const { trpc } = app.browser();
  const calls = [
    trpc.auth.account.query(),
    trpc.auth.updateUser.mutate({ name: 'Nobody' }),
    trpc.auth.listSessions.query(),
    trpc.auth.totpSetup.mutate(),
    trpc.auth.totpEnable.mutate({ code: '123456' }),
    trpc.auth.totpDisable.mutate({ code: '123456' }),
    trpc.auth.recoveryCodes.mutate({ code: '123456' }),
  ];
  const refused = await Promise.all(calls.map(refusal));
  expect(refused.map(({ data }) => data?.code)).toEqual(calls.map(() => 'UNAUTHENTICATED'));
});
