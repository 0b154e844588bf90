import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authMailsTo, lastAuthMail } from '../../../../test/auth-mails.ts';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { refusal } from '../../../../test/refusal.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const WRONG = {
  message: 'That code isn’t right, or it has expired. Open the link in the newest email, or request a new code',
  data: { code: 'UNAUTHENTICATED', httpStatus: 401 },
};

/** Creates a user with a company and returns their email address. */
const owner = async (): Promise<string> => {
  const user = await app.a.user();
  await app.a.company({ user_id: user.id });
  return user.email;
};
const wrongFor = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const passes = (column: 'code_expires_at' | 'token_expires_at') =>
  sql`update auth_codes set ${sql.ref(column)} = now() - interval '1 second'`.execute(app.deps.system);

test('the emailed code signs in once, in the browser that requested it (spec:7.2)', async () => {
  const email = await owner();
  const browser = app.browser();
  expect(await browser.trpc.auth.requestCode.mutate({ email })).toBeNull();
  const { code, kind, subject } = await lastAuthMail(app, email);
  expect(kind).toBe('auth.code');
  expect(subject).not.toContain(code);
  const typed = `${code.slice(0, 3)} ${code.slice(3)}`;
  const answer = await browser.trpc.auth.signInWithCode.mutate({ email, code: typed });
  expect(answer).toMatchObject({ user: { email } });
  expect(await browser.trpc.auth.session.query()).toMatchObject(answer);
  expect(await refusal(app.browser().trpc.auth.signInWithCode.mutate({ email, code }))).toEqual(WRONG);
});

test('of several simultaneous uses of a code, one succeeds', async () => {
  const email = await owner();
  await app.browser().trpc.auth.requestCode.mutate({ email });
  const { code } = await lastAuthMail(app, email);
  const tries = await Promise.allSettled(
    [1, 2, 3, 4, 5].map(() => app.browser().trpc.auth.signInWithCode.mutate({ email, code })),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('five wrong tries invalidate a code, even for the right value', async () => {
  const email = await owner();
  const { trpc } = app.browser();
  await trpc.auth.requestCode.mutate({ email });
  const { code } = await lastAuthMail(app, email);
  const wrong = wrongFor(code);
  // attempts made at the same time count too
  const tries = await Promise.all(
    [1, 2, 3, 4, 5].map(() => refusal(trpc.auth.signInWithCode.mutate({ email, code: wrong }))),
  );
  expect(tries).toEqual(tries.map(() => WRONG));
  expect(await refusal(trpc.auth.signInWithCode.mutate({ email, code }))).toEqual(WRONG);
});

test('new codes don’t add unlimited tries: an account is locked after twenty', async () => {
  const email = await owner();
  const { trpc } = app.browser();
  const refused: unknown[] = [];
  for (let round = 0; round < 4; round += 1) {
    await trpc.auth.requestCode.mutate({ email });
    const { code } = await lastAuthMail(app, email);
    const tries = [1, 2, 3, 4, 5].map(() => refusal(trpc.auth.signInWithCode.mutate({ email, code: wrongFor(code) })));
    refused.push(...(await Promise.all(tries)));
  }
  expect(refused).toEqual(Array<typeof WRONG>(20).fill(WRONG));
  // the next email contains no code, only a link with a token of 256 random bits
  await sql`delete from rate_limits where key like 'mail-%'`.execute(app.deps.system);
  await trpc.auth.requestCode.mutate({ email });
  const { code, token } = await lastAuthMail(app, email);
  expect(code).toBe('');
  expect(await trpc.auth.signInWithLink.mutate({ token })).toMatchObject({ user: { email } });
});

test('a newer code invalidates the older one, and a code expires after ten minutes', async () => {
  const email = await owner();
  const { trpc } = app.browser();
  await trpc.auth.requestCode.mutate({ email });
  await trpc.auth.requestCode.mutate({ email });
  const [first, second] = await authMailsTo(app, email);
  // in one of a million runs, both codes are equal, so the test uses a wrong code instead
  const old = first?.code === second?.code ? wrongFor(second?.code ?? '') : (first?.code ?? '');
  expect(await refusal(trpc.auth.signInWithCode.mutate({ email, code: old }))).toEqual(WRONG);
  const { rows } = await sql<{ minutes: number }>`
    select extract(epoch from code_expires_at - auth_codes.created_at)::int / 60 as minutes from auth_codes join users on users.id = user_id
    where email = ${email}`.execute(app.deps.system);
  expect(rows).toEqual([{ minutes: 10 }]);
  await passes('code_expires_at');
  expect(await refusal(trpc.auth.signInWithCode.mutate({ email, code: second?.code ?? '' }))).toEqual(WRONG);
});

test('a code is valid only for its purpose and person', async () => {
  const [email, other] = [await owner(), await owner()];
  const { trpc } = app.browser();
  await trpc.auth.requestCode.mutate({ email });
  const { code } = await lastAuthMail(app, email);
  expect(await refusal(trpc.auth.verifyEmail.mutate({ email, code }))).toEqual(WRONG);
  expect(await refusal(trpc.auth.signInWithCode.mutate({ email: other, code }))).toEqual(WRONG);
  await trpc.auth.requestPasswordReset.mutate({ email });
  const { token } = await lastAuthMail(app, email);
  expect((await refusal(trpc.auth.verifyEmail.mutate({ token }))).data).toMatchObject({ httpStatus: 422 });
});

test('a code that’s no longer valid when it’s due isn’t emailed', async () => {
  const email = await owner();
  await app.browser().trpc.auth.requestCode.mutate({ email });
  await sql`update messages set payload = jsonb_set(payload, '{until}', '"2020-01-01T00:00:00.000Z"')
    where to_address = ${email}`.execute(app.deps.system);
  await expect(lastAuthMail(app, email)).rejects.toThrow('The code expired before it could be sent');
});

test('a password reset by the emailed link ends all other sessions, notifies the owner, and uses up the link (spec:7.2)', async () => {
  const email = await owner();
  const [here, there] = [app.browser(), await app.signIn(email)];
  expect(await here.trpc.auth.requestPasswordReset.mutate({ email })).toBeNull();
  const { token, kind, text } = await lastAuthMail(app, email);
  expect(kind).toBe('auth.reset');
  expect(text).toContain(`http://picket.test/auth#reset=${token}`);
  const answer = await here.trpc.auth.resetPassword.mutate({ token, password: 'another good one' });
  expect(answer).toMatchObject({ user: { email } });
  expect(await here.trpc.auth.session.query()).toMatchObject(answer);
  expect(await there.trpc.auth.session.query()).toBeNull();
  expect(await lastAuthMail(app, email)).toMatchObject({ kind: 'auth.changed', subject: 'Your password was changed' });
  const again = await refusal(app.browser().trpc.auth.resetPassword.mutate({ token, password: 'yet another one' }));
  expect(again.data).toMatchObject({ code: 'VALIDATION_FAILED', fields: { token: expect.any(String) as string } });
  await app.signIn(email, 'another good one');
  expect((await refusal(app.signIn(email))).data).toMatchObject({ code: 'UNAUTHENTICATED' });
});

test('a reset invalidates codes emailed before it', async () => {
  const email = await owner();
  const { trpc } = app.browser();
  await trpc.auth.requestCode.mutate({ email });
  const { code } = await lastAuthMail(app, email);
  await trpc.auth.requestPasswordReset.mutate({ email });
  const { token } = await lastAuthMail(app, email);
  await trpc.auth.resetPassword.mutate({ token, password: 'another good one' });
  expect(await refusal(app.browser().trpc.auth.signInWithCode.mutate({ email, code }))).toEqual(WRONG);
});

test('a weak new password doesn’t use up the link; an expired link fails', async () => {
  const email = await owner();
  const { trpc } = app.browser();
  await trpc.auth.requestPasswordReset.mutate({ email });
  const { token } = await lastAuthMail(app, email);
  const weak = await refusal(trpc.auth.resetPassword.mutate({ token, password: email }));
  expect(weak.data).toMatchObject({ fields: { password: 'Don’t use your email address as your password' } });
  await passes('token_expires_at');
  const late = await refusal(trpc.auth.resetPassword.mutate({ token, password: 'another good one' }));
  expect(late).toMatchObject({ message: 'This link has expired or was already used. Request a new one' });
});

test('an emailed code confirms an unconfirmed account, without the password that someone else chose', async () => {
  const email = 'claimed@picket.test';
  const { trpc } = app.browser();
  await trpc.auth.signUp.mutate({ email, password: 'a stranger chose it', name: 'Someone' });
  await trpc.auth.requestCode.mutate({ email });
  const { code } = await lastAuthMail(app, email);
  expect(await app.browser().trpc.auth.signInWithCode.mutate({ email, code })).toMatchObject({ user: { email } });
  expect((await refusal(app.signIn(email, 'a stranger chose it'))).data).toMatchObject({ code: 'UNAUTHENTICATED' });
});

test('wrong links are rate-limited by client address', async () => {
  const { trpc } = app.browser();
  const reset = () => refusal(trpc.auth.resetPassword.mutate({ token: 'x'.repeat(43), password: 'another good one' }));
  let refused = await reset();
  for (let rounds = 0; rounds < 10 && refused.data?.code !== 'RATE_LIMITED'; rounds += 1)
    refused = (await Promise.all(Array.from({ length: 8 }, reset))).at(-1) ?? refused;
  expect(refused.data).toMatchObject({ code: 'RATE_LIMITED', httpStatus: 429 });
});
