import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answerTurn } from '#core/features/agent/answer-turn.ts';
import { answerReplies } from '#core/features/agent/replies/answer-replies.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import type { ConversationId, LeadId } from '#shared/primitives/ids.ts';
import { HOUR, MINUTE, SECOND } from '#shared/primitives/durations.ts';
import { chatWith, dataOf, eventsIn, wordsOf } from '../../../../test/agent-chat.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';

/** Monday noon in Boise. */
const START = '2026-11-16T19:00:00.000Z';

let lab: DeliveryLab;
let people = 0;
beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());
beforeEach(() => lab.app.clock.set(START));

interface Person {
  company: CompanyRow;
  lead: LeadRow;
  phone: string;
}

const newPhone = (): string => `+1208555${String(2_000 + (people += 1))}`;

/** A company that shows instant prices, and one of its leads, who agreed to texts. */
async function person(mode: 'draft' | 'auto' = 'auto'): Promise<Person> {
  const { a } = lab.app;
  const phone = newPhone();
  const company = await a.company({ name: 'Acme Fence', sms_from: `+1208556${String(2_000 + people)}` });
  const material = await a.material(company, { name: 'Vinyl' });
  const lead = await a.lead(company, {
    phone,
    name: 'Tom Brook',
    perimeter_ft: 150,
    material_id: material.id,
    material_type: 'Vinyl',
    gate_count: 1,
  });
  await a.consent(company, lead);
  const caller = await lab.app.callerFor(company);
  await caller.widget.updateSettings({ instantQuotes: true });
  await caller.agent.updateSettings({ sms: mode });
  return { company, lead, phone };
}

const callerOf = ({ company }: Pick<Person, 'company'>) => lab.app.callerFor(company);
const deps = () => ({ ...lab.app.deps, config: lab.app.config, clock: lab.app.clock });
const write = ({ company, phone }: Person, body: string, more: Record<string, string> = {}) =>
  lab.reply(phone, body, { To: company.sms_from ?? '', ...more });

/** Answers and sends due messages, as the worker would 25 seconds later. */
async function answer({ company }: Person): Promise<void> {
  lab.app.clock.advance(25 * SECOND);
  await answerReplies(deps(), company.id);
  await lab.drain(company);
}
const textsTo = ({ phone }: Person): string[] => lab.texts(phone).map(({ text }) => text);

/** Returns the subjects of the notices that the contractor has received. */
async function notices({ company }: Pick<Person, 'company'>): Promise<string[]> {
  lab.app.clock.advance(MINUTE);
  await lab.drain(company);
  return lab.mails(company.email).map(({ subject }) => subject ?? '');
}

describe('a member who took over', () => {
  test('is notified of the homeowner’s messages in the widget, once until they read them', async () => {
    const tom = await person();
    const talk = chatWith(lab.app, tom.company);
    const { leadId } = dataOf(await talk.say('150 ft of vinyl with 2 gates, di.orr@example.com'), 'lead') as {
      leadId: LeadId;
    };
    await notices(tom);
    const { agent, leads } = await callerOf(tom);
    await agent.takeOver({ leadId });
    expect((await talk.say('Can you start on Friday?')).map(({ event }) => event)).toEqual(['done']);
    await talk.say('hello?');
    expect(await leads.get({ leadId })).toMatchObject({ awaitsAnswer: 'reply', unread: 2 });
    expect((await notices(tom)).slice(1)).toEqual([expect.stringMatching(/wrote a message on your website$/)]);
  });

  test('gets at most 8 questions in an hour from the estimate page, and the homeowner is told so', async () => {
    const tom = await person();
    const { agent, estimates } = await callerOf(tom);
    const materialId = tom.lead.material_id ?? '';
    const { url } = await estimates.send({ leadId: tom.lead.id, materialId, perimeter: 184, gateCount: 1 });
    const token = new URL(url).pathname.split('/')[2] ?? '';
    const ask = async (text: string) => {
      const response = await fetch(`${lab.app.url}/api/estimate/v1/agent`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token, text }),
      });
      return wordsOf(eventsIn(await response.text()));
    };
    await ask('What is the total?');
    await agent.takeOver({ leadId: tom.lead.id });
    for (let question = 1; question <= 8; question++) expect(await ask(`Is step ${question} on you?`)).toBe('');
    expect(await ask('And one more thing?')).toBe('The team has your questions. A person will answer.');
  });
});

test('a message in the widget after a handover awaits the contractor', async () => {
  const tom = await person();
  const talk = chatWith(lab.app, tom.company);
  const { leadId } = dataOf(await talk.say('can a person call me? hal.orr@example.com'), 'lead') as { leadId: LeadId };
  const { leads, messages } = await callerOf(tom);
  await messages.markRead({ leadId });
  expect(wordsOf(await talk.say('hello?'))).toBe('The team has your messages. A person will answer.');
  expect(await leads.get({ leadId })).toMatchObject({ awaitsAnswer: 'reply', unread: 1 });
  expect(await notices(tom)).toHaveLength(1);
});

test('a text that waits while its lead is merged is answered, and still awaits the contractor', async () => {
  const tom = await person('draft');
  const older = await lab.app.a.lead(tom.company, {
    name: 'Tom B.',
    created_at: new Date(lab.app.clock.now().getTime() - 24 * HOUR),
  });
  await write(tom, 'how much with 2 gates?');
  const { leads, agent } = await callerOf(tom);
  await leads.merge({ leadId: tom.lead.id, otherLeadId: older.id, takeNewer: [] });
  expect(await leads.get({ leadId: older.id })).toMatchObject({ awaitsAnswer: 'reply' });
  await answer(tom);
  expect(await agent.drafts()).toHaveLength(1);
});

test('a question about terms with a very long section is answered', async () => {
  const tom = await person();
  const { terms, estimates } = await callerOf(tom);
  const section = `Warranty\n${'We warrant our workmanship for one year. '.repeat(300)}`;
  await terms.update({ text: section });
  const materialId = tom.lead.material_id ?? '';
  await estimates.send({ leadId: tom.lead.id, materialId, perimeter: 184, gateCount: 1 });
  await write(tom, 'Is there a warranty?');
  await answer(tom);
  expect(textsTo(tom).at(-1)).toContain('We warrant our workmanship');
});

test('an answer without spaces that is too long for a text is cut', async () => {
  const tom = await person();
  const { agent } = await callerOf(tom);
  await agent.facts.save({ question: 'Do you stain fences?', answer: 'x'.repeat(2_000) });
  await write(tom, 'how much with 2 gates?');
  await answer(tom);
  await write(tom, 'do you stain fences?');
  await answer(tom);
  expect(textsTo(tom)[1]).toContain('xxxx');
});

test('the request in the last of several long texts isn’t lost', async () => {
  const tom = await person();
  await write(tom, 'we have a long story about the old place and the weather, '.repeat(27).slice(0, 1_590));
  await write(tom, `and then the dog came, ${'we have a long story, '.repeat(30)} so can a person call me`);
  await answer(tom);
  expect((await notices(tom)).some((subject) => subject.endsWith('needs an answer from you'))).toBe(true);
});

test('if a worker dies after its answer handed over the conversation, another worker sends that answer', async () => {
  const tom = await person();
  await write(tom, 'can a person call me');
  const { id } = await lab.app.deps.system
    .selectFrom('agent_replies')
    .select('message_id as id')
    .where('lead_id', '=', tom.lead.id)
    .executeTakeFirstOrThrow();
  await answerTurn(deps(), {
    companyId: tom.company.id,
    channel: 'sms',
    conversation: { leadId: tom.lead.id },
    text: 'can a person call me',
    language: undefined,
    messageId: id,
    facts: { ip: '', userAgent: '' },
  });
  await answer(tom);
  expect(textsTo(tom)).toEqual([expect.stringContaining('passed this on to the team')]);
  await write(tom, 'hello?');
  await answer(tom);
  expect(textsTo(tom)).toHaveLength(1);
});

test('a newer message’s draft also contains the answer to the previous message', async () => {
  const tom = await person('draft');
  const { agent } = await callerOf(tom);
  await agent.facts.save({ question: 'Do you stain fences?', answer: 'Yes, after 60 days.' });
  await write(tom, 'how much with 2 gates?');
  await answer(tom);
  await write(tom, 'do you stain fences?');
  await answer(tom);
  const [draft, ...others] = await agent.drafts();
  expect(others).toEqual([]);
  expect(draft?.text).toMatch(/with 2 gates.*Yes, after 60 days/s);
});

test('an answer that waits for the morning isn’t sent after a person’s answer, even if the homeowner writes again', async () => {
  const tom = await person();
  const { messages } = await callerOf(tom);
  // 10:00 PM in Boise
  lab.app.clock.advance(10 * HOUR);
  await write(tom, 'how much with 2 gates?');
  await answer(tom);
  const typed = { leadId: tom.lead.id, channel: 'email', text: 'It is $2,000.' } as const;
  await messages.send({ ...typed, idempotencyKey: randomUUID() });
  lab.app.clock.advance(HOUR);
  await write(tom, 'and with 3 gates?');
  await answer(tom);
  lab.app.clock.advance(14 * HOUR);
  await lab.drain(tom.company);
  const [only, ...others] = textsTo(tom);
  expect(others).toEqual([]);
  expect(only).toContain('with 3 gates');
  expect(only).not.toContain('with 2 gates');
});

test('a draft that a person’s answer closed stays closed when the homeowner writes again', async () => {
  const tom = await person('draft');
  const { agent, messages } = await callerOf(tom);
  await write(tom, 'how much with 2 gates?');
  await answer(tom);
  await messages.send({ leadId: tom.lead.id, channel: 'sms', text: 'It is $2,000.', idempotencyKey: randomUUID() });
  await agent.updateSettings({ sms: 'off' });
  await write(tom, 'thanks');
  expect(await agent.drafts()).toEqual([]);
});

test.each(['YES', 'Yes'])(
  '%s from someone who never opted out is a reply, even if Twilio calls it START',
  async (body) => {
    const tom = await person('draft');
    await write(tom, body, { OptOutType: 'START' });
    expect(await (await callerOf(tom)).leads.get({ leadId: tom.lead.id })).toMatchObject({
      awaitsAnswer: 'reply',
      unread: 1,
    });
  },
);

test('a correction that can no longer be applied to the lead is held for review', async () => {
  const tom = await person();
  const talk = chatWith(lab.app, tom.company);
  const { leadId } = dataOf(await talk.say('150 ft of vinyl with 2 gates, ed.moe@example.com'), 'lead') as {
    leadId: LeadId;
  };
  for (let feet = 151; feet <= 171; feet++) await talk.say(`make it ${feet} ft`);
  const { leads } = await callerOf(tom);
  await talk.say('my phone is 208-555-0188');
  const all = [await leads.get({ leadId }), ...(await leads.list({ review: true })).items];
  expect(all.some(({ phone }) => phone === '+12085550188')).toBe(true);
});

test('automatic answers aren’t sent if they were turned off in the meantime', async () => {
  const tom = await person();
  lab.app.clock.advance(10 * HOUR);
  await write(tom, 'how much with 2 gates?');
  await answer(tom);
  const { agent, leads } = await callerOf(tom);
  await agent.updateSettings({ sms: 'off' });
  lab.app.clock.advance(14 * HOUR);
  await lab.drain(tom.company);
  expect(textsTo(tom)).toEqual([]);
  expect(await leads.get({ leadId: tom.lead.id })).toMatchObject({ awaitsAnswer: 'reply' });
});

test('a lead who asks again for a price gets the same price', async () => {
  const tom = await person();
  await write(tom, 'how much with 2 gates?');
  await answer(tom);
  await write(tom, 'how much is it?');
  await answer(tom);
  expect(textsTo(tom)[1]).toMatch(/with 2 gates comes to \$/);
});

test('a photo without text is left to the contractor', async () => {
  const tom = await person();
  await write(tom, '', { NumMedia: '1', MediaContentType0: 'image/jpeg', MediaUrl0: 'https://api.twilio.com/1' });
  await answer(tom);
  expect(textsTo(tom)).toEqual([]);
  expect(await (await callerOf(tom)).leads.get({ leadId: tom.lead.id })).toMatchObject({ awaitsAnswer: 'reply' });
  expect(await notices(tom)).toEqual(['Tom Brook wrote a text']);
});

test('a company without materials or facts gets the request', async () => {
  const company = await lab.app.a.company();
  const talk = chatWith(lab.app, company);
  const events = await talk.say('150 ft with 2 gates, no.materials@example.com');
  expect(dataOf(events, 'lead')).toBeDefined();
  expect(wordsOf(await talk.say('can a person call me?'))).not.toBe('');
  expect(await notices({ company })).toHaveLength(1);
});

test('a waiting message of the maximum length doesn’t hide the next one', async () => {
  const tom = await person();
  const talk = chatWith(lab.app, tom.company);
  await talk.say('150 ft of vinyl with 2 gates, fay.orr@example.com');
  await lab.app.deps.system
    .insertInto('agent_messages')
    .values({
      company_id: tom.company.id,
      conversation_id: (talk.id() ?? '') as ConversationId,
      author: 'homeowner',
      body: 'we have a story. '.repeat(200).slice(0, 2_000),
      status: 'asked',
      at: lab.app.clock.now(),
    })
    .execute();
  expect((await talk.say('can a person call me?')).map(({ event }) => event)).toContain('handover');
});

test('a held lead from a conversation has its messages sent once it’s accepted', async () => {
  const tom = await person();
  const held = await lab.app.a.lead(tom.company, {
    name: 'Eve Hart',
    email: 'eve.hart.held@example.com',
    source: 'agent',
    held_at: lab.app.clock.now(),
    held_for: ['ticket_used_up'],
  });
  const { leads } = await callerOf(tom);
  await leads.review({ leadId: held.id, decision: 'accept' });
  expect(await notices(tom)).toEqual([expect.stringContaining('New lead')]);
});
