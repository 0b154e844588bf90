import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#shared/primitives/durations.ts';
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
      .selectFrom('messages')
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

  test('is answered by email: once, however often the answer is sent, in the thread and the log', async () => {
    await contractor.trpc.feedback.submit.mutate({ ...words, subject: 'Answer me' });
    const before = (await admin.trpc.admin.feedback.list.query({})).items;
    const item = before.find(({ subject }) => subject === 'Answer me');
    // the account's address, because the form included none
    expect(item).toMatchObject({ subject: 'Answer me', answerTo: 'owner@picket.test', answeredAt: null, replies: [] });
    const answer = { id: item?.id ?? '', replyId: crypto.randomUUID(), text: 'It’s coming next week.' };
    await admin.trpc.admin.feedback.answer.mutate(answer);
    await admin.trpc.admin.feedback.answer.mutate(answer);
    const sent = await app.deps.system
      .selectFrom('messages')
      .select(['to_address', 'company_id', 'payload'])
      .where('kind', '=', 'feedback.reply')
      .execute();
    expect(sent).toMatchObject([
      { to_address: 'owner@picket.test', company_id: null, payload: { text: answer.text, quoted: words.message } },
    ]);
    expect(app.enqueued).toContain('platform');
    const list = (await admin.trpc.admin.feedback.list.query({})).items;
    const answered = list.find(({ id }) => id === item?.id);
    expect(answered).toMatchObject({
      answeredAt: app.clock.now().toISOString(),
      replies: [{ direction: 'out', text: answer.text, status: 'scheduled' }],
    });
    expect(answered?.readAt).not.toBeNull();
    expect((await admin.trpc.admin.audit.list.query({})).items.map(({ action }) => action)).toContain(
      'feedback.answered',
    );
    await app.browser().trpc.feedback.submit.mutate({ ...words, subject: 'No address' });
    const anonymous = (await admin.trpc.admin.feedback.list.query({})).items.find(
      ({ subject }) => subject === 'No address',
    );
    const refused = admin.trpc.admin.feedback.answer.mutate({
      ...answer,
      id: anonymous?.id ?? '',
      replyId: crypto.randomUUID(),
    });
    await expect(refused).rejects.toMatchObject({ message: 'The author didn’t leave an email address' });
  });

  test('from Pro is marked, is listed first until it’s answered, and the answer time is measured', async () => {
    await sql`update feedback set priority = false, answered_at = now()`.execute(app.deps.system);
    const starter = await app.a.user({ email: 'starter@picket.test' });
    await app.a.company({ user_id: starter.id, subscription: { subscription_tier: 'starter' } });
    app.clock.set('2026-11-16T15:00:00.000Z');
    await contractor.trpc.feedback.submit.mutate({ ...words, subject: 'Pro, old' });
    app.clock.advance(2 * DAY);
    await contractor.trpc.feedback.submit.mutate({ ...words, subject: 'Pro, new' });
    app.clock.advance(HOUR);
    await (await app.signIn(starter.email)).trpc.feedback.submit.mutate({ ...words, subject: 'Starter' });
    const ours = ['Pro, old', 'Pro, new', 'Starter'];
    const list = async () =>
      (await admin.trpc.admin.feedback.list.query({})).items.filter(({ subject }) => ours.includes(subject));
    expect((await list()).map(({ subject, priority, overdue }) => [subject, priority, overdue])).toEqual([
      ['Pro, new', true, false],
      ['Pro, old', true, true],
      ['Starter', false, false],
    ]);
    const waiting = { waiting: 2, overdue: 1, answered: 0, inTime: 0, medianHours: null };
    expect(await admin.trpc.admin.feedback.figures.query()).toEqual(waiting);
    for (const item of await list())
      if (item.priority)
        await admin.trpc.admin.feedback.answer.mutate({
          id: item.id,
          replyId: crypto.randomUUID(),
          text: 'Done',
        });
    expect((await list())[0]?.subject).toBe('Starter');
    expect(await admin.trpc.admin.feedback.figures.query()).toEqual({
      waiting: 0,
      overdue: 0,
      answered: 2,
      inTime: 1,
      medianHours: 25,
    });
  });

  test('can be anonymous, and the platform emails it itself (spec:3.18)', async () => {
    await app.browser().trpc.feedback.submit.mutate({ ...words, name: '  ', subject: 'From nobody' });
    const { items } = await admin.trpc.admin.feedback.list.query({});
    expect(items.find(({ subject }) => subject === 'From nobody')).toMatchObject({ name: 'Anonymous', email: null });
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
      await owner.query(
        `alter table messages add constraint no_feedback check (kind <> 'feedback.received') not valid`,
      );
      await contractor.trpc.feedback.submit.mutate({ ...words, subject: 'No mail today' });
      await owner.query('alter table messages drop constraint no_feedback');
    } finally {
      await owner.end();
    }
    const { items } = await admin.trpc.admin.feedback.list.query({});
    expect(items.map(({ subject }) => subject)).toContain('No mail today');
  });

  test('is rate-limited', async () => {
    const nobody = app.browser();
    for (let sent = 0; sent < 10; sent += 1) await nobody.trpc.feedback.submit.mutate(words);
    expect(await codeOf(nobody.trpc.feedback.submit.mutate(words))).toBe('RATE_LIMITED');
  });
});
