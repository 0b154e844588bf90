import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { answerReplies } from '#core/features/agent/replies/answer-replies.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { HOUR, MINUTE, SECOND } from '#shared/primitives/durations.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { refusalOf } from '../../../../test/refusal.ts';

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

/** Creates a lead who agreed to texts and whose fence has a price. */
async function person(mode: 'off' | 'draft' | 'auto'): Promise<Person> {
  const { a } = lab.app;
  const company = await a.company({ name: 'Acme Fence', sms_from: `+1208556${String(1_000 + people)}` });
  const material = await a.material(company, { name: 'Vinyl' });
  const phone = `+1208555${String(6_000 + (people += 1))}`;
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

const write = async ({ company, phone }: Person, body: string): Promise<void> => {
  await lab.reply(phone, body, { To: company.sms_from ?? '' });
};

/** Lets the worker answer for this company 25 seconds later. */
async function answer({ company }: Person): Promise<void> {
  lab.app.clock.advance(25 * SECOND);
  await answerReplies({ ...lab.app.deps, config: lab.app.config, clock: lab.app.clock }, company.id);
}
const textsTo = ({ phone }: Person): string[] => lab.texts(phone).map(({ text }) => text);
const agentOf = async ({ company }: Person) => (await lab.app.callerFor(company)).agent;

describe('a text to a company in automatic mode', () => {
  test('is answered once, and the first answer begins by saying that it’s automated', async () => {
    const tom = await person('auto');
    await write(tom, 'how much would it be with 2 gates?');
    await answer(tom);
    await lab.drain(tom.company);
    await answer(tom);
    await lab.drain(tom.company);
    const [first, ...others] = textsTo(tom);
    expect(others).toEqual([]);
    expect(first).toMatch(/^Hi, I'm Acme Fence's automated assistant\..*\$[\d,]+\.\d\d/s);
    await write(tom, 'and with 3 gates?');
    await answer(tom);
    await lab.drain(tom.company);
    expect(textsTo(tom)[1]).not.toContain('automated assistant');
    const answers = (await lab.timeline(tom.company)).filter(
      ({ kind, data }) => kind === 'message_sent' && data.kind === 'Automated answer',
    );
    expect(answers).toHaveLength(2);
  });

  test('gets one answer together with the next text', async () => {
    const tom = await person('auto');
    await write(tom, 'how much would it be');
    lab.app.clock.advance(10 * SECOND);
    await write(tom, 'with 2 gates?');
    lab.app.clock.advance(15 * SECOND);
    await answerReplies({ ...lab.app.deps, config: lab.app.config, clock: lab.app.clock }, tom.company.id);
    expect(
      await lab.otherMessages(tom.company).then((rows) => rows.filter(({ kind }) => kind === 'agent.reply')),
    ).toEqual([]);
    await answer(tom);
    await lab.drain(tom.company);
    expect(textsTo(tom)).toHaveLength(1);
    expect(textsTo(tom)[0]).toContain('with 2 gates');
  });

  test.each(['STOP', 'HELP', 'no more texts please', 'I’m driving with Focus turned on.'])(
    'isn’t answered by the agent: %s',
    async (words) => {
      const tom = await person('auto');
      await write(tom, words);
      await answer(tom);
      expect((await lab.otherMessages(tom.company)).filter(({ kind }) => kind === 'agent.reply')).toEqual([]);
      expect((await (await agentOf(tom)).conversation({ leadId: tom.lead.id })).lines).toEqual([]);
    },
  );

  test.each([
    'thanks',
    'ok sounds good',
    'lol what',
    'quit bugging me you idiots',
    'stop the reminders already would you',
    'who gave you this number',
    'my uncle passed away',
  ])('isn’t answered if it isn’t about the fence or the estimate: %s', async (words) => {
    const tom = await person('auto');
    await write(tom, words);
    await answer(tom);
    await lab.drain(tom.company);
    expect((await lab.otherMessages(tom.company)).filter(({ kind }) => kind === 'agent.reply')).toEqual([]);
    expect(textsTo(tom).filter((text) => text.includes('automated'))).toEqual([]);
  });

  test('isn’t answered if a person replies first, up to the moment of sending', async () => {
    const tom = await person('auto');
    const { messages } = await lab.app.callerFor(tom.company);
    const typed = { leadId: tom.lead.id, channel: 'sms', text: 'I’ll call you at noon.' } as const;
    await write(tom, 'how much with 2 gates?');
    await messages.send({ ...typed, idempotencyKey: randomUUID() });
    await answer(tom);
    await lab.drain(tom.company);
    expect(textsTo(tom)).toHaveLength(1);
    await write(tom, 'how much with 3 gates?');
    await answer(tom);
    await messages.send({ ...typed, idempotencyKey: randomUUID() });
    await lab.drain(tom.company);
    expect(textsTo(tom).filter((text) => text.includes('automated'))).toEqual([]);
  });

  test('isn’t answered after a handover until the conversation is handed back', async () => {
    const tom = await person('auto');
    await write(tom, 'can a person call me');
    await answer(tom);
    await write(tom, 'hello? how much with 2 gates');
    await answer(tom);
    await lab.drain(tom.company);
    expect(textsTo(tom)).toHaveLength(1);
    expect(textsTo(tom)[0]).toContain('passed this on to the team');
    const agent = await agentOf(tom);
    await agent.takeOver({ leadId: tom.lead.id });
    await agent.giveBack({ leadId: tom.lead.id });
    await write(tom, 'how much with 2 gates');
    await answer(tom);
    await lab.drain(tom.company);
    expect(textsTo(tom)[1]).toContain('with 2 gates');
  });

  test('waits for texting hours and then gets one answer', async () => {
    const tom = await person('auto');
    // 10:00 PM in Boise
    lab.app.clock.advance(10 * HOUR);
    await write(tom, 'how much with 2 gates?');
    await answer(tom);
    await lab.drain(tom.company);
    await write(tom, 'or with 3 gates?');
    await answer(tom);
    await lab.drain(tom.company);
    expect(textsTo(tom)).toEqual([]);
    lab.app.clock.advance(14 * HOUR);
    await lab.drain(tom.company);
    const [only, ...others] = textsTo(tom);
    expect(others).toEqual([]);
    expect(only).toMatch(/^Hi, I'm Acme Fence's automated.*with 2 gates.*with 3 gates/s);
  });

  test('gets one text: a long answer is cut after a sentence', async () => {
    const tom = await person('auto');
    const agent = await agentOf(tom);
    const long = Array.from({ length: 40 }, (_each, at) => `We stain the fence in step ${at} with care and oil.`);
    await agent.facts.save({ question: 'Do you stain fences?', answer: long.join(' ').slice(0, 2_000) });
    await write(tom, 'do you stain fences?');
    await answer(tom);
    await lab.drain(tom.company);
    const [only, ...others] = textsTo(tom);
    expect(others).toEqual([]);
    expect(only?.length).toBeLessThanOrEqual(1_600);
    expect(only).toMatch(
      /^Hi, I'm Acme Fence's automated assistant\. We stain the fence in step 0 .* with care and oil\./,
    );
    await agent.updateSettings({ sms: 'draft' });
    await write(tom, 'so do you stain fences?');
    await answer(tom);
    const [draft] = await agent.drafts();
    await agent.sendDraft({ id: draft?.id ?? '' });
    await lab.drain(tom.company);
    expect(textsTo(tom)[1]).toContain('We stain the fence in step 20 ');
  });

  test('gets the newest of the night’s answers if they’re too long for one text', async () => {
    const tom = await person('auto');
    const agent = await agentOf(tom);
    const topics = ['stain', 'gravel', 'lattice', 'hinges', 'concrete', 'hail'];
    for (const topic of topics)
      await agent.facts.save({
        question: `Do you offer ${topic}?`,
        answer: `About ${topic}: ${'we do. '.repeat(220)}`.trim(),
      });
    // 10:00 PM in Boise
    lab.app.clock.advance(10 * HOUR);
    for (const topic of topics) {
      await write(tom, `do you offer ${topic}?`);
      await answer(tom);
    }
    lab.app.clock.advance(14 * HOUR);
    await lab.drain(tom.company);
    const [only, ...others] = textsTo(tom);
    expect(others).toEqual([]);
    expect(only).toMatch(/^Hi, I'm Acme Fence's automated assistant\. About hail: we do\./);
  });

  test('isn’t answered after a STOP while the answer waits for the morning', async () => {
    const tom = await person('auto');
    // 10:00 PM in Boise
    lab.app.clock.advance(10 * HOUR);
    await write(tom, 'how much with 2 gates?');
    await answer(tom);
    await write(tom, 'STOP');
    lab.app.clock.advance(14 * HOUR);
    await lab.drain(tom.company);
    expect(textsTo(tom).filter((text) => text.includes('automated'))).toEqual([]);
    expect(await lab.otherMessages(tom.company)).toContainEqual(
      expect.objectContaining({ kind: 'agent.reply', status: 'skipped' }),
    );
  });

  test('isn’t answered without consent to texts', async () => {
    const { a } = lab.app;
    const company = await a.company({ sms_from: `+1208556${String(1_000 + people)}` });
    const phone = `+1208555${String(6_000 + (people += 1))}`;
    const sue = { company, phone, lead: await a.lead(company, { phone }) };
    await (await agentOf(sue)).updateSettings({ sms: 'auto' });
    await write(sue, 'how much is 100 ft');
    await answer(sue);
    await lab.drain(company);
    expect(await lab.otherMessages(company)).toContainEqual(
      expect.objectContaining({ kind: 'agent.reply', status: 'skipped' }),
    );
    expect(textsTo(sue)).toEqual([]);
  });
});

describe('a text to a company in draft mode', () => {
  test('gets a draft that the contractor edits and sends as their own message', async () => {
    const tom = await person('draft');
    const agent = await agentOf(tom);
    await write(tom, 'how much with 2 gates?');
    await answer(tom);
    const [draft, ...others] = await agent.drafts();
    expect(others).toEqual([]);
    expect(draft).toMatchObject({ leadId: tom.lead.id, leadName: 'Tom Brook', channel: 'sms' });
    expect(draft?.text).toMatch(/\$[\d,]+\.\d\d/);
    expect(draft?.text).not.toContain('automated');
    expect(textsTo(tom)).toEqual([]);
    await agent.sendDraft({ id: draft?.id ?? '', text: 'It is $2,000. Tom, call me.' });
    await agent.sendDraft({ id: draft?.id ?? '' });
    await lab.drain(tom.company);
    expect(textsTo(tom)).toHaveLength(1);
    expect(textsTo(tom)[0]).toContain('It is $2,000. Tom, call me.');
    expect(await agent.drafts()).toEqual([]);
  });

  test('gets a new draft after a newer message; a draft closes when it’s discarded or a person answers', async () => {
    const tom = await person('draft');
    const agent = await agentOf(tom);
    await write(tom, 'how much with 2 gates?');
    await answer(tom);
    const [old] = await agent.drafts();
    await write(tom, 'how much with 3 gates?');
    await answer(tom);
    const [draft, ...others] = await agent.drafts({ leadId: tom.lead.id });
    expect(others).toEqual([]);
    expect(draft?.text).toContain('with 3 gates');
    expect(await refusalOf(agent.sendDraft({ id: old?.id ?? '' }))).toMatchObject({ code: 'CONFLICT' });
    const { messages } = await lab.app.callerFor(tom.company);
    await messages.send({ leadId: tom.lead.id, channel: 'sms', text: 'On my way.', idempotencyKey: randomUUID() });
    expect(await agent.drafts()).toEqual([]);
    expect(await refusalOf(agent.sendDraft({ id: draft?.id ?? '' }))).toMatchObject({ code: 'CONFLICT' });
    await write(tom, 'thanks, how much with 4 gates?');
    await answer(tom);
    const [last] = await agent.drafts();
    await agent.discardDraft({ id: last?.id ?? '' });
    expect(await agent.drafts()).toEqual([]);
  });

  test('gets drafts after a handover too, and the summary names nothing that the homeowner wasn’t told', async () => {
    const tom = await person('draft');
    const caller = await lab.app.callerFor(tom.company);
    await write(tom, 'how much with 2 gates?');
    await answer(tom);
    await write(tom, 'I want to talk to a person about the fence');
    await answer(tom);
    const { handover } = await caller.agent.conversation({ leadId: tom.lead.id });
    expect(handover?.price).toMatch(/^This fence costs \$[\d,]+\.\d\d\.$/);
    const report = await caller.analytics.agent({ from: '2026-01-01', to: '2026-12-31' });
    expect(report?.priced).toBe(0);
    await write(tom, 'how much is the fence with 4 gates?');
    await answer(tom);
    const [draft, ...others] = await caller.agent.drafts({ leadId: tom.lead.id });
    expect(others).toEqual([]);
    expect(draft?.text).toContain('with 4 gates');
    expect((await caller.agent.conversation({ leadId: tom.lead.id })).handover?.said).toContain('4 gates');
    await lab.drain(tom.company);
    expect(textsTo(tom)).toEqual([]);
    const notices = lab.mails(tom.company.email).filter(({ subject }) => subject?.includes('needs an answer from you'));
    expect(notices).toHaveLength(1);
    expect(notices[0]?.text).not.toContain('The agent said');
  });

  test('gets a draft that no other company can read, send or discard, and none while the agent is off', async () => {
    const tom = await person('draft');
    await write(tom, 'how much with 2 gates?');
    await answer(tom);
    const [draft] = await (await agentOf(tom)).drafts();
    const other = await agentOf(await person('off'));
    expect(await other.drafts()).toEqual([]);
    const id = draft?.id ?? '';
    expect(await refusalOf(other.sendDraft({ id }))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refusalOf(other.discardDraft({ id }))).toMatchObject({ code: 'NOT_FOUND' });
    const off = await person('off');
    await write(off, 'how much with 2 gates?');
    await answer(off);
    expect(await (await agentOf(off)).drafts()).toEqual([]);
  });
});

const dueReplies = ({ company }: Person): Promise<boolean> =>
  answerReplies({ ...lab.app.deps, config: lab.app.config, clock: lab.app.clock }, company.id);

test.each(['auto', 'draft'] as const)('two concurrent workers give one answer: %s', async (mode) => {
  const tom = await person(mode);
  await write(tom, 'how much with 2 gates?');
  lab.app.clock.advance(25 * SECOND);
  await Promise.all([dueReplies(tom), dueReplies(tom), dueReplies(tom)]);
  await lab.drain(tom.company);
  const drafts = (await (await agentOf(tom)).drafts()).map(({ text }) => text);
  expect([...textsTo(tom), ...drafts]).toEqual([expect.stringMatching(/with 2 gates comes to \$/)]);
});

test('a company’s many texts are answered a few at a time, oldest first, without delaying other companies', async () => {
  const tom = await person('draft');
  const agent = await agentOf(tom);
  const names = ['Ada', 'Bea', 'Cy', 'Dot', 'Eve'];
  for (const name of names) {
    const phone = `+1208555${String(6_000 + (people += 1))}`;
    const lead = await lab.app.a.lead(tom.company, { name, phone });
    await write({ company: tom.company, lead, phone }, 'can a person call me?');
    lab.app.clock.advance(SECOND);
  }
  lab.app.clock.advance(25 * SECOND);
  const answered = async () => (await agent.drafts()).map(({ leadName }) => leadName).toSorted();
  expect(await dueReplies(tom)).toBe(true);
  expect(await answered()).toEqual(names.slice(0, 3));
  expect(await dueReplies(tom)).toBe(false);
  expect(await answered()).toEqual(names);
});

test('a message whose answer fails delays no others, and is retried at increasing intervals', async () => {
  const tom = await person('draft');
  const lead = await lab.app.a.lead(tom.company, {
    name: 'Una Field',
    phone: `+1208555${String(6_000 + (people += 1))}`,
  });
  const una: Person = { company: tom.company, lead, phone: lead.phone ?? '' };
  await write(tom, 'can a person call me about the poison ivy?');
  await write(una, 'can a person call me?');
  const owner = new pg.Client({ connectionString: lab.app.database.url });
  await owner.connect();
  onTestFinished(() => owner.end());
  await owner.query(`create function poison() returns trigger language plpgsql as $$ begin raise 'poison'; end $$;
    create trigger poison before insert on agent_messages for each row
      when (new.body like '%poison%') execute function poison()`);
  lab.app.clock.advance(25 * SECOND);
  await expect(dueReplies(tom)).rejects.toThrow('poison');
  const agent = await agentOf(tom);
  expect((await agent.drafts()).map(({ leadName }) => leadName)).toEqual(['Una Field']);
  await dueReplies(tom);
  lab.app.clock.advance(MINUTE);
  await expect(dueReplies(tom)).rejects.toThrow('poison');
  lab.app.clock.advance(MINUTE);
  await dueReplies(tom);
  await owner.query('drop function poison cascade');
  lab.app.clock.advance(MINUTE);
  await dueReplies(tom);
  expect((await agent.drafts()).map(({ leadName }) => leadName)).toEqual(['Tom Brook', 'Una Field']);
});

test('a worker that dies after the answer was stored sends it once', async () => {
  const tom = await person('auto');
  await write(tom, 'how much with 2 gates?');
  lab.app.clock.advance(25 * SECOND);
  const dying = {
    ...lab.app.deps,
    config: lab.app.config,
    clock: lab.app.clock,
    wakeUps: { enqueue: () => Promise.reject(new Error('killed')) },
  };
  await expect(answerReplies(dying, tom.company.id)).rejects.toThrow('killed');
  // waits until the dead worker's claim on the thread expires
  lab.app.clock.advance(MINUTE);
  await answer(tom);
  await lab.drain(tom.company);
  await answer(tom);
  await lab.drain(tom.company);
  expect(textsTo(tom)).toHaveLength(1);
});

describe('a text about a sent estimate', () => {
  const withEstimate = async () => {
    const tom = await person('auto');
    const { estimates } = await lab.app.callerFor(tom.company);
    const { lead } = tom;
    const materialId = lead.material_id ?? '';
    const fence = { leadId: lead.id, materialId, perimeter: 150, gateCount: 1 };
    const { totalCents } = (await estimates.preview(fence)).options[0] ?? { totalCents: 0 };
    await estimates.send(fence);
    return { tom, total: formatCents(totalCents) };
  };
  const lastText = async (tom: Person, body: string): Promise<string> => {
    await write(tom, body);
    await answer(tom);
    await lab.drain(tom.company);
    return textsTo(tom).at(-1) ?? '';
  };

  test('is answered with that estimate’s values, and never with another price', async () => {
    const { tom, total } = await withEstimate();
    expect(await lastText(tom, 'how much is it in total?')).toContain(total);
    const other = await lastText(tom, 'and how much would it be with 3 gates and 400 feet?');
    expect(other.match(/\$[\d,.]+\d/g) ?? []).toEqual([]);
    expect((await (await agentOf(tom)).conversation({ leadId: tom.lead.id })).handover).toMatchObject({
      said: 'and how much would it be with 3 gates and 400 feet?',
    });
  });

  test('in Spanish is answered in Spanish, and changes the lead’s language', async () => {
    const { tom } = await withEstimate();
    expect(await lastText(tom, '¿cuánto es el total de la cerca por favor?')).toContain('asistente automático');
    const { leads } = await lab.app.callerFor(tom.company);
    expect(await leads.get({ leadId: tom.lead.id })).toMatchObject({ language: 'es' });
  });
});
