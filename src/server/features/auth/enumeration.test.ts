import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { fromEverywhere } from '../../../../test/visitor.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Sends a request and returns the duration and everything that a caller can see of the response. */
async function ask(procedure: string, input: object) {
  const browser = app.browser();
  const start = performance.now();
  const response = await browser.fetch(`/trpc/${procedure}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  const body: unknown = await response.json();
  const headers = [...response.headers.keys()].filter((name) => name !== 'date').toSorted();
  return {
    seen: { status: response.status, body, headers, cookies: [...browser.cookies.keys()] },
    took: performance.now() - start,
  };
}

const password = 'a good password';
const FLOWS: [procedure: string, rest: object][] = [
  ['auth.signUp', { password: 'another password', name: 'Dana Reed' }],
  ['auth.signIn', { password: 'not the password' }],
  ['auth.requestCode', {}],
  ['auth.requestPasswordReset', {}],
  ['auth.resendVerification', {}],
  ['auth.signInWithCode', { code: '000000' }],
  ['auth.verifyEmail', { code: '000000' }],
  ['auth.verifyEmail', { code: '000000', password }],
];

// the cases run concurrently to save time, because every response is delayed to hide how long the work took
test.concurrent.each(FLOWS)('%s answers the same for known and unknown addresses', async (procedure, rest) => {
  const user = await app.a.user();
  await app.a.company({ user_id: user.id });
  const known = await ask(procedure, { email: user.email, ...rest });
  const unknown = await ask(procedure, { email: `nobody-${user.email}`, ...rest });
  expect(known.seen).toEqual(unknown.seen);
});

test.concurrent.each(FLOWS)('%s takes the same quarter of a second for both', async (procedure, rest) => {
  const user = await app.a.user();
  await app.a.company({ user_id: user.id });
  for (const email of [user.email, `nobody-${user.email}`]) {
    const { took } = await ask(procedure, { email, ...rest });
    expect(took).toBeGreaterThan(249);
  }
});

test('signing up and then signing in doesn’t reveal whether an address was taken', async () => {
  const user = await app.a.user();
  await app.a.company({ user_id: user.id });
  const tries = async (email: string) => {
    const mine = { email, password: 'a stranger typed this' };
    await ask('auth.signUp', { ...mine, name: 'Stranger' });
    // exceeds the email limit of one address, and even that must not reveal whether the address is known
    const answers = [];
    for (let count = 0; count < 8; count += 1) answers.push((await ask('auth.signIn', mine)).seen);
    return answers;
  };
  expect(await tries(user.email)).toEqual(await tries(`nobody-${user.email}`));
});

test('requesting a code, email or reset for an unknown address stores nothing', async () => {
  const count = async () =>
    (
      await sql<{ rows: number }>`select (select count(*) from users) + (select count(*) from auth_codes)
        + (select count(*) from messages) + (select count(*) from company_profiles) as rows`.execute(app.deps.system)
    ).rows[0]?.rows;
  const before = await count();
  const email = 'never-seen@picket.test';
  await ask('auth.requestCode', { email });
  await ask('auth.requestPasswordReset', { email });
  await ask('auth.resendVerification', { email });
  expect(await count()).toBe(before);
});

test('account limits also apply to unknown addresses', async () => {
  const user = await app.a.user();
  await app.a.company({ user_id: user.id });
  const visits = await startTestApp({ database: app.database, env: { TRUST_PROXY: 'true' } });
  try {
    for (const email of [user.email, `nobody-${user.email}`]) {
      const answers = await fromEverywhere(visits, 22, 'auth.signIn', { email, password: 'not the password' });
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
      expect(statuses).toEqual([...Array<number>(20).fill(401), 429, 429]);
    }
  } finally {
    await visits.close();
  }
});

test('requests over an address’s limit get the same answer too', async () => {
  const user = await app.a.user();
  await app.a.company({ user_id: user.id });
  for (const procedure of ['auth.requestCode', 'auth.requestPasswordReset', 'auth.resendVerification']) {
    const [known, unknown] = await Promise.all(
      [user.email, `nobody-${user.email}`].map((email) =>
        Promise.all(Array.from({ length: 7 }, () => ask(procedure, { email }))),
      ),
    );
    expect(known?.map(({ seen }) => seen)).toEqual(unknown?.map(({ seen }) => seen));
    expect(known?.map(({ seen }) => seen.status)).toEqual(Array<number>(7).fill(200));
  }
});

test('another site’s page can’t make these requests', async () => {
  const response = await app.browser().fetch('/trpc/auth.requestCode', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
    body: JSON.stringify({ email: 'someone@picket.test' }),
  });
  expect(response.status).toBe(403);
});
