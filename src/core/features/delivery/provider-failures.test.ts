import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#shared/primitives/durations.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { dueFollowUp, newPhone, NOON, onlyFollowUp } from '../../../../test/due-follow-up.ts';
import { drainMessages } from './drain.ts';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());

test('a message is retried for hours during a provider outage (T8)', async () => {
  const { company, phone } = await dueFollowUp(lab);
  lab.sandbox.faults.set('twilio', 'http500', 2);
  await lab.drain(company);
  const waiting = await onlyFollowUp(lab, company);
  expect(waiting).toMatchObject({ status: 'scheduled', attempts: 1 });
  expect(waiting.reason).toMatch(/try again/);
  expect((waiting.due_at?.getTime() ?? 0) - Date.parse(NOON)).toBeGreaterThanOrEqual(5_000);
  await lab.drain(company);
  expect((await onlyFollowUp(lab, company)).attempts).toBe(1);
  lab.app.clock.advance(MINUTE);
  await lab.drain(company);
  expect(await onlyFollowUp(lab, company)).toMatchObject({ status: 'scheduled', attempts: 2 });
  lab.app.clock.advance(5 * MINUTE);
  await lab.drain(company);
  expect(await onlyFollowUp(lab, company)).toMatchObject({ status: 'sent', attempts: 3, reason: null });
  expect(lab.texts(phone)).toHaveLength(1);
});

test('a refusal is final and explained (T9), and a carrier’s opt-out stops follow-ups (T7)', async () => {
  const refused = await dueFollowUp(lab);
  lab.sandbox.faults.set('twilio', 'reject', 1);
  await lab.drain(refused.company);
  expect(await onlyFollowUp(lab, refused.company)).toMatchObject({
    status: 'failed',
    reason: 'This isn’t a valid phone number',
  });

  const stopped = await dueFollowUp(lab);
  const texts = {
    ...lab.deps.texts,
    send: () => Promise.resolve({ kind: 'refused', code: '21610', detail: '' } as const),
  };
  await drainMessages({ ...lab.deps, texts }, stopped.company.id);
  expect(await onlyFollowUp(lab, stopped.company)).toMatchObject({
    status: 'failed',
    reason: 'This number has opted out of texts',
  });
  const optOut = await lab.app.deps.system
    .selectFrom('opt_outs')
    .select(['source', 'company_id'])
    .where('address', '=', stopped.phone)
    .execute();
  expect(optOut).toEqual([{ source: 'carrier', company_id: stopped.company.id }]);
  expect((await lab.timeline(stopped.company)).map((event) => event.kind)).toContain('schedule_stopped');
});

test('a STOP that Twilio handled itself gets no second confirmation, and nothing fails (C10, T7)', async () => {
  const { company, phone } = await dueFollowUp(lab);
  await lab.drain(company);
  await lab.reply(phone, 'STOP');
  const refuses = () => Promise.resolve({ kind: 'refused', code: '21610', detail: '' } as const);
  await drainMessages({ ...lab.deps, texts: { ...lab.deps.texts, send: refuses } }, company.id);
  const confirmation = (await lab.otherMessages(company)).find(({ kind }) => kind === 'opt-out.confirmation');
  expect(confirmation).toMatchObject({ status: 'skipped', reason: 'The text service has already confirmed it' });
  const kinds = (await lab.timeline(company)).map(({ kind }) => kind);
  expect(kinds).not.toContain('message_failed');
  expect(kinds).toContain('opted_out');
  // START undoes everything that STOP caused.
  await lab.reply(phone, 'START');
  await lab.drain(company);
  expect(lab.texts(phone).at(-1)?.text).toContain("You'll get texts about your fence estimate again");
});

test('a text whose answer was lost is found in Twilio and not resent (T10)', async () => {
  const quick = await startDeliveryLab({ now: NOON, timings: { sendLeaseMs: 400 } });
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
      .poll(
        async () => {
          await quick.drain(company);
          return (await quick.followUps(company))[0]?.status;
        },
        { timeout: 10_000 },
      )
      .toBe('sent');
    expect(quick.texts('+12085553001')).toHaveLength(1);
    expect((await quick.followUps(company))[0]?.provider_id).toBe(quick.texts('+12085553001')[0]?.sid);
  } finally {
    await quick.close();
  }
});

test('a text that Twilio never received is sent after the dead worker’s lease, without using an attempt', async () => {
  const { company, phone } = await dueFollowUp(lab);
  const row = await onlyFollowUp(lab, company);
  const { system } = lab.app.deps;
  await system
    .updateTable('follow_up_messages')
    .set({ status: 'sending', sending_at: lab.app.clock.now(), claimed_until: new Date('2020-01-01'), attempts: 1 })
    .where('id', '=', row.id)
    .execute();
  await system
    .updateTable('messages')
    .set({ from_address: '+12085550199', to_address: phone, body: 'never left', at: lab.app.clock.now() })
    .where('id', '=', row.id)
    .execute();
  await lab.drain(company);
  expect(await onlyFollowUp(lab, company)).toMatchObject({ status: 'sent', attempts: 1 });
  expect(lab.texts(phone)).toHaveLength(1);
});

test('an unresolved text waits while Twilio is down, until a person decides after two hours', async () => {
  const { company, phone } = await dueFollowUp(lab);
  const row = await onlyFollowUp(lab, company);
  const { system } = lab.app.deps;
  const lapse = () =>
    system
      .updateTable('follow_up_messages')
      .set({ status: 'sending', sending_at: new Date(NOON), claimed_until: new Date('2020-01-01') })
      .where('id', '=', row.id)
      .execute();
  await lapse();
  await system
    .updateTable('messages')
    .set({ from_address: '+12085550199', to_address: phone, body: 'perhaps', at: lab.app.clock.now() })
    .where('id', '=', row.id)
    .execute();
  lab.sandbox.faults.set('twilio', 'http500', null);
  await lab.drain(company);
  expect(await onlyFollowUp(lab, company)).toMatchObject({ status: 'sending' });
  await lapse();
  lab.app.clock.advance(3 * HOUR);
  await lab.drain(company);
  lab.sandbox.faults.set('twilio', 'none', null);
  expect(await onlyFollowUp(lab, company)).toMatchObject({ status: 'unknown' });
  const unknown = (await lab.timeline(company)).find((event) => event.kind === 'message_unknown');
  expect(unknown?.data).toMatchObject({ messageId: row.id, body: 'perhaps' });
  const caller = await lab.app.callerFor(company);
  await caller.followUps.resolveUnknown({ messageId: row.id, action: 'resend' });
  await lab.drain(company);
  expect(await onlyFollowUp(lab, company)).toMatchObject({ status: 'sent' });
  await expect(caller.followUps.resolveUnknown({ messageId: row.id, action: 'ignore' })).rejects.toThrow(
    /already resolved/,
  );
});

test('an email without an answer becomes unknown and isn’t resent (T10)', async () => {
  const { company, lead } = await dueFollowUp(lab, { row: { channel: 'email' }, schedule: { channel: 'email' } });
  lab.sandbox.faults.set('smtp', 'drop_after_accept', 1);
  await lab.drain(company);
  expect(await onlyFollowUp(lab, company)).toMatchObject({ status: 'unknown' });
  await lab.drain(company);
  expect(lab.mails(lead.email)).toHaveLength(1);
});

test('an email is retried after a temporary refusal, but not after a permanent refusal', async () => {
  const passing = await dueFollowUp(lab, { row: { channel: 'email' } });
  lab.sandbox.faults.set('smtp', 'http500', 1);
  await lab.drain(passing.company);
  expect(await onlyFollowUp(lab, passing.company)).toMatchObject({ status: 'scheduled', attempts: 1 });
  lab.app.clock.advance(MINUTE);
  await lab.drain(passing.company);
  expect(await onlyFollowUp(lab, passing.company)).toMatchObject({ status: 'sent' });

  const refused = await dueFollowUp(lab, { row: { channel: 'email' } });
  lab.sandbox.faults.set('smtp', 'reject', 1);
  await lab.drain(refused.company);
  expect(await onlyFollowUp(lab, refused.company)).toMatchObject({ status: 'failed' });
});

test('a step waits for the previous step’s retry, without resetting its 72-hour limit (C17)', async () => {
  const { company, lead } = await dueFollowUp(lab, { row: { channel: 'email', body: 'step 1.' } });
  const { system } = lab.app.deps;
  const first = await onlyFollowUp(lab, company);
  const schedule = await system
    .selectFrom('follow_up_schedules')
    .selectAll()
    .where('id', '=', first.schedule_id)
    .executeTakeFirstOrThrow();
  const due = new Date(Date.parse(NOON) - HOUR);
  await lab.app.a.followUp(schedule, { channel: 'email', body: 'step 2.', step: 2, day: 3, due_at: due });
  lab.sandbox.faults.set('smtp', 'http500', 1);
  await lab.drain(company);
  expect(await lab.followUps(company)).toMatchObject([
    { step: 1, status: 'scheduled', attempts: 1 },
    {
      step: 2,
      status: 'scheduled',
      attempts: 0,
      first_due_at: due,
      reason: expect.stringMatching(/previous step/) as string,
    },
  ]);
  lab.app.clock.advance(MINUTE);
  await lab.drain(company);
  lab.app.clock.advance(MINUTE);
  await lab.drain(company);
  expect((await lab.followUps(company)).map(({ status }) => status)).toEqual(['sent', 'sent']);
  expect(lab.mails(lead.email).map(({ text }) => /step \d/.exec(text)?.[0])).toEqual(['step 1', 'step 2']);
});

test('an email that can’t start in time becomes due again, without using an attempt', async () => {
  const { company } = await dueFollowUp(lab, { row: { channel: 'email' } });
  await drainMessages({ ...lab.deps, timings: { ...lab.deps.timings, sendLeaseMs: 0 } }, company.id);
  expect(await onlyFollowUp(lab, company)).toMatchObject({ status: 'scheduled', attempts: 0 });
});

test('retries don’t reset the 72-hour limit: a late message is skipped (C17)', async () => {
  const { company } = await dueFollowUp(lab, { row: { channel: 'email' } });
  lab.sandbox.faults.set('smtp', 'http500', 2);
  await lab.drain(company);
  lab.app.clock.advance(71 * HOUR);
  await lab.drain(company);
  expect(await onlyFollowUp(lab, company)).toMatchObject({ status: 'scheduled', attempts: 2 });
  lab.app.clock.advance(2 * HOUR);
  await lab.drain(company);
  const row = await onlyFollowUp(lab, company);
  expect(row.status).toBe('skipped');
  expect(row.reason).toMatch(/^Too late: this was due on .*16, 2026/);
});

test('an internal error in one message doesn’t delay others and isn’t retried in a loop', async () => {
  const { company, lead } = await dueFollowUp(lab, { row: { channel: 'email' } });
  const kinds = {
    ...lab.deps.kinds,
    'lead.notice': { ...lab.deps.kinds['lead.notice'], mail: () => Promise.reject(new Error('template')) },
  };
  await lab.app.deps.system
    .insertInto('messages')
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
  await drainMessages({ ...lab.deps, kinds }, company.id);
  expect(await onlyFollowUp(lab, company)).toMatchObject({ status: 'sent' });
  expect((await lab.otherMessages(company))[0]).toMatchObject({ status: 'scheduled', attempts: 1 });
});

test('three workers send each of 60 rows once', async () => {
  lab.app.clock.set(NOON);
  const { a } = lab.app;
  const company = await a.company();
  const numbers = Array.from({ length: 60 }, newPhone);
  for (const phone of numbers) {
    const lead = await a.lead(company, { phone });
    await a.consent(company, lead);
    await a.followUp(await a.schedule(company, lead, { activated_at: new Date(Date.parse(NOON) - DAY) }));
  }
  await Promise.all([lab.drain(company), lab.drain(company), lab.drain(company)]);
  const rows = await lab.followUps(company);
  expect(new Set(rows.map((row) => row.status))).toEqual(new Set(['sent']));
  expect(new Set(rows.map((row) => row.provider_id)).size).toBe(60);
  for (const phone of numbers) expect(lab.texts(phone)).toHaveLength(1);
}, 60_000);
