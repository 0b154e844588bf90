import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SECOND } from '#shared/primitives/durations.ts';
import { lastAuthMail } from '../../../../test/auth-mails.ts';
import { PASSWORD } from '../../../../test/builders.ts';
import { startTestApp, type TestApp, type TestBrowser } from '../../../../test/caller.ts';
import { refusal } from '../../../../test/refusal.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Returns the authenticator app's code for now, or for the given number of 30-second steps from now. */
const digits = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30 * SECOND });

interface Guarded {
  id: string;
  email: string;
  secret: string;
  recoveryCodes: string[];
  browser: TestBrowser;
}

/** Creates a user who has turned on two-factor sign-in. */
async function guarded(): Promise<Guarded> {
  const user = await app.a.user();
  await app.a.company({ user_id: user.id });
  const browser = await app.signIn(user.email);
  const { secret, uri } = await browser.trpc.auth.totpSetup.mutate();
  expect(uri).toMatch(/^otpauth:\/\/totp\/Picket:/);
  const { recoveryCodes } = await browser.trpc.auth.totpEnable.mutate({ code: digits(secret, -1) });
  return { id: user.id, email: user.email, secret, recoveryCodes, browser };
}

/** Signs in with a password and returns the challenge for the second step. */
async function challenged(email: string) {
  const browser = app.browser();
  const answer = await browser.trpc.auth.signIn.mutate({ email, password: PASSWORD });
  if (!('next' in answer) || answer.next !== 'totp') throw new Error('no second step');
  expect(browser.cookies.has('picket_session')).toBe(false);
  return { browser, challenge: answer.challenge };
}

test('turning it on ends other sessions, renews this one, and notifies the owner', async () => {
  const user = await app.a.user();
  await app.a.company({ user_id: user.id });
  const [here, there] = [await app.signIn(user.email), await app.signIn(user.email)];
  const before = here.cookies.get('picket_session');
  const { secret } = await here.trpc.auth.totpSetup.mutate();
  expect(await here.trpc.auth.account.query()).toMatchObject({ totpEnabled: false });
  const wrong = await refusal(here.trpc.auth.totpEnable.mutate({ code: digits(secret, 20) }));
  expect(wrong.data).toMatchObject({ code: 'VALIDATION_FAILED', fields: { code: expect.any(String) as string } });
  const { recoveryCodes } = await here.trpc.auth.totpEnable.mutate({ code: digits(secret) });
  expect(recoveryCodes).toHaveLength(10);
  expect(new Set(recoveryCodes).size).toBe(10);
  expect(recoveryCodes[0]).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
  expect(here.cookies.get('picket_session')).not.toBe(before);
  expect(await here.trpc.auth.account.query()).toMatchObject({ totpEnabled: true, recoveryCodesLeft: 10 });
  expect(await there.trpc.auth.session.query()).toBeNull();
  expect((await lastAuthMail(app, user.email)).subject).toBe('Two-factor sign-in is on');
});

test('the password alone doesn’t sign in; the app’s code completes it (spec:7.2)', async () => {
  const { email, secret } = await guarded();
  const { browser, challenge } = await challenged(email);
  expect(await browser.trpc.auth.session.query()).toBeNull();
  const answer = await browser.trpc.auth.signInWithTotp.mutate({ challenge, code: digits(secret) });
  expect(answer).toMatchObject({ user: { email } });
  expect(await browser.trpc.auth.session.query()).toMatchObject(answer);
});

test('a code works once, and so does a challenge', async () => {
  const { email, secret } = await guarded();
  const first = await challenged(email);
  const code = digits(secret);
  await first.browser.trpc.auth.signInWithTotp.mutate({ challenge: first.challenge, code });
  const spent = await refusal(
    app.browser().trpc.auth.signInWithTotp.mutate({ challenge: first.challenge, code: digits(secret, 1) }),
  );
  expect(spent).toMatchObject({ message: 'This sign-in took too long. Start again' });
  const second = await challenged(email);
  const again = await refusal(second.browser.trpc.auth.signInWithTotp.mutate({ challenge: second.challenge, code }));
  expect(again).toMatchObject({
    message: 'That code isn’t right. Check it and try again',
    data: { code: 'UNAUTHENTICATED' },
  });
});

test('of several simultaneous uses of a code, one succeeds', async () => {
  const { email, secret } = await guarded();
  const { challenge } = await challenged(email);
  const code = digits(secret);
  const tries = await Promise.allSettled(
    [1, 2, 3, 4].map(() => app.browser().trpc.auth.signInWithTotp.mutate({ challenge, code })),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('five wrong tries end the sign-in; a challenge expires after five minutes', async () => {
  const { email, secret } = await guarded();
  const { browser, challenge } = await challenged(email);
  const wrong = digits(secret, 40);
  for (let tries = 0; tries < 5; tries += 1)
    await refusal(browser.trpc.auth.signInWithTotp.mutate({ challenge, code: wrong }));
  const late = await refusal(browser.trpc.auth.signInWithTotp.mutate({ challenge, code: digits(secret) }));
  expect(late.message).toBe('This sign-in took too long. Start again');
  const next = await challenged(email);
  const { rows } = await sql<{ minutes: number }>`
    select extract(epoch from token_expires_at - created_at)::int / 60 as minutes from auth_codes where purpose = 'totp'
    order by created_at desc limit 1`.execute(app.deps.system);
  expect(rows).toEqual([{ minutes: 5 }]);
  await sql`update auth_codes set token_expires_at = now() where purpose = 'totp'`.execute(app.deps.system);
  await refusal(next.browser.trpc.auth.signInWithTotp.mutate({ challenge: next.challenge, code: digits(secret) }));
  expect(await next.browser.trpc.auth.session.query()).toBeNull();
});

test('restarting doesn’t give an attacker with the password more tries', async () => {
  const { email, secret } = await guarded();
  const refused: (string | undefined)[] = [];
  for (let round = 0; round < 5; round += 1) {
    const { browser, challenge } = await challenged(email);
    for (let tries = 0; tries < 5; tries += 1) {
      const guess = browser.trpc.auth.signInWithTotp.mutate({ challenge, code: digits(secret, 50) });
      refused.push((await refusal(guess)).data?.code);
    }
  }
  expect(refused).toEqual([...Array<string>(20).fill('UNAUTHENTICATED'), ...Array<string>(5).fill('RATE_LIMITED')]);
});

test('an attacker with the password uses up tries of new devices, not of known ones', async () => {
  const { email, secret, browser } = await guarded();
  for (let round = 0; round < 4; round += 1) {
    const thief = await challenged(email);
    const guesses = [1, 2, 3, 4, 5].map(() =>
      refusal(thief.browser.trpc.auth.signInWithTotp.mutate({ challenge: thief.challenge, code: digits(secret, 50) })),
    );
    await Promise.all(guesses);
  }
  const late = await challenged(email);
  const refused = await refusal(
    late.browser.trpc.auth.signInWithTotp.mutate({ challenge: late.challenge, code: digits(secret) }),
  );
  expect(refused.data).toMatchObject({ code: 'RATE_LIMITED' });
  expect(refused.message).toContain('a device you’ve used before');
  const answer = await browser.trpc.auth.signIn.mutate({ email, password: PASSWORD });
  if (!('next' in answer) || answer.next !== 'totp') throw new Error('no second step');
  const opened = await browser.trpc.auth.signInWithTotp.mutate({ challenge: answer.challenge, code: digits(secret) });
  expect(opened).toMatchObject({ user: { email } });
});

test('a recovery code signs in once, and the owner is notified', async () => {
  const { email, recoveryCodes } = await guarded();
  const [code = ''] = recoveryCodes;
  const first = await challenged(email);
  await first.browser.trpc.auth.signInWithTotp.mutate({ challenge: first.challenge, code: code.toUpperCase() });
  expect(await first.browser.trpc.auth.account.query()).toMatchObject({ recoveryCodesLeft: 9 });
  expect((await lastAuthMail(app, email)).subject).toBe('A recovery code was used');
  const second = await challenged(email);
  await refusal(second.browser.trpc.auth.signInWithTotp.mutate({ challenge: second.challenge, code }));
  expect(await second.browser.trpc.auth.session.query()).toBeNull();
});

test('new recovery codes require the app, and invalidate the old ones', async () => {
  const { email, secret, recoveryCodes, browser } = await guarded();
  await refusal(browser.trpc.auth.recoveryCodes.mutate({ code: digits(secret, 30) }));
  const renewed = await browser.trpc.auth.recoveryCodes.mutate({ code: digits(secret) });
  expect(renewed.recoveryCodes).toHaveLength(10);
  const { browser: other, challenge } = await challenged(email);
  const [old = ''] = recoveryCodes;
  await refusal(other.trpc.auth.signInWithTotp.mutate({ challenge, code: old }));
  const [fresh = ''] = renewed.recoveryCodes;
  await other.trpc.auth.signInWithTotp.mutate({ challenge, code: fresh });
});

test('emailed codes and password resets also require the second factor', async () => {
  const { email, secret, browser } = await guarded();
  const { trpc, cookies } = app.browser();
  await trpc.auth.requestCode.mutate({ email });
  const { code } = await lastAuthMail(app, email);
  expect(await trpc.auth.signInWithCode.mutate({ email, code })).toMatchObject({ next: 'totp' });
  await trpc.auth.requestPasswordReset.mutate({ email });
  const { token } = await lastAuthMail(app, email);
  const answer = await trpc.auth.resetPassword.mutate({ token, password: 'another good one' });
  expect(cookies.has('picket_session')).toBe(false);
  expect(await browser.trpc.auth.session.query()).toBeNull();
  if (!('next' in answer) || answer.next !== 'totp') throw new Error('no second step');
  await trpc.auth.signInWithTotp.mutate({ challenge: answer.challenge, code: digits(secret) });
  expect(cookies.has('picket_session')).toBe(true);
});

test('turning it off requires a code, ends other sessions, and the password is enough again', async () => {
  const { email, secret, recoveryCodes, browser } = await guarded();
  const other = await challenged(email);
  const [code = ''] = recoveryCodes;
  await other.browser.trpc.auth.signInWithTotp.mutate({ challenge: other.challenge, code });
  await refusal(browser.trpc.auth.totpDisable.mutate({ code: digits(secret, 30) }));
  await browser.trpc.auth.totpDisable.mutate({ code: digits(secret) });
  expect(await browser.trpc.auth.account.query()).toMatchObject({ totpEnabled: false, recoveryCodesLeft: 0 });
  expect(await other.browser.trpc.auth.session.query()).toBeNull();
  await app.signIn(email);
});

test('the secret is encrypted for its owner, and never stored in plain text', async () => {
  const { id, secret, recoveryCodes } = await guarded();
  const other = await guarded();
  const { rows } = await sql<{ all: string }>`
    select (select jsonb_agg(to_jsonb(u))::text from users u) || (select jsonb_agg(to_jsonb(r))::text from recovery_codes r)
      || (select jsonb_agg(to_jsonb(o))::text from messages o) as all`.execute(app.deps.system);
  expect(rows[0]?.all).not.toContain(secret);
  for (const code of recoveryCodes) expect(rows[0]?.all).not.toContain(code.replaceAll('-', ''));
  // a secret that was encrypted for another user can't be used for this one
  await sql`update users set totp_sealed = (select totp_sealed from users where id = ${id}), totp_last_step = null
    where id = ${other.id}`.execute(app.deps.system);
  const { browser, challenge } = await challenged(other.email);
  await refusal(browser.trpc.auth.signInWithTotp.mutate({ challenge, code: digits(secret) }));
  expect(await browser.trpc.auth.session.query()).toBeNull();
});

test('an old session asks for the password before turning it on', async () => {
  const user = await app.a.user();
  await app.a.company({ user_id: user.id });
  const browser = await app.signIn(user.email);
  await sql`update sessions set created_at = now() - interval '20 minutes'`.execute(app.deps.system);
  expect((await refusal(browser.trpc.auth.totpSetup.mutate())).data).toMatchObject({
    fields: { currentPassword: 'Enter your current password' },
  });
  await browser.trpc.auth.totpSetup.mutate({ currentPassword: PASSWORD });
});
