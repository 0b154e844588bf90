import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authMailsTo, lastAuthMail } from '../../../../test/auth-mails.ts';
import { PASSWORD } from '../../../../test/builders.ts';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { fromEverywhere, knownOwner, visitor } from '../../../../test/visitor.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'true' } });
});
afterAll(() => app.close());

const HOME = '203.0.113.7';
const CAFE = '203.0.113.80';
const owner = () => knownOwner(app, HOME);
const wrongFor = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('after other people’s wrong codes', () => {
  test('twenty of them don’t invalidate the owner’s emailed code', async () => {
    const { email } = await owner();
    const fresh = visitor(app, CAFE);
    await fromEverywhere(app, 20, 'auth.signInWithCode', { email, code: '123456' });
    await fresh.ask('auth.requestCode', { email });
    const { code } = await lastAuthMail(app, email);
    expect((await fresh.ask('auth.signInWithCode', { email, code })).status).toBe(200);
  });

  test('the same email’s link works when its digits no longer do', async () => {
    const { email } = await owner();
    const fresh = visitor(app, CAFE);
    await fresh.ask('auth.requestCode', { email });
    const { code, token, text } = await lastAuthMail(app, email);
    expect(text).toContain(`http://picket.test/auth#sign-in=${token}`);
    await fromEverywhere(app, 5, 'auth.signInWithCode', { email, code: wrongFor(code) });
    const dead = await fresh.ask('auth.signInWithCode', { email, code });
    expect(dead.body.error?.message).toBe(
      'That code isn’t right, or it has expired. Open the link in the newest email, or request a new code',
    );
    expect((await fresh.ask('auth.signInWithLink', { token })).status).toBe(200);
    expect((await fresh.browser.trpc.auth.session.query())?.user.email).toBe(email);
    expect((await visitor(app, CAFE).ask('auth.signInWithLink', { token })).status).toBe(422);
  });

  test('others get twenty guesses a day, however many codes they request; link and known device still work', async () => {
    const { email, browser } = await owner();
    let guesses = 0;
    for (let round = 0; round < 6; round += 1) {
      // resets the hourly email limit
      await sql`delete from rate_limits where key like 'mail-%'`.execute(app.deps.system);
      await visitor(app, CAFE).ask('auth.requestCode', { email });
      const { code } = await lastAuthMail(app, email);
      const before = await attempts(email);
      if (code !== '') await fromEverywhere(app, 7, 'auth.signInWithCode', { email, code: wrongFor(code) });
      guesses += (await attempts(email)) - before;
    }
    expect(guesses).toBe(20);
    const fresh = visitor(app, CAFE);
    const { code: none, token, text } = await lastAuthMail(app, email);
    expect(none).toBe('');
    expect(text).toContain('Open the link');
    const known = visitor(app, HOME, browser);
    await known.ask('auth.requestCode', { email });
    const { code } = await lastAuthMail(app, email);
    expect((await fresh.ask('auth.signInWithCode', { email, code })).status).toBe(401);
    expect((await known.ask('auth.signInWithCode', { email, code })).status).toBe(200);
    await fresh.ask('auth.requestCode', { email });
    expect(token).not.toBe('');
    const newest = await lastAuthMail(app, email);
    expect((await fresh.ask('auth.signInWithLink', { token: newest.token })).status).toBe(200);
  });

  test('sign-up guesses are also limited to twenty a day, however often it restarts, and its link works', async () => {
    const email = 'begun-by-many@picket.test';
    const person = { email, password: PASSWORD, name: 'Dana Reed' };
    const fresh = visitor(app, CAFE);
    let guesses = 0;
    for (let round = 0; round < 6; round += 1) {
      await sql`delete from rate_limits where key like 'mail-%'`.execute(app.deps.system);
      await fresh.ask('auth.signUp', person);
      const { code } = await lastAuthMail(app, email);
      if (code !== '') await fromEverywhere(app, 7, 'auth.verifyEmail', { email, code: wrongFor(code) });
      guesses += await attempts(email);
    }
    expect(guesses).toBe(20);
    const { token } = await lastAuthMail(app, email);
    expect((await fresh.ask('auth.verifyEmail', { token })).status).toBe(200);
  });
});

/** Returns how many times a code was compared with this account's current code. */
async function attempts(email: string): Promise<number> {
  const { rows } = await sql<{ attempts: number }>`
    select attempts from auth_codes join users on users.id = user_id where email = ${email}`.execute(app.deps.system);
  return rows[0]?.attempts ?? 0;
}

describe('after other people’s email requests', () => {
  test('the owner’s own reset gets the same answer, and the newest link in the mailbox works', async () => {
    const { email } = await owner();
    const answers = await fromEverywhere(app, 12, 'auth.requestPasswordReset', { email });
    const own = await visitor(app, CAFE).ask('auth.requestPasswordReset', { email });
    expect([...answers, own].map(({ status }) => status)).toEqual(Array<number>(13).fill(200));
    const { token } = await lastAuthMail(app, email);
    const reset = await visitor(app, CAFE).ask('auth.resetPassword', { token, password: 'another good one' });
    expect(reset.status).toBe(200);
  });

  test('a mailbox gets at most six emails an hour across all kinds, and always one of each kind', async () => {
    const { email } = await owner();
    const kinds = ['auth.requestCode', 'auth.requestPasswordReset', 'auth.resendVerification'];
    for (const kind of kinds) await fromEverywhere(app, 10, kind, { email });
    await fromEverywhere(app, 10, 'auth.signUp', { email, password: 'a stranger chose it', name: 'Stranger' });
    const kept = (await authMailsTo(app, email)).map(({ kind }) => kind);
    expect(kept.length).toBeLessThanOrEqual(6);
    expect(new Set(kept)).toEqual(new Set(['auth.code', 'auth.reset', 'auth.known']));
  });

  test('a new email is sent when the previous link is about to expire', async () => {
    const { email } = await owner();
    await fromEverywhere(app, 8, 'auth.requestPasswordReset', { email });
    const before = (await authMailsTo(app, email)).length;
    await sql`update auth_codes set created_at = now() - interval '61 minutes'`.execute(app.deps.system);
    await visitor(app, CAFE).ask('auth.requestPasswordReset', { email });
    expect((await authMailsTo(app, email)).length).toBe(before + 1);
  });

  test('an email requested by a known device is sent in addition', async () => {
    const { email, browser } = await owner();
    await fromEverywhere(app, 8, 'auth.requestCode', { email });
    const before = (await authMailsTo(app, email)).length;
    const known = visitor(app, HOME, browser);
    await known.ask('auth.requestCode', { email });
    expect((await authMailsTo(app, email)).length).toBe(before + 1);
    const { code } = await lastAuthMail(app, email);
    expect((await known.ask('auth.signInWithCode', { email, code })).status).toBe(200);
  });

  test('a sign-up repeated by others is still confirmed by the newest email, with the values typed last', async () => {
    const email = 'honest@picket.test';
    const stranger = { email, password: 'a stranger chose it', name: 'Stranger', companyName: 'Stranger Fence' };
    await fromEverywhere(app, 8, 'auth.signUp', stranger);
    const before = (await authMailsTo(app, email)).length;
    const own = visitor(app, CAFE);
    const answer = await own.ask('auth.signUp', { ...stranger, password: PASSWORD, companyName: 'Honest Fence' });
    expect(answer).toMatchObject({ status: 200, body: { result: { data: { next: 'verify' } } } });
    expect((await authMailsTo(app, email)).length).toBe(before);
    const { code } = await lastAuthMail(app, email);
    const opened = await own.ask('auth.verifyEmail', { email, code, password: PASSWORD });
    expect(opened.body.result?.data).toMatchObject({ company: { name: 'Honest Fence', contractorId: 'honest-fence' } });
    await own.ask('auth.signOut', {});
    expect((await own.ask('auth.signIn', { email, password: PASSWORD })).status).toBe(200);
  });

  test('the link of someone else’s sign-up opens the account for the mailbox’s owner, and the other password doesn’t work', async () => {
    const email = 'honest-by-link@picket.test';
    const stranger = { email, password: 'a stranger chose it', name: 'Stranger' };
    await fromEverywhere(app, 8, 'auth.signUp', stranger);
    const own = visitor(app, CAFE);
    await own.ask('auth.signUp', { ...stranger, password: PASSWORD });
    // the stranger signs up again after the owner, and no email is sent
    await visitor(app, HOME).ask('auth.signUp', stranger);
    const { token } = await lastAuthMail(app, email);
    expect((await own.ask('auth.verifyEmail', { token })).status).toBe(200);
    const refused = await visitor(app, HOME).ask('auth.signIn', { email, password: stranger.password });
    expect(refused.status).toBe(401);
  });

  test('requesting the confirmation again isn’t refused', async () => {
    const email = 'slow-mail@picket.test';
    await visitor(app, CAFE).ask('auth.signUp', { email, password: PASSWORD, name: 'Dana Reed' });
    const answers = await fromEverywhere(app, 12, 'auth.resendVerification', { email });
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { code } = await lastAuthMail(app, email);
    expect((await visitor(app, CAFE).ask('auth.verifyEmail', { email, code })).status).toBe(200);
  });
});
