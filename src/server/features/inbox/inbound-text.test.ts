import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { receiveText } from '#core/features/inbox/receive-text.ts';
import { takeMissedTexts } from '#core/features/inbox/take-missed-texts.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import { DAY, HOUR, MINUTE } from '#shared/primitives/durations.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';

/** Monday noon in Boise. */
const START = '2026-11-16T19:00:00.000Z';
const SHARED = '+12085550199';

let lab: DeliveryLab;
let phones = 0;

beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());
beforeEach(() => lab.app.clock.set(START));

const newPhone = (): string => `+1208555${String(4_000 + (phones += 1))}`;

/** Creates a lead with consent and an active schedule: step 1 is due now and step 2 tomorrow. */
async function person(given: { company?: CompanyRow; phone?: string; lead?: Partial<LeadRow> } = {}) {
  const { a, clock } = lab.app;
  const company = given.company ?? (await a.company());
  const phone = given.phone ?? newPhone();
  const lead = await a.lead(company, { phone, name: 'Tom Brook', ...given.lead });
  await a.consent(company, lead);
  const schedule = await a.schedule(company, lead, { activated_at: new Date(clock.now().getTime() - DAY) });
  await a.followUp(schedule, { body: 'first' });
  await a.followUp(schedule, { step: 2, day: 2, body: 'second', due_at: new Date(clock.now().getTime() + DAY) });
  return { company, lead, phone, schedule };
}

const optOuts = (phone: string) =>
  lab.app.deps.system
    .selectFrom('opt_outs')
    .select(['company_id', 'sender', 'lifted_at', 'words'])
    .where('address', '=', phone)
    .orderBy('id')
    .execute();
const statuses = async (company: CompanyRow) => (await lab.followUps(company)).map((row) => row.status);
const scheduleOf = (company: CompanyRow) =>
  lab.app.deps.system
    .selectFrom('follow_up_schedules')
    .select(['status', 'stop_reason'])
    .where('company_id', '=', company.id)
    .executeTakeFirstOrThrow();
const kinds = async (company: CompanyRow) => (await lab.timeline(company)).map((event) => event.kind);
test('a webhook with a missing or invalid Twilio signature is refused and changes nothing (T3)', async () => {
  const { company, phone } = await person();
  await lab.drain(company);
  const wrong = await lab.twilioPosts(
    '/webhooks/twilio/inbound',
    { MessageSid: 'SMx', From: phone, To: SHARED, Body: 'STOP' },
    'bm90IGl0',
  );
  const none = await fetch(`${lab.app.url}/webhooks/twilio/inbound`, {
    method: 'POST',
    body: new URLSearchParams({ From: phone, Body: 'STOP' }),
  });
  expect([wrong.status, none.status]).toEqual([403, 403]);
  expect(await optOuts(phone)).toEqual([]);
});

test('an automatic driving reply stops nothing and notifies no one, unless it contains an opt-out', async () => {
  const { company, phone } = await person();
  await lab.drain(company);
  const driving = 'I’m driving with Focus turned on. I’ll see your message when I get where I’m going.';
  await lab.reply(phone, driving);
  expect(await statuses(company)).toEqual(['sent', 'scheduled']);
  expect(await scheduleOf(company)).toMatchObject({ status: 'active' });
  const heard = (await lab.timeline(company)).find((event) => event.kind === 'reply_received');
  expect(heard?.data).toMatchObject({ text: driving, automatic: true });
  await lab.drain(company);
  expect(lab.mails(company.email)).toEqual([]);
  await lab.reply(phone, `${driving} STOP`);
  expect(await statuses(company)).toEqual(['sent', 'cancelled']);
});

test('a reply stops all later messages and tells the contractor why', async () => {
  const { company, phone, lead } = await person();
  await lab.drain(company);
  const answer = await lab.reply(phone, 'Can you come on Friday?');
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe('<?xml version="1.0" encoding="UTF-8"?><Response></Response>');
  expect(await statuses(company)).toEqual(['sent', 'cancelled']);
  expect(await scheduleOf(company)).toEqual({
    status: 'stopped',
    stop_reason: 'Follow-ups stopped because Tom wrote to you.',
  });
  expect(lab.app.enqueued).toContain(company.id);
  const events = await lab.timeline(company);
  expect(events.find((event) => event.kind === 'reply_received')?.data).toMatchObject({
    text: 'Can you come on Friday?',
    from: phone,
  });
  await lab.drain(company);
  expect(lab.mails(company.email).map((mail) => mail.subject)).toEqual(['Follow-ups stopped because Tom wrote to you']);
  lab.app.clock.advance(3 * DAY);
  await lab.drain(company);
  expect(lab.texts(phone)).toHaveLength(1);
  const after = await lab.app.deps.system
    .selectFrom('leads')
    .select('last_reply_at')
    .where('id', '=', lead.id)
    .executeTakeFirst();
  expect(after?.last_reply_at).toEqual(new Date(START));
});

test('STOP on the shared number applies to every company that texts from it, confirmed once (C7, C10)', async () => {
  const phone = newPhone();
  const first = await person({ phone });
  const second = await person({ phone });
  const own = await person({ phone, company: await lab.app.a.company({ sms_from: '+12085550777' }) });
  await lab.drain(first.company);
  await lab.reply(phone, ' stop. ');
  await lab.reply(phone, 'STOP');
  expect(await optOuts(phone)).toEqual([
    { company_id: null, sender: SHARED, lifted_at: null, words: ' stop. ' },
    { company_id: first.company.id, sender: SHARED, lifted_at: null, words: ' stop. ' },
  ]);
  expect(await scheduleOf(second.company)).toMatchObject({ status: 'stopped' });
  expect(await scheduleOf(own.company)).toMatchObject({ status: 'active' });
  await lab.drain(first.company);
  await lab.drain(second.company);
  const bodies = lab.texts(phone).map((text) => text.text);
  expect(bodies).toEqual([expect.stringContaining('first'), expect.stringContaining("You're unsubscribed")]);
  const caller = await lab.app.callerFor(second.company);
  await expect(
    caller.followUps.save({ leadId: second.lead.id, channel: 'sms', active: true, steps: [{ day: 1, message: 'x' }] }),
  ).rejects.toThrow(/Opted out by reply/);
});

test('STOP to a company’s own number doesn’t affect other companies (C11)', async () => {
  const phone = newPhone();
  const own = await person({ phone, company: await lab.app.a.company({ sms_from: '+12085550778' }) });
  const other = await person({ phone });
  await lab.reply(phone, 'no more texts', { To: '+12085550778' });
  expect(await optOuts(phone)).toEqual([
    { company_id: own.company.id, sender: null, lifted_at: null, words: 'no more texts' },
  ]);
  await lab.drain(own.company);
  await lab.drain(other.company);
  expect(lab.texts(phone).map((text) => [text.from, text.text.includes('first')])).toEqual([
    ['+12085550778', false],
    [SHARED, true],
  ]);
});

/** Returns why the company can't text the person, or null if it can. */
const reasonAgainst = async ({ company, lead }: { company: CompanyRow; lead: LeadRow }): Promise<string | null> => {
  const caller = await lab.app.callerFor(company);
  return (await caller.messages.ways({ leadId: lead.id })).sms.reason;
};
const giveNumber = (company: CompanyRow, number: string | null) =>
  lab.app.deps.system.updateTable('company_profiles').set({ sms_from: number }).where('id', '=', company.id).execute();

test('STOP on the shared number still applies to a company that texted from it and then gets its own number, until START there (C11, C12)', async () => {
  const phone = newPhone();
  const [first, second] = [await person({ phone }), await person({ phone })];
  for (const { company } of [first, second]) {
    await lab.drain(company);
    lab.app.clock.advance(MINUTE);
  }
  await lab.reply(phone, 'STOP');
  await giveNumber(first.company, '+12085550781');
  expect(await reasonAgainst(first)).toMatch(/Opted out by reply/);
  expect(await reasonAgainst(second)).toMatch(/Opted out by reply/);
  await lab.reply(phone, 'START');
  expect([await reasonAgainst(first), await reasonAgainst(second)]).toEqual([null, null]);
});

test('STOP to a number that its company gave up applies to that company and no other, until START there (C11)', async () => {
  const [phone, given] = [newPhone(), '+12085550782'];
  const gone = await person({ phone, company: await lab.app.a.company({ sms_from: given }) });
  const stranger = await person({ phone });
  await lab.drain(gone.company);
  await giveNumber(gone.company, '+12085550783');
  await lab.reply(phone, 'STOP', { To: given });
  expect(await optOuts(phone)).toMatchObject([{ company_id: gone.company.id, sender: null }]);
  expect(await reasonAgainst(stranger)).toBeNull();
  // a START sent to another number doesn't remove an opt-out
  await lab.drain(stranger.company);
  await lab.reply(phone, 'START');
  expect(await reasonAgainst(gone)).toMatch(/Opted out by reply/);
  await lab.reply(phone, 'START', { To: given });
  expect(await reasonAgainst(gone)).toBeNull();
});

test('STOP to a reassigned number applies to both its companies (C11)', async () => {
  const [phone, number] = [newPhone(), '+12085550786'];
  const before = await person({ phone, company: await lab.app.a.company({ sms_from: number }) });
  await lab.drain(before.company);
  await giveNumber(before.company, null);
  const now = await person({ phone, company: await lab.app.a.company({ sms_from: number }) });
  await lab.reply(phone, 'STOP', { To: number });
  expect(await reasonAgainst(before)).toMatch(/Opted out by reply/);
  expect(await reasonAgainst(now)).toMatch(/Opted out by reply/);
  expect(await scheduleOf(before.company)).toMatchObject({ status: 'stopped' });
  await lab.reply(phone, 'START', { To: number });
  expect([await reasonAgainst(before), await reasonAgainst(now)]).toEqual([null, null]);
  // it doesn't remove an opt-out sent to the shared number either
  const { messages } = await lab.app.callerFor(before.company);
  const idempotencyKey = crypto.randomUUID();
  await messages.send({ leadId: before.lead.id, channel: 'sms', text: 'Does Friday work?', idempotencyKey });
  await lab.drain(before.company);
  await lab.reply(phone, 'STOP');
  await giveNumber(before.company, '+12085550787');
  await lab.reply(phone, 'START', { To: number });
  expect(await reasonAgainst(before)).toMatch(/Opted out by reply/);
});

test('an opt-out is confirmed within five minutes or not at all (C10)', async () => {
  const [prompt, late] = [await person(), await person()];
  for (const { company, phone } of [prompt, late]) {
    await lab.drain(company);
    await lab.reply(phone, 'STOP');
  }
  lab.app.clock.advance(5 * MINUTE);
  await lab.drain(prompt.company);
  expect(lab.texts(prompt.phone).at(-1)?.text).toContain("You're unsubscribed");
  lab.app.clock.advance(1);
  await lab.drain(late.company);
  expect(lab.texts(late.phone)).toHaveLength(1);
  expect((await lab.otherMessages(late.company)).find((row) => row.kind === 'opt-out.confirmation')).toMatchObject({
    status: 'skipped',
    reason: 'More than 5 minutes passed since the opt-out',
  });
});

test.each([
  ['START', 'opt-in.confirmation'],
  ['HELP', 'help.answer'],
] as const)('if Twilio answered %s itself, we send no answer (T5)', async (word, kind) => {
  const { company, phone } = await person();
  await lab.drain(company);
  await lab.reply(phone, 'STOP');
  await lab.reply(phone, word, { OptOutType: word });
  expect((await optOuts(phone)).some((row) => row.lifted_at === null)).toBe(word === 'HELP');
  expect((await lab.otherMessages(company)).map((row) => row.kind)).not.toContain(kind);
  await lab.reply(phone, word === 'START' ? 'STOP' : 'HELP');
  await lab.reply(phone, word);
  expect((await lab.otherMessages(company)).map((row) => row.kind)).toContain(kind);
});

test('a person who texts two companies at their own numbers reaches each separately (T4)', async () => {
  const phone = newPhone();
  const numbers = ['+12085550784', '+12085550785'];
  const [one, two] = await Promise.all(
    numbers.map(async (sms_from) => person({ phone, company: await lab.app.a.company({ sms_from }) })),
  );
  if (!one || !two) throw new Error('two people');
  await lab.reply(phone, 'STOP', { To: numbers[0] ?? '' });
  await lab.reply(phone, 'Can you come on Friday?', { To: numbers[1] ?? '' });
  expect([await scheduleOf(one.company), await scheduleOf(two.company)]).toMatchObject([
    { stop_reason: 'Follow-ups stopped because Tom asked to stop getting texts.' },
    { stop_reason: 'Follow-ups stopped because Tom wrote to you.' },
  ]);
  expect(await optOuts(phone)).toMatchObject([{ company_id: one.company.id }]);
});

/** Sends Twilio a text whose webhook fails, and returns the text's SID. */
async function lostText(from: string, text: string, photo = false): Promise<string> {
  const body = JSON.stringify({ from, to: SHARED, text, photo });
  const headers = { 'content-type': 'application/json' };
  void fetch(`${lab.sandbox.url}/api/reply`, { method: 'POST', headers, body }).catch(() => undefined);
  return vi.waitFor(async () => {
    const listed = await lab.gateways.texts.received(new Date(Date.now() - MINUTE));
    const sid = listed.find((each) => each.from === from)?.sid;
    if (sid === undefined) throw new Error('not there yet');
    return sid;
  });
}

test('a nightly run asks Twilio for missed texts: a STOP suppresses, and nothing is answered late (C9, C10)', async () => {
  const [lost, known] = [await person(), await person()];
  await lab.drain(lost.company);
  await lab.drain(known.company);
  await lostText(lost.phone, 'STOP');
  const sid = await lostText(known.phone, 'Friday?');
  const { clock, deps } = lab.app;
  clock.set(new Date(Date.now() + HOUR).toISOString());
  await lab.reply(known.phone, 'Friday?', { MessageSid: sid });
  const { texts, tally } = lab.deps;
  const gate = { closedChannels: () => Promise.resolve([]) };
  const night = { ...deps, texts, gate, tally, stopping: () => false };
  expect(await takeMissedTexts(night)).toEqual({ listed: 2, taken: 1 });
  expect(await takeMissedTexts(night)).toBeNull();
  expect(await reasonAgainst(lost)).toMatch(/Opted out by reply/);
  expect(await scheduleOf(lost.company)).toMatchObject({ status: 'stopped' });
  expect((await lab.otherMessages(lost.company)).map((row) => row.kind)).toEqual(['schedule.stopped']);
  expect((await kinds(known.company)).filter((kind) => kind === 'reply_received')).toHaveLength(1);
  // a START that is fetched later cancels an earlier STOP, but not a later one
  const start = {
    sid: 'SMstart',
    from: lost.phone,
    to: SHARED,
    body: 'START',
    media: [],
    service: null,
    optOutType: null,
  };
  await receiveText(deps, { ...start, sentAt: new Date(Date.now() - HOUR) });
  expect(await reasonAgainst(lost)).toMatch(/Opted out by reply/);
  await receiveText(deps, { ...start, sid: 'SMlater', sentAt: new Date(clock.now().getTime() - 1) });
  expect(await reasonAgainst(lost)).toBeNull();
});

/** Requests a message's file as a signed-in contractor. */
const fileOf = async (company: CompanyRow, message: string, name: string) => {
  const owner = lab.app.deps.system.selectFrom('users').select('email').where('id', '=', company.user_id);
  const browser = await lab.app.signIn((await owner.executeTakeFirstOrThrow()).email);
  return browser.fetch(`/api/messages/${message}/files/${name}`);
};

test('a photo without text stops follow-ups, appears in the thread, and is fetched from Twilio for its company only (T4)', async () => {
  const { company, phone, lead } = await person();
  await lab.drain(company);
  const sid = await lostText(phone, '', true);
  const answer = await lab.reply(phone, '', {
    MessageSid: sid,
    NumMedia: '1',
    MediaContentType0: 'image/png',
    MediaUrl0: `https://api.twilio.com/2010-04-01/Accounts/AC/Messages/${sid}/Media/ME1`,
  });
  expect(answer.status).toBe(200);
  expect(await scheduleOf(company)).toMatchObject({ status: 'stopped' });
  expect((await lab.timeline(company)).find((event) => event.kind === 'reply_received')?.data).toMatchObject({
    text: 'Sent photo-1.png',
  });
  const caller = await lab.app.callerFor(company);
  const [item] = (await caller.messages.thread({ leadId: lead.id })).items;
  expect(item).toMatchObject({ from: 'homeowner', text: '', attachments: ['photo-1.png'] });
  const shown = await fileOf(company, item?.id ?? '', 'photo-1.png');
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(
    Buffer.from(await shown.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  const other = await fileOf(await lab.app.a.company(), item?.id ?? '', 'photo-1.png');
  const unknown = await fileOf(company, item?.id ?? '', 'photo-2.png');
  const stranger = await lab.app.browser().fetch(`/api/messages/${item?.id ?? ''}/files/photo-1.png`);
  expect([other.status, unknown.status, stranger.status]).toEqual([404, 404, 401]);
});

test('a clear STOP pauses email reminders, like any reply (C11)', async () => {
  const { company, phone, lead } = await person();
  await lab.drain(company);
  await lab.reply(phone, 'STOP');
  const after = lab.app.deps.system.selectFrom('leads').select('last_reply_at').where('id', '=', lead.id);
  expect(await after.executeTakeFirst()).toEqual({ last_reply_at: new Date(START) });
});

test('if Twilio answered STOP itself, we send no confirmation (T5)', async () => {
  const { company, phone } = await person();
  await lab.drain(company);
  await lab.reply(phone, 'STOP', { OptOutType: 'STOP' });
  expect((await lab.otherMessages(company)).map((row) => row.kind)).toEqual(['schedule.stopped']);
});

test('START allows texts again without restarting follow-ups; YES from someone who never opted out is a reply (C12)', async () => {
  const { company, phone } = await person();
  await lab.drain(company);
  await lab.reply(phone, 'STOP');
  await lab.reply(phone, 'START');
  expect((await optOuts(phone)).every((row) => row.lifted_at !== null)).toBe(true);
  expect(await kinds(company)).toContain('opted_in');
  expect(await scheduleOf(company)).toMatchObject({ status: 'stopped' });
  await lab.reply(phone, 'YES');
  expect((await kinds(company)).filter((kind) => kind === 'opted_in')).toHaveLength(1);
  expect((await kinds(company)).at(-1)).toBe('reply_received');
});

test('HELP is answered even after an opt-out, and stops nothing (C12)', async () => {
  const { company, phone } = await person();
  await lab.drain(company);
  await lab.reply(phone, 'HELP');
  expect(await scheduleOf(company)).toMatchObject({ status: 'active' });
  await lab.reply(phone, 'STOP');
  await lab.reply(phone, 'help');
  await lab.drain(company);
  expect(lab.texts(phone).filter((text) => text.text.includes(`For help, email ${company.email}`))).toHaveLength(2);
});

test('the same inbound text twice counts once (T4)', async () => {
  const { company, phone } = await person();
  await lab.drain(company);
  const form = { MessageSid: 'SMtwice', From: phone, To: SHARED, Body: 'hello' };
  await Promise.all([
    lab.twilioPosts('/webhooks/twilio/inbound', form),
    lab.twilioPosts('/webhooks/twilio/inbound', form),
  ]);
  expect((await kinds(company)).filter((kind) => kind === 'reply_received')).toHaveLength(1);
});

test('a text from an unknown number is stored without a lead, and invalid input is answered 200', async () => {
  expect((await lab.reply('+12085559999', 'who is this?', { MessageSid: 'SMstranger' })).status).toBe(200);
  const kept = await lab.app.deps.system
    .selectFrom('messages')
    .select(['company_id', 'lead_id', 'body'])
    .where('provider_id', '=', 'SMstranger')
    .execute();
  expect(kept).toEqual([{ company_id: null, lead_id: null, body: 'who is this?' }]);
  const odd: Record<string, string>[] = [
    {},
    { MessageSid: 'SMo' },
    { MessageSid: 'SMp', From: "';--", To: '', Body: '\u0000' },
  ];
  for (const form of odd) {
    expect((await lab.twilioPosts('/webhooks/twilio/inbound', form)).status).toBe(200);
    expect((await lab.twilioPosts('/webhooks/twilio/status?m=nonsense', form)).status).toBe(200);
  }
});

test('of several leads with one number, the newest unarchived one gets the reply, and all follow-ups stop (T4)', async () => {
  const phone = newPhone();
  const { company, lead: older } = await person({ phone, lead: { created_at: new Date(Date.parse(START) - 3 * DAY) } });
  const { lead: newer } = await person({ phone, company, lead: { created_at: new Date(Date.parse(START) - DAY) } });
  await lab.app.a.lead(company, { phone, archived_at: new Date(START), created_at: new Date(START) });
  await lab.drain(company);
  await lab.reply(phone, 'call me');
  const reply = await lab.app.deps.system
    .selectFrom('timeline_events')
    .select('lead_id')
    .where('kind', '=', 'reply_received')
    .where('company_id', '=', company.id)
    .execute();
  expect(reply).toEqual([{ lead_id: newer.id }]);
  const active = await lab.app.deps.system
    .selectFrom('follow_up_schedules')
    .select('lead_id')
    .where('company_id', '=', company.id)
    .where('status', '=', 'active')
    .execute();
  expect(active).toEqual([]);
  expect(older.id).not.toBe(newer.id);
});
