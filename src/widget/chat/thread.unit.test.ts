import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '#shared/features/agent/agent.schema.ts';
import type { Outcome } from './read-events.ts';
import { type Entry, talk, type Thread } from './thread.ts';

const answered: Outcome = { kind: 'answered' };
const refused = (status: number, ...fields: string[]): Outcome => ({
  kind: 'refused',
  status,
  message: `Refused ${status}`,
  fields,
});
const says = (text: string): AgentEvent => ({ event: 'delta', data: { text } });
const done: AgentEvent = { event: 'done', data: { conversationId: 'c1' } };

interface Try {
  events?: AgentEvent[];
  outcome: Outcome;
}

/** Creates a conversation whose send attempts have these results, in order. */
function talking(tries: Try[], thread: Thread = { entries: [] }) {
  const posted: { text: string; messageId: string; conversationId?: string }[] = [];
  const leads: string[] = [];
  const waits: boolean[] = [];
  let idle = () => {};
  const rest = new Promise<void>((resolve) => {
    idle = resolve;
  });
  const conversation = talk({
    thread,
    post: async (message, take) => {
      posted.push(message);
      const next = tries.shift();
      if (!next) throw new Error('an unexpected try');
      for (const event of next.events ?? []) take(event);
      return next.outcome;
    },
    mend: async ({ fields }) => fields.includes('ticket'),
    offline: 'offline',
    draw: () => {},
    keep: () => {
      if (tries.length === 0) idle();
    },
    wait: (waiting) => waits.push(waiting),
    taken: (leadId) => leads.push(leadId),
  });
  return { ...conversation, thread, posted, leads, waits, rest };
}

const textOf = (entry: Entry): string => {
  if (entry.from === 'price') return 'price';
  if (entry.from === 'note') return `(${entry.note})`;
  return `${entry.from}: ${entry.from === 'estimate' ? entry.url : entry.text}`;
};

describe('a homeowner’s conversation', () => {
  it('shows immediately that an answer is pending, until the first words arrive', async () => {
    const { say, rest, waits } = talking([{ events: [says('Hi.'), done], outcome: answered }]);
    say('hello');
    // nothing has arrived yet
    expect(waits[0]).toBe(true);
    await rest;
    expect(waits).toEqual([true, false, false]);
  });

  it('joins the parts of an answer, shows its price, and continues in the same conversation', async () => {
    const price = { totalCents: 1, perimeter: 150, materialType: 'Vinyl', gateCount: 2 };
    const { say, rest, thread, posted, leads } = talking([
      { events: [says('Hi. '), says('150 ft.'), { event: 'price', data: price }, done], outcome: answered },
      { events: [says('Thanks.'), { event: 'lead', data: { leadId: 'l1' } }, done], outcome: answered },
    ]);
    say('150 ft');
    say('dana@example.com');
    await rest;
    expect(thread.entries.map(textOf)).toEqual([
      'you: 150 ft',
      'agent: Hi. 150 ft.',
      'price',
      'you: dana@example.com',
      'agent: Thanks.',
      '(lead)',
    ]);
    expect(posted.map(({ conversationId }) => conversationId)).toEqual([undefined, 'c1']);
    expect(new Set(posted.map(({ messageId }) => messageId)).size).toBe(2);
    expect(leads).toEqual(['l1']);
  });

  it('sends the message again with the same id if an answer breaks off, and shows the answer once', async () => {
    const { say, rest, thread, posted } = talking([
      { events: [says('Hi. 15')], outcome: { kind: 'cut' } },
      { events: [says('Hi. 150 ft.'), done], outcome: answered },
    ]);
    say('150 ft');
    await rest;
    expect(thread.entries.map(textOf)).toEqual(['you: 150 ft', 'agent: Hi. 150 ft.']);
    expect(posted[1]).toEqual(posted[0]);
    expect(posted[0]?.messageId).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });

  it('keeps a message that couldn’t be sent, with the reason, and sends it with the same id on request', async () => {
    const tries: Try[] = [{ outcome: { kind: 'offline' } }];
    const { say, retry, rest, thread, posted } = talking(tries);
    say('150 ft');
    await rest;
    expect(thread.entries).toMatchObject([{ state: 'failed', why: 'offline' }]);
    tries.push({ events: [says('Hi.'), done], outcome: answered });
    retry();
    await expect.poll(() => thread.entries).toMatchObject([{ state: 'answered' }, { text: 'Hi.' }]);
    expect(posted[1]).toEqual(posted[0]);
  });

  it('renews a rejected ticket once', async () => {
    const { say, rest, thread, posted } = talking([
      { outcome: refused(422, 'ticket') },
      { events: [says('Hi.'), done], outcome: answered },
    ]);
    say('150 ft');
    await rest;
    expect(thread.entries[0]).toMatchObject({ state: 'answered' });
    expect(posted).toHaveLength(2);
  });

  it.each([
    ['shows why a message was rejected', refused(429), 'Refused 429'],
    ['shows no internal reason', refused(500), 'offline'],
  ])('%s', async (_name, outcome, why) => {
    const { say, rest, thread, posted } = talking([{ outcome }]);
    say('150 ft');
    await rest;
    expect(thread.entries[0]).toMatchObject({ state: 'failed', why });
    expect(posted).toHaveLength(1);
  });

  it('starts a new conversation if the server no longer has this one', async () => {
    const { say, rest, posted, thread } = talking(
      [{ outcome: refused(404) }, { events: [says('Hi.'), done], outcome: answered }],
      { id: 'old', entries: [] },
    );
    say('150 ft');
    await rest;
    expect(posted.map(({ conversationId }) => conversationId)).toEqual(['old', undefined]);
    expect(thread.id).toBe('c1');
  });

  it('announces a handover once the homeowner can be reached, and then that a person will answer', async () => {
    const { say, rest, thread } = talking([
      { events: [says('Which number?'), { event: 'handover', data: {} }, done], outcome: answered },
      { events: [says('Thanks.'), { event: 'lead', data: { leadId: 'l1' } }, done], outcome: answered },
      { events: [done], outcome: answered },
    ]);
    for (const text of ['call me', '208-555-0142', 'hello?']) say(text);
    await rest;
    expect(thread.entries.map(textOf).filter((text) => !text.startsWith('you'))).toEqual([
      'agent: Which number?',
      'agent: Thanks.',
      '(handover)',
      '(person)',
    ]);
  });
});
