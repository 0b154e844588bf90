import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { MINUTE } from '#shared/primitives/durations.ts';
import { localDateOf } from '#shared/primitives/local-date.ts';
import type { LeadId } from '#shared/primitives/ids.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/caller.ts';

let app: TestApp;
let company: CompanyRow;
let owner: Caller;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  company = await app.a.company();
  owner = await app.callerFor(company);
});

const newLead = async (): Promise<LeadId> =>
  (await owner.leads.create({ name: 'Pat Doe', phone: '2085550164' })).id as LeadId;
const REPLY = JSON.stringify({ text: 'Still there?', channel: 'sms' });
const newest = async (leadId: LeadId) => (await owner.leads.timeline({ leadId })).items;
const thread = async (leadId: LeadId) => (await owner.messages.thread({ leadId })).items;
const firstReply = async () => {
  const day = localDateOf(app.clock.now(), company.time_zone);
  return (await owner.analytics.overview({ from: day, to: day })).firstAnswerMinutes?.median;
};

describe('a logged call', () => {
  test('is a private note on the timeline, with its outcome, its text and the member, and a call in the thread', async () => {
    const leadId = await newLead();
    app.clock.advance(MINUTE);
    await owner.leads.logCall({ leadId, outcome: 'reached', text: 'Wants Saturday' });
    const call = (await newest(leadId)).find(({ kind }) => kind === 'note');
    expect(call?.data).toEqual({
      call: 'reached',
      text: 'Wants Saturday',
      by: { userId: company.user_id, name: expect.any(String) as string },
    });
    expect(await thread(leadId)).toEqual([
      expect.objectContaining({
        from: 'company',
        channel: 'call',
        label: 'Called and reached them',
        text: 'Wants Saturday',
      }),
    ]);
  });

  test('marks Today’s call as done, whatever its outcome', async () => {
    const leadId = await newLead();
    expect((await owner.today.get()).calls.count).toBe(1);
    app.clock.advance(MINUTE);
    await owner.leads.logCall({ leadId, outcome: 'no_answer' });
    expect((await owner.today.get()).calls.count).toBe(0);
    expect((await thread(leadId))[0]).toMatchObject({ label: 'Called, no answer', text: '' });
  });

  test('is the first reply and moves the lead to contacted if the homeowner heard from the company', async () => {
    const leadId = await newLead();
    app.clock.advance(3 * MINUTE);
    await owner.leads.logCall({ leadId, outcome: 'no_answer' });
    expect((await owner.leads.get({ leadId })).status).toBe('new');
    expect(await firstReply()).toBeUndefined();
    app.clock.advance(3 * MINUTE);
    await owner.leads.logCall({ leadId, outcome: 'voicemail' });
    expect((await owner.leads.get({ leadId })).status).toBe('contacted');
    expect(await firstReply()).toBeCloseTo(6, 1);
    app.clock.advance(MINUTE);
    await owner.leads.logCall({ leadId, outcome: 'reached' });
    expect(await firstReply()).toBeCloseTo(6, 1);
  });

  test('is the first reply of a lead that’s already contacted, too', async () => {
    const lead = await app.a.lead(company, { status: 'contacted' });
    expect(await firstReply()).toBeUndefined();
    app.clock.advance(2 * MINUTE);
    await owner.leads.logCall({ leadId: lead.id, outcome: 'reached' });
    expect(await firstReply()).toBeGreaterThan(1);
  });

  test('answers a homeowner who was waiting', async () => {
    const leadId = await newLead();
    await app.deps.system.updateTable('leads').set({ awaits_answer: 'reply', awaits_since: app.clock.now() }).execute();
    app.clock.advance(MINUTE);
    await owner.leads.logCall({ leadId, outcome: 'reached' });
    expect((await owner.leads.get({ leadId })).awaitsAnswer).toBeNull();
  });
});

describe('a call logged by mistake', () => {
  const waitsInToday = async () => (await owner.today.get()).calls.count;

  test('leaves the lead, Today, the thread and the reports as they were before', async () => {
    const leadId = await newLead();
    const before = { timeline: await newest(leadId), lead: await owner.leads.get({ leadId }) };
    app.clock.advance(MINUTE);
    const { callId } = await owner.leads.logCall({ leadId, outcome: 'reached' });
    expect([await waitsInToday(), await firstReply()]).toEqual([0, expect.closeTo(1, 1)]);
    await owner.leads.undoCall({ leadId, callId });
    expect({ timeline: await newest(leadId), lead: await owner.leads.get({ leadId }) }).toEqual(before);
    expect(await thread(leadId)).toEqual([]);
    expect([await waitsInToday(), await firstReply()]).toEqual([1, undefined]);
  });

  test('leaves a lead as contacted if another call reached the homeowner', async () => {
    const leadId = await newLead();
    app.clock.advance(MINUTE);
    const { callId } = await owner.leads.logCall({ leadId, outcome: 'reached' });
    app.clock.advance(MINUTE);
    await owner.leads.logCall({ leadId, outcome: 'voicemail' });
    await owner.leads.undoCall({ leadId, callId });
    expect((await owner.leads.get({ leadId })).status).toBe('contacted');
    expect(await firstReply()).toBeCloseTo(2, 1);
  });

  test('leaves a lead as contacted if follow-ups started since', async () => {
    const leadId = (await owner.leads.create({ name: 'Pat Doe', email: 'pat@example.com' })).id as LeadId;
    const { callId } = await owner.leads.logCall({ leadId, outcome: 'reached' });
    app.clock.advance(MINUTE);
    await owner.followUps.save({ leadId, channel: 'email', steps: [{ day: 1, message: 'Hi' }], active: true });
    await owner.leads.undoCall({ leadId, callId });
    expect((await owner.leads.get({ leadId })).status).toBe('contacted');
  });

  test('lets the homeowner wait for an answer again', async () => {
    const lead = await app.a.lead(company, { awaits_answer: 'reply', awaits_since: app.clock.now() });
    await app.deps.system
      .insertInto('timeline_events')
      .values({ company_id: company.id, lead_id: lead.id, kind: 'reply_received', at: app.clock.now(), data: REPLY })
      .execute();
    app.clock.advance(MINUTE);
    const { callId } = await owner.leads.logCall({ leadId: lead.id, outcome: 'no_answer' });
    expect((await owner.leads.get({ leadId: lead.id })).awaitsAnswer).toBeNull();
    await owner.leads.undoCall({ leadId: lead.id, callId });
    expect((await owner.leads.get({ leadId: lead.id })).awaitsAnswer).toBe('reply');
  });

  test('is removed once, however often Undo is pressed, and only as a call of this lead', async () => {
    const leadId = await newLead();
    const { callId } = await owner.leads.logCall({ leadId, outcome: 'reached' });
    await owner.leads.undoCall({ leadId: await newLead(), callId });
    const created = (await newest(leadId)).find(({ kind }) => kind === 'lead_created')?.id ?? '';
    await owner.leads.undoCall({ leadId, callId: created });
    expect((await newest(leadId)).map(({ kind }) => kind)).toEqual(['status_changed', 'note', 'lead_created']);
    await Promise.all([owner.leads.undoCall({ leadId, callId }), owner.leads.undoCall({ leadId, callId })]);
    await owner.leads.undoCall({ leadId, callId });
    expect((await newest(leadId)).map(({ kind }) => kind)).toEqual(['lead_created']);
  });

  test('can be removed for an hour, by who logged it or a manager', async () => {
    const leadId = await newLead();
    const { userId } = await app.a.member(company, 'sales');
    const sales = await app.callerFor(company, { userId, role: 'sales' });
    const own = await owner.leads.logCall({ leadId, outcome: 'no_answer' });
    await expect(sales.leads.undoCall({ leadId, ...own })).rejects.toMatchObject({ cause: { code: 'FORBIDDEN' } });
    const theirs = await sales.leads.logCall({ leadId, outcome: 'no_answer' });
    await owner.leads.undoCall({ leadId, ...theirs });
    const last = await sales.leads.logCall({ leadId, outcome: 'no_answer' });
    await sales.leads.undoCall({ leadId, ...last });
    app.clock.advance(61 * MINUTE);
    await expect(owner.leads.undoCall({ leadId, ...own })).rejects.toMatchObject({ cause: { code: 'CONFLICT' } });
    expect((await newest(leadId)).filter(({ kind }) => kind === 'note')).toHaveLength(1);
  });

  test('of another company isn’t found', async () => {
    const leadId = await newLead();
    const { callId } = await owner.leads.logCall({ leadId, outcome: 'reached' });
    const stranger = await app.callerFor(await app.a.company());
    await expect(stranger.leads.undoCall({ leadId, callId })).rejects.toMatchObject({ cause: { code: 'NOT_FOUND' } });
    const mine = (await stranger.leads.create({ name: 'Bo', phone: '2085550165' })).id;
    await stranger.leads.undoCall({ leadId: mine, callId });
    expect(await newest(leadId)).toHaveLength(3);
  });
});
