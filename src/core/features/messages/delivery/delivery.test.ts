import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CompanyRow, LeadRow } from '#core/platform/db/tables.ts';
import { DEFAULT_MESSAGES } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { DAY, HOUR, MINUTE } from '#shared/primitives/durations.ts';
import { drainCompany } from './drain-company.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../../test/delivery.ts';

/** Monday noon in Boise; area code 208 reaches into Pacific time, so both must be open (C16). */
const START = '2026-11-16T19:00:00.000Z';

const CHECK_IN = 'Hi {{name}}, about your fence for {{address}}: {{total_feet}} for {{estimate_amount}}.';

let lab: DeliveryLab;
let phones = 0;

beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());

/** A number of its own for each test, so that limits of one never bind another. */
const newPhone = (): string => `+1208555${String(2_000 + (phones += 1))}`;

interface Given {
  company?: Parameters<typeof lab.app.a.company>[0];
  lead?: Partial<LeadRow>;
  consent?: false | { method: 'verbal' };
  schedule?: Parameters<typeof lab.app.a.schedule>[2];
  row?: Parameters<typeof lab.app.a.followUp>[1];
}

async function dueFollowUp(given: Given = {}): Promise<{ company: CompanyRow; lead: LeadRow; phone: string }> {
  lab.app.clock.set(START);
  const { a } = lab.app;
  const company = await a.company(given.company);
  const phone = newPhone();
  const lead = await a.lead(company, { phone, ...given.lead });
  if (given.consent !== false && lead.phone !== null) await a.consent(company, lead, given.consent ?? {});
  const schedule = await a.schedule(company, lead, {
    activated_at: new Date(lab.app.clock.now().getTime() - DAY),
    ...given.schedule,
  });
  await a.followUp(schedule, { body: CHECK_IN, ...given.row });
  return { company, lead, phone };
}

const only = async (company: CompanyRow) => {
  const [row, ...more] = await lab.followUps(company);
  expect(more).toEqual([]);
  if (!row) throw new Error('no row');
  return row;
};

test('a due follow-up goes out with its tags filled, names the company and, the first time, how to stop (C6)', async () => {
  const { company, phone } = await dueFollowUp();
  await lab.drain(company);
  expect(lab.texts(phone).map((text) => text.text)).toEqual([
    `${company.name}: Hi Dana, about your fence for 118 Larkmeadow Ct, Boise, ID 83702: 184 ft for $1,702.08. Reply STOP to opt out.`,
  ]);
  const row = await only(company);
  expect(row).toMatchObject({ status: 'sent', attempts: 1, claimed_until: null });
  expect(row.provider_id).toMatch(/^SM/);
  const events = await lab.timeline(company);
  expect(events.map((event) => event.kind)).toEqual(['message_sent', 'status_changed']);
  expect(events[0]?.data).toMatchObject({ channel: 'sms', kind: 'Follow-up', step: 1 });
  const lead = await lab.app.deps.system
    .selectFrom('leads')
    .selectAll()
    .where('company_id', '=', company.id)
    .executeTakeFirstOrThrow();
  expect(lead).toMatchObject({ status: 'contacted', last_message_at: lab.app.clock.now() });
  const schedule = await lab.app.deps.system
    .selectFrom('follow_up_schedules')
    .select('status')
    .where('company_id', '=', company.id)
    .executeTakeFirst();
  expect(schedule?.status).toBe('done');
});

test('the newest estimate gives the numbers, and a name that looks like a tag stays text', async () => {
  const { company, lead, phone } = await dueFollowUp({
    lead: { name: '{{estimate_amount}}' },
    row: { body: 'Hi {{name}}, {{total_feet}} for {{estimate_amount}}' },
  });
  await lab.app.a.estimate(company, lead, { perimeter_ft: 200.5, total_cents: 182_781 });
  await lab.drain(company);
  expect(lab.texts(phone)[0]?.text).toContain('Hi {{estimate_amount}}, 200.5 ft for $1,827.81');
});

test('a mail carries the company, its postal address, the unsubscribe link and both one-click headers (C22, C24)', async () => {
  const { company, lead } = await dueFollowUp({
    row: { channel: 'email' },
    schedule: { channel: 'email' },
    consent: false,
  });
  await lab.drain(company);
  const [mail] = lab.mails(lead.email);
  expect(mail?.subject).toBe(`Your fence estimate from ${company.name}`);
  expect(mail?.text).toContain('Hi Dana, about your fence');
  const link = /http\S+\/unsubscribe\/\S+/.exec(mail?.text ?? '')?.[0];
  expect(link).toBeDefined();
  for (const part of [mail?.text, mail?.html]) expect(part).toContain('1 Main St, Boise, ID 83702');
  expect(mail?.headers).toMatchObject({
    'list-unsubscribe': `<${link}>`,
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    'reply-to': company.email,
  });
  expect(mail?.headers?.['from']).toContain(company.name);
});

interface StopCase {
  name: string;
  reason: RegExp;
  given?: Given;
  before?: (at: { company: CompanyRow; lead: LeadRow; phone: string }) => Promise<unknown>;
}

const estimateIn =
  (status: 'accepted' | 'declined' | 'deposit_paid') =>
  ({ company, lead }: { company: CompanyRow; lead: LeadRow }) =>
    lab.app.a.estimate(company, lead, { status });

const stops: StopCase[] = [
  { name: 'an archived lead', reason: /archived/, given: { lead: { archived_at: new Date(START) } } },
  { name: 'a lead that paid', reason: /paid/, given: { lead: { status: 'paid' } } },
  { name: 'a lead marked lost', reason: /lost/, given: { lead: { outcome: 'lost' } } },
  { name: 'an accepted estimate', reason: /accepted/, before: estimateIn('accepted') },
  { name: 'a declined estimate', reason: /declined/, before: estimateIn('declined') },
  { name: 'a paid deposit', reason: /deposit/, before: estimateIn('deposit_paid') },
  { name: 'a reply since activation', reason: /replied/, given: { lead: { last_reply_at: new Date(START) } } },
  { name: 'no consent on file (C4)', reason: /No consent/, given: { consent: false } },
  { name: 'a number that can’t be texted', reason: /can’t be texted/, given: { lead: { phone: '+18005550100' } } },
  {
    name: 'no approved registration (C21)',
    reason: /registration/,
    given: { company: { sms_registration: 'pending' } },
  },
  { name: 'no subscription', reason: /subscription/, given: { company: { subscription: null } } },
  {
    name: 'an expired free access',
    reason: /subscription/,
    given: { company: { subscription: { subscription_tier: 'free', subscription_end: new Date('2026-11-01') } } },
  },
  {
    name: 'more than 72 hours late (C17)',
    reason: /Too late/,
    given: { row: { due_at: new Date(Date.parse(START) - 73 * HOUR) } },
  },
  {
    name: 'an offer without consent in writing (C5)',
    reason: /in writing/,
    given: { consent: { method: 'verbal' }, row: { body: DEFAULT_MESSAGES[2] } },
  },
  {
    name: 'a mail without a postal address (C22)',
    reason: /postal address/,
    given: { company: { postal_address: null }, row: { channel: 'email' } },
  },
  {
    name: 'an opt-out',
    reason: /Opted out by reply on Nov 16, 2026/,
    before: ({ company, phone }) =>
      lab.app.deps.system
        .insertInto('opt_outs')
        .values({
          company_id: company.id,
          channel: 'sms',
          address: phone,
          sender: null,
          source: 'reply',
          words: 'STOP',
          created_at: new Date(START),
          lifted_at: null,
        })
        .execute(),
  },
];

for (const { name, reason, given, before } of stops)
  test(`${name} keeps a message from going out, and the contractor reads why`, async () => {
    const made = await dueFollowUp(given);
    await before?.(made);
    await lab.drain(made.company);
    expect(lab.texts(made.lead.phone).concat(lab.mails(made.lead.email))).toEqual([]);
    const row = await only(made.company);
    expect(row.status).toBe('skipped');
    expect(row.reason).toMatch(reason);
    const skipped = (await lab.timeline(made.company)).find((event) => event.kind === 'message_skipped');
    expect(skipped?.data.reason).toBe(row.reason);
  });

test('a verbal consent lets a text through that makes no offer', async () => {
  const { company, phone } = await dueFollowUp({ consent: { method: 'verbal' } });
  await lab.drain(company);
  expect(lab.texts(phone)).toHaveLength(1);
});

test('the offer of the third message ends on a day seven days on, and the timeline keeps it (C30)', async () => {
  const { company, phone } = await dueFollowUp({ row: { body: DEFAULT_MESSAGES[2] } });
  await lab.drain(company);
  expect(lab.texts(phone)[0]?.text).toContain('good through Nov 23, 2026');
  expect((await lab.timeline(company))[0]?.data).toMatchObject({ offerEnds: 'Nov 23, 2026' });
});

test('outside the window a text moves to the next opening and says why; a mail never waits (C15)', async () => {
  const { company, phone } = await dueFollowUp();
  lab.app.clock.set('2026-11-17T04:30:00Z'); // 21:30 in Boise
  await lab.drain(company);
  expect(lab.texts(phone)).toEqual([]);
  const row = await only(company);
  expect(row).toMatchObject({ status: 'scheduled', attempts: 0, due_at: new Date('2026-11-17T18:00:00Z') });
  expect(row.reason).toMatch(/^Moved from/);
  lab.app.clock.set('2026-11-17T18:00:00Z');
  await lab.drain(company);
  expect(lab.texts(phone)).toHaveLength(1);
});

const earlierText = (company: CompanyRow, lead: LeadRow, at: Date, automated = true) =>
  lab.app.deps.system
    .insertInto('messages')
    .values({
      company_id: company.id,
      lead_id: lead.id,
      direction: 'out',
      channel: 'sms',
      kind: 'note',
      from_address: '+12085550199',
      to_address: lead.phone ?? '',
      subject: null,
      body: 'x',
      status: 'delivered',
      provider_id: null,
      error_code: null,
      source_id: null,
      automated,
      at,
    })
    .execute();

test('a fourth text within 24 hours waits, texts typed by hand counted too (C18)', async () => {
  const { company, lead, phone } = await dueFollowUp();
  for (const hours of [20, 3, 2])
    await earlierText(company, lead, new Date(Date.parse(START) - hours * HOUR), hours !== 3);
  await lab.drain(company);
  expect(lab.texts(phone)).toEqual([]);
  const row = await only(company);
  expect(row).toMatchObject({ status: 'scheduled', due_at: new Date(Date.parse(START) + 4 * HOUR) });
  lab.app.clock.advance(4 * HOUR);
  await lab.drain(company);
  expect(lab.texts(phone)).toHaveLength(1);
});

test('a ninth automated text for an estimate is never sent (C2)', async () => {
  const { company, lead, phone } = await dueFollowUp();
  for (let days = 2; days < 10; days += 1) await earlierText(company, lead, new Date(Date.parse(START) - days * DAY));
  await lab.drain(company);
  expect(lab.texts(phone)).toEqual([]);
  expect(await only(company)).toMatchObject({ status: 'skipped' });
});

test('two texts of a schedule that are due together go out four hours apart, in order (C17)', async () => {
  const { company, phone } = await dueFollowUp({ row: { body: 'first' } });
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

test('a provider that is down costs tries hours apart, not the message (T8)', async () => {
  const { company, phone } = await dueFollowUp();
  lab.sandbox.faults.set('twilio', 'http500', 2);
  await lab.drain(company);
  const waiting = await only(company);
  expect(waiting).toMatchObject({ status: 'scheduled', attempts: 1 });
  expect(waiting.reason).toMatch(/tried again/);
  expect((waiting.due_at?.getTime() ?? 0) - Date.parse(START)).toBeGreaterThanOrEqual(5_000);
  await lab.drain(company);
  expect((await only(company)).attempts).toBe(1);
  lab.app.clock.advance(MINUTE);
  await lab.drain(company);
  expect(await only(company)).toMatchObject({ status: 'scheduled', attempts: 2 });
  lab.app.clock.advance(5 * MINUTE);
  await lab.drain(company);
  expect(await only(company)).toMatchObject({ status: 'sent', attempts: 3, reason: null });
  expect(lab.texts(phone)).toHaveLength(1);
});

test('a refusal is final and said in words (T9); the carrier’s opt-out ends the schedule (T7)', async () => {
  const refused = await dueFollowUp();
  lab.sandbox.faults.set('twilio', 'reject', 1);
  await lab.drain(refused.company);
  expect(await only(refused.company)).toMatchObject({ status: 'failed', reason: 'This is not a valid phone number' });

  const stopped = await dueFollowUp();
  const texts = {
    ...lab.deps.texts,
    send: () => Promise.resolve({ kind: 'refused', code: '21610', detail: '' } as const),
  };
  await drainCompany({ ...lab.deps, texts }, stopped.company.id);
  expect(await only(stopped.company)).toMatchObject({ status: 'failed', reason: 'This number has opted out of texts' });
  const optOut = await lab.app.deps.system
    .selectFrom('opt_outs')
    .select(['source', 'company_id'])
    .where('address', '=', stopped.phone)
    .execute();
  expect(optOut).toEqual([{ source: 'carrier', company_id: stopped.company.id }]);
  expect((await lab.timeline(stopped.company)).map((event) => event.kind)).toContain('schedule_stopped');
});

test('an answer that never came is asked for at Twilio: the text is there, and is not sent twice (T10)', async () => {
  const quick = await startDeliveryLab({ now: START, timings: { sendLeaseMs: 400 } });
  try {
    const { a, clock } = quick.app;
    const company = await a.company();
    const lead = await a.lead(company, { phone: '+12085553001' });
    await a.consent(company, lead);
    const schedule = await a.schedule(company, lead, { activated_at: new Date(clock.now().getTime() - DAY) });
    await a.followUp(schedule);
    quick.sandbox.faults.set('twilio', 'drop_after_accept', 1);
    await quick.drain(company);
    expect((await quick.followUps(company))[0]?.status).toBe('sending');
    await expect
      .poll(async () => {
        await quick.drain(company);
        return (await quick.followUps(company))[0]?.status;
      })
      .toBe('sent');
    expect(quick.texts('+12085553001')).toHaveLength(1);
    expect((await quick.followUps(company))[0]?.provider_id).toBe(quick.texts('+12085553001')[0]?.sid);
  } finally {
    await quick.close();
  }
});

test('a text that Twilio never got goes out after the lease of a dead worker', async () => {
  const { company, phone } = await dueFollowUp();
  const row = await only(company);
  const { system } = lab.app.deps;
  await system
    .updateTable('follow_up_messages')
    .set({ status: 'sending', sending_at: lab.app.clock.now(), claimed_until: new Date('2020-01-01'), attempts: 1 })
    .where('id', '=', row.id)
    .execute();
  await system
    .insertInto('messages')
    .values({
      company_id: company.id,
      lead_id: row.lead_id,
      direction: 'out',
      channel: 'sms',
      kind: 'follow-up',
      from_address: '+12085550199',
      to_address: phone,
      subject: null,
      body: 'never left',
      status: 'sending',
      provider_id: null,
      error_code: null,
      source_id: row.id,
      at: lab.app.clock.now(),
    })
    .execute();
  await lab.drain(company);
  expect(await only(company)).toMatchObject({ status: 'sent', attempts: 2 });
  expect(lab.texts(phone)).toHaveLength(1);
});

test('while Twilio does not answer, an unsettled text waits; after two hours a person decides', async () => {
  const { company, phone } = await dueFollowUp();
  const row = await only(company);
  const { system } = lab.app.deps;
  const lapse = () =>
    system
      .updateTable('follow_up_messages')
      .set({ status: 'sending', sending_at: new Date(START), claimed_until: new Date('2020-01-01') })
      .where('id', '=', row.id)
      .execute();
  await lapse();
  await system
    .insertInto('messages')
    .values({
      company_id: company.id,
      lead_id: row.lead_id,
      direction: 'out',
      channel: 'sms',
      kind: 'follow-up',
      from_address: '+12085550199',
      to_address: phone,
      subject: null,
      body: 'perhaps',
      status: 'sending',
      provider_id: null,
      error_code: null,
      source_id: row.id,
      at: lab.app.clock.now(),
    })
    .execute();
  lab.sandbox.faults.set('twilio', 'http500', null);
  await lab.drain(company);
  expect(await only(company)).toMatchObject({ status: 'sending' });
  await lapse();
  lab.app.clock.advance(3 * HOUR);
  await lab.drain(company);
  lab.sandbox.faults.set('twilio', 'none', null);
  expect(await only(company)).toMatchObject({ status: 'unknown' });
  const unknown = (await lab.timeline(company)).find((event) => event.kind === 'message_unknown');
  expect(unknown?.data).toMatchObject({ messageId: row.id, body: 'perhaps' });
  const caller = await lab.app.callerFor(company);
  await caller.followUps.resolveUnknown({ messageId: row.id, action: 'resend' });
  await lab.drain(company);
  expect(await only(company)).toMatchObject({ status: 'sent' });
  await expect(caller.followUps.resolveUnknown({ messageId: row.id, action: 'ignore' })).rejects.toThrow(/settled/);
});

test('a mail whose answer never came is unknown and is not sent again (T10)', async () => {
  const { company, lead } = await dueFollowUp({ row: { channel: 'email' }, schedule: { channel: 'email' } });
  lab.sandbox.faults.set('smtp', 'drop_after_accept', 1);
  await lab.drain(company);
  expect(await only(company)).toMatchObject({ status: 'unknown' });
  await lab.drain(company);
  expect(lab.mails(lead.email)).toHaveLength(1);
});

test('a mail server that refuses for now is asked again, one that refuses for good is not', async () => {
  const passing = await dueFollowUp({ row: { channel: 'email' } });
  lab.sandbox.faults.set('smtp', 'http500', 1);
  await lab.drain(passing.company);
  expect(await only(passing.company)).toMatchObject({ status: 'scheduled', attempts: 1 });
  lab.app.clock.advance(MINUTE);
  await lab.drain(passing.company);
  expect(await only(passing.company)).toMatchObject({ status: 'sent' });

  const refused = await dueFollowUp({ row: { channel: 'email' } });
  lab.sandbox.faults.set('smtp', 'reject', 1);
  await lab.drain(refused.company);
  expect(await only(refused.company)).toMatchObject({ status: 'failed' });
});

test('a fault of ours in one message holds up no other and is not tried in a loop', async () => {
  const { company, lead } = await dueFollowUp({ row: { channel: 'email' } });
  const kinds = {
    ...lab.deps.kinds,
    'lead.notice': { ...lab.deps.kinds['lead.notice'], mail: () => Promise.reject(new Error('template')) },
  };
  await lab.app.deps.system
    .insertInto('outbox')
    .values({
      company_id: company.id,
      lead_id: lead.id,
      kind: 'lead.notice',
      channel: 'email',
      to_address: company.email,
      dedupe_key: null,
      due_at: lab.app.clock.now(),
      created_at: lab.app.clock.now(),
      claimed_until: null,
      sending_at: null,
      provider_id: null,
      sent_at: null,
      reason: null,
    })
    .execute();
  await drainCompany({ ...lab.deps, kinds }, company.id);
  expect(await only(company)).toMatchObject({ status: 'sent' });
  expect((await lab.outbox(company))[0]).toMatchObject({ status: 'scheduled', attempts: 1 });
});

test('two workers at the same 200 rows send each once', async () => {
  lab.app.clock.set(START);
  const { a } = lab.app;
  const company = await a.company();
  const numbers = Array.from({ length: 200 }, newPhone);
  for (const phone of numbers) {
    const lead = await a.lead(company, { phone });
    await a.consent(company, lead);
    await a.followUp(await a.schedule(company, lead, { activated_at: new Date(Date.parse(START) - DAY) }));
  }
  await Promise.all([lab.drain(company), lab.drain(company), lab.drain(company)]);
  const rows = await lab.followUps(company);
  expect(new Set(rows.map((row) => row.status))).toEqual(new Set(['sent']));
  expect(new Set(rows.map((row) => row.provider_id)).size).toBe(200);
  for (const phone of numbers) expect(lab.texts(phone)).toHaveLength(1);
}, 60_000);
