import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CompanyId, UserId } from '#shared/primitives/ids.ts';
import { adminRouter } from './admin.router.ts';
import { startTestApp, type TestApp, type TestBrowser } from '../../../../test/caller.ts';

let app: TestApp;
let admin: TestBrowser;
let contractor: TestBrowser;

beforeAll(async () => {
  app = await startTestApp();
  const robin = await app.a.user({ email: 'robin@picket.test', name: 'Robin Reyes' }, ['admin', 'contractor']);
  await app.a.company({ user_id: robin.id, name: 'Northside Fence' });
  const owner = await app.a.user({ email: 'owner@picket.test', name: 'Olive Owner' });
  await app.a.company({ user_id: owner.id, name: 'Acme Fence' });
  admin = await app.signIn(robin.email);
  contractor = await app.signIn(owner.email);
});
afterAll(() => app.close());

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'no error',
    (error: { data?: { code?: string } }) => error.data?.code ?? 'no code',
  );

const logged = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from audit_log`.execute(app.deps.system);
  return rows[0]?.n ?? -1;
};

const asOwner = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: app.database.url });
  await client.connect();
  await client.query(statement);
  await client.end();
};

describe('permissions', () => {
  const someone = '019aa000-0000-7000-8000-000000000000' as UserId & CompanyId;
  const everything = ({ trpc }: TestBrowser): Record<string, () => Promise<unknown>> => ({
    overview: () => trpc.admin.overview.query(),
    figures: () => trpc.admin.figures.query(),
    agentCosts: () => trpc.admin.agentCosts.query(),
    pauseNewPeople: () => trpc.admin.pauseNewPeople.mutate({ paused: true }),
    users: () => trpc.admin.users.list.query({}),
    setRole: () => trpc.admin.users.setRole.mutate({ userId: someone, role: 'admin', granted: true }),
    endSessions: () => trpc.admin.users.endSessions.mutate({ userId: someone }),
    companies: () => trpc.admin.companies.list.query({}),
    company: () => trpc.admin.companies.get.query({ companyId: someone }),
    setSms: () => trpc.admin.companies.setSms.mutate({ companyId: someone, registration: 'approved' }),
    grant: () => trpc.admin.companies.grantFreeAccess.mutate({ companyId: someone, until: '2099-01-01' }),
    resumeTexts: () => trpc.admin.companies.resumeTexts.mutate({ companyId: someone }),
    revoke: () => trpc.admin.companies.revokeFreeAccess.mutate({ companyId: someone }),
    failures: () => trpc.admin.messages.failures.query({}),
    retry: () => trpc.admin.messages.retry.mutate({ id: someone }),
    dismiss: () => trpc.admin.messages.dismiss.mutate({ id: someone }),
    events: () => trpc.admin.stripeEvents.failures.query({}),
    retryEvent: () => trpc.admin.stripeEvents.retry.mutate({ id: 'evt_1' }),
    feedback: () => trpc.admin.feedback.list.query({}),
    answerFeedback: () => trpc.admin.feedback.answer.mutate({ id: someone, replyId: someone, text: 'Thank you' }),
    supportFigures: () => trpc.admin.feedback.figures.query(),
    markRead: () => trpc.admin.feedback.markRead.mutate({ id: someone, read: true }),
    queue: () => trpc.admin.queue.health.query(),
    tryProvider: () => trpc.admin.queue.tryProvider.mutate({ provider: 'twilio' }),
    audit: () => trpc.admin.audit.list.query({}),
  });

  test('every procedure throws FORBIDDEN for a contractor, and requires a session', async () => {
    for (const [name, call] of Object.entries(everything(contractor)))
      expect([name, await codeOf(call())]).toEqual([name, 'FORBIDDEN']);
    for (const [name, call] of Object.entries(everything(app.browser())))
      expect([name, await codeOf(call())]).toEqual([name, 'UNAUTHENTICATED']);
    expect(await logged()).toBe(0);
  });

  test('the list contains every procedure of the router', () => {
    const built = Object.keys(everything(admin)).length;
    const declared = Object.keys(adminRouter._def.procedures).length;
    expect(built).toBe(declared);
  });

  test('losing the role takes effect on the next call of an open session', async () => {
    const second = await app.a.user({ email: 'second@picket.test' }, ['admin']);
    const browser = await app.signIn(second.email);
    await browser.trpc.admin.overview.query();
    await admin.trpc.admin.users.setRole.mutate({ userId: second.id, role: 'admin', granted: false });
    expect(await codeOf(browser.trpc.admin.overview.query())).toBe('FORBIDDEN');
  });

  test('if roles can’t be read, access is denied and the failure is logged (spec:8.14)', async () => {
    const error = vi.spyOn(app.deps.logger, 'error');
    await asOwner('revoke select on user_roles from picket_system');
    expect(await codeOf(admin.trpc.admin.overview.query())).toBe('UNKNOWN_ERROR');
    await asOwner('grant select on user_roles to picket_system');
    expect(error).toHaveBeenCalledOnce();
    error.mockRestore();
    await admin.trpc.admin.overview.query();
  });

  test('the queue board is admin-only and read-only', async () => {
    expect((await app.browser().fetch('/admin/queue')).status).toBe(401);
    expect((await contractor.fetch('/admin/queue')).status).toBe(403);
    expect((await contractor.fetch('/admin/queue/api/queues')).status).toBe(403);
    const page = await admin.fetch('/admin/queue');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("base-uri 'self'");
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
    const html = await page.text();
    expect(html).toContain('<base href="/admin/queue/"');
    expect(html).toContain('<div id="root"></div>');
    expect(html).not.toMatch(/ style="|<style|https:/);
    const queues = (await (await admin.fetch('/admin/queue/api/queues')).json()) as { queues: { name: string }[] };
    expect(queues.queues.map(({ name }) => name)).toEqual(['texts', 'mails', 'billing']);
    const added = await admin.fetch('/admin/queue/api/queues/messages/add', { method: 'POST' });
    expect(added.status).toBe(403);
    expect((await admin.fetch('/healthz')).headers.get('content-security-policy')).toContain("base-uri 'none'");
  });
});
