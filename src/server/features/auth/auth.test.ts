import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { PASSWORD } from '../../../../test/builders.ts';
import { companyOfSession, startTestApp, type TestApp } from '../../../../test/caller.ts';
import { refusal } from '../../../../test/refusal.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('a signed-in contractor has roles and a company; without a cookie there is no user (spec:3.1 spec:3.3 spec:7.2 spec:7.4 spec:7.5)', async () => {
  const company = await app.a.company();
  const owner = await app.deps.system
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', company.user_id)
    .executeTakeFirstOrThrow();
  expect(await app.browser().trpc.auth.session.query()).toBeNull();
  const browser = await app.signIn(owner.email.toUpperCase());
  expect(await browser.trpc.auth.session.query()).toEqual({
    user: { id: owner.id, email: owner.email, name: 'Robin Palmer', avatarUrl: null, roles: ['contractor'] },
    company: companyOfSession(company, 'owner'),
    companies: [{ id: company.id, name: company.name, role: 'owner' }],
  });
});

test('other cookies of the host never matter, even if they aren’t valid', async () => {
  const { email } = await app.a.user();
  const own = `picket_session=${(await app.signIn(email)).cookies.get('picket_session')}`;
  const bad = 'foo=%ff; bar=%E0%A4%A; =; ;x; "';
  const emailWith = async (cookie: string) => {
    const response = await fetch(`${app.url}/trpc/auth.session`, { headers: { cookie } });
    const { result } = (await response.json()) as { result: { data: { user: { email: string } } | null } };
    return result.data?.user.email;
  };
  expect(await emailWith(`${bad}; ${own}`)).toBe(email);
  expect(await emailWith(`${own}; ${bad}`)).toBe(email);
  expect(await emailWith('picket_session=%ff')).toBeUndefined();
});

test('the cookie is HttpOnly and SameSite=Lax, and only its hash is stored', async () => {
  const user = await app.a.user();
  const response = await app.browser().fetch('/trpc/auth.signIn', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: user.email, password: PASSWORD }),
  });
  const [cookie = ''] = response.headers.getSetCookie();
  expect(cookie).toMatch(/^picket_session=[a-z0-9]{40}; .*HttpOnly/);
  expect(cookie).toContain('SameSite=Lax');
  expect(cookie).not.toContain('Secure');
  const id = /=([a-z0-9]{40})/.exec(cookie)?.[1] ?? '';
  const rows = await app.deps.system.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute();
  expect(rows).toHaveLength(1);
  expect(rows[0]?.id).not.toContain(id);
});

test('an unknown email address and a wrong password get the same answer', async () => {
  const user = await app.a.user();
  const { trpc } = app.browser();
  const wrong = await refusal(trpc.auth.signIn.mutate({ email: user.email, password: 'not this' }));
  const unknown = await refusal(trpc.auth.signIn.mutate({ email: 'nobody@picket.test', password: 'not this' }));
  expect(wrong).toEqual(unknown);
  expect(wrong).toEqual({
    message: 'Incorrect email or password. Just signed up? Check your inbox and confirm your email first',
    data: { code: 'UNAUTHENTICATED', httpStatus: 401 },
  });
});

test('signing in again opens a new session and ends the browser’s previous one', async () => {
  const user = await app.a.user();
  const browser = await app.signIn(user.email);
  const first = new Map(browser.cookies);
  await browser.trpc.auth.signIn.mutate({ email: user.email, password: PASSWORD });
  expect(browser.cookies.get('picket_session')).not.toBe(first.get('picket_session'));
  const old = app.browser();
  for (const [name, value] of first) old.cookies.set(name, value);
  expect(await old.trpc.auth.session.query()).toBeNull();
});

test('signing out ends sessions in all browsers (spec:6.8 spec:7.1)', async () => {
  const user = await app.a.user();
  const [here, there] = await Promise.all([app.signIn(user.email), app.signIn(user.email)]);
  await here.trpc.auth.signOut.mutate();
  expect(here.cookies.has('picket_session')).toBe(false);
  expect(await there.trpc.auth.session.query()).toBeNull();
});

test('an expired session is signed out (spec:4.5)', async () => {
  const user = await app.a.user();
  const browser = await app.signIn(user.email);
  await sql`update sessions set expires_at = now() - interval '1 second' where user_id = ${user.id}`.execute(
    app.deps.system,
  );
  expect(await browser.trpc.auth.session.query()).toBeNull();
});

test('a session in use is extended before it ends, in the table and in the cookie (spec:4.4 spec:7.1 spec:8.4)', async () => {
  const user = await app.a.user();
  const browser = await app.signIn(user.email);
  await sql`update sessions set expires_at = now() + interval '1 day' where user_id = ${user.id}`.execute(
    app.deps.system,
  );
  const answer = await browser.fetch('/trpc/auth.session');
  const [cookie = ''] = answer.headers.getSetCookie();
  expect(cookie).toContain(`picket_session=${browser.cookies.get('picket_session')}`);
  const { rows } = await sql<{ days: number }>`
    select extract(day from expires_at - now())::int as days from sessions where user_id = ${user.id}`.execute(
    app.deps.system,
  );
  expect(rows[0]?.days).toBeGreaterThan(28);
});

test('a user without role and company is still signed in (spec:6.3 spec:7.4 spec:7.5)', async () => {
  const user = await app.a.user({}, []);
  const browser = await app.signIn(user.email);
  expect(await browser.trpc.auth.session.query()).toMatchObject({ user: { id: user.id, roles: [] }, company: null });
  await expect(browser.trpc.company.get.query()).rejects.toMatchObject({ data: { code: 'FORBIDDEN' } });
});

test('guessing an account’s password is answered with 429 and Retry-After, even for the right one', async () => {
  const user = await app.a.user();
  const browser = app.browser();
  const attempt = (password: string) =>
    browser.fetch('/trpc/auth.signIn', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: user.email, password }),
    });
  let response = await attempt('guess');
  for (let tries = 0; tries < 40 && response.status === 401; tries += 1) response = await attempt('guess');
  response = await attempt(PASSWORD);
  expect(response.status).toBe(429);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await response.json()).toMatchObject({ error: { data: { code: 'RATE_LIMITED', httpStatus: 429 } } });
  const keys = await sql<{ key: string }>`select key from rate_limits`.execute(app.deps.system);
  expect(JSON.stringify(keys.rows)).not.toContain(user.email);
});
