import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { DAY } from '#shared/primitives/durations.ts';
import type { LeadId } from '#shared/primitives/ids.ts';
import { localDateOf } from '#shared/primitives/local-date.ts';
import { chatWith, dataOf } from '../../../../test/agent-chat.ts';
import type { MailedLead } from '../../../../test/builders.ts';
import type { Caller } from '../../../../test/caller.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { newPhone } from '../../../../test/due-follow-up.ts';
import { VISIT_WEEK, visitKey } from '../../../../test/visits.ts';

/** Tuesday noon in Boise. */
const START = '2026-12-01T19:00:00.000Z';

let lab: DeliveryLab;
let company: CompanyRow;
let caller: Caller;
let phones = 0;
beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());
beforeEach(async () => {
  lab.app.clock.set(START);
  const stripe = { stripe_account_id: `acct_${crypto.randomUUID()}`, stripe_connected: true };
  company = await lab.app.a.company({ sms_from: `+1208557${7_000 + (phones += 1)}`, ...stripe });
  caller = await lab.app.callerFor(company);
});

const NOTHING = {
  visits: [],
  decisions: { count: 0, first: null },
  answers: { count: 0, first: null },
  unread: { count: 0, messages: 0, first: null },
  review: 0,
  calls: { count: 0, first: [] },
  estimates: { count: 0, first: null },
  money: { count: 0, cents: 0, first: null },
};
const today = () => caller.today.get();
const later = (ms: number) => lab.app.clock.advance(ms);

/** Sends an estimate of this lead and signs it. Half of it is due at once. */
async function signedJob(lead: MailedLead) {
  const material = await lab.app.a.material(company);
  const fence = { leadId: lead.id, materialId: material.id, perimeter: 100, gateCount: 0 };
  const { estimateId, totalCents, url } = await caller.estimates.send(fence);
  const token = url.split('/').at(-1) ?? '';
  await lab.app.browser().trpc.estimatePage.accept.mutate({ token, name: lead.name, agreed: true });
  const half = Math.round(totalCents / 2);
  return { estimateId, half, rest: totalCents - half };
}
const check = (estimateId: string, cents: number) =>
  caller.payments.record({
    estimateId,
    method: 'check',
    cents,
    receivedOn: localDateOf(lab.app.clock.now(), company.time_zone),
    idempotencyKey: crypto.randomUUID(),
  });

test('an idle company has nothing to do', async () => {
  await lab.app.a.lead(company, { status: 'contacted' });
  await lab.app.a.lead(company, { status: 'new', archived_at: lab.app.clock.now() });
  expect(await today()).toEqual(NOTHING);
});

describe('what homeowners wrote', () => {
  test('a text waits for an answer, a possible STOP for a decision, and neither is listed twice', async () => {
    const phone = newPhone();
    const lead = await lab.app.a.lead(company, { name: 'Tom Hadley', phone, status: 'contacted' });
    await lab.app.a.consent(company, lead);
    await lab.reply(phone, 'How tall is it?', { To: company.sms_from ?? '' });
    expect(await today()).toEqual({
      ...NOTHING,
      answers: { count: 1, first: { leadId: lead.id, name: 'Tom Hadley', answer: 'reply' } },
    });
    await lab.reply(phone, 'please no more, not interested', { To: company.sms_from ?? '' });
    expect(await today()).toEqual({
      ...NOTHING,
      decisions: { count: 1, first: { leadId: lead.id, name: 'Tom Hadley' } },
    });
  });

  test('an unread message of an archived lead is unread, and nothing else', async () => {
    const phone = newPhone();
    const lead = await lab.app.a.lead(company, { name: 'Tom Hadley', phone, status: 'contacted' });
    await lab.app.a.consent(company, lead);
    await lab.reply(phone, 'How tall is it?', { To: company.sms_from ?? '' });
    await caller.leads.archive({ leadId: lead.id, archived: true });
    expect(await today()).toEqual({
      ...NOTHING,
      unread: { count: 1, messages: 1, first: { leadId: lead.id, name: 'Tom Hadley' } },
    });
  });
});

describe('estimates to send', () => {
  test('are the new leads, until their estimate is sent', async () => {
    const first = await lab.app.a.lead(company, { name: 'Ana' });
    later(1000);
    const second = await lab.app.a.lead(company, { name: 'Ben', created_at: lab.app.clock.now() });
    expect((await today()).estimates).toEqual({ count: 2, first: { leadId: second.id, name: 'Ben' } });
    const material = await lab.app.a.material(company);
    const fence = { materialId: material.id, perimeter: 100, gateCount: 0 };
    await caller.estimates.send({ leadId: second.id, ...fence });
    expect((await today()).estimates).toEqual({ count: 1, first: { leadId: first.id, name: 'Ana' } });
    await caller.estimates.send({ leadId: first.id, ...fence });
    expect(await today()).toEqual(NOTHING);
  });
});

describe('a call is due', () => {
  const calls = async () => (await today()).calls;

  test('to a homeowner whose chat was handed to a person, until a member adds a note', async () => {
    await lab.app.a.material(company, { name: 'Vinyl' });
    const talk = chatWith(lab.app, company);
    await talk.say('I want to talk to a person');
    const leadId = String(dataOf(await talk.say('208-555-0163'), 'lead')?.['leadId']) as LeadId;
    const { first } = await calls();
    expect(first).toEqual([expect.objectContaining({ leadId, phone: '+12085550163', why: 'asked' })]);
    later(1000);
    await caller.leads.addNote({ leadId, text: 'Called, wants Saturday' });
    expect(await calls()).toEqual(NOTHING.calls);
  });

  test('to a new lead that has only a phone and hasn’t agreed to texts', async () => {
    const lead = await caller.leads.create({ name: 'Pat Doe', phone: '2085550164' });
    await caller.leads.create({ name: 'Agreed', phone: '2085550165', smsConsent: { method: 'verbal' } });
    await caller.leads.create({ name: 'Email', phone: '2085550166', email: 'email@example.com' });
    const call = { leadId: lead.id, name: 'Pat Doe', phone: '+12085550164', why: 'phone' };
    expect(await calls()).toEqual({ count: 1, first: [call] });
    later(1000);
    await caller.leads.addNote({ leadId: lead.id, text: 'Called' });
    expect(await calls()).toEqual(NOTHING.calls);
  });

  test('to a homeowner who has paid and has no day, until a visit is booked or the work starts', async () => {
    await caller.visits.updateSettings(VISIT_WEEK);
    const lead = await lab.app.a.lead(company, { name: 'Kim Doe' });
    const { estimateId, half } = await signedJob(lead);
    expect(await calls()).toEqual(NOTHING.calls);
    await check(estimateId, half);
    expect(await calls()).toMatchObject({ count: 1, first: [{ leadId: lead.id, why: 'schedule' }] });
    later(1000);
    const visit = await caller.visits.book({
      leadId: lead.id,
      startsAt: '2026-12-03T18:00:00.000Z',
      idempotencyKey: visitKey(),
    });
    expect(await calls()).toEqual(NOTHING.calls);
    await caller.visits.cancel({ visitId: visit.id });
    expect(await calls()).toEqual(NOTHING.calls);
  });

  test('until a member writes to them', async () => {
    const lead = await lab.app.a.lead(company, { name: 'Kim Doe' });
    const { estimateId, half } = await signedJob(lead);
    await check(estimateId, half);
    expect(await calls()).toMatchObject({ count: 1 });
    later(1000);
    const message = { leadId: lead.id, channel: 'email', text: 'Does Monday work?', subject: 'Your fence' } as const;
    await caller.messages.send({ ...message, idempotencyKey: crypto.randomUUID() });
    expect(await calls()).toEqual(NOTHING.calls);
    await lab.drain(company);
    expect(await calls()).toEqual(NOTHING.calls);
  });
});

describe('money that is due', () => {
  test('is what the plan asks for now, not what is due when the work is done', async () => {
    const lead = await lab.app.a.lead(company, { name: 'Kim Doe' });
    const { estimateId, half, rest } = await signedJob(lead);
    const first = { leadId: lead.id, name: 'Kim Doe', cents: half, since: '2026-12-01' };
    expect((await today()).money).toEqual({ count: 1, cents: half, first });
    later(DAY);
    await check(estimateId, half);
    expect((await today()).money).toEqual(NOTHING.money);
    later(DAY);
    await caller.estimates.workDone({ estimateId });
    expect((await today()).money).toEqual({
      count: 1,
      cents: rest,
      first: { ...first, cents: rest, since: '2026-12-03' },
    });
    expect((await caller.payments.owed())[0]).toMatchObject({ balanceCents: rest, nextDue: '2026-12-03' });
    await check(estimateId, rest);
    expect(await today()).toEqual(NOTHING);
  });
});

test('money that is on its way isn’t due', async () => {
  const lead = await lab.app.a.lead(company, { name: 'Kim Doe' });
  const { estimateId, half } = await signedJob(lead);
  expect((await today()).money).toMatchObject({ count: 1, cents: half });
  const at = lab.app.clock.now();
  const setPayment = (status: string) =>
    sql`update payments set status = ${status} where estimate_id = ${estimateId}`.execute(lab.app.deps.system);
  await sql`insert into payments (company_id, lead_id, estimate_id, kind, amount_cents, fee_cents, status,
      stripe_account_id, expires_at, created_at)
    values (${company.id}, ${lead.id}, ${estimateId}, 'deposit', ${half}, 1, 'processing', 'acct_1', ${at}, ${at})`.execute(
    lab.app.deps.system,
  );
  expect((await today()).money).toEqual(NOTHING.money);
  await setPayment('failed');
  expect((await today()).money).toMatchObject({ count: 1, cents: half });
});

test('money is due of a job even if part of a payment was refunded, but not if all was', async () => {
  const lead = await lab.app.a.lead(company, { name: 'Kim Doe' });
  const { estimateId, half, rest } = await signedJob(lead);
  const { paymentId } = await check(estimateId, half);
  const refund = (cents: number) => caller.payments.refund({ paymentId, cents, idempotencyKey: crypto.randomUUID() });
  await refund(1_000);
  expect((await today()).money).toMatchObject({ count: 1, cents: 1_000 });
  await caller.estimates.workDone({ estimateId });
  expect((await today()).money).toMatchObject({ count: 1, cents: rest + 1_000 });
  await refund(half - 1_000);
  expect((await today()).money).toEqual(NOTHING.money);
});

test('today’s visits are listed on the company’s clocks', async () => {
  await caller.visits.updateSettings({ ...VISIT_WEEK, noticeHours: 0 });
  const lead = await lab.app.a.lead(company, { status: 'contacted' });
  const visit = await caller.visits.book({
    leadId: lead.id,
    startsAt: '2026-12-02T18:00:00.000Z',
    idempotencyKey: visitKey(),
  });
  const visits = async () => (await today()).visits.map(({ id }) => id);
  // Midnight in Boise is 7:00 UTC.
  for (const [now, ids] of [
    ['2026-12-02T06:59:59.000Z', []],
    ['2026-12-02T07:00:00.000Z', [visit.id]],
    ['2026-12-03T06:59:59.000Z', [visit.id]],
    ['2026-12-03T07:00:00.000Z', []],
  ] as const) {
    lab.app.clock.set(now);
    expect(await visits()).toEqual(ids);
  }
  lab.app.clock.set('2026-12-02T18:00:00.000Z');
  expect((await today()).visits[0]).toMatchObject({
    leadId: lead.id,
    phone: lead.phone,
    asked: '184 ft, 6ft Wood Picket, 1 gate',
  });
  await caller.visits.setOutcome({ visitId: visit.id, outcome: 'done' });
  expect((await today()).visits[0]).toMatchObject({ status: 'done' });
});

test('members with the sales role see what is theirs or nobody’s, and viewers see all', async () => {
  const seller = await lab.app.a.member(company, 'sales');
  const viewer = await lab.app.a.member(company, 'viewer');
  const own = await lab.app.a.lead(company, { name: 'Own', assigned_to: seller.userId });
  const others = await lab.app.a.lead(company, { name: 'Others', assigned_to: company.user_id });
  await signedJob(others);
  await lab.app.a.lead(company, { name: 'New of others', assigned_to: company.user_id });
  const asSeller = await (await lab.app.callerFor(company, seller)).today.get();
  expect(asSeller).toEqual({ ...NOTHING, estimates: { count: 1, first: { leadId: own.id, name: 'Own' } } });
  const asViewer = await (await lab.app.callerFor(company, viewer)).today.get();
  expect(asViewer).toMatchObject({ estimates: { count: 2 }, money: { count: 1 } });
});
