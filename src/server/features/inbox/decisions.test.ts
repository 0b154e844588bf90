import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answerReplies } from '#core/features/agent/replies/answer-replies.ts';
import { MINUTE, SECOND } from '#shared/primitives/durations.ts';
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

/** A company whose agent answers texts by itself, and one of its leads, who agreed to texts. */
async function person() {
  const { a } = lab.app;
  people += 1;
  const phone = `+1208555${String(4_000 + people)}`;
  const company = await a.company({ name: 'Acme Fence', sms_from: `+1208556${String(4_000 + people)}` });
  const lead = await a.lead(company, { phone, name: 'Tom Brook' });
  await a.consent(company, lead);
  const caller = await lab.app.callerFor(company);
  await caller.agent.updateSettings({ sms: 'auto' });
  const write = (body: string) => lab.reply(phone, body, { To: company.sms_from ?? '' });
  const answer = async () => {
    lab.app.clock.advance(25 * SECOND);
    await answerReplies({ ...lab.app.deps, config: lab.app.config, clock: lab.app.clock }, company.id);
    await lab.drain(company);
  };
  return { company, lead, phone, caller, write, answer };
}

describe('a text that may ask to stop, or is from someone else', () => {
  test.each(['wrong # pls remove', 'He passed away', 'ya no vivo en esa casa', 'reported as junk'])(
    '%j pauses the agent until a person decides (C8)',
    async (words) => {
      const tom = await person();
      await tom.write('how much is 100 ft of cedar?');
      await tom.write(words);
      await tom.answer();
      await tom.write('hello?');
      await tom.answer();
      expect(lab.texts(tom.phone)).toEqual([]);
      const { leads, messages } = tom.caller;
      expect(await leads.get({ leadId: tom.lead.id })).toMatchObject({ awaitsDecision: true });
      const { items } = await leads.timeline({ leadId: tom.lead.id });
      expect(items.filter(({ kind }) => kind === 'reply_received').map(({ data }) => 'unsure' in data)).toContain(true);
      await messages.decide({ leadId: tom.lead.id, wish: 'reply' });
      expect(await leads.get({ leadId: tom.lead.id })).toMatchObject({ awaitsDecision: false, sms: { allowed: true } });
      await tom.write('how much is 100 ft of cedar?');
      await tom.answer();
      expect(lab.texts(tom.phone)).toHaveLength(1);
    },
  );

  test('withdraws an answer that the agent has already queued', async () => {
    const tom = await person();
    await tom.write('how much is 100 ft of cedar?');
    lab.app.clock.advance(25 * SECOND);
    await answerReplies({ ...lab.app.deps, config: lab.app.config, clock: lab.app.clock }, tom.company.id);
    await tom.write('you have the wrong person');
    await lab.drain(tom.company);
    expect(lab.texts(tom.phone)).toEqual([]);
  });

  test('becomes an opt-out if a person decides so, once', async () => {
    const tom = await person();
    await tom.write('who is this');
    await tom.write('this is not Robin’s phone');
    const { leads, messages } = tom.caller;
    const waiting = await messages.undecided({ leadId: tom.lead.id });
    expect(waiting.map(({ text }) => text)).toEqual(['who is this', 'this is not Robin’s phone']);
    expect(await messages.decide({ leadId: tom.lead.id, wish: 'opt_out' })).toEqual({ wish: 'opt_out' });
    expect(await leads.get({ leadId: tom.lead.id })).toMatchObject({ awaitsDecision: false, sms: { allowed: false } });
    // A teammate who decides later learns which decision stands.
    for (const wish of ['reply', 'opt_out'] as const)
      expect(await messages.decide({ leadId: tom.lead.id, wish })).toEqual({ wish: 'opt_out' });
    const { items } = await leads.timeline({ leadId: tom.lead.id });
    expect(items.filter(({ kind }) => kind === 'opted_out')).toHaveLength(1);
  });

  test('becomes an opt-out if one of two people who decide at once says so', async () => {
    const tom = await person();
    await tom.write('who is this');
    const { leads, messages } = tom.caller;
    const [, optedOut] = await Promise.all(
      (['reply', 'opt_out'] as const).map((wish) => messages.decide({ leadId: tom.lead.id, wish })),
    );
    expect(optedOut).toEqual({ wish: 'opt_out' });
    expect(await leads.get({ leadId: tom.lead.id })).toMatchObject({ awaitsDecision: false, sms: { allowed: false } });
    const other = await person();
    await expect(other.caller.messages.decide({ leadId: other.lead.id, wish: 'opt_out' })).rejects.toMatchObject({
      cause: { code: 'CONFLICT' },
    });
    await other.write('who is this');
    for (let times = 0; times < 2; times += 1)
      expect(await other.caller.messages.decide({ leadId: other.lead.id, wish: 'reply' })).toEqual({ wish: 'reply' });
    expect(await other.caller.messages.decide({ leadId: other.lead.id, wish: 'opt_out' })).toEqual({ wish: 'opt_out' });
  });

  test('that asks to stop emails stops them, and an email that asks to stop texts stops those', async () => {
    const tom = await person();
    const { leads, messages } = tom.caller;
    const stopped = async () => {
      const rows = await lab.app.deps.system
        .selectFrom('opt_outs')
        .select(['channel', 'address'])
        .where('company_id', '=', tom.company.id)
        .execute();
      return rows.map(({ channel, address }) => `${channel} ${address}`).toSorted();
    };
    await tom.write('stop emailing me, texts are fine');
    expect(await stopped()).toEqual([`email ${tom.lead.email}`]);
    // Whether texts may go on is for a person to decide.
    expect(await leads.get({ leadId: tom.lead.id })).toMatchObject({ awaitsDecision: true });
    expect(await messages.decide({ leadId: tom.lead.id, wish: 'reply' })).toEqual({ wish: 'reply' });
    await tom.write('STOP. And stop emailing me');
    expect(await leads.get({ leadId: tom.lead.id })).toMatchObject({ awaitsDecision: false, sms: { allowed: false } });
  });

  test('pauses the person’s other leads too, and is decided from any of them', async () => {
    const tom = await person();
    const other = await lab.app.a.lead(tom.company, { phone: tom.phone, name: 'Tom B.' });
    await tom.write('wrong person');
    const { leads, messages } = tom.caller;
    for (const { id } of [tom.lead, other]) {
      expect(await leads.get({ leadId: id })).toMatchObject({ awaitsDecision: true });
      expect(await messages.undecided({ leadId: id })).toMatchObject([{ channel: 'sms', text: 'wrong person' }]);
    }
    await messages.decide({ leadId: tom.lead.id, wish: 'reply' });
    expect(await leads.get({ leadId: other.id })).toMatchObject({ awaitsDecision: false });
    expect(await messages.undecided({ leadId: other.id })).toEqual([]);
  });
});

test('emails that no person sent say so, and typed ones don’t', async () => {
  const { company, lead, caller } = await person();
  await caller.followUps.save({
    leadId: lead.id,
    channel: 'email',
    steps: [{ day: 1, message: 'Hi {{name}}, still thinking?' }],
    active: true,
  });
  lab.app.clock.advance(3 * 24 * 60 * MINUTE);
  await lab.drain(company);
  expect(lab.mails(lead.email).at(-1)?.headers).toMatchObject({ 'auto-submitted': 'auto-generated' });
  await caller.messages.send({
    leadId: lead.id,
    channel: 'email',
    text: 'Left or right?',
    idempotencyKey: crypto.randomUUID(),
  });
  await lab.drain(company);
  expect(lab.mails(lead.email).at(-1)?.text).toContain('Left or right?');
  expect(lab.mails(lead.email).at(-1)?.headers).not.toHaveProperty('auto-submitted');
});
