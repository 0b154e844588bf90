import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { startTestApp, type TestApp, type TestBrowser } from '../../../../test/caller.ts';

let app: TestApp;
let admin: TestBrowser;
let contractor: TestBrowser;
let acme: CompanyRow;

beforeAll(async () => {
  app = await startTestApp();
  const robin = await app.a.user({ email: 'robin@picket.test' }, ['admin', 'contractor']);
  await app.a.company({ user_id: robin.id });
  const owner = await app.a.user({ email: 'owner@picket.test' });
  acme = await app.a.company({ user_id: owner.id, name: 'Acme Fence' });
  admin = await app.signIn(robin.email);
  contractor = await app.signIn(owner.email);
});
afterAll(() => app.close());

const newest = async () => (await admin.trpc.admin.audit.list.query({})).items[0];
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'no error',
    (error: { data?: { code?: string } }) => error.data?.code ?? 'no code',
  );

describe('feedback', () => {
  beforeEach(async () => {
    await sql`delete from rate_limits`.execute(app.deps.system);
    app.enqueued.length = 0;
  });
  const words = { category: 'Idea', subject: 'Gates', message: 'Let me price gates by width.' };

  test('is stored, emailed to support, shown in the inbox, and marked read with a log entry (spec:7.6)', async () => {
    await contractor.trpc.feedback.submit.mutate({ ...words, name: 'Olive', email: 'olive@example.com' });
    const { items } = await admin.trpc.admin.feedback.list.query({ unread: true });
    expect(items[0]).toMatchObject({ ...words, name: 'Olive', email: 'olive@example.com', readAt: null });
    const mail = await app.deps.system
      .selectFrom('outbox')
      .select(['to_address', 'company_id', 'channel'])
      .where('kind', '=', 'feedback.received')
      .executeTakeFirstOrThrow();
    expect(mail).toEqual({ to_address: app.config.SUPPORT_EMAIL, company_id: acme.id, channel: 'email' });
    expect(app.enqueued).toEqual([acme.id]);
    const id = items[0]?.id as never;
    const unread = (await admin.trpc.admin.overview.query()).unreadFeedback;
    await admin.trpc.admin.feedback.markRead.mutate({ id, read: true });
    expect((await admin.trpc.admin.overview.query()).unreadFeedback).toBe(unread - 1);
    expect(await newest()).toMatchObject({ action: 'feedback.marked_read', subject: 'Gates' });
    await admin.trpc.admin.feedback.markRead.mutate({ id, read: false });
    expect((await admin.trpc.admin.overview.query()).unreadFeedback).toBe(unread);
  });

  test('can be anonymous, and the platform emails it itself (spec:3.18)', async () => {
    await app.browser().trpc.feedback.submit.mutate({ ...words, name: '  ', subject: 'From nobody' });
    const { items } = await admin.trpc.admin.feedback.list.query({});
    expect(items[0]).toMatchObject({ name: 'Anonymous', email: null, subject: 'From nobody' });
    expect(app.enqueued).toEqual(['platform']);
  });

  test('requires a category, a subject and a message, with the specified wording (spec:5.14, spec:8.25)', async () => {
    for (const missing of ['category', 'subject', 'message'] as const) {
      const sent = contractor.trpc.feedback.submit.mutate({ ...words, [missing]: '  ' });
      await expect(sent).rejects.toMatchObject({
        message: 'Please fill in all required fields',
        data: { code: 'VALIDATION_FAILED', fields: { [missing]: 'Please fill in all required fields' } },
      });
    }
  });

  test('is kept if its email can’t be written (spec:7.21)', async () => {
    const owner = new pg.Client({ connectionString: app.database.url });
    await owner.connect();
    try {
      await owner.query(`alter table outbox add constraint no_feedback check (kind <> 'feedback.received') not valid`);
      await contractor.trpc.feedback.submit.mutate({ ...words, subject: 'No mail today' });
      await owner.query('alter table outbox drop constraint no_feedback');
    } finally {
      await owner.end();
    }
    const { items } = await admin.trpc.admin.feedback.list.query({});
    expect(items[0]?.subject).toBe('No mail today');
  });

  test('is rate-limited', async () => {
    const nobody = app.browser();
    for (let sent = 0; sent < 10; sent += 1) await nobody.trpc.feedback.submit.mutate(words);
    expect(await codeOf(nobody.trpc.feedback.submit.mutate(words))).toBe('RATE_LIMITED');
  });
});
