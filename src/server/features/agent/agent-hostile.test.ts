import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { reserveCost } from '#core/features/agent/costs.repository.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { inCompany } from '#core/platform/db/app.ts';
import { HOUR } from '#shared/primitives/durations.ts';
import type { ConversationId } from '#shared/primitives/ids.ts';
import { type Chat, chatWith, dataOf, wordsOf } from '../../../../test/agent-chat.ts';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { startTestModel, type TestModel } from '../../../../test/model-stand-in.ts';
import { ticketOf } from '../../../../test/widget-ticket.ts';

let standIn: TestModel;
let app: TestApp;
let company: CompanyRow;
beforeAll(async () => {
  standIn = await startTestModel();
  app = await startTestApp({ env: { ...standIn.env, TRUST_PROXY: 'loopback' } });
});
afterAll(async () => {
  await app.close();
  await standIn.close();
});
beforeEach(async () => {
  standIn.model.mode = 'off';
  company = await app.a.company();
  await app.a.material(company, { name: 'Vinyl' });
  await (await app.callerFor(company)).widget.updateSettings({ instantQuotes: true });
});

const FENCE = '150 ft of vinyl with 2 gates';
const times = <T>(count: number, of: (at: number) => T): T[] => Array.from({ length: count }, (_each, at) => of(at));

let people = 0;
let networks = 0;
/** Returns an IP address in a new network, so the limits per network don't affect this test. */
const otherIp = (): string => `10.1.${(networks += 1)}.1`;
const chat = (of: TestApp = app): Chat => chatWith(of, company, { ip: otherIp() });
const post = (body: unknown): Promise<Response> =>
  fetch(`${app.url}/api/widget/v1/agent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': otherIp() },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const messagesOf = (of: string | undefined) =>
  app.deps.system
    .selectFrom('agent_messages')
    .select(['author', 'body', 'status'])
    .where('conversation_id', '=', (of ?? '') as never)
    .orderBy('id')
    .execute();

describe('concurrent messages', () => {
  const reserve = (conversationId: ConversationId, monthlyBudgetCents: number) =>
    inCompany(app.deps.db, company.id, (tx) =>
      reserveCost(tx, {
        companyId: company.id,
        conversationId,
        model: 'sandbox',
        most: { inputTokens: 8_000, outputTokens: 2_000 },
        mostMicros: 30_000,
        monthlyBudgetCents,
        at: app.clock.now(),
      }),
    );
  const given = (ids: readonly (string | undefined)[]) => ids.filter((id) => id !== undefined).length;

  test('never reserve more than the monthly budget', async () => {
    const chats = times(20, () => chat());
    await Promise.all(chats.map((each) => each.say('hello')));
    const ids = await Promise.all(chats.map((each) => reserve(each.id() as ConversationId, 10)));
    expect(given(ids)).toBe(3);
  });

  test('from twenty homeowners are all answered, and the costs stay within the budget', async () => {
    standIn.model.mode = 'on';
    await (await app.callerFor(company)).agent.updateSettings({ monthlyBudgetCents: 12 });
    const answers = await Promise.all(times(20, () => chat().say(FENCE)));
    for (const answer of answers) expect(dataOf(answer, 'price')).toMatchObject({ perimeter: 150 });
    const costs = await app.deps.system
      .selectFrom('agent_costs')
      .select(['status', 'cost_micros'])
      .where('company_id', '=', company.id)
      .execute();
    expect(costs.filter(({ status }) => status !== 'used')).toEqual([]);
    expect(costs.length).toBeGreaterThan(0);
    expect(costs.reduce((sum, { cost_micros: micros }) => sum + Number(micros), 0)).toBeLessThanOrEqual(120_000);
  });

  test('reserve no more than one conversation’s limit', async () => {
    const talk = chat();
    await talk.say('hello');
    const ids = await Promise.all(times(20, () => reserve(talk.id() as ConversationId, 1_000)));
    expect(given(ids)).toBe(10);
  });

  test('in one conversation are all answered', async () => {
    standIn.model.mode = 'on';
    const talk = chat();
    await talk.say('hello');
    await Promise.all(times(20, (at) => talk.say(`make it ${100 + at} ft of vinyl with 2 gates`)));
    const messages = await messagesOf(talk.id());
    expect(messages.filter(({ status }) => status === 'asked')).toEqual([]);
    const last = await talk.say('how much is it?');
    expect(wordsOf(last)).not.toBe('');
  });
});

describe('unusual text', () => {
  const said = [
    'my name is A' + '𝒜'.repeat(100),
    `12 ${'x'.repeat(1_500)} Street`,
    '\u0000\u0000 hello \u0000',
    '\uD800 lone \uDC00',
    '😀'.repeat(1_000),
    'كم سعر ٤٠ متر من السياج؟',
    'שלום, כמה עולה גדר?',
    '‮150 ft of vinyl‬ with 2 gates',
    '0 ft',
    '99999999999999999999 ft of vinyl with 99999999999999 gates',
    '-5 feet with -1 gates',
    '1e9 feet',
    'NaN feet Infinity gates null undefined',
    '{{name}} ${price} <script>alert(1)</script>',
    "'; drop table agent_messages; --",
    'a'.repeat(2_000),
    '5 '.repeat(1_000),
    '? '.repeat(1_000),
    'and how and what and do '.repeat(80),
    '1/2 1/3 ¼ ½ ft',
    '(((((((((((((((((((((((((((((',
    '208'.repeat(600),
    'x@'.repeat(900),
  ];
  test.each(['off', 'on'] as const)('is always answered, and the conversation continues: model %s', async (mode) => {
    standIn.model.mode = mode;
    const talk = chat();
    const failed: string[] = [];
    const tell = (text: string) =>
      talk.say(text).catch((error: unknown) => failed.push(`${text.slice(0, 40)}: ${String(error)}`));
    for (const text of said) {
      await tell(text);
      await tell(FENCE);
    }
    await tell(`hard.words.${mode}@example.com`);
    expect(failed).toEqual([]);
  });

  test('in two long waiting questions is answered', async () => {
    standIn.model.mode = 'on';
    const talk = chat();
    await talk.say('hello');
    const question = (of: string) => `which color of posts ${`do you have for ${of} `.repeat(70)}?`;
    await app.deps.system
      .insertInto('agent_messages')
      .values({
        company_id: company.id,
        conversation_id: (talk.id() ?? '') as ConversationId,
        author: 'homeowner',
        body: question('corners'),
        status: 'asked',
        at: app.clock.now(),
      })
      .execute();
    expect(wordsOf(await talk.say(question('gates')))).not.toBe('');
  });
});

describe('repeated messages', () => {
  test('with the same key but another text get the first answer, and nothing is stored', async () => {
    const talk = chat();
    const messageId = randomUUID();
    const first = await talk.say(FENCE, { messageId });
    expect(await talk.say('90 ft of vinyl with 1 gate', { messageId })).toEqual(first);
    expect(await messagesOf(talk.id())).toHaveLength(2);
  });

  test('at the conversation’s limit get the same answer, and a further message is refused', async () => {
    const talk = chat();
    await talk.say('hello');
    await app.deps.system
      .updateTable('agent_conversations')
      .set({ messages: 99 })
      .where('id', '=', (talk.id() ?? '') as ConversationId)
      .execute();
    const messageId = randomUUID();
    const last = await talk.say(FENCE, { messageId });
    expect(await talk.say(FENCE, { messageId })).toEqual(last);
    for (const _ of times(3, String)) await expect(talk.say('one more')).rejects.toThrow('429');
  });
});

describe('while the model is answering', () => {
  /** Starts a conversation with a lead. The model doesn't answer its last message until `release` is called. */
  async function held() {
    standIn.model.mode = 'on';
    const talk = chat();
    await talk.say(FENCE);
    const { leadId } = dataOf(await talk.say(`under.way.${(people += 1)}@example.com`), 'lead') as { leadId: string };
    const { asked } = standIn.model;
    const release = standIn.model.hold();
    onTestFinished(release);
    const answer = talk.say('make it 160 feet').then(
      (events) => ({ events, refusal: '' }),
      (error: unknown) => ({ events: [], refusal: String(error) }),
    );
    await vi.waitFor(() => expect(standIn.model.asked).toBeGreaterThan(asked), { timeout: 20_000 });
    return { talk, leadId, release, answer };
  }

  test('a member takes over: the agent sends no answer', async () => {
    const { talk, leadId, release, answer } = await held();
    await (await app.callerFor(company)).agent.takeOver({ leadId });
    release();
    expect((await answer).events.map(({ event }) => event)).toEqual(['lead', 'done']);
    expect((await messagesOf(talk.id())).at(-1)?.author).toBe('homeowner');
  });

  test('the price changes: the answer and the lead contain the new one', async () => {
    const { leadId, release, answer } = await held();
    const { pricing, leads } = await app.callerFor(company);
    await pricing.updateBase({ basePriceCents: 5_000, gatePriceCents: 10_000 });
    release();
    const { events } = await answer;
    expect(dataOf(events, 'price')).toMatchObject({ perimeter: 160, totalCents: 820_000 });
    expect(wordsOf(events)).toContain('$8,200.00');
    expect(await leads.get({ leadId })).toMatchObject({ quoteCents: 820_000 });
  });

  test('prices are turned off: the answer contains none', async () => {
    const { release, answer } = await held();
    await (await app.callerFor(company)).widget.updateSettings({ instantQuotes: false });
    release();
    const { events } = await answer;
    expect(dataOf(events, 'price')).toBeUndefined();
    expect(wordsOf(events)).not.toContain('$');
  });

  test('the agent is turned off: the homeowner is asked to use the form, and can continue once it’s on again', async () => {
    const { talk, release, answer } = await held();
    const { agent } = await app.callerFor(company);
    await agent.updateSettings({ widget: false });
    release();
    expect((await answer).refusal).toMatch(/403.*Please use the form/);
    await agent.updateSettings({ widget: true });
    expect(dataOf(await talk.say('how much is it?'), 'price')).toMatchObject({ perimeter: 160 });
  });
});

describe('a request is refused', () => {
  test('if its body is invalid', async () => {
    const ticket = ticketOf(company, app);
    const good = { contractorId: company.contractor_id, ticket, text: 'hello' };
    const wrong: unknown[] = [
      '',
      'null',
      '[]',
      '1',
      '"text"',
      '{',
      '{"a":'.repeat(2_000),
      JSON.stringify('x'.repeat(20_000)),
      {},
      { ...good, text: 5 },
      { ...good, text: null },
      { ...good, text: ['hello'] },
      { ...good, text: { length: 5 } },
      { ...good, text: 'x'.repeat(10_000) },
      { ...good, text: '\u0000' },
      { ...good, contractorId: null },
      { ...good, contractorId: { $ne: '' } },
      { ...good, contractorId: "' or 1=1" },
      { ...good, contractorId: '\u0000' },
      { ...good, conversationId: 5 },
      { ...good, conversationId: 'x' },
      { ...good, conversationId: [] },
      { ...good, conversationId: '../..' },
      { ...good, messageId: 'x' },
      { ...good, messageId: 5 },
      { ...good, ticket: {} },
      { ...good, ticket: 'x'.repeat(9_000) },
      { ...good, ticket: '\u0000.\u0000' },
    ];
    const statuses = await Promise.all(
      wrong.map(async (body) => [(await post(body)).status, JSON.stringify(body).slice(0, 80)] as const),
    );
    expect(statuses.filter(([status]) => ![400, 404, 413, 422].includes(status))).toEqual([]);
  });

  test('for a conversation in another channel, such as a lead’s texts', async () => {
    const talk = chat();
    await talk.say(FENCE);
    const { id } = await app.deps.system
      .updateTable('agent_conversations')
      .set({ channel: 'sms' })
      .where('id', '=', (talk.id() ?? '') as ConversationId)
      .returning('id')
      .executeTakeFirstOrThrow();
    await expect(talk.say('my email is other@example.com')).rejects.toThrow('404');
    expect(await messagesOf(id)).toHaveLength(2);
  });

  test('with an expired ticket', async () => {
    const ticket = ticketOf(company, app, 25 * HOUR);
    const response = await post({ contractorId: company.contractor_id, ticket, text: 'hello' });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain('open too long');
  });

  test('after the plan ended: the homeowner is asked to use the form', async () => {
    const talk = chat();
    await talk.say(FENCE);
    await app.deps.system.deleteFrom('subscribers').where('company_id', '=', company.id).execute();
    await expect(talk.say('ended@example.com')).rejects.toThrow(/403.*Please use the form/);
  });
});
