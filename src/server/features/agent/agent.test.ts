import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { DEFAULT_TERMS } from '#shared/features/company/default-terms.ts';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { refusalOf } from '../../../../test/refusal.ts';
import { ticketOf } from '../../../../test/widget-ticket.ts';

let app: TestApp;
let company: CompanyRow;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'loopback' } });
  company = await app.a.company();
  await app.a.material(company, { name: 'Vinyl' });
  await (await app.callerFor(company)).widget.updateSettings({ instantQuotes: true });
});
afterAll(() => app.close());

interface Event {
  event: string;
  data: Record<string, unknown>;
}

const post = (body: Record<string, unknown>): Promise<Response> =>
  fetch(`${app.url}/api/widget/v1/agent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const eventsIn = (stream: string): Event[] =>
  stream
    .trim()
    .split('\n\n')
    .map((block) => {
      const [event = '', data = ''] = block.split('\n');
      return { event: event.replace('event: ', ''), data: JSON.parse(data.replace('data: ', '')) as Event['data'] };
    });

/** Starts a homeowner's conversation. `say` sends a message with its ticket and returns the events of the answer. */
function homeowner(of: CompanyRow = company) {
  const ticket = ticketOf(of, app);
  let conversationId: unknown;
  const say = async (text: string): Promise<Event[]> => {
    const response = await post({
      contractorId: of.contractor_id,
      ticket,
      text,
      ...(conversationId ? { conversationId } : {}),
    });
    if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
    const events = eventsIn(await response.text());
    conversationId = events.at(-1)?.data['conversationId'];
    return events;
  };
  return { say, ticket, id: () => conversationId };
}

const dataOf = (events: readonly Event[], name: string) => events.find(({ event }) => event === name)?.data;

describe('the homeowner’s conversation', () => {
  test('gives the calculated price, and creates a lead once the homeowner can be contacted', async () => {
    const { say } = homeowner();
    const first = await say('150 ft of vinyl with 2 gates, old chain link out');
    expect(first.map(({ event }) => event)).toEqual(['delta', 'price', 'done']);
    const price = dataOf(first, 'price');
    expect(price).toMatchObject({ perimeter: 150, materialType: 'Vinyl', gateCount: 2 });
    const second = await say('I’m Dana Reyes, dana.reyes.agent@example.com');
    const { leadId } = dataOf(second, 'lead') as { leadId: string };
    const lead = await (await app.callerFor(company)).leads.get({ leadId });
    expect(lead).toMatchObject({
      name: 'Dana Reyes',
      email: 'dana.reyes.agent@example.com',
      source: 'agent',
      perimeter: 150,
      gateCount: 2,
      quoteCents: price?.['totalCents'],
      held: false,
    });
    expect(lead.notes).toContain('old fence');
    const said = await (await app.callerFor(company)).agent.conversation({ leadId });
    expect(said.lines.map(({ author }) => author)).toEqual(['homeowner', 'agent', 'homeowner', 'agent']);
    expect(said.takenOver).toBe(false);
  });

  test('is offered by the widget if the plan includes the agent and the agent is turned on', async () => {
    const own = await app.a.company();
    const without = await app.a.company({ subscription: null });
    const label = async (of: CompanyRow, lang = 'en'): Promise<unknown> => {
      const response = await fetch(`${app.url}/api/widget/v1/config/${of.contractor_id}?lang=${lang}`);
      return ((await response.json()) as { chat?: unknown }).chat;
    };
    expect(await label(own)).toBe('Ask a question');
    expect(await label(own, 'es')).toBe('Hacer una pregunta');
    expect(await label(without)).toBeUndefined();
    await (await app.callerFor(own)).agent.updateSettings({ widget: false });
    expect(await label(own)).toBeUndefined();
  });

  test('updates the same lead after a correction', async () => {
    const { say } = homeowner();
    await say('150 ft of vinyl with 2 gates');
    const made = dataOf(await say('corrections@example.com'), 'lead');
    const changed = await say('actually make it 160 feet');
    expect(dataOf(changed, 'lead')).toEqual(made);
    const { items } = await (await app.callerFor(company)).leads.list({ search: 'corrections@example.com' });
    expect(items.map(({ perimeter, quoteCents }) => ({ perimeter, quoteCents }))).toEqual([
      { perimeter: 160, quoteCents: dataOf(changed, 'price')?.['totalCents'] },
    ]);
  });

  test('counts its leads toward the ticket’s limit of five', async () => {
    const own = await app.a.company();
    await app.a.material(own, { name: 'Vinyl' });
    const ticket = ticketOf(own, app);
    for (let person = 1; person <= 6; person++) {
      const text = `150 ft of vinyl with 2 gates, ticket.of.six.${person}@example.com`;
      const response = await post({ contractorId: own.contractor_id, ticket, text });
      expect(dataOf(eventsIn(await response.text()), 'lead')).toBeDefined();
    }
    const { leads } = await app.callerFor(own);
    expect((await leads.list({})).items).toHaveLength(5);
    const held = (await leads.list({ review: true })).items;
    expect(held.map(({ email }) => email)).toEqual(['ticket.of.six.6@example.com']);
  });

  test('notes a height for the contractor, and ignores it in the price', async () => {
    const plain = await homeowner().say('150 ft of vinyl with 2 gates');
    const { say } = homeowner();
    const tall = await say('150 ft of 6 foot vinyl with 2 gates, tall.fence@example.com');
    expect(dataOf(tall, 'price')).toEqual(dataOf(plain, 'price'));
    const { leadId } = dataOf(tall, 'lead') as { leadId: string };
    const { leads } = await app.callerFor(company);
    expect(await leads.get({ leadId })).toMatchObject({ materialType: 'Vinyl', notes: 'Height: 6 ft.' });
  });

  test('creates a lead with only a phone number', async () => {
    const { say } = homeowner();
    await say('80 ft of vinyl, no gates');
    const { leadId } = dataOf(await say('call or text 208-555-0142'), 'lead') as { leadId: string };
    const lead = await (await app.callerFor(company)).leads.get({ leadId });
    expect(lead).toMatchObject({ email: null, phone: '+12085550142', sms: { allowed: false } });
  });

  test('replaces an email address used as the name when the name is given later', async () => {
    const { say } = homeowner();
    await say('90 ft of vinyl, 1 gate');
    const { leadId } = dataOf(await say('later.name@example.com'), 'lead') as { leadId: string };
    await say('Marisol Vega');
    const lead = await (await app.callerFor(company)).leads.get({ leadId });
    expect(lead).toMatchObject({ name: 'Marisol Vega', email: 'later.name@example.com' });
  });

  test('is handed over on request, and stores questions that the agent couldn’t answer', async () => {
    expect((await homeowner().say('can a person call me?')).map(({ event }) => event)).toEqual([
      'delta',
      'handover',
      'done',
    ]);
    const { say } = homeowner();
    await say('do I need a permit in Boise?');
    const { agent } = await app.callerFor(company);
    expect((await agent.unanswered()).map(({ question }) => question)).toContain('do I need a permit in Boise?');
    await agent.facts.save({ question: 'Do I need a permit?', answer: 'Fences above 6 ft need one from the city.' });
    const answered = await homeowner().say('Do I need a permit in Boise?');
    expect(dataOf(answered, 'delta')?.['text']).toContain('Fences above 6 ft need one from the city.');
  });

  test.each([
    ['how much is the deposit?', 'A deposit of 50% of the total is due on acceptance.'],
    ['what do your terms say about late payment?', 'bear interest of 1.5% a month'],
    ['what is your cancellation policy', 'You may cancel in writing before work starts.'],
    ['is there a warranty?', 'We warrant our workmanship for 1 year'],
  ])('answers from the company’s terms: %s', async (question, section) => {
    const own = await app.a.company({ terms: DEFAULT_TERMS });
    expect(dataOf(await homeowner(own).say(question), 'delta')?.['text']).toContain(section);
  });

  test('names every material that the company builds on Starter, and says of none that it isn’t built', async () => {
    const own = await app.a.company({ subscription: { subscription_tier: 'starter' } });
    await app.a.material(own, { name: 'Cedar', basic: true });
    await app.a.material(own, { name: 'Aluminum', basic: false });
    await (await app.callerFor(own)).widget.updateSettings({ materialSelection: true });
    const said = async (text: string) => dataOf(await homeowner(own).say(text), 'delta')?.['text'];
    expect(await said('which materials do you offer?')).toMatch(/Cedar and Aluminum|Aluminum and Cedar/);
    const answer = await said('100 ft of aluminum with 1 gate');
    expect(answer).toContain('I can’t price that material here, but the team can tell you about it.');
    expect(answer).not.toMatch(/don’t (?:build|offer|sell)|isn’t (?:built|offered|sold)/);
  });

  test('lists an unanswered question until it or an identical one is answered or dismissed', async () => {
    const own = await app.a.company();
    await app.a.material(own, { name: 'Vinyl' });
    const { agent } = await app.callerFor(own);
    for (const asked of ['do you paint the posts?', 'Do you paint the posts? ', 'do I need a survey of my lot?'])
      await homeowner(own).say(asked);
    const list = await agent.unanswered();
    const posts = list.find(({ question }) => question.includes('posts'));
    const survey = list.find(({ question }) => question.includes('survey'));
    expect([posts, survey].every(Boolean)).toBe(true);
    const other = await app.callerFor(company);
    await other.agent.dismissUnanswered({ id: survey?.id ?? '' });
    await other.agent.facts.save({ question: 'Posts?', answer: 'No.', answers: posts?.id });
    expect(await agent.unanswered()).toHaveLength(list.length);
    await agent.facts.save({ question: 'Do you paint the posts?', answer: 'Yes, in white.', answers: posts?.id });
    expect((await agent.unanswered()).filter(({ question }) => /posts/i.test(question))).toEqual([]);
    await agent.dismissUnanswered({ id: survey?.id ?? '' });
    expect(await agent.unanswered()).toEqual([]);
  });

  test('is counted in reports: answered, priced, handed over and won', async () => {
    const own = await app.a.company();
    await app.a.material(own, { name: 'Vinyl' });
    const { analytics, leads, widget } = await app.callerFor(own);
    const period = { from: '2020-01-01', to: '2035-12-31' };
    expect(await analytics.agent(period)).toBeNull();
    await widget.updateSettings({ instantQuotes: true });
    await homeowner(own).say('150 ft of vinyl with 2 gates');
    await homeowner(own).say('hello');
    const { say } = homeowner(own);
    const all = await say('120 ft of vinyl with 1 gate, won.it@example.com');
    await say('can a person call me?');
    await leads.update({ leadId: String(dataOf(all, 'lead')?.['leadId']), outcome: 'won' });
    expect(await analytics.agent(period)).toEqual({ answered: 3, priced: 2, handedOver: 1, won: 1 });
    expect(await analytics.agent({ from: '2020-01-01', to: '2020-12-31' })).toBeNull();
    const starter = await app.a.company({ subscription: { subscription_tier: 'starter' } });
    await app.a.material(starter, { name: 'Vinyl' });
    await homeowner(starter).say('hello');
    expect(await (await app.callerFor(starter)).analytics.agent(period)).toBeNull();
  });

  test('gives no price if the company shows none, or until the homeowner gives the required contact details', async () => {
    const gated = await app.a.company();
    await app.a.material(gated, { name: 'Vinyl' });
    const { widget } = await app.callerFor(gated);
    expect(dataOf(await homeowner(gated).say('150 ft of vinyl with 2 gates'), 'price')).toBeUndefined();
    await widget.updateSettings({ instantQuotes: true, priceGating: true });
    const { say } = homeowner(gated);
    expect(dataOf(await say('150 ft of vinyl with 2 gates'), 'price')).toBeUndefined();
    expect(dataOf(await say('gated@example.com'), 'price')).toMatchObject({ perimeter: 150 });
  });

  test('creates a lead when handed over, even without a fence, and keeps a known fence', async () => {
    const { say } = homeowner();
    const asked = await say('can a person call me?');
    expect(dataOf(asked, 'lead')).toBeUndefined();
    expect(dataOf(asked, 'delta')?.['text']).not.toContain('passed this on');
    const { leadId } = dataOf(await say('208-555-0163'), 'lead') as { leadId: string };
    const { leads } = await app.callerFor(company);
    expect(await leads.get({ leadId })).toMatchObject({
      phone: '+12085550163',
      perimeter: null,
      quoteCents: null,
      notes: '',
    });
    const known = homeowner();
    const all = await known.say('150 ft of vinyl with 2 gates, ask.me@example.com, and please have someone call me');
    expect(all.map(({ event }) => event)).toEqual(['delta', 'lead', 'handover', 'done']);
    const again = await homeowner().say('I want to talk to a person, ask.me@example.com');
    expect(dataOf(again, 'lead')).toEqual(dataOf(all, 'lead'));
    expect(await leads.get(dataOf(all, 'lead') as { leadId: string })).toMatchObject({ perimeter: 150, gateCount: 2 });
  });

  test('answers two concurrent messages one after the other', async () => {
    const { say, id, ticket } = homeowner();
    await say('hello');
    const both = await Promise.all(
      ['150 ft', 'vinyl with 2 gates'].map(async (text) => {
        const response = await post({ contractorId: company.contractor_id, ticket, text, conversationId: id() });
        return eventsIn(await response.text());
      }),
    );
    expect(both.flat().filter(({ event }) => event === 'price')).toHaveLength(1);
  });
});

describe('refused before the stream begins:', () => {
  const refused = async (body: Record<string, unknown>) => {
    const response = await post({ contractorId: company.contractor_id, text: 'hello', ...body });
    expect(response.headers.get('content-type')).toContain('application/json');
    return response.status;
  };

  test('a missing or forged ticket, and another company’s ticket', async () => {
    const other = await app.a.company();
    expect(await refused({})).toBe(422);
    expect(await refused({ ticket: 'forged' })).toBe(422);
    expect(await refused({ ticket: ticketOf(other, app) })).toBe(422);
  });

  test('an unknown contractor, and another company’s conversation', async () => {
    const other = await app.a.company();
    const theirs = homeowner(other);
    await theirs.say('hello');
    const ticket = ticketOf(company, app);
    expect(await refused({ ticket, contractorId: 'nobody-here' })).toBe(404);
    expect(await refused({ ticket, conversationId: theirs.id() })).toBe(404);
    expect(await refused({ ticket, conversationId: randomUUID() })).toBe(404);
  });

  test('an empty message, and a message that’s too long', async () => {
    const ticket = ticketOf(company, app);
    expect(await refused({ ticket, text: '  ' })).toBe(422);
    expect(await refused({ ticket, text: 'x'.repeat(2_001) })).toBe(422);
  });

  test('a company that has turned the agent off', async () => {
    const off = await app.a.company();
    await (await app.callerFor(off)).agent.updateSettings({ widget: false });
    expect(await refused({ contractorId: off.contractor_id, ticket: ticketOf(off, app) })).toBe(403);
  });
});

describe('with hours ‘closed’', () => {
  test('the widget doesn’t offer the agent, and messages are refused, while the company is open', async () => {
    const open = await app.a.company();
    await app.a.material(open, { name: 'Vinyl' });
    const day = [0, 1, 2, 3, 4, 5, 6];
    const { agent } = await app.callerFor(open);
    const config = async (): Promise<Record<string, unknown>> => {
      const response = await fetch(`${app.url}/api/widget/v1/config/${open.contractor_id}`);
      return (await response.json()) as Record<string, unknown>;
    };
    const status = async (): Promise<number> =>
      (await post({ contractorId: open.contractor_id, text: 'hello', ticket: ticketOf(open, app) })).status;
    const hours = day.map((each) => ({ day: each, from: '00:00', to: '24:00' }));
    await agent.updateSettings({ hours: 'closed', openHours: hours });
    expect([await status(), 'chat' in (await config())]).toEqual([403, false]);
    expect((await agent.updateSettings({ hours: 'always' })).openHours).toEqual(hours);
    expect([await status(), 'chat' in (await config())]).toEqual([200, true]);
  });
});

describe('a contractor', () => {
  test('gets the default settings, and changes only the given ones', async () => {
    const { agent } = await app.callerFor(await app.a.company());
    expect(await agent.settings()).toMatchObject({
      widget: true,
      estimatePage: true,
      sms: 'draft',
      email: 'off',
      hours: 'always',
    });
    await agent.updateSettings({ sms: 'auto' });
    expect(await agent.updateSettings({ tone: 'short' })).toMatchObject({ sms: 'auto', tone: 'short' });
  });

  test('saves, changes and deletes facts', async () => {
    const { agent } = await app.callerFor(await app.a.company());
    const fact = await agent.facts.save({ question: 'Do you stain?', answer: 'Yes.' });
    await agent.facts.save({ ...fact, answer: 'Yes, after 60 days.' });
    expect(await agent.facts.list()).toEqual([{ ...fact, answer: 'Yes, after 60 days.' }]);
    await agent.facts.delete({ id: fact.id });
    expect(await agent.facts.list()).toEqual([]);
    expect(await refusalOf(agent.facts.delete({ id: fact.id }))).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('takes over a conversation, and the agent doesn’t answer until the conversation is handed back', async () => {
    const { say } = homeowner();
    await say('70 ft of vinyl, 1 gate');
    const { leadId } = dataOf(await say('taken.over@example.com'), 'lead') as { leadId: string };
    const { agent } = await app.callerFor(company);
    await agent.takeOver({ leadId });
    expect((await say('are you there?')).map(({ event }) => event)).toEqual(['done']);
    await agent.giveBack({ leadId });
    expect((await say('how much is it?')).map(({ event }) => event)).toContain('delta');
  });
});
