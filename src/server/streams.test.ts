import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { lastAuthMail } from '../../test/auth-mails.ts';
import { PASSWORD } from '../../test/builders.ts';
import { startTestApp, type TestApp, type TestBrowser } from '../../test/caller.ts';

let app: TestApp;
let otherProcess: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  otherProcess = await startTestApp({ database: app.database });
});
afterAll(async () => {
  await otherProcess.close();
  await app.close();
});

interface Someone {
  email: string;
  userId: string;
  company: CompanyRow;
  browser: TestBrowser;
}
async function signedIn(): Promise<Someone> {
  const user = await app.a.user();
  const company = await app.a.company({ user_id: user.id });
  return { email: user.email, userId: user.id, company, browser: await app.signIn(user.email) };
}

interface Stream {
  /** Resolves to everything received, once the server has ended the stream. */
  ended: Promise<string>;
  /** Resolves when this text has been received `times` times. Rejects if the stream ends first. */
  hears(text: string, times?: number): Promise<void>;
  close(): void;
}
/** Opens a stream and waits for its first event. */
async function openStream(browser: TestBrowser, headers: Record<string, string>): Promise<Stream> {
  const stop = new AbortController();
  const response = await browser.fetch('/trpc/leads.onChange', { signal: stop.signal, headers });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const more = new EventTarget();
  let heard = '';
  let isOver = false;
  const readOn = async (): Promise<string> => {
    for (;;) {
      const { value, done } = (await reader?.read().catch(() => undefined)) ?? { done: true };
      heard += value ?? '';
      isOver = done;
      more.dispatchEvent(new Event('more'));
      if (done) return heard;
    }
  };
  const ended = readOn();
  const hears = async (text: string, times = 1): Promise<void> => {
    while (heard.split(text).length <= times) {
      if (isOver) throw new Error(`the stream ended before ${text}`);
      await new Promise((resolve) => more.addEventListener('more', resolve, { once: true }));
    }
  };
  await hears(EVERYTHING);
  return { ended, hears, close: () => stop.abort() };
}
/** The event for changes of any kind: sent at the start of a stream and after missed notifications. */
const EVERYTHING = '{"leadId":null}';
const SSE = { accept: 'text/event-stream' };
const HEADERS: Record<string, string>[] = [SSE, {}, { accept: 'application/json' }];
const openAll = (browser: TestBrowser) => Promise.all(HEADERS.map((headers) => openStream(browser, headers)));
/** Checks that these streams of a company are still open and receive changes. */
const goOn = async (company: CompanyRow, streams: Stream[]): Promise<void> => {
  await (await app.callerFor(company)).company.update({ phone: '(208) 555-0177' });
  await Promise.all(streams.map((stream) => stream.hears('{"settings":true}')));
  for (const stream of streams) stream.close();
};

/** Actions that end a user's streams. */
const ENDS: [name: string, act: (who: Someone) => Promise<unknown>][] = [
  ['a sign-out', ({ browser }) => browser.trpc.auth.signOut.mutate()],
  ['a sign-out in another browser', async ({ email }) => (await app.signIn(email)).trpc.auth.signOut.mutate()],
  [
    'a sign-out handled by another server process',
    async ({ browser }) => {
      const there = otherProcess.browser();
      for (const [name, value] of browser.cookies) there.cookies.set(name, value);
      await there.trpc.auth.signOut.mutate();
    },
  ],
  [
    'a new sign-in in the same browser',
    ({ browser, email }) => browser.trpc.auth.signIn.mutate({ email, password: PASSWORD }),
  ],
  [
    'ending the session in the account settings',
    async ({ browser }) => {
      const [session] = await browser.trpc.auth.listSessions.query();
      await browser.trpc.auth.endSession.mutate({ id: session?.id ?? '' });
    },
  ],
  [
    'a password reset',
    async ({ email }) => {
      const { trpc } = app.browser();
      await trpc.auth.requestPasswordReset.mutate({ email });
      const { token } = await lastAuthMail(app, email);
      await trpc.auth.resetPassword.mutate({ token, password: 'another good one' });
    },
  ],
  [
    'a new password',
    ({ browser }) =>
      browser.trpc.auth.updateUser.mutate({ currentPassword: PASSWORD, newPassword: 'another good one' }),
  ],
  [
    'a new role',
    ({ userId }) => sql`insert into user_roles (user_id, role) values (${userId}, 'admin')`.execute(app.deps.system),
  ],
  ['a revoked role', ({ userId }) => sql`delete from user_roles where user_id = ${userId}`.execute(app.deps.system)],
  [
    'the end of a membership',
    async ({ userId, company }) => {
      const other = await app.a.user();
      await sql`insert into company_members (company_id, user_id, role) values (${company.id}, ${other.id}, 'owner')`.execute(
        app.deps.system,
      );
      await sql`delete from company_members where user_id = ${userId}`.execute(app.deps.system);
    },
  ],
];

describe('streams end within a second, regardless of headers, after', () => {
  test.each(ENDS)('%s', async (_name, act) => {
    const who = await signedIn();
    const other = await signedIn();
    const streams = await openAll(who.browser);
    const untouched = await openStream(other.browser, SSE);
    await act(who);
    const acted = performance.now();
    await Promise.all(streams.map(({ ended }) => ended));
    expect(performance.now() - acted).toBeLessThan(SECOND);
    await goOn(other.company, [untouched]);
  });
});

test('a stream reports a sign-out from elsewhere', async () => {
  const { browser, email } = await signedIn();
  const stream = await openStream(browser, SSE);
  await (await app.signIn(email)).trpc.auth.signOut.mutate();
  expect(await stream.ended).toMatch(/event: serialized-error\ndata: .*"code":"UNAUTHENTICATED"/);
});

test('ending one of several sessions keeps the others’ streams open', async () => {
  const { browser, email, company } = await signedIn();
  const second = await app.signIn(email);
  const [gone, kept] = [await openStream(browser, SSE), await openStream(second, SSE)];
  const [session] = (await second.trpc.auth.listSessions.query()).filter(({ current }) => !current);
  await second.trpc.auth.endSession.mutate({ id: session?.id ?? '' });
  expect(await gone.ended).toContain('"code":"UNAUTHENTICATED"');
  await goOn(company, [kept]);
});

test('a session that ends while LISTEN is disconnected loses its streams on reconnect', async () => {
  const { browser, userId } = await signedIn();
  const stream = await openStream(browser, {});
  const other = await openStream((await signedIn()).browser, SSE);
  const superuser = new pg.Client({ connectionString: app.database.url });
  await superuser.connect();
  // disconnects the server's listeners before the session is deleted
  await superuser.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where query ilike 'listen %' and datname = current_database()`);
  await superuser.query('delete from sessions where user_id = $1', [userId]);
  await superuser.end();
  expect(await stream.ended).toContain('"code":"UNAUTHENTICATED"');
  await other.hears(EVERYTHING, 2);
  other.close();
});

test('a session has at most ten: one more ends the oldest, which doesn’t reconnect', async () => {
  const { browser, company } = await signedIn();
  const streams: Stream[] = [];
  for (let count = 0; count < 11; count += 1) streams.push(await openStream(browser, HEADERS[count % 3] ?? SSE));
  const [oldest, ...others] = streams;
  expect(await oldest?.ended).toContain('event: return');
  await goOn(company, others);
});

test('a stream in a batch is refused, and so is one with an expired session', async () => {
  const { browser } = await signedIn();
  const batched = await browser.fetch('/trpc/leads.onChange?batch=1&input=%7B%7D', {
    headers: { 'trpc-accept': 'application/jsonl' },
  });
  expect(await batched.text()).not.toContain('leadId');
  const cookie = browser.cookies.get('picket_session') ?? '';
  await browser.trpc.auth.signOut.mutate();
  const late = app.browser();
  late.cookies.set('picket_session', cookie);
  expect(await (await late.fetch('/trpc/leads.onChange')).text()).toContain('"code":"UNAUTHENTICATED"');
});
