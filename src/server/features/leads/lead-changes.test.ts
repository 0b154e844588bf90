import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTimelineEvent } from '#core/features/timeline/timeline.repository.ts';
import { inCompany } from '#core/platform/db/app.ts';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';

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

/** Opens the stream of changes. Each `next()` resolves to the data of the next event. */
async function openStream(of: TestApp, email: string, headers: Record<string, string> = {}) {
  const browser = await of.signIn(email);
  const stop = new AbortController();
  const response = await browser.fetch('/trpc/leads.onChange', {
    signal: stop.signal,
    headers: { accept: 'text/event-stream', ...headers },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  const next = async (): Promise<unknown> => {
    for (;;) {
      const end = buffer.indexOf('\n\n');
      if (end >= 0) {
        const block = buffer.slice(0, end);
        buffer = buffer.slice(end + 2);
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (data !== undefined && /^id: /m.test(block)) return JSON.parse(data);
        continue;
      }
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done) throw new Error('the stream ended');
      buffer += value;
    }
  };
  return { response, next, close: () => stop.abort() };
}

const ownerOf = async (company: { user_id: string }) => {
  const { rows } = await sql<{ email: string }>`select email from users where id = ${company.user_id}`.execute(
    app.deps.system,
  );
  return rows[0]?.email ?? '';
};

test('another process’s write reaches the open dashboards of that company only', async () => {
  const company = await app.a.company();
  const stranger = await app.a.company();
  const lead = await app.a.lead(company);
  const theirLead = await app.a.lead(stranger);
  const mine = await openStream(app, await ownerOf(company));
  const theirs = await openStream(app, await ownerOf(stranger));
  expect(mine.response.headers.get('content-type')).toContain('text/event-stream');
  expect(mine.response.headers.get('content-encoding')).toBeNull();
  expect(await mine.next()).toEqual({ leadId: null });
  expect(await theirs.next()).toEqual({ leadId: null });
  await inCompany(otherProcess.deps.db, company.id, (tx) =>
    addTimelineEvent(tx, { companyId: company.id, leadId: lead.id, kind: 'note', at: app.clock.now(), data: {} }),
  );
  expect(await mine.next()).toEqual({ leadId: lead.id });
  await inCompany(otherProcess.deps.db, stranger.id, (tx) =>
    addTimelineEvent(tx, { companyId: stranger.id, leadId: theirLead.id, kind: 'note', at: app.clock.now(), data: {} }),
  );
  expect(await theirs.next()).toEqual({ leadId: theirLead.id });
  mine.close();
  theirs.close();
});

test('changed settings reach the dashboards of that company only', async () => {
  const company = await app.a.company();
  const material = await app.a.material(company);
  const stranger = await app.a.company();
  const mine = await openStream(app, await ownerOf(company));
  const theirs = await openStream(app, await ownerOf(stranger));
  for (const stream of [mine, theirs]) expect(await stream.next()).toEqual({ leadId: null });
  const caller = await otherProcess.callerFor(company);
  const changes = [
    () => caller.pricing.updateBase({ basePriceCents: 900, gatePriceCents: 0 }),
    () => caller.pricing.updateMaterial({ id: material.id, premiumCents: 100 }),
    () => caller.pricing.addMaterial({ name: 'Chain Link', premiumCents: 0 }),
    () => caller.terms.update({ text: 'Pay us.' }),
  ];
  for (const change of changes) {
    await change();
    expect(await mine.next()).toEqual({ settings: true });
  }
  await (await otherProcess.callerFor(stranger)).company.update({ phone: '' });
  expect(await theirs.next()).toEqual({ settings: true });
  mine.close();
  theirs.close();
});

test('a merge notifies about both leads, and a dashboard showing the removed one opens the kept one', async () => {
  const company = await app.a.company();
  const [kept, gone] = [await app.a.lead(company), await app.a.lead(company)];
  const stream = await openStream(app, await ownerOf(company));
  expect(await stream.next()).toEqual({ leadId: null });
  const caller = await app.callerFor(company);
  await caller.leads.merge({ leadId: kept.id, otherLeadId: gone.id, takeNewer: [] });
  expect(new Set([await stream.next(), await stream.next()])).toEqual(
    new Set([{ leadId: kept.id }, { leadId: gone.id }]),
  );
  stream.close();
});

test('a sales member is notified of own and unassigned leads, and of leads they can no longer see, without others’ lead ids', async () => {
  const company = await app.a.company();
  const [me, them] = [await app.a.member(company, 'sales'), await app.a.member(company, 'sales')];
  const mine = await app.a.lead(company, { assigned_to: me.userId });
  const theirs = await app.a.lead(company, { assigned_to: them.userId });
  const free = await app.a.lead(company);
  const stream = await openStream(app, me.email);
  expect(await stream.next()).toEqual({ leadId: null });
  const owner = await app.callerFor(company);
  // notifications arrive in commit order, so the next event is the first one that this member may see
  await owner.leads.update({ leadId: theirs.id, notes: 'Call back' });
  await owner.leads.addNote({ leadId: theirs.id, text: 'Called' });
  await owner.leads.update({ leadId: mine.id, notes: 'Two gates' });
  expect(await stream.next()).toEqual({ leadId: mine.id });
  await owner.leads.assign({ leadId: theirs.id, userId: company.user_id });
  await owner.leads.update({ leadId: free.id, notes: 'Corner lot' });
  expect(await stream.next()).toEqual({ leadId: free.id });
  // a lead that is assigned to someone else must disappear from their list
  await owner.leads.assign({ leadId: free.id, userId: them.userId });
  expect(await stream.next()).toEqual({ leadId: null });
  await owner.leads.assign({ leadId: theirs.id, userId: me.userId });
  expect(await stream.next()).toEqual({ leadId: theirs.id });
  await owner.leads.assign({ leadId: mine.id, userId: null });
  expect(await stream.next()).toEqual({ leadId: null });
  stream.close();
});

test('a decision about a message reaches other dashboards and removes their buttons', async () => {
  const company = await app.a.company();
  const lead = await app.a.lead(company);
  const schedule = await app.a.schedule(company, lead);
  const { id } = await app.a.followUp(schedule, { status: 'unknown' });
  const stream = await openStream(app, await ownerOf(company));
  expect(await stream.next()).toEqual({ leadId: null });
  await (await app.callerFor(company)).followUps.resolveUnknown({ messageId: id, action: 'ignore' });
  expect(await stream.next()).toEqual({ leadId: lead.id });
  stream.close();
});

test('after losing the LISTEN connection, dashboards refresh everything and keep receiving changes', async () => {
  const company = await app.a.company();
  const lead = await app.a.lead(company);
  const stream = await openStream(app, await ownerOf(company));
  expect(await stream.next()).toEqual({ leadId: null });
  await breakListeners(app.database.url);
  expect(await stream.next()).toEqual({ leadId: null });
  await app.deps.system.updateTable('leads').set({ notes: 'changed' }).where('id', '=', lead.id).execute();
  expect(await stream.next()).toEqual({ leadId: lead.id });
  stream.close();
});

test('the stream can’t be opened from another site, or without a session', async () => {
  const company = await app.a.company();
  const foreign = await openStream(app, await ownerOf(company), { origin: 'https://evil.example' });
  expect(foreign.response.status).toBe(403);
  foreign.close();
  const anonymous = await app.browser().fetch('/trpc/leads.onChange', { headers: { accept: 'text/event-stream' } });
  // an EventSource can't read the status, so the stream's only event is the error
  expect(await anonymous.text()).toMatch(/^event: serialized-error\ndata: .*"code":"UNAUTHENTICATED"/m);
});

async function breakListeners(url: string): Promise<void> {
  const superuser = new pg.Client({ connectionString: url });
  await superuser.connect();
  await superuser.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen %' and datname = current_database()`,
  );
  await superuser.end();
}
