import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answerReplies } from '#core/features/agent/replies/answer-replies.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { ConversationId, LeadId } from '#shared/primitives/ids.ts';
import { HOUR, MINUTE, SECOND } from '#shared/primitives/durations.ts';
import { chatWith, dataOf } from '../../../../test/agent-chat.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';

/** Monday noon in Boise. */
const START = '2026-11-16T19:00:00.000Z';

let lab: DeliveryLab;
let company: CompanyRow;
let companies = 0;
beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());
beforeEach(async () => {
  lab.app.clock.set(START);
  company = await lab.app.a.company({ name: 'Acme Fence', sms_from: `+1208556${7_000 + (companies += 1)}` });
  await lab.app.a.material(company, { name: 'Vinyl' });
  await (await lab.app.callerFor(company)).widget.updateSettings({ instantQuotes: true });
});

const chat = () => chatWith(lab.app, company);
const leadIn = (events: Awaited<ReturnType<ReturnType<typeof chat>['say']>>) =>
  String(dataOf(events, 'lead')?.['leadId']) as LeadId;
const handoverOf = async (leadId: LeadId) =>
  (await (await lab.app.callerFor(company)).agent.conversation({ leadId })).handover;
/** Returns the notices that the contractor received, oldest first. */
async function notices() {
  await lab.drain(company);
  return lab.mails(company.email).map(({ subject, text }) => ({ subject, text }));
}

describe('a widget conversation that is handed over', () => {
  test('sends one notice with the summary if the lead is new', async () => {
    const events = await chat().say(
      '150 ft of 6 foot vinyl with 2 gates, old chain link out, ann.lee@example.com, do I need a permit?',
    );
    const [first, ...others] = await notices();
    expect(others).toEqual([]);
    expect(first?.subject).toContain('New lead');
    expect(first?.text).toContain('Handed over: They asked about permits, property lines or contracts.');
    expect(first?.text).toContain('Last message: 150 ft of 6 foot vinyl');
    expect(await handoverOf(leadIn(events))).toEqual({
      reach: 'ann.lee@example.com',
      fence: '150 ft, Vinyl, 6 ft tall, 2 gates, an old fence to remove',
      price: 'The agent gave no price.',
      why: 'They asked about permits, property lines or contracts.',
      said: '150 ft of 6 foot vinyl with 2 gates, old chain link out, ann.lee@example.com, do I need a permit?',
    });
  });

  test('sends one notice if the contact details come after the question', async () => {
    const talk = chat();
    await talk.say('I want to talk to a person');
    expect(await notices()).toEqual([]);
    const leadId = leadIn(await talk.say('208-555-0163'));
    expect((await notices()).map(({ subject }) => subject)).toEqual([expect.stringContaining('New lead')]);
    expect(await handoverOf(leadId)).toMatchObject({ reach: '(208) 555-0163', said: '208-555-0163' });
  });

  test('sends one notice about an existing lead, and another one after the conversation was handed back', async () => {
    const talk = chat();
    const leadId = leadIn(await talk.say('150 ft of vinyl with 2 gates, bo.ray@example.com'));
    expect(await notices()).toHaveLength(1);
    await talk.say('can a person call me?');
    await talk.say('hello? a person please');
    const [, told, ...others] = await notices();
    expect(others).toEqual([]);
    expect(told?.subject).toMatch(/needs an answer from you$/);
    expect(told?.text).toMatch(
      /Contact: bo.ray@example.com\n+Fence: 150 ft, Vinyl, 2 gates\n+Price: The agent said \$/,
    );
    const { agent } = await lab.app.callerFor(company);
    await agent.giveBack({ leadId });
    expect(await handoverOf(leadId)).toBeNull();
    lab.app.clock.advance(MINUTE);
    await talk.say('I need a person');
    expect(await notices()).toHaveLength(3);
  });

  test('sends a notice if a known person asks in another conversation', async () => {
    const leadId = leadIn(await chat().say('150 ft of vinyl with 2 gates, cy.fox@example.com'));
    expect(await notices()).toHaveLength(1);
    expect(leadIn(await chat().say('I want to talk to a person, cy.fox@example.com'))).toBe(leadId);
    expect((await notices()).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('New lead'),
      expect.stringMatching(/needs an answer from you$/),
    ]);
  });

  test('sends nothing if a member has already taken over', async () => {
    const talk = chat();
    const leadId = leadIn(await talk.say('150 ft of vinyl with 2 gates, di.orr@example.com'));
    expect(await notices()).toHaveLength(1);
    await talk.say('can a person call me?');
    await (await lab.app.callerFor(company)).agent.takeOver({ leadId });
    expect(await notices()).toHaveLength(1);
    await talk.say('are you there? I want to talk to a person');
    expect(await notices()).toHaveLength(1);
  });

  test('sends nothing about a held lead; after acceptance, its notice contains the summary', async () => {
    await lab.app.deps.system
      .updateTable('company_profiles')
      .set({ widget_allowed_domains: ['acme.example'] })
      .where('id', '=', company.id)
      .execute();
    const { leads } = await lab.app.callerFor(company);
    const held = await lab.app.a.lead(company, {
      name: 'Eve Hart',
      email: 'eve.hart@example.com',
      held_at: lab.app.clock.now(),
      held_for: ['foreign_site'],
    });
    await lab.app.deps.system
      .insertInto('agent_conversations')
      .values({
        company_id: company.id,
        lead_id: held.id,
        channel: 'widget',
        state: '{}',
        created_at: lab.app.clock.now(),
        handed_over_at: lab.app.clock.now(),
        handover: JSON.stringify({
          reach: 'eve.hart@example.com',
          fence: '150 ft',
          price: 'The agent gave no price.',
          why: 'They were upset.',
          said: 'See www.smish.example',
        }),
      })
      .execute();
    expect(await notices()).toEqual([]);
    await leads.review({ leadId: held.id, decision: 'accept' });
    const [notice] = await notices();
    expect(notice?.text).toContain('Handed over: They were upset.');
    expect(notice?.text).not.toContain('www.smish.example');
  });
});

test('a text that is handed over is followed by one email with the summary', async () => {
  const phone = '+12085557001';
  const lead = await lab.app.a.lead(company, { phone, name: 'Tom Brook', perimeter_ft: 150 });
  await lab.app.a.consent(company, lead);
  await (await lab.app.callerFor(company)).agent.updateSettings({ sms: 'auto' });
  await lab.reply(phone, 'I want to talk to a person', { To: company.sms_from ?? '' });
  lab.app.clock.advance(25 * SECOND);
  await answerReplies({ ...lab.app.deps, config: lab.app.config, clock: lab.app.clock }, company.id);
  lab.app.clock.advance(MINUTE);
  expect((await notices()).map(({ subject }) => subject)).toEqual([
    'Tom Brook needs an answer from you',
    'Tom Brook wrote a text',
  ]);
  expect(await handoverOf(lead.id)).toMatchObject({
    said: 'I want to talk to a person',
    reach: `(208) 555-7001 or ${lead.email}`,
  });
});

test('a question on the estimate page that is handed over sends one notice with the contact details', async () => {
  const vinyl = await lab.app.a.material(company, { name: 'Cedar' });
  const lead = await lab.app.a.lead(company, { name: 'Marisol Vega', phone: '+12085557002' });
  const { estimates } = await lab.app.callerFor(company);
  const { url } = await estimates.send({ leadId: lead.id, materialId: vinyl.id, perimeter: 184, gateCount: 1 });
  const token = new URL(url).pathname.split('/')[2];
  await fetch(`${lab.app.url}/api/estimate/v1/agent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, text: 'Can you do it cheaper?' }),
  });
  const [asked, ...others] = await notices();
  expect(others).toEqual([]);
  expect(asked?.subject).toMatch(/^Marisol Vega asks about /);
  expect(asked?.text).toContain('Question: Can you do it cheaper?');
  expect(asked?.text).toContain('Contact: (208) 555-7002');
});

describe('a conversation on the lead’s timeline', () => {
  const talksOf = async (leadId: LeadId) =>
    (await (await lab.app.callerFor(company)).leads.timeline({ leadId })).items.filter(
      ({ kind }) => kind === 'agent_talk',
    );

  test('is one entry, however long it is, with its current result and cost', async () => {
    const talk = chat();
    await talk.say('hello');
    const leadId = leadIn(await talk.say('150 ft of vinyl with 2 gates, flo.kay@example.com'));
    await talk.say('and with 3 gates?');
    const { leads } = await lab.app.callerFor(company);
    const priceCents = (await leads.get({ leadId })).quoteCents;
    const result = { priceCents, handedOver: false, won: false, costMicros: 0 };
    expect(await talksOf(leadId)).toEqual([
      expect.objectContaining({ data: { conversationId: talk.id(), channel: 'widget', result } }),
    ]);
    await lab.app.deps.system
      .insertInto('agent_costs')
      .values(
        [100, 250].map((cost) => ({
          company_id: company.id,
          conversation_id: talk.id() as ConversationId,
          model: 'a-model',
          status: 'used' as const,
          cost_micros: cost,
          at: lab.app.clock.now(),
        })),
      )
      .execute();
    await talk.say('I want to talk to a person');
    await leads.update({ leadId, outcome: 'won' });
    const [entry, ...others] = await talksOf(leadId);
    expect(others).toEqual([]);
    expect(entry?.data).toMatchObject({ result: { ...result, handedOver: true, won: true, costMicros: 350 } });
  });

  test('is one entry per conversation, even after leads are joined or merged', async () => {
    const first = leadIn(await chat().say('150 ft of vinyl with 2 gates, gil.moe@example.com'));
    await chat().say('I want to talk to a person, gil.moe@example.com');
    expect(await talksOf(first)).toHaveLength(2);
    lab.app.clock.advance(2 * HOUR);
    const second = leadIn(await chat().say('90 ft of vinyl with 1 gate, gil.moe@example.com'));
    expect(second).not.toBe(first);
    await (await lab.app.callerFor(company)).leads.merge({ leadId: first, otherLeadId: second, takeNewer: [] });
    expect(await talksOf(first)).toHaveLength(3);
  });
});
