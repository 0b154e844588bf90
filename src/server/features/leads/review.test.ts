import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '#shared/primitives/app-error.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import { DAY } from '#shared/primitives/durations.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/caller.ts';

let app: TestApp;
let company: CompanyRow;
let caller: Caller;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  company = await app.a.company();
  caller = await app.callerFor(company);
  app.enqueued.length = 0;
});

type LeadGiven = Parameters<TestApp['a']['lead']>[1];
const heldLead = (given: LeadGiven = {}): Promise<LeadRow> =>
  app.a.lead(company, { source: 'widget', held_at: app.clock.now(), held_for: ['honeypot'], ...given });
const reviewed = async (leadId: LeadRow['id'], decision: 'accept' | 'spam') =>
  caller.leads.review({ leadId, decision });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Error && error.cause instanceof AppError ? error.cause.code : error),
  );
const namesIn = async (input: Parameters<Caller['leads']['list']>[0]) =>
  (await caller.leads.list(input)).items.map(({ name }) => name);
const queued = (lead: LeadRow) =>
  app.deps.system
    .selectFrom('messages')
    .select(['kind', 'channel', 'to_address', 'status', 'reason'])
    .where('lead_id', '=', lead.id)
    .orderBy('kind')
    .orderBy('channel')
    .execute();
describe('the Review view', () => {
  test('lists held leads, and those marked as spam separately', async () => {
    await app.a.lead(company, { name: 'In' });
    const held = await heldLead({ name: 'Held' });
    const spam = await heldLead({ name: 'Spam' });
    await reviewed(spam.id, 'spam');
    expect(await namesIn({})).toEqual(['In']);
    expect(await namesIn({ review: true })).toEqual(['Held']);
    expect(await namesIn({ review: true, spam: true })).toEqual(['Spam']);
    expect(await namesIn({ review: true, search: 'held' })).toEqual(['Held']);
    expect(await caller.leads.summary()).toMatchObject({ total: 1, review: 1 });
    expect(await caller.leads.get({ leadId: held.id })).toMatchObject({
      held: true,
      heldFor: ['honeypot'],
      spamAt: null,
    });
    expect((await caller.leads.get({ leadId: spam.id })).spamAt).not.toBeNull();
    expect((await caller.leads.timeline({ leadId: held.id })).items).toEqual([]);
  });

  test('pages by keyset', async () => {
    for (const [index, name] of ['A', 'B', 'C'].entries())
      await heldLead({ name, created_at: new Date(app.clock.now().getTime() - index * DAY) });
    const first = await caller.leads.list({ review: true, limit: 2 });
    expect(first.items.map(({ name }) => name)).toEqual(['A', 'B']);
    expect(await namesIn({ review: true, limit: 2, cursor: first.nextCursor })).toEqual(['C']);
  });
});

describe('accepting a held lead', () => {
  test('adds it with its original time, and its messages are sent', async () => {
    const createdAt = new Date(app.clock.now().getTime() - 2 * DAY);
    const lead = await heldLead({ name: 'Marisol', created_at: createdAt });
    await app.a.consent(company, lead, { ip: '203.0.113.7' });
    expect(await queued(lead)).toEqual([]);
    const view = await reviewed(lead.id, 'accept');
    expect(view).toMatchObject({ held: false, heldFor: [], createdAt: createdAt.toISOString(), status: 'new' });
    expect(await namesIn({})).toEqual(['Marisol']);
    expect(await queued(lead)).toMatchObject([
      { kind: 'lead.notice', channel: 'email', to_address: company.email },
      { kind: 'lead.received', channel: 'email', to_address: lead.email },
      { kind: 'lead.received', channel: 'sms', to_address: lead.phone },
    ]);
    expect(app.enqueued).toContain(company.id);
    expect(await caller.leads.summary()).toMatchObject({ total: 1, review: 0 });
  });

  test('sends each message once, even if it’s accepted ten times concurrently', async () => {
    const lead = await heldLead();
    await Promise.all(Array.from({ length: 10 }, () => reviewed(lead.id, 'accept')));
    expect(await queued(lead)).toHaveLength(2);
    const notes = (await caller.leads.timeline({ leadId: lead.id })).items.filter(({ kind }) => kind === 'note');
    expect(notes).toHaveLength(1);
  });

  test('texts nobody without consent', async () => {
    const lead = await heldLead();
    await reviewed(lead.id, 'accept');
    expect((await queued(lead)).map(({ channel }) => channel)).toEqual(['email', 'email']);
  });

  test('works after marking as spam; marking the accepted lead as spam cancels its waiting messages', async () => {
    const lead = await heldLead();
    await reviewed(lead.id, 'spam');
    expect(await reviewed(lead.id, 'accept')).toMatchObject({ held: false, spamAt: null });
    await app.a.schedule(company, lead);
    const spam = await reviewed(lead.id, 'spam');
    expect(spam).toMatchObject({ held: true, heldFor: ['marked_spam'], followUpStatus: 'stopped' });
    expect((await queued(lead)).map(({ status, reason }) => [status, reason])).toEqual([
      ['cancelled', 'You marked this lead as spam'],
      ['cancelled', 'You marked this lead as spam'],
    ]);
    expect(await namesIn({})).toEqual([]);
    await reviewed(lead.id, 'accept');
    expect((await queued(lead)).map(({ status }) => status)).toEqual(['scheduled', 'scheduled']);
  });

  test('doesn’t resend messages that were sent before it was marked as spam', async () => {
    const lead = await heldLead();
    await reviewed(lead.id, 'accept');
    await app.deps.system.updateTable('messages').set({ status: 'sent' }).where('lead_id', '=', lead.id).execute();
    await reviewed(lead.id, 'spam');
    await reviewed(lead.id, 'accept');
    expect((await queued(lead)).map(({ status }) => status)).toEqual(['sent', 'sent']);
  });
});

test('a lead with an estimate can’t be marked as spam', async () => {
  const lead = await app.a.lead(company, { estimate_sent_at: app.clock.now() });
  expect(await codeOf(reviewed(lead.id, 'spam'))).toBe('CONFLICT');
  expect(await codeOf(reviewed(lead.id, 'accept'))).toBe('done');
});

test('another company can’t review it', async () => {
  const lead = await heldLead();
  const other = await app.callerFor(await app.a.company());
  expect(await codeOf(other.leads.review({ leadId: lead.id, decision: 'accept' }))).toBe('NOT_FOUND');
  expect((await other.leads.list({ review: true })).items).toEqual([]);
});
