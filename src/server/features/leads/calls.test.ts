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
