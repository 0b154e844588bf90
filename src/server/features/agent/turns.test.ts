import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerTurn } from '#core/features/agent/answer-turn.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { LeadId } from '#shared/primitives/ids.ts';
import { chatWith, dataOf, wordsOf } from '../../../../test/agent-chat.ts';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';

let app: TestApp;
let company: CompanyRow;
beforeAll(async () => {
  app = await startTestApp();
  company = await app.a.company();
  await app.a.material(company, { name: 'Vinyl' });
  await (await app.callerFor(company)).widget.updateSettings({ instantQuotes: true });
});
afterAll(() => app.close());

const messagesOf = (conversationId: string | undefined) =>
  app.deps.system
    .selectFrom('agent_messages')
    .select(['author', 'body', 'status'])
    .where('conversation_id', '=', (conversationId ?? '') as never)
    .orderBy('id')
    .execute();

/** Creates a message that the server hadn't answered when it stopped. */
const leaveUnanswered = async (conversationId: string | undefined, body: string, clientId: string | null = null) =>
  app.deps.system
    .insertInto('agent_messages')
    .values({
      company_id: company.id,
      conversation_id: (conversationId ?? '') as never,
      author: 'homeowner',
      body,
      status: 'asked',
      client_id: clientId,
      at: app.clock.now(),
    })
    .execute();

test('a repeated message gets the stored answer, even if it’s the first one in a conversation', async () => {
  const chat = chatWith(app, company);
  const messageId = randomUUID();
  const first = await chat.say('150 ft of vinyl with 2 gates', { messageId });
  expect(await chat.say('150 ft of vinyl with 2 gates', { messageId })).toEqual(first);
  expect(dataOf(first, 'price')).toMatchObject({ perimeter: 150 });
  expect((await messagesOf(chat.id())).map(({ author }) => author)).toEqual(['homeowner', 'agent']);

  const other = chatWith(app, company);
  const again = randomUUID();
  const [one, two] = await Promise.all([
    other.say('90 ft of vinyl, 1 gate', { messageId: again }),
    other.say('90 ft of vinyl, 1 gate', { messageId: again }),
  ]);
  expect(one).toEqual(two);
  expect((await messagesOf(other.id())).map(({ author }) => author)).toEqual(['homeowner', 'agent']);
});

test('a message that a crash left unanswered is answered with the next one', async () => {
  const chat = chatWith(app, company);
  await chat.say('hello');
  await leaveUnanswered(chat.id(), '120 ft of vinyl');
  const answer = await chat.say('and 1 gate');
  expect(dataOf(answer, 'price')).toMatchObject({ perimeter: 120, gateCount: 1 });
  expect((await messagesOf(chat.id())).map(({ author, status }) => [author, status])).toEqual([
    ['homeowner', 'answered'],
    ['agent', 'answered'],
    ['homeowner', 'answered'],
    ['homeowner', 'answered'],
    ['agent', 'answered'],
  ]);
});

test('a message that a crash left unanswered is answered when it’s repeated', async () => {
  const chat = chatWith(app, company);
  await chat.say('hello');
  const messageId = randomUUID();
  await leaveUnanswered(chat.id(), '130 ft of vinyl, no gates', messageId);
  const answer = await chat.say('130 ft of vinyl, no gates', { messageId });
  expect(dataOf(answer, 'price')).toMatchObject({ perimeter: 130, gateCount: 0 });
  expect(await chat.say('130 ft of vinyl, no gates', { messageId })).toEqual(answer);
});

test('two concurrent messages are both answered, with one price', async () => {
  const chat = chatWith(app, company);
  await chat.say('hello');
  const both = await Promise.all(['150 ft', 'vinyl with 2 gates'].map((text) => chat.say(text)));
  expect(both.flat().filter(({ event }) => event === 'price')).toHaveLength(1);
  expect((await messagesOf(chat.id())).filter(({ status }) => status === 'asked')).toEqual([]);
});

test('a lead’s conversation in another channel uses and updates the lead', async () => {
  const chat = chatWith(app, company);
  await chat.say('100 ft of vinyl, 1 gate');
  const { leadId } = dataOf(await chat.say('Ana Ruiz, 208-555-0171'), 'lead') as { leadId: LeadId };
  const turn = {
    companyId: company.id,
    channel: 'sms',
    conversation: { leadId },
    language: undefined,
    messageId: undefined,
    facts: { ip: '', userAgent: '' },
  } as const;
  const first = await answerTurn(app.deps, { ...turn, text: 'can you make it 110 feet?' });
  // the company's agent only drafts texts, so no price has been given yet
  expect(first).toMatchObject({ leadId, prices: [] });
  expect(first.text).toContain('110 ft');
  const second = await answerTurn(app.deps, { ...turn, text: 'can you make it 120 feet?' });
  expect(second.conversationId).toBe(first.conversationId);
  expect(second.text).not.toContain('automated');
  expect(await (await app.callerFor(company)).leads.get({ leadId })).toMatchObject({ perimeter: 120 });
});

test('the agent answers only in the channels that the company turned on', async () => {
  const chat = chatWith(app, company);
  await chat.say('100 ft of vinyl, 1 gate');
  const { leadId } = dataOf(await chat.say('channels@example.com'), 'lead') as { leadId: LeadId };
  const asked = answerTurn(app.deps, {
    companyId: company.id,
    channel: 'email',
    conversation: { leadId },
    text: 'hello',
    language: undefined,
    messageId: undefined,
    facts: { ip: '', userAgent: '' },
  });
  await expect(asked).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(wordsOf(await chat.say('hello'))).not.toBe('');
});
