import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import type { MessageId } from '#shared/primitives/ids.ts';
import { DAY, HOUR } from '#shared/primitives/durations.ts';
import { drainMessages } from '#core/features/delivery/drain.ts';
import { noteTextStatus } from '#core/features/inbox/text-status.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { plansOf } from '../../../../test/plans.ts';

/** Monday noon in Boise. */
const START = '2026-11-16T19:00:00.000Z';

let lab: DeliveryLab;
let phones = 0;

beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());
beforeEach(() => lab.app.clock.set(START));

const newPhone = (): string => `+1208555${String(5_000 + (phones += 1))}`;

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
    .orderBy('created_at')
    .execute();
const statuses = async (company: CompanyRow) => (await lab.followUps(company)).map((row) => row.status);
const scheduleOf = (company: CompanyRow) =>
  lab.app.deps.system
    .selectFrom('follow_up_schedules')
    .select(['status', 'stop_reason'])
    .where('company_id', '=', company.id)
    .executeTakeFirstOrThrow();
const kinds = async (company: CompanyRow) => (await lab.timeline(company)).map((event) => event.kind);
const status = (sid: string, word: string, more: { m?: string; ErrorCode?: string } = {}) => {
  const { m, ...form } = more;
  return lab.twilioPosts(`/webhooks/twilio/status${m === undefined ? '' : `?m=${m}`}`, {
    MessageSid: sid,
    MessageStatus: word,
    ...form,
  });
};

test('a status only moves forward, in any order of callbacks, and each counts once (T2)', async () => {
  const { company } = await person();
  await lab.drain(company);
  const sid = (await lab.followUps(company))[0]?.provider_id ?? '';
  await status(sid, 'delivered');
  await status(sid, 'sent');
  await status(sid, 'delivered');
  await status(sid, 'undelivered', { ErrorCode: '30005' });
  expect((await statuses(company))[0]).toBe('delivered');
  expect((await kinds(company)).filter((kind) => kind.startsWith('message_'))).toEqual([
    'message_sent',
    'message_delivered',
  ]);
});

test('undelivered is a failure with an explanation; 21610 suppresses the number and stops follow-ups (T7)', async () => {
  const { company, phone } = await person();
  await lab.drain(company);
  const sid = (await lab.followUps(company))[0]?.provider_id ?? '';
  await status(sid, 'undelivered', { ErrorCode: '21610' });
  expect((await lab.followUps(company))[0]).toMatchObject({
    status: 'failed',
    reason: 'This number has opted out of texts',
  });
  expect(await optOuts(phone)).toHaveLength(1);
  expect(await scheduleOf(company)).toMatchObject({ status: 'stopped' });
});

test('an unreachable phone is retried once, an hour later (T8)', async () => {
  const { company, phone } = await person();
  await lab.drain(company);
  const first = (await lab.followUps(company))[0]?.provider_id ?? '';
  await status(first, 'undelivered', { ErrorCode: '30003' });
  expect((await lab.followUps(company))[0]).toMatchObject({
    status: 'scheduled',
    due_at: new Date(Date.parse(START) + HOUR),
  });
  lab.app.clock.advance(HOUR);
  await lab.drain(company);
  const second = (await lab.followUps(company))[0]?.provider_id ?? '';
  expect(second).not.toBe(first);
  await status(first, 'undelivered', { ErrorCode: '30003' });
  await status(second, 'undelivered', { ErrorCode: '30003' });
  expect((await lab.followUps(company))[0]).toMatchObject({
    status: 'failed',
    reason: 'The phone was off or out of range',
  });
  expect(lab.texts(phone)).toHaveLength(2);
});

test('a callback before the send is recorded proves the send: nothing is resent', async () => {
  const { company, phone } = await person();
  const [row] = await lab.followUps(company);
  lab.sandbox.faults.set('twilio', 'drop_after_accept', 1);
  await lab.drain(company);
  expect((await statuses(company))[0]).toBe('sending');
  const sid = lab.texts(phone)[0]?.sid ?? '';
  await status(sid, 'delivered', { m: row?.id ?? '' });
  expect((await lab.followUps(company))[0]).toMatchObject({ status: 'delivered', provider_id: sid });
  expect(await kinds(company)).toEqual(['message_sent', 'status_changed', 'message_delivered']);
  await lab.drain(company);
  expect(lab.texts(phone)).toHaveLength(1);
});

test('a text that Twilio sent despite answering with an error appears in the thread, with its later status', async () => {
  const { company, phone } = await person();
  const [row] = await lab.followUps(company);
  const m = row?.id ?? '';
  const texts = {
    ...lab.deps.texts,
    async send(text: Parameters<typeof lab.deps.texts.send>[0]) {
      await lab.gateways.texts.send(text);
      return { kind: 'passing', code: '20500', detail: '' } as const;
    },
  };
  await drainMessages({ ...lab.deps, texts }, company.id);
  const sid = lab.texts(phone)[0]?.sid ?? '';
  await status(sid, 'sent', { m });
  const thread = lab.deps.system
    .selectFrom('messages')
    .select(['status', 'to_address'])
    .where('id', '=', m as MessageId);
  expect(await thread.execute()).toEqual([{ status: 'sent', to_address: phone }]);
  await status(sid, 'undelivered', { m, ErrorCode: '21610' });
  await status(sid, 'sent', { m });
  expect((await statuses(company))[0]).toBe('failed');
  expect(await thread.execute()).toEqual([{ status: 'failed', to_address: phone }]);
  expect(await optOuts(phone)).toHaveLength(1);
  expect(lab.texts(phone)).toHaveLength(1);
});

test('a failure reported by callback before Twilio’s answer is still retried once (T8)', async () => {
  const { company, phone } = await person();
  const [row] = await lab.followUps(company);
  const texts = {
    ...lab.deps.texts,
    async send(text: Parameters<typeof lab.deps.texts.send>[0]) {
      const answer = await lab.gateways.texts.send(text);
      await status(lab.texts(phone)[0]?.sid ?? '', 'undelivered', { m: row?.id ?? '', ErrorCode: '30003' });
      return answer;
    },
  };
  await drainMessages({ ...lab.deps, texts }, company.id);
  expect((await lab.followUps(company))[0]).toMatchObject({ status: 'scheduled', tried_later: true });
  lab.app.clock.advance(HOUR);
  await lab.drain(company);
  expect((await statuses(company))[0]).toBe('sent');
  expect(lab.texts(phone)).toHaveLength(2);
  expect((await kinds(company)).filter((kind) => kind === 'message_sent')).toHaveLength(2);
});

test('a callback finds its text by key, regardless of the number of messages', async () => {
  const { company } = await person();
  const [row] = await lab.followUps(company);
  const unheard = { sid: `SM${'f'.repeat(32)}`, status: 'sent', errorCode: null, rowId: row?.id ?? null };
  await lab.deps.system.updateTable('follow_up_messages').set({ provider_id: 'SM1' }).execute();
  const plans = await plansOf(lab.app, (system) => noteTextStatus({ ...lab.app.deps, system }, unheard));
  expect(plans).toHaveLength(1);
  expect(plans.join()).not.toMatch(/Seq Scan on (follow_up_messages|messages)/);
});

test.each([
  ['message.typed', 'contacted'],
  ['lead.received', 'new'],
] as const)('a callback that proves that %s was sent sets its lead to %s', async (kind, became) => {
  const { a, clock, deps } = lab.app;
  const company = await a.company();
  const lead = await a.lead(company, { phone: newPhone() });
  await a.consent(company, lead);
  await deps.system
    .insertInto('messages')
    .values({
      company_id: company.id,
      lead_id: lead.id,
      kind,
      channel: 'sms',
      to_address: lead.phone ?? '',
      payload: JSON.stringify({ text: 'When may I come by?' }),
      due_at: clock.now(),
      created_at: clock.now(),
    })
    .execute();
  lab.sandbox.faults.set('twilio', 'drop_after_accept', 1);
  await lab.drain(company);
  await status(lab.texts(lead.phone)[0]?.sid ?? '', 'delivered', {
    m: (await lab.otherMessages(company))[0]?.id ?? '',
  });
  expect(await lab.otherMessages(company)).toMatchObject([{ status: 'delivered' }]);
  const { status: now } = await deps.system
    .selectFrom('leads')
    .select('status')
    .where('id', '=', lead.id)
    .executeTakeFirstOrThrow();
  expect(now).toBe(became);
});

test('a text’s status is recorded even if its follow-ups were restarted since (T2, T7)', async () => {
  const { company, lead, phone } = await person();
  lab.app.clock.advance(DAY);
  await lab.drain(company);
  lab.app.clock.advance(HOUR * 5);
  await lab.drain(company);
  const [, second] = await lab.followUps(company);
  expect(await scheduleOf(company)).toMatchObject({ status: 'done' });
  const caller = await lab.app.callerFor(company);
  await caller.followUps.save({ leadId: lead.id, channel: 'sms', steps: [{ day: 2, message: 'again' }], active: true });
  await status(second?.provider_id ?? '', 'undelivered', { m: second?.id ?? '', ErrorCode: '21610' });
  expect(await optOuts(phone)).toHaveLength(1);
  expect(await scheduleOf(company)).toMatchObject({ status: 'stopped' });
  expect((await kinds(company)).filter((kind) => kind === 'message_failed')).toHaveLength(1);
  // What was sent before stays in the conversation, and can't be sent again.
  const { items } = await caller.messages.thread({ leadId: lead.id });
  expect(items).toMatchObject([
    { label: 'Follow-up 2', state: 'failed', text: expect.stringContaining('second') as string, rowId: null },
    { label: 'Follow-up 1', state: 'sent', text: expect.stringContaining('first') as string, rowId: null },
  ]);
});

test('each try of a text that may have arrived counts toward the limits, and a failed one doesn’t (C18)', async () => {
  const { company, phone, lead } = await person();
  const { system } = lab.deps;
  const counted = async () =>
    (await system.selectFrom('texts_sent').select('at').where('to_address', '=', phone).execute()).length;
  await lab.drain(company);
  const [row] = await lab.followUps(company);
  await status(row?.provider_id ?? '', 'undelivered', { ErrorCode: '30003' });
  expect(await counted()).toBe(0);
  lab.app.clock.advance(HOUR);
  await lab.drain(company);
  expect(await counted()).toBe(1);
  await system
    .updateTable('messages')
    .set({ status: 'unknown' })
    .where('id', '=', row?.id as MessageId)
    .execute();
  const caller = await lab.app.callerFor(company);
  await caller.followUps.resolveUnknown({ messageId: row?.id ?? '', action: 'resend' });
  expect(await counted()).toBe(1);
  await lab.drain(company);
  expect(await counted()).toBe(2);
  const { items } = await caller.messages.thread({ leadId: lead.id });
  expect(items.map(({ state }) => state).toSorted()).toEqual(['failed', 'sent', 'unknown']);
});
