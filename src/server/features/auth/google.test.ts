import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHash, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Secret, TOTP } from 'otpauth';
import { lastAuthMail } from '../../../../test/auth-mails.ts';
import { startTestApp, type TestApp, type TestBrowser } from '../../../../test/caller.ts';
import { refusal } from '../../../../test/refusal.ts';

const CLIENT = 'client-of-tests';
const SECRET = 'secret-of-tests';

/** The person whose sign-in the fake Google reports. `claims` override the valid ones. */
interface Person {
  claims?: Record<string, unknown>;
  key?: 'other';
}

const keys = { right: await generateKeyPair('RS256'), other: await generateKeyPair('RS256') };
const asked = new Map<string, { nonce: string; challenge: string; person: Person }>();

async function idToken({ nonce, person }: { nonce: string; person: Person }): Promise<string> {
  const claims = {
    iss: 'https://accounts.google.com',
    aud: CLIENT,
    sub: 'sub-1',
    email: 'dana@picket.test',
    email_verified: true,
    name: 'Dana Reed',
    nonce,
    iat: Math.floor(Date.now() / 1000),
    exp: Math.floor(Date.now() / 1000) + 3600,
    ...person.claims,
  };
  const key = person.key === 'other' ? keys.other : keys.right;
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key.privateKey);
}

/** Starts a fake of Google's token and key endpoints that strictly validates its requests. */
async function startGoogle(): Promise<Server> {
  const jwk = { ...(await exportJWK(keys.right.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const server = createServer((req, res) => {
    const answer = (status: number, body: unknown) =>
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (req.url === '/oauth2/v3/certs') return void answer(200, { keys: [jwk] });
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(parts).toString());
      const code = form.get('code') ?? '';
      const known = asked.get(code);
      asked.delete(code);
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      const right =
        known?.challenge === challenge &&
        form.get('client_id') === CLIENT &&
        form.get('client_secret') === SECRET &&
        form.get('redirect_uri') === 'http://picket.test/auth/google/callback' &&
        form.get('grant_type') === 'authorization_code';
      if (!known || !right) return void answer(400, { error: 'invalid_grant' });
      void idToken(known).then((token) => answer(200, { id_token: token, access_token: 'x' }));
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return server;
}

let app: TestApp;
let google: Server;
beforeAll(async () => {
  google = await startGoogle();
  const base = `http://127.0.0.1:${(google.address() as AddressInfo).port}`;
  app = await startTestApp({
    env: { GOOGLE_CLIENT_ID: CLIENT, GOOGLE_CLIENT_SECRET: SECRET, GOOGLE_API_BASE: base },
  });
});
afterAll(async () => {
  await app.close();
  google.closeAllConnections();
  google.close();
});

/** Starts a sign-in with Google as this person and returns the callback's path and query. */
async function visitGoogle(browser: TestBrowser, person: Person, next = ''): Promise<string> {
  const response = await browser.fetch(`/auth/google${next}`);
  expect(response.status).toBe(302);
  const url = new URL(response.headers.get('location') ?? '');
  expect(url.pathname).toBe('/o/oauth2/v2/auth');
  const query = url.searchParams;
  expect(query.get('code_challenge_method')).toBe('S256');
  const code = randomUUID();
  asked.set(code, { nonce: query.get('nonce') ?? '', challenge: query.get('code_challenge') ?? '', person });
  return `/auth/google/callback?${new URLSearchParams({ code, state: query.get('state') ?? '' })}`;
}

/** Completes a sign-in with Google and returns the path of the final redirect. */
async function come(browser: TestBrowser, person: Person, next = ''): Promise<string> {
  const response = await browser.fetch(await visitGoogle(browser, person, next));
  expect(response.status).toBe(303);
  return response.headers.get('location') ?? '';
}

const as = (email: string, claims: Record<string, unknown> = {}): Person => ({
  claims: { email, sub: `sub-${email}`, ...claims },
});

test('a new person gets an account and a company, and the same ones next time (spec:7.2)', async () => {
  expect(await app.browser().trpc.auth.options.query()).toEqual({ googleSignIn: true });
  const browser = app.browser();
  expect(await come(browser, as('dana@picket.test'))).toBe('/auth');
  const session = await browser.trpc.auth.session.query();
  expect(session).toMatchObject({
    user: { email: 'dana@picket.test', name: 'Dana Reed', roles: ['contractor'] },
    company: { name: 'Dana Reed Fencing' },
  });
  expect(await browser.trpc.auth.account.query()).toMatchObject({ hasPassword: false, googleLinked: true });
  const later = app.browser();
  // the account is found even though the email address of the person's Google account has changed
  await come(later, as('dana@picket.test', { email: 'renamed@picket.test' }));
  expect(await later.trpc.auth.session.query()).toEqual(session);
});

test('a confirmed account with that address is linked, and its owner notified', async () => {
  const user = await app.a.user();
  await app.a.company({ user_id: user.id });
  const browser = app.browser();
  await come(browser, as(user.email));
  expect(await browser.trpc.auth.session.query()).toMatchObject({ user: { id: user.id } });
  expect((await lastAuthMail(app, user.email)).subject).toBe('Google sign-in was added');
  await app.signIn(user.email);
  const another = app.browser();
  expect(await come(another, as(user.email, { sub: 'someone else' }))).toBe('/auth?problem=google');
  expect(await another.trpc.auth.session.query()).toBeNull();
});

test('an unconfirmed account that someone else started with that address is replaced', async () => {
  const email = 'squatted@picket.test';
  await app.browser().trpc.auth.signUp.mutate({ email, password: 'a stranger chose it', name: 'A Stranger' });
  const browser = app.browser();
  await come(browser, as(email));
  expect(await browser.trpc.auth.session.query()).toMatchObject({ user: { email, name: 'Dana Reed' } });
  expect((await refusal(app.signIn(email, 'a stranger chose it'))).data).toMatchObject({ code: 'UNAUTHENTICATED' });
});

test('Google sign-in also requires the second factor', async () => {
  const user = await app.a.user();
  await app.a.company({ user_id: user.id });
  const owner = await app.signIn(user.email);
  const { secret } = await owner.trpc.auth.totpSetup.mutate();
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  await owner.trpc.auth.totpEnable.mutate({ code: totp.generate({ timestamp: Date.now() - 30_000 }) });
  const browser = app.browser();
  const address = await come(browser, as(user.email), '?next=/dashboard?tab=crm');
  const [, challenge = ''] = /^\/auth\?next=%2Fdashboard%3Ftab%3Dcrm#totp=([\w-]+)$/.exec(address) ?? [];
  expect(browser.cookies.has('picket_session')).toBe(false);
  await browser.trpc.auth.signInWithTotp.mutate({ challenge, code: totp.generate() });
  expect(await browser.trpc.auth.session.query()).toMatchObject({ user: { id: user.id } });
});

test('a new session is created, whatever session the browser had', async () => {
  const browser = app.browser();
  browser.cookies.set('picket_session', 'planted-by-someone');
  await come(browser, as('fixed@picket.test'));
  expect(browser.cookies.get('picket_session')).toMatch(/^[a-z0-9]{40}$/);
});

test.each([
  ['an email address that Google hasn’t verified', as('un@picket.test', { email_verified: false })],
  ['no email address', as('un@picket.test', { email: undefined })],
  ['a token for another app', as('un@picket.test', { aud: 'another' })],
  ['a token from another issuer', as('un@picket.test', { iss: 'https://evil.example' })],
  ['a token for another sign-in', as('un@picket.test', { nonce: 'another' })],
  ['an expired token', as('un@picket.test', { exp: 1_000_000 })],
  ['a token signed with an unknown key', { ...as('un@picket.test'), key: 'other' as const }],
])('%s doesn’t sign in', async (_what, person) => {
  const browser = app.browser();
  expect(await come(browser, person)).toBe('/auth?problem=google');
  expect(await browser.trpc.auth.session.query()).toBeNull();
  const users = await app.deps.system.selectFrom('users').select('id').where('email', '=', 'un@picket.test').execute();
  expect(users).toEqual([]);
});

test('a callback that this browser didn’t start, or a repeated one, is refused', async () => {
  const attacker = app.browser();
  const path = await visitGoogle(attacker, as('csrf@picket.test'));
  const victim = app.browser();
  expect((await victim.fetch(path)).headers.get('location')).toBe('/auth?problem=google');
  await visitGoogle(victim, as('csrf@picket.test'));
  expect((await victim.fetch(path)).headers.get('location')).toBe('/auth?problem=google');
  expect(await victim.trpc.auth.session.query()).toBeNull();
  const browser = app.browser();
  const again = await visitGoogle(browser, as('once@picket.test'));
  await browser.fetch(again);
  expect((await browser.fetch(again)).headers.get('location')).toBe('/auth?problem=google');
});

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  '/%2fevil.example',
  '/auth?next=//evil.example',
])('next=%s doesn’t redirect to another site after sign-in', async (next) => {
  const browser = app.browser();
  const address = await come(browser, as('open@picket.test'), `?next=${encodeURIComponent(next)}`);
  expect(address).toBe('/auth');
});

test('a forged Host doesn’t change Google’s redirect URL', async () => {
  const response = await app.browser().fetch('/auth/google', { headers: { 'x-forwarded-host': 'evil.example' } });
  const url = new URL(response.headers.get('location') ?? '');
  expect(url.searchParams.get('redirect_uri')).toBe('http://picket.test/auth/google/callback');
  expect(response.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax$/);
});

test('without Google’s keys, the page and the button don’t exist', async () => {
  const plain = await startTestApp();
  try {
    expect((await plain.browser().fetch('/auth/google')).status).toBe(404);
    expect(await plain.browser().trpc.auth.options.query()).toEqual({ googleSignIn: false });
  } finally {
    await plain.close();
  }
});
