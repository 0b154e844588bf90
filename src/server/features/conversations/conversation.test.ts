import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { messageTyped } from '#core/features/conversations/messages/conversation-messages.ts';
import { enqueueMessage } from '#core/features/messages/enqueue-message.ts';
import { TYPED } from '#core/features/messages/registry.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import type { MessageSendInput } from '#shared/features/conversations/conversations.schema.ts';
import { HOUR, MINUTE } from '#shared/primitives/durations.ts';
import type { Caller } from '../../../../test/caller.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';

/** Monday noon in Boise. */
const NOON = '2026-11-16T19:00:00.000Z';
/** 9:30 PM in Boise, outside the legal hours. */
const LATE = '2026-11-17T04:30:00.000Z';

let lab: DeliveryLab;
let phones = 0;
beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());
beforeEach(() => lab.app.clock.set(NOON));

async function person(given: { company?: CompanyRow; lead?: Partial<LeadRow>; consent?: boolean } = {}) {
  const { a } = lab.app;
  const company = given.company ?? (await a.company({ name: 'Acme Fence' }));
  const phone = `+1208555${String(6_000 + (phones += 1))}`;
  const lead = await a.lead(company, { phone, name: 'Tom Brook', ...given.lead });
  if (given.consent !== false) await a.consent(company, lead);
  const caller = await lab.app.callerFor(company);
  const send = (message: Partial<MessageSendInput> = {}) =>
    caller.messages.send({
      leadId: lead.id,
      channel: 'sms',
      text: 'Saturday at 9 works for us',
      idempotencyKey: crypto.randomUUID(),
      ...message,
    });
  return { company, lead, phone, caller, send };
}

const said = async (caller: Caller, lead: LeadRow) => (await caller.messages.thread({ leadId: lead.id })).items;
const unread = async (caller: Caller, lead: LeadRow) => (await caller.leads.get({ leadId: lead.id })).unread;

describe('typed messages', () => {
  test('C5 an offer by text requires written consent, the field says so, and the offer can be emailed', async () => {
    const { company, lead, phone, send } = await person({ consent: false });
    await lab.app.a.consent(company, lead, { method: 'verbal' });
    const offer = { text: 'Save $500 if you book by Friday' };
    await expect(send(offer)).rejects.toMatchObject({
      cause: { code: 'VALIDATION_FAILED', fields: { text: expect.stringContaining('written consent') as string } },
    });
    await send({ ...offer, channel: 'email' });
    await send({ text: 'Your free estimate is ready. A 10% deposit holds your week' });
    // simulates a scheduled offer to a phone number that now has only verbal consent
    await lab.app.deps.system
      .insertInto('messages')
      .values({
        company_id: company.id,
        lead_id: lead.id,
        kind: 'message.typed',
        channel: 'sms',
        to_address: phone,
        payload: JSON.stringify(offer),
        due_at: lab.app.clock.now(),
        created_at: lab.app.clock.now(),
      })
      .execute();
    await lab.drain(company);
    expect(lab.texts(phone).map(({ text }) => text)).toEqual([expect.stringContaining('free estimate')]);
    expect(lab.mails(lead.email)).toHaveLength(1);
    expect((await lab.otherMessages(company)).map(({ reason }) => reason)).toContain(
      'An offer by text needs written consent, but this person’s consent was verbal',
    );
    const other = await person();
    await other.send(offer);
    await lab.drain(other.company);
    expect(lab.texts(other.phone)).toHaveLength(1);
  });

  test('C22 an offer by email has an unsubscribe link, and isn’t sent to anyone unsubscribed', async () => {
    const { company, lead, caller, send } = await person({ consent: false });
    const offer = { channel: 'email', text: 'Book by Friday and save $500', subject: 'The gate' } as const;
    await send(offer);
    await lab.drain(company);
    const [mail] = lab.mails(lead.email);
    expect(mail?.headers).toMatchObject({ 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' });
    const [url = ''] = /https?:\S+\/unsubscribe\/\S+/.exec(mail?.text ?? '') ?? [];
    expect(mail?.headers?.['list-unsubscribe']).toBe(`<${url}>`);
    expect(mail?.html).toContain(url);
    await send(offer);
    expect((await fetch(`${lab.app.url}${URL.parse(url)?.pathname}`, { method: 'POST' })).status).toBe(200);
    await lab.drain(company);
    expect((await lab.otherMessages(company)).map(({ reason }) => reason)).toContain('Unsubscribed from emails');
    await expect(send({ ...offer, text: 'Hi', subject: '10% off' })).rejects.toMatchObject({
      cause: { fields: { text: expect.stringContaining('Unsubscribed from emails') as string } },
    });
    await send({ channel: 'email', text: 'Left or right?' });
    await lab.drain(company);
    const last = lab.mails(lead.email).at(-1);
    expect(last?.text).toContain('Left or right?');
    expect(last?.text).not.toContain('unsubscribe');
    expect(last?.headers).not.toHaveProperty('list-unsubscribe');
    expect(lab.mails(lead.email)).toHaveLength(2);
    expect((await said(caller, lead)).map(({ text }) => text)).toContain(offer.text);
  });

  test('a text is sent in the company’s name, shows its status, and counts as contact', async () => {
    const { company, lead, phone, caller, send } = await person();
    await send();
    expect(await said(caller, lead)).toMatchObject([{ state: 'scheduled', text: 'Saturday at 9 works for us' }]);
    await lab.drain(company);
    expect(lab.texts(phone).map(({ text }) => text)).toEqual([
      'Acme Fence: Saturday at 9 works for us. Reply STOP to opt out.',
    ]);
    const [item] = await said(caller, lead);
    expect(item).toMatchObject({ from: 'company', channel: 'sms', label: null, state: 'sent', rowId: null });
    expect(await caller.leads.get({ leadId: lead.id })).toMatchObject({ status: 'contacted' });
    await lab.twilioPosts('/webhooks/twilio/status', {
      MessageSid: lab.texts(phone)[0]?.sid ?? '',
      MessageStatus: 'delivered',
    });
    expect(await said(caller, lead)).toMatchObject([{ state: 'delivered' }]);
  });

  test('the same key sends once, however often it’s used', async () => {
    const { company, phone, send } = await person();
    const idempotencyKey = crypto.randomUUID();
    const answers = await Promise.all([send({ idempotencyKey }), send({ idempotencyKey }), send({ idempotencyKey })]);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    await lab.drain(company);
    await send({ idempotencyKey });
    await lab.drain(company);
    expect(lab.texts(phone)).toHaveLength(1);
    await expect(send({ idempotencyKey, text: 'Another' })).rejects.toMatchObject({ cause: { code: 'CONFLICT' } });
  });

  test('the same key for two leads is never reported as sent to both', async () => {
    const { company, send } = await person();
    const other = await lab.app.a.lead(company);
    const idempotencyKey = crypto.randomUUID();
    const { system } = lab.app.deps;
    const { sending: answer } = await system.transaction().execute(async (tx) => {
      await enqueueMessage(tx, {
        companyId: company.id,
        leadId: other.id,
        kind: messageTyped,
        channel: 'sms',
        to: '+12085550001',
        payload: { text: 'Hello' },
        dedupeKey: `${TYPED}:${company.id}:${idempotencyKey}`,
        at: lab.app.clock.now(),
      });
      const sending = Promise.allSettled([send({ idempotencyKey })]);
      const somebodyWaits = async () => {
        const { rows } = await sql`select 1 from pg_locks where not granted`.execute(system);
        return rows.length > 0;
      };
      await expect.poll(somebodyWaits, { timeout: 10_000 }).toBe(true);
      return { sending };
    });
    expect(await answer).toMatchObject([{ status: 'rejected', reason: { cause: { code: 'CONFLICT' } } }]);
  });

  test('the same key with a different subject is refused, because it’s a different email', async () => {
    const { company, lead, send } = await person();
    const mail = { channel: 'email', subject: 'The gate', idempotencyKey: crypto.randomUUID() } as const;
    const { id } = await send(mail);
    expect(await send(mail)).toMatchObject({ id });
    await expect(send({ ...mail, subject: 'The fence' })).rejects.toMatchObject({ cause: { code: 'CONFLICT' } });
    await lab.drain(company);
    expect(lab.mails(lead.email).map(({ subject }) => subject)).toEqual(['The gate']);
  });

  test('can be sent outside the hours for automated texts, within the legal hours (C14)', async () => {
    // 8:30 PM in Boise: after C15's window and before the legal end
    lab.app.clock.set('2026-11-17T03:30:00.000Z');
    const { company, phone, send } = await person();
    await send();
    await lab.drain(company);
    expect(lab.texts(phone)).toHaveLength(1);
  });

  test('if the law forbids sending now, the error says when texting hours begin, and the text waits on request', async () => {
    lab.app.clock.set(LATE);
    const { company, lead, phone, caller, send } = await person();
    const ways = await caller.messages.ways({ leadId: lead.id });
    expect(ways.sms).toMatchObject({ allowed: true, opensAt: '2026-11-17T16:00:00.000Z' });
    expect(ways.sms.why).toContain('no texts');
    await expect(send()).rejects.toThrow(/earliest time for this text is Nov 17, 2026 Tue 9:00 AM, Mountain time/);
    const { at } = await send({ whenAllowed: true });
    expect(at).toBe('2026-11-17T16:00:00.000Z');
    const why = /^Will be sent Nov 17, 2026 Tue 9:00 AM, Mountain time: .*no texts/;
    const [waiting] = await said(caller, lead);
    expect(waiting).toMatchObject({ at, state: 'scheduled' });
    expect(waiting?.reason).toMatch(why);
    await lab.drain(company);
    expect(lab.texts(phone)).toEqual([]);
    lab.app.clock.set(at);
    await lab.drain(company);
    expect(lab.texts(phone)).toHaveLength(1);
    expect(await said(caller, lead)).toMatchObject([{ state: 'sent', reason: null }]);
  });

  test('a waiting text is sent to the lead’s current number, or not at all if there’s none', async () => {
    lab.app.clock.set(LATE);
    const { company, lead, phone, caller, send } = await person();
    const { at } = await send({ whenAllowed: true });
    const corrected = '+12085556990';
    await caller.leads.update({ leadId: lead.id, phone: corrected, smsConsent: { method: 'verbal' } });
    lab.app.clock.set(at);
    await lab.drain(company);
    expect([lab.texts(phone).length, lab.texts(corrected).length]).toEqual([0, 1]);
    lab.app.clock.set('2026-11-18T04:30:00.000Z');
    await send({ whenAllowed: true, text: 'And Sunday' });
    await caller.leads.update({ leadId: lead.id, phone: null });
    expect((await said(caller, lead))[0]).toMatchObject({
      state: 'cancelled',
      reason: 'The lead no longer has a phone number',
    });
  });

  test('a waiting text can be canceled, once', async () => {
    lab.app.clock.set(LATE);
    const { company, lead, phone, caller, send } = await person();
    const idempotencyKey = crypto.randomUUID();
    const { id, at } = await send({ whenAllowed: true, idempotencyKey });
    expect(await said(caller, lead)).toMatchObject([{ state: 'scheduled', rowId: id }]);
    await caller.messages.cancel({ messageId: id });
    await expect(caller.messages.cancel({ messageId: id })).rejects.toMatchObject({ cause: { code: 'CONFLICT' } });
    lab.app.clock.set(at);
    await lab.drain(company);
    expect(lab.texts(phone)).toEqual([]);
    expect(await said(caller, lead)).toMatchObject([
      { state: 'cancelled', reason: 'You canceled it', rowId: null, again: { text: 'Saturday at 9 works for us' } },
    ]);
    // a retry with the same key, as after a lost response, must not report that the canceled text was sent
    await expect(send({ whenAllowed: true, idempotencyKey })).rejects.toMatchObject({
      message: 'This message wasn’t sent (You canceled it). Press Send to try again',
      cause: { code: 'CONFLICT' },
    });
  });

  test('after canceling, the lead awaits an answer again, unless another answer waits or was sent', async () => {
    const { company, lead, phone, caller, send } = await person();
    const awaits = async () => (await caller.leads.get({ leadId: lead.id })).awaitsAnswer;
    await send();
    await lab.drain(company);
    lab.app.clock.set(LATE);
    await lab.reply(phone, 'Which day?');
    const first = await send({ whenAllowed: true });
    const second = await send({ whenAllowed: true });
    await caller.messages.cancel({ messageId: first.id });
    expect(await awaits()).toBe(null);
    await caller.messages.cancel({ messageId: second.id });
    expect(await awaits()).toBe('reply');
    const third = await send({ whenAllowed: true });
    await send({ channel: 'email' });
    await lab.drain(company);
    await caller.messages.cancel({ messageId: third.id });
    expect(await awaits()).toBe(null);
  });

  const FLORIDA = { zip: '33101', address: '9 Bay Dr, Miami, FL 33101' };
  const typed = async ({ company, send }: Awaited<ReturnType<typeof person>>, ...texts: string[]) => {
    for (const text of texts) {
      await send({ text });
      await lab.drain(company);
      lab.app.clock.advance(MINUTE);
    }
  };

  test('a fourth text in 24 hours waits where a state’s law limits texts (C18)', async () => {
    const job = await person({ lead: FLORIDA });
    await typed(job, 'one', 'two', 'three');
    await expect(job.send({ text: 'four' })).rejects.toThrow(
      /Florida allows at most 3 texts to one person in 24 hours/,
    );
    const { sms } = await job.caller.messages.ways({ leadId: job.lead.id });
    expect(sms).toMatchObject({
      opensAt: '2026-11-17T19:00:00.000Z',
      why: expect.stringMatching(/^Florida/) as string,
    });
    expect(lab.texts(job.phone)).toHaveLength(3);
  });

  test('typed texts have no daily limit in other states, and don’t delay automated ones (C18)', async () => {
    const job = await person();
    await typed(job, 'one', 'two', 'three', 'four', 'five');
    expect(lab.texts(job.phone)).toHaveLength(5);
    expect((await job.caller.messages.ways({ leadId: job.lead.id })).sms).toMatchObject({ opensAt: null, why: null });
  });

  test.each([
    ['text', (job: Awaited<ReturnType<typeof person>>) => lab.reply(job.phone, 'When do I get my deposit back?')],
  ])(
    'an answer to the person’s own %s doesn’t wait in a state with a limit, and doesn’t count (C18)',
    async (_way, write) => {
      const job = await person({ lead: FLORIDA });
      await typed(job, 'one', 'two', 'three');
      await write(job);
      await typed(job, 'Your deposit is on its way', 'It takes five days', 'Anything else?');
      expect(lab.texts(job.phone)).toHaveLength(6);
      // A day after the message, texts are unasked again. By then, the first three no longer count.
      lab.app.clock.advance(25 * HOUR);
      await typed(job, 'seven', 'eight', 'nine');
      await expect(job.send({ text: 'ten' })).rejects.toThrow(/Florida allows/);
    },
  );

  test.each([
    ['without consent', { consent: false }, /No consent on file/],
    ['without a number', { lead: { phone: null } }, /No phone number/],
  ])('%s no text can be sent, with the reason; an email can', async (_name, given, why) => {
    const { lead, caller, send } = await person(given);
    await expect(send()).rejects.toMatchObject({ cause: { code: 'SMS_NOT_ALLOWED' } });
    const ways = await caller.messages.ways({ leadId: lead.id });
    expect(ways.sms.reason).toMatch(why);
    expect(ways.email).toMatchObject({ allowed: true });
    await send({ channel: 'email' });
  });

  test('a STOP after typing prevents sending (C9), and the thread says why', async () => {
    const { company, lead, phone, caller, send } = await person();
    await send();
    await lab.drain(company);
    await send({ text: 'Still there?' });
    await lab.reply(phone, 'STOP');
    await lab.drain(company);
    expect(lab.texts(phone).filter(({ text }) => text.includes('Still there'))).toEqual([]);
    const [first, item] = (await said(caller, lead)).filter(({ from }) => from === 'company').toReversed();
    expect(item).toMatchObject({ text: 'Still there?', state: 'skipped' });
    // the contractor can edit and resend an unsent text, but not a sent one
    expect(item?.again).toEqual({ channel: 'sms', text: 'Still there?', subject: null });
    expect(first?.again).toBeNull();
    expect(item?.reason).toMatch(/^Opted out/);
    expect((await caller.messages.ways({ leadId: lead.id })).sms).toMatchObject({
      allowed: false,
      refusal: 'opted_out',
    });
  });

  test('an email contains the company’s name and postal address, and is threaded', async () => {
    const { company, lead, caller, send } = await person();
    await send({ channel: 'email', subject: 'The gate', text: 'Left or <b>right</b>?\n\nThanks' });
    await lab.drain(company);
    const [mail] = lab.mails(lead.email);
    expect(mail).toMatchObject({ subject: 'The gate', headers: { 'reply-to': company.email } });
    expect(mail?.headers?.['from']).toContain('Acme Fence');
    expect(mail?.text).toContain('Left or <b>right</b>?\n\nThanks');
    expect(mail?.text).toContain(company.postal_address);
    expect(mail?.html).toContain('&lt;b&gt;right&lt;/b&gt;');
    expect((await caller.messages.ways({ leadId: lead.id })).email.subject).toBe('Re: The gate');
    await send({ channel: 'email', text: 'And the post?' });
    await lab.drain(company);
    const again = lab.mails(lead.email)[1];
    expect(again?.subject).toBe('Re: The gate');
    expect(again?.headers?.['in-reply-to']).toBe(mail?.headers?.['message-id']);
    expect(again?.headers?.['references']).toBe(mail?.headers?.['message-id']);
    // the thread omits the footer that is part of every email
    expect((await said(caller, lead)).map(({ text }) => text)).toEqual([
      'And the post?',
      'Left or <b>right</b>?\n\nThanks',
    ]);
  });

  test('a text that is too long is refused with the excess length', async () => {
    const { send } = await person();
    await expect(send({ text: 'x'.repeat(1_600) })).rejects.toThrow(/over the limit of 1,600/);
  });

  test('an answer clears the waiting state and doesn’t restart follow-ups', async () => {
    const { company, lead, phone, caller, send } = await person();
    const schedule = await lab.app.a.schedule(company, lead);
    await lab.app.a.followUp(schedule, { body: 'first' });
    await lab.app.a.followUp(schedule, { step: 2, day: 2, due_at: new Date('2026-11-17T19:00:00.000Z') });
    await lab.drain(company);
    await lab.reply(phone, 'Which day?');
    expect(await caller.leads.get({ leadId: lead.id })).toMatchObject({ awaitsAnswer: 'reply', unread: 1 });
    await send();
    await lab.drain(company);
    expect(await caller.leads.get({ leadId: lead.id })).toMatchObject({
      awaitsAnswer: null,
      followUpStatus: 'stopped',
    });
    expect((await said(caller, lead)).toReversed().map(({ from, label, text }) => [from, label, text])).toEqual([
      ['company', 'Follow-up 1', expect.stringContaining('first')],
      ['homeowner', null, 'Which day?'],
      ['company', null, expect.stringContaining('Saturday at 9')],
    ]);
  });
});

describe('the thread', () => {
  test('is returned in pages, each message once, without notices to the contractor', async () => {
    const { company, lead, phone, caller, send } = await person();
    await send({ text: 'Hello' });
    await lab.drain(company);
    for (let count = 0; count < 35; count += 1) {
      lab.app.clock.advance(MINUTE);
      await lab.reply(phone, `word ${count}`);
    }
    await send({ channel: 'email' });
    await lab.drain(company);
    const first = await caller.messages.thread({ leadId: lead.id });
    const second = await caller.messages.thread({ leadId: lead.id, cursor: first.nextCursor });
    expect(second.nextCursor).toBeNull();
    const words = [...first.items, ...second.items].map(({ text }) => text);
    expect(words).toEqual([
      'Saturday at 9 works for us',
      ...Array.from({ length: 35 }, (_, index) => `word ${34 - index}`),
      expect.stringContaining('Hello'),
    ]);
  });

  test('an email with an unknown result has its buttons, until someone decides', async () => {
    const { company, lead, caller, send } = await person();
    const { id } = await send({ channel: 'email' });
    lab.sandbox.faults.set('smtp', 'drop_after_accept', 1);
    await lab.drain(company);
    expect(await said(caller, lead)).toMatchObject([{ state: 'unknown', rowId: id }]);
    lab.app.clock.advance(MINUTE);
    await caller.followUps.resolveUnknown({ messageId: id, action: 'resend' });
    await lab.drain(company);
    expect(await said(caller, lead)).toMatchObject([
      { state: 'sent', rowId: null },
      { state: 'unknown', rowId: null },
    ]);
  });

  test('an unconfirmed message is counted and stays open on the timeline until someone decides', async () => {
    const { company, lead, caller, send } = await person();
    const { id } = await send({ channel: 'email' });
    lab.sandbox.faults.set('smtp', 'drop_after_accept', 1);
    await lab.drain(company);
    expect(await unread(caller, lead)).toBe(1);
    const open = async () =>
      (await caller.leads.timeline({ leadId: lead.id })).items.find(({ kind }) => kind === 'message_unknown')?.open;
    expect(await open()).toBe(true);
    await caller.followUps.resolveUnknown({ messageId: id, action: 'ignore' });
    expect(await open()).toBe(false);
  });
});

describe('unread', () => {
  test('counts the homeowner’s messages until the conversation is opened; one notice until then', async () => {
    const { company, lead, phone, caller, send } = await person();
    await send();
    await lab.drain(company);
    await lab.reply(phone, 'Which day?');
    await lab.reply(phone, 'Saturday?');
    expect(await unread(caller, lead)).toBe(2);
    const { unread: summary } = await caller.leads.summary();
    expect(summary).toEqual({ leads: 1, messages: 2 });
    expect((await caller.leads.list({ unread: true })).items.map(({ id }) => id)).toEqual([lead.id]);
    lab.app.clock.advance(MINUTE);
    await lab.drain(company);
    const [notice, ...more] = lab.mails(company.email);
    expect(more).toEqual([]);
    expect(notice?.subject).toBe('Tom Brook wrote a text');
    expect(notice?.text).toContain('Which day?');
    expect(notice?.text).toContain(`lead=${lead.id}&view=conversation`);
    await caller.messages.markRead({ leadId: lead.id });
    await caller.messages.markRead({ leadId: lead.id });
    expect(await unread(caller, lead)).toBe(0);
    expect((await caller.leads.list({ unread: true })).items).toEqual([]);
    lab.app.clock.advance(HOUR);
    await lab.reply(phone, 'Hello?');
    lab.app.clock.advance(MINUTE);
    await lab.drain(company);
    expect(lab.mails(company.email)).toHaveLength(2);
    // a reply that arrives while the conversation is open is marked as read before its notice is due
    await caller.messages.markRead({ leadId: lead.id });
    await lab.reply(phone, 'Still there?');
    await caller.messages.markRead({ leadId: lead.id });
    lab.app.clock.advance(MINUTE);
    await lab.drain(company);
    expect(lab.mails(company.email)).toHaveLength(2);
  });

  test.each(['HELP', 'STOP'])('%s also triggers a notice, and marking as unread suppresses no notice', async (word) => {
    const { company, lead, phone, caller, send } = await person();
    await send();
    await lab.drain(company);
    await caller.messages.markUnread({ leadId: lead.id });
    await lab.reply(phone, word);
    await lab.reply(phone, 'Which day?');
    lab.app.clock.advance(MINUTE);
    await lab.drain(company);
    expect(lab.mails(company.email).map(({ subject }) => subject)).toEqual(['Tom Brook wrote a text']);
    await caller.messages.markRead({ leadId: lead.id });
    await lab.reply(phone, 'Saturday?');
    lab.app.clock.advance(MINUTE);
    await lab.drain(company);
    expect(lab.mails(company.email)).toHaveLength(2);
  });

  test('the notice that follow-ups stopped also covers that reply', async () => {
    const { company, lead, phone } = await person();
    const schedule = await lab.app.a.schedule(company, lead);
    await lab.app.a.followUp(schedule, { body: 'first' });
    await lab.app.a.followUp(schedule, { step: 2, day: 2, due_at: new Date('2026-11-17T19:00:00.000Z') });
    await lab.drain(company);
    await lab.reply(phone, 'Which day?');
    await lab.reply(phone, 'Saturday?');
    lab.app.clock.advance(MINUTE);
    await lab.drain(company);
    expect(lab.mails(company.email)).toHaveLength(1);
  });

  test('can be restored, and isn’t lost when a lead is archived', async () => {
    const { lead, caller } = await person({ lead: { archived_at: new Date(NOON) } });
    await caller.messages.markUnread({ leadId: lead.id });
    await caller.messages.markUnread({ leadId: lead.id });
    expect(await unread(caller, lead)).toBe(1);
    expect((await caller.leads.list({ unread: true })).items).toHaveLength(1);
  });

  test('a large company’s count reads only the index of unread leads', async () => {
    const { company, caller, lead } = await person();
    await caller.messages.markUnread({ leadId: lead.id });
    const { rows } = await lab.app.deps.system.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      return sql<{ 'QUERY PLAN': string }>`explain select count(*), sum(unread_count) from leads
        where company_id = ${company.id} and unread_count > 0 and held_at is null`.execute(tx);
    });
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/leads_unread/);
  });
});

describe('an opt-out recorded by the contractor', () => {
  const decided = async (caller: Caller, lead: LeadRow) =>
    (await caller.leads.timeline({ leadId: lead.id })).items.find(({ kind }) => kind === 'reply_received')?.open;

  test('made by phone stops texts like STOP, records who entered it, and only START lifts it', async () => {
    const { company, lead, phone, caller, send } = await person();
    const schedule = await lab.app.a.schedule(company, lead);
    await lab.app.a.followUp(schedule, { body: 'first' });
    await lab.app.a.followUp(schedule, { step: 2, day: 2, due_at: new Date('2026-11-17T19:00:00.000Z') });
    await lab.drain(company);
    await send({ text: 'Waits' });
    await Promise.all([1, 2].map(() => caller.messages.noteStop({ leadId: lead.id, channel: 'sms' })));
    await lab.drain(company);
    expect(lab.texts(phone).filter(({ text }) => text.includes('Waits'))).toEqual([]);
    expect((await lab.followUps(company)).map(({ status }) => status)).toEqual(['sent', 'cancelled']);
    const noted = (await lab.timeline(company)).filter(({ kind }) => kind === 'opted_out');
    expect(noted).toMatchObject([{ data: { channel: 'sms', source: 'contractor', by: { userId: company.user_id } } }]);
    const { sms } = await caller.messages.ways({ leadId: lead.id });
    expect(sms).toMatchObject({ refusal: 'opted_out', reason: 'Opted out on Nov 16, 2026, as you noted' });
    expect((await caller.leads.get({ leadId: lead.id })).sms.refusal).toBe('opted_out');
    expect(lab.mails(company.email)).toEqual([]);
    await lab.reply(phone, 'START');
    expect((await caller.messages.ways({ leadId: lead.id })).sms.allowed).toBe(true);
  });

  test('from email stops follow-ups, but not typed emails', async () => {
    const { company, lead, caller, send } = await person({ consent: false });
    const schedule = await lab.app.a.schedule(company, lead, { channel: 'email' });
    await lab.app.a.followUp(schedule, { channel: 'email', body: 'first' });
    await caller.messages.noteStop({ leadId: lead.id, channel: 'email' });
    expect(await caller.leads.mailState({ leadId: lead.id })).toMatchObject({
      reason: expect.stringMatching(/You turned off/) as string,
      stopped: true,
    });
    await send({ channel: 'email' });
    await lab.drain(company);
    expect(lab.mails(lead.email).map(({ text }) => text.includes('Saturday at 9'))).toEqual([true]);
  });

  test('found in an email also covers the address that sent it', async () => {
    const { company, lead, caller } = await person();
    const { system } = lab.app.deps;
    const { id } = await system
      .insertInto('messages')
      .values({
        company_id: company.id,
        lead_id: lead.id,
        direction: 'in',
        channel: 'email',
        kind: 'reply',
        from_address: 'Tom.Private@example.com',
        to_address: 'reply@in.example.com',
        subject: null,
        body: 'Not interested',
        status: 'received',
        provider_id: '<unsure@example.com>',
        error_code: null,
        automated: false,
        unsure: true,
        at: lab.app.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await caller.messages.decideOptOut({ messageId: id, stop: true });
    const rows = await system.selectFrom('opt_outs').select('address').where('company_id', '=', company.id).execute();
    expect(rows.map(({ address }) => address).toSorted()).toEqual([lead.email, 'tom.private@example.com'].toSorted());
  });

  test('is refused for texts without a number', async () => {
    const { lead, caller } = await person({ lead: { phone: null }, consent: false });
    await expect(caller.messages.noteStop({ leadId: lead.id, channel: 'sms' })).rejects.toThrow(/no phone number/);
  });

  test.each([
    ['a stop', true],
    ['a reply', false],
  ])('possible opt-outs are flagged until someone decides: %s (C8)', async (_name, stop) => {
    const { lead, phone, caller, send, company } = await person();
    await send();
    await lab.drain(company);
    await lab.reply(phone, 'Not interested, thank you');
    const [item] = await said(caller, lead);
    expect(item).toMatchObject({
      unsure: true,
      reason: expect.stringMatching(/may be asking you to stop texting/) as string,
    });
    expect(await decided(caller, lead)).toBe(true);
    await caller.messages.decideOptOut({ messageId: item?.id ?? '', stop });
    expect(await decided(caller, lead)).toBe(false);
    expect((await said(caller, lead))[0]).toMatchObject({ unsure: false, reason: null });
    expect((await caller.messages.ways({ leadId: lead.id })).sms.allowed).toBe(!stop);
  });
});
