import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lastAuthMail } from '../../../../test/auth-mails.ts';
import { PASSWORD } from '../../../../test/builders.ts';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { fromEverywhere, knownOwner, type Seen, visitor } from '../../../../test/visitor.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'true' } });
});
afterAll(() => app.close());

const HOME = '203.0.113.7';
const CAFE = '203.0.113.80';

const owner = (ip = HOME) => knownOwner(app, ip);
const codesOf = (answers: Seen[]) => answers.map(({ body }) => body.error?.data.code ?? 'ok');
/** Sends more wrong passwords than an account accepts, from other networks. */
const attackPassword = (email: string) => fromEverywhere(app, 25, 'auth.signIn', { email, password: 'a guess' });

describe('after other people’s wrong passwords', () => {
  test('the owner’s correct password works on a device that signed in before', async () => {
    const { email, browser } = await owner();
    expect(codesOf(await attackPassword(email))).toContain('RATE_LIMITED');
    const answer = await visitor(app, CAFE, browser).ask('auth.signIn', { email, password: PASSWORD });
    expect(answer.status).toBe(200);
  });

  test('a new device is told how to sign in instead, and an emailed code works', async () => {
    const { email } = await owner();
    await attackPassword(email);
    const fresh = visitor(app, CAFE);
    const refused = await fresh.ask('auth.signIn', { email, password: PASSWORD });
    expect(refused.status).toBe(429);
    expect(refused.body.error?.message).toBe(
      'Too many wrong passwords from new devices. Sign in with a one-time code instead',
    );
    await fresh.ask('auth.requestCode', { email });
    const { code } = await lastAuthMail(app, email);
    expect((await fresh.ask('auth.signInWithCode', { email, code })).status).toBe(200);
  });

  test('an unknown address is refused with the same message', async () => {
    const email = 'no-account@picket.test';
    await attackPassword(email);
    const refused = await visitor(app, CAFE).ask('auth.signIn', { email, password: PASSWORD });
    expect(refused.body.error?.message).toBe(
      'Too many wrong passwords from new devices. Sign in with a one-time code instead',
    );
  });

  test('another user’s device, a forged one and one from before a new password count as new devices', async () => {
    const { email, browser } = await owner();
    const other = await owner();
    const { user } = await app.signIn(email).then(async (signed) => ({ user: await signed.trpc.auth.account.query() }));
    const forged = app.browser();
    forged.cookies.set('picket_device', `${Buffer.from(`${user.user.id} x 0`).toString('base64url')}.c2lnbmF0dXJl`);
    await visitor(app, HOME).ask('auth.requestPasswordReset', { email });
    const { token } = await lastAuthMail(app, email);
    const mine = visitor(app, HOME);
    expect((await mine.ask('auth.resetPassword', { token, password: 'another good one' })).status).toBe(200);
    await attackPassword(email);
    const statuses: number[] = [];
    for (const stranger of [other.browser, forged, browser, mine.browser])
      statuses.push(
        (await visitor(app, CAFE, stranger).ask('auth.signIn', { email, password: 'another good one' })).status,
      );
    expect(statuses).toEqual([429, 429, 429, 200]);
  });

  test('a copied device cookie is locked out without affecting the original', async () => {
    const { email, browser } = await owner();
    const stolen = app.browser();
    for (const [name, value] of browser.cookies) stolen.cookies.set(name, value);
    const own = visitor(app, HOME);
    await own.ask('auth.signIn', { email, password: PASSWORD });
    const tries = await Promise.all(
      Array.from({ length: 45 }, (_, number) =>
        visitor(app, `198.19.0.${number}`, stolen).ask('auth.signIn', { email, password: 'a guess' }),
      ),
    );
    // twenty attempts from the known device and twenty from new devices
    expect(codesOf(tries).filter((code) => code === 'UNAUTHENTICATED')).toHaveLength(40);
    expect((await own.ask('auth.signIn', { email, password: PASSWORD })).status).toBe(200);
  });
});

describe('in an office that shares one IP address', () => {
  const OFFICE = '203.0.113.200';
  const spray = (ip: string | ((number: number) => string), times: number) =>
    Promise.all(
      Array.from({ length: times }, (_, number) =>
        visitor(app, typeof ip === 'string' ? ip : ip(number)).ask('auth.signIn', {
          email: `target${number}@picket.test`,
          password: 'a guess',
        }),
      ),
    );

  test('with no tries left, known devices can sign in, and so can anyone with an emailed link', async () => {
    const { email, browser } = await owner(OFFICE);
    const stranger = await owner();
    expect(codesOf(await spray(OFFICE, 35))).toContain('RATE_LIMITED');
    expect((await visitor(app, OFFICE, browser).ask('auth.signIn', { email, password: PASSWORD })).status).toBe(200);
    const fresh = visitor(app, OFFICE);
    const refused = await fresh.ask('auth.signIn', { email: stranger.email, password: PASSWORD });
    expect(refused.body.error?.message).toBe(
      'Too many wrong passwords from this network. Sign in with a one-time code instead',
    );
    // sends many wrong codes, wrong links and email requests, which must not block the emailed link
    const noise = [
      ['auth.signInWithCode', { email: stranger.email, code: '000000' }],
      ['auth.signInWithLink', { token: 'a-guess' }],
      ['auth.requestCode', { email: 'someone-else@picket.test' }],
    ] as const;
    for (const [procedure, input] of noise)
      await Promise.all(Array.from({ length: 70 }, () => visitor(app, OFFICE).ask(procedure, input)));
    expect((await fresh.ask('auth.requestCode', { email: stranger.email })).status).toBe(200);
    const { token } = await lastAuthMail(app, stranger.email);
    expect((await fresh.ask('auth.signInWithLink', { token })).status).toBe(200);
  });

  test('IP addresses in one IPv6 network count as one, and another network is counted separately', async () => {
    const answers = await spray((number) => `2001:db8:7:7::${(number + 1).toString(16)}`, 38);
    expect(codesOf(answers).filter((code) => code === 'UNAUTHENTICATED')).toHaveLength(30);
    const other = await visitor(app, '2001:db8:7:8::1').ask('auth.signIn', { email: 'x@picket.test', password: 'a' });
    expect(other.status).toBe(401);
  });
});

describe('the device cookie', () => {
  test('is HttpOnly and SameSite=Lax, Secure with an https URL, and is kept after signing out', async () => {
    const secure = await startTestApp({ database: app.database, env: { PUBLIC_URL: 'https://picket.test' } });
    try {
      const user = await app.a.user();
      const lines: string[] = [];
      for (const at of [app, secure]) {
        const browser = at.browser();
        const response = await browser.fetch('/trpc/auth.signIn', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: user.email, password: PASSWORD }),
        });
        lines.push(response.headers.getSetCookie().find((line) => line.startsWith('picket_device=')) ?? '');
        await browser.trpc.auth.signOut.mutate();
        expect([...browser.cookies.keys()]).toEqual(['picket_device']);
        expect(await browser.trpc.auth.session.query()).toBeNull();
      }
      for (const line of lines) expect(line).toMatch(/; Path=\/; Max-Age=\d{8}; HttpOnly; SameSite=Lax/);
      expect(lines.map((line) => line.endsWith('; Secure'))).toEqual([false, true]);
    } finally {
      await secure.close();
    }
  });

  test('remembers several accounts in one browser', async () => {
    const first = await owner();
    const second = await owner();
    await visitor(app, HOME, first.browser).ask('auth.signIn', { email: second.email, password: PASSWORD });
    await attackPassword(first.email);
    const answer = await visitor(app, HOME, first.browser).ask('auth.signIn', {
      email: first.email,
      password: PASSWORD,
    });
    expect(answer.status).toBe(200);
  });
});
