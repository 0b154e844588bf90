import { afterAll, beforeAll, expect, test } from 'vitest';
import { drainMessages } from '#core/features/delivery/drain.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import { DAY, HOUR, MINUTE } from '#shared/primitives/durations.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { dueFollowUp, NOON, onlyFollowUp } from '../../../../test/due-follow-up.ts';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());

test('a text outside the hours is delayed to the next permitted time with a reason, unlike an email (C15)', async () => {
  const { company, phone } = await dueFollowUp(lab);
  lab.app.clock.set('2026-11-17T04:30:00Z'); // 9:30 PM in Boise.
  await lab.drain(company);
  expect(lab.texts(phone)).toEqual([]);
  const row = await onlyFollowUp(lab, company);
  expect(row).toMatchObject({ status: 'scheduled', attempts: 0, due_at: new Date('2026-11-17T18:00:00Z') });
  expect(row.reason).toMatch(/^Moved from/);
  lab.app.clock.set('2026-11-17T18:00:00Z');
  await lab.drain(company);
  expect(lab.texts(phone)).toHaveLength(1);
});

test('a company’s own hours apply at the time of sending (C15)', async () => {
  const { company, phone } = await dueFollowUp(lab, { company: { send_from: '14:00', send_until: '17:00' } });
  await lab.drain(company);
  expect(lab.texts(phone)).toEqual([]);
  const moved = await onlyFollowUp(lab, company);
  expect(moved).toMatchObject({ status: 'scheduled', due_at: new Date('2026-11-16T21:00:00Z') });
  expect(moved.reason).toBe('Moved from 12:00 PM: your sending hours start at 2:00 PM.');
  lab.app.clock.set('2026-11-16T21:00:00Z');
  await lab.drain(company);
  expect(lab.texts(phone)).toHaveLength(1);

  // Area code 208 also covers the Pacific time zone, where it's only 10:00 AM when these hours end in Boise.
  const never = await dueFollowUp(lab, { company: { send_from: '10:00', send_until: '11:00' } });
  await lab.drain(never.company);
  expect(lab.texts(never.phone)).toEqual([]);
  expect(await onlyFollowUp(lab, never.company)).toMatchObject({
    status: 'skipped',
    reason: 'Your sending hours, 10:00 AM to 11:00 AM, leave no time to text this number',
  });
});

/** Returns the validity periods of the company's due texts as passed to Twilio, in seconds. */
const validities = async (company: CompanyRow): Promise<number[]> => {
  const seen: number[] = [];
  const texts: DeliveryLab['deps']['texts'] = {
    ...lab.deps.texts,
    send: (text) => (seen.push(text.validitySeconds), lab.deps.texts.send(text)),
  };
  await drainMessages({ ...lab.deps, texts }, company.id);
  return seen;
};

test('T11 Twilio queues a text only until its hours end, and a text due just before then waits until the next day', async () => {
  const { company, phone } = await dueFollowUp(lab);
  lab.app.clock.set('2026-11-17T02:58:46Z'); // 7:58:46 PM in Boise: 74 s remain.
  expect(await validities(company)).toEqual([]);
  expect(await onlyFollowUp(lab, company)).toMatchObject({
    status: 'scheduled',
    due_at: new Date('2026-11-17T18:00:00Z'),
    reason: expect.stringContaining('no texts after 8:00 PM') as string,
  });
  const late = await dueFollowUp(lab);
  lab.app.clock.set('2026-11-17T02:58:00Z');
  const [seconds = 0, ...more] = await validities(late.company);
  expect(more).toEqual([]);
  expect(seconds).toBeLessThanOrEqual(120);
  expect(seconds).toBeGreaterThan(105);
  // The area code also covers the Pacific time zone, where the hours are just beginning. In Boise, nine hours remain.
  lab.app.clock.set('2026-11-17T18:00:00Z');
  const [longest = 0] = await validities(company);
  expect(lab.texts(phone)).toHaveLength(1);
  expect(longest).toBeGreaterThan(9 * 3_600 - 15);
  expect(longest).toBeLessThanOrEqual(9 * 3_600);

  lab.app.clock.set('2026-11-18T03:59:30Z'); // Half a minute before the legal hours end.
  const { sms } = await (await lab.app.callerFor(late.company)).messages.ways({ leadId: late.lead.id });
  expect(sms).toMatchObject({ allowed: true, opensAt: '2026-11-18T16:00:00.000Z' });
});

test('a street address’s ZIP limits when a text is sent, even if the phone is from the other coast (C14, C16)', async () => {
  const phone = '+12125556681';
  const { company } = await dueFollowUp(lab, {
    lead: { zip: null, address: '118 Larkmeadow Ct, Los Angeles, CA 90012', phone },
  });
  lab.app.clock.set('2026-11-17T15:00:00Z'); // 10:00 AM in New York, 7:00 AM in Los Angeles.
  await lab.drain(company);
  expect(lab.texts(phone)).toEqual([]);
  expect(await onlyFollowUp(lab, company)).toMatchObject({
    status: 'scheduled',
    due_at: new Date('2026-11-17T18:00:00Z'),
  });
});

const earlierText = (
  company: CompanyRow,
  lead: LeadRow,
  at: Date,
  automated = true,
  kind = automated ? 'follow-up' : 'message.typed',
) =>
  lab.app.deps.system
    .insertInto('messages')
    .values({
      company_id: company.id,
      lead_id: lead.id,
      direction: 'out',
      channel: 'sms',
      kind,
      from_address: '+12085550199',
      to_address: lead.phone ?? '',
      subject: null,
      body: 'x',
      status: 'delivered',
      provider_id: null,
      error_code: null,
      automated,
      at,
    })
    .execute();

const PLACES = {
  Boise: {},
  Miami: { zip: '33101', address: '9 Bay Dr, Miami, FL 33101' },
  Tulsa: { zip: '74103', address: '4 Oak St, Tulsa, OK 74103' },
  Portland: { zip: '97201', address: '7 Fir St, Portland, OR 97201' },
  Baltimore: { zip: '21201', address: '3 Charles St, Baltimore, MD 21201' },
};

// Each text was sent some hours ago. 't' was typed and 'a' was automated.
test.each([
  { city: 'Boise', texts: ['20a', '3a', '2a'], waits: 4 },
  { city: 'Boise', texts: ['20a', '3t', '2a'], waits: 0 },
  { city: 'Boise', texts: ['20t', '3t', '2t', '1t'], waits: 0 },
  { city: 'Miami', texts: ['20a', '3t', '2a'], waits: 4 },
  { city: 'Tulsa', texts: ['20t', '3t', '2t'], waits: 4 },
  { city: 'Portland', texts: ['23t', '20t', '3t', '2t'], waits: 4 },
  { city: 'Baltimore', texts: ['21t', '3a', '2t'], waits: 3 },
  { city: 'Miami', texts: ['25t', '3t', '2t'], waits: 0 },
] as const)('C18 in $city, after texts $texts, a follow-up waits $waits hours', async ({ city, texts, waits }) => {
  const { company, lead, phone } = await dueFollowUp(lab, { lead: PLACES[city] });
  for (const text of texts)
    await earlierText(company, lead, new Date(Date.parse(NOON) - parseInt(text, 10) * HOUR), text.endsWith('a'));
  await lab.drain(company);
  expect(lab.texts(phone)).toHaveLength(waits === 0 ? 1 : 0);
  if (waits === 0) return;
  const row = await onlyFollowUp(lab, company);
  expect(row).toMatchObject({ status: 'scheduled', reason: expect.stringContaining('in 24 hours') as string });
  expect(row.due_at?.getTime()).toBeGreaterThanOrEqual(Date.parse(NOON) + waits * HOUR);
  lab.app.clock.set(row.due_at?.toISOString() ?? '');
  await lab.drain(company);
  expect(lab.texts(phone)).toHaveLength(1);
});

test('C18 a receipt, a signed copy and the requested estimate are sent at once and don’t count', async () => {
  const { company, lead, phone } = await dueFollowUp(lab, { lead: PLACES.Miami });
  for (const kind of ['payment.receipt', 'estimate.signed', 'estimate.sent', 'lead.received', 'help.answer'])
    await earlierText(company, lead, new Date(Date.parse(NOON) - HOUR), true, kind);
  await lab.drain(company);
  expect(lab.texts(phone)).toHaveLength(1);

  // The estimate's link counts if the company entered the lead. The consent was then given on paper, not in the widget.
  const byHand = await dueFollowUp(lab, {
    lead: { ...PLACES.Miami, homeowner_email: null },
    consent: { method: 'verbal' },
  });
  for (let nth = 0; nth < 3; nth += 1)
    await earlierText(byHand.company, byHand.lead, new Date(Date.parse(NOON) - HOUR), true, 'estimate.sent');
  await lab.drain(byHand.company);
  expect(lab.texts(byHand.phone)).toEqual([]);
});

test('a ninth automated text for an estimate is never sent (C2)', async () => {
  const { company, lead, phone } = await dueFollowUp(lab);
  for (let days = 2; days < 10; days += 1) await earlierText(company, lead, new Date(Date.parse(NOON) - days * DAY));
  await lab.drain(company);
  expect(lab.texts(phone)).toEqual([]);
  expect(await onlyFollowUp(lab, company)).toMatchObject({ status: 'skipped' });
});

test('two due texts of the same follow-ups are sent four hours apart, in order (C17)', async () => {
  const { company, phone } = await dueFollowUp(lab, { row: { body: 'first' } });
  const schedule = await lab.app.deps.system
    .selectFrom('follow_up_schedules')
    .selectAll()
    .where('company_id', '=', company.id)
    .executeTakeFirstOrThrow();
  await lab.app.a.followUp(schedule, { step: 2, day: 2, body: 'second' });
  await lab.drain(company);
  expect(lab.texts(phone).map((text) => text.text)).toEqual([expect.stringContaining('first')]);
  lab.app.clock.advance(4 * HOUR + MINUTE);
  await lab.drain(company);
  expect(lab.texts(phone).map((text) => text.text)).toEqual([
    expect.stringContaining('first'),
    expect.stringContaining('second'),
  ]);
  expect(lab.texts(phone)[1]?.text).not.toContain('STOP');
});

test('a step whose text Twilio refused is sent before the next due step (C17)', async () => {
  const { company, phone } = await dueFollowUp(lab, { row: { body: 'first' } });
  const schedule = await lab.app.deps.system
    .selectFrom('follow_up_schedules')
    .selectAll()
    .where('company_id', '=', company.id)
    .executeTakeFirstOrThrow();
  await lab.app.a.followUp(schedule, { step: 2, day: 2, body: 'second' });
  lab.sandbox.faults.set('twilio', 'http500', 1);
  await lab.drain(company);
  expect(lab.texts(phone)).toEqual([]);
  for (const time of [MINUTE, 4 * HOUR, 5 * MINUTE]) {
    lab.app.clock.advance(time);
    await lab.drain(company);
  }
  expect(lab.texts(phone).map((text) => text.text)).toEqual([
    expect.stringContaining('first'),
    expect.stringContaining('second'),
  ]);
});
