import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import { DEFAULT_MESSAGES } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { DAY, HOUR } from '#shared/primitives/durations.ts';
import type { Builders } from '../../../../test/builders.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';

/** Monday noon in Boise. */
const START = '2026-11-16T19:00:00.000Z';

let lab: DeliveryLab;
let phones = 0;
beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());
beforeEach(() => lab.app.clock.set(START));

async function contractor(
  given: { lead?: Partial<LeadRow>; company?: Parameters<Builders['company']>[0]; consent?: boolean } = {},
) {
  const { a } = lab.app;
  const company = await a.company(given.company);
  // the ZIP identifies the area, because Idaho also has the area code 986
  const lead = await a.lead(company, { phone: `+1208555${String(7_000 + (phones += 1))}`, ...given.lead });
  if (given.consent !== false && lead.phone) await a.consent(company, lead);
  const caller = await lab.app.callerFor(company);
  return { company, lead, caller, api: caller.followUps };
}

const steps = (...days: number[]) => days.map((day) => ({ day, message: `Message of day ${day}` }));
const refusal = (promise: Promise<unknown>): Promise<AppError> =>
  promise.then(
    () => Promise.reject(new Error("wasn't refused")),
    (error: unknown) => {
      const cause = error instanceof AppError ? error : error instanceof Error ? error.cause : undefined;
      if (cause instanceof AppError) return cause;
      throw error;
    },
  );

test('spec:9.14 spec:9.15 a lead without follow-ups shows the company’s defaults', async () => {
  const { api, lead } = await contractor();
  const view = await api.get({ leadId: lead.id });
  expect(view).toMatchObject({ active: false, status: 'none', channel: 'sms', activatedAt: null });
  expect(view.steps.map(({ day, message, dueAt, messages }) => ({ day, message, dueAt, messages }))).toEqual(
    [1, 3, 7].map((day, index) => ({ day, message: DEFAULT_MESSAGES[index], dueAt: null, messages: [] })),
  );
});

test('spec:4.16 spec:4.17 activating schedules each step, marks a new lead contacted and records both', async () => {
  const { api, lead, company } = await contractor();
  const view = await api.save({ leadId: lead.id, channel: 'sms', active: true, steps: steps(1, 3, 6) });
  // 10:00 AM in Boise is 9:00 AM in the Pacific part of area code 208, so texts wait until 11:00 AM in Boise (C16), and
  // until 1:00 PM on Sundays
  expect(view.steps.map((step) => step.dueAt)).toEqual([
    '2026-11-17T18:00:00.000Z',
    '2026-11-19T18:00:00.000Z',
    '2026-11-22T20:00:00.000Z',
  ]);
  expect(view.steps[2]?.messages[0]?.reason).toMatch(/^Moved from/);
  const row = await lab.app.deps.system
    .selectFrom('leads')
    .selectAll()
    .where('id', '=', lead.id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ status: 'contacted', last_contact_at: new Date(START), last_message_at: null });
  expect((await lab.timeline(company)).map((event) => event.kind)).toEqual(['schedule_activated', 'status_changed']);
  expect(lab.app.enqueued).toContain(company.id);
});

test('the dates in the dialog equal the saved ones', async () => {
  const { api, lead } = await contractor();
  for (const channel of ['sms', 'email'] as const) {
    const shown = await api.dates({ leadId: lead.id, channel, days: [1, 3, 6] });
    const saved = await api.save({ leadId: lead.id, channel, active: true, steps: steps(1, 3, 6) });
    expect(shown.dates.map((date) => date.dueAt)).toEqual(saved.steps.map((step) => step.dueAt));
    expect(shown).toMatchObject({ timeZone: 'America/Boise', zoneLabel: 'Mountain time' });
  }
});

test('spec:4.17 a draft has no dates, changes no lead and sends nothing', async () => {
  const { api, lead, company } = await contractor();
  const view = await api.save({ leadId: lead.id, channel: 'sms', active: false, steps: steps(1, 3) });
  expect(view).toMatchObject({ active: false, status: 'draft' });
  expect(view.steps.map((step) => [step.dueAt, step.messages[0]?.status])).toEqual([
    [null, 'draft'],
    [null, 'draft'],
  ]);
  lab.app.clock.advance(10 * DAY);
  await lab.drain(company);
  expect(lab.texts(lead.phone)).toEqual([]);
});

test('texts alone are refused with the reason if they aren’t possible; with both, emails are sent', async () => {
  const { api, lead, company } = await contractor({ consent: false });
  const error = await refusal(api.save({ leadId: lead.id, channel: 'sms', active: true, steps: steps(1) }));
  expect(error).toMatchObject({ code: 'SMS_NOT_ALLOWED' });
  expect(error.message).toContain('No consent on file');
  const view = await api.save({ leadId: lead.id, channel: 'both', active: true, steps: steps(1) });
  expect(view.steps[0]?.messages).toEqual([
    { channel: 'sms', status: 'skipped', reason: 'No consent on file for texts to this number' },
    { channel: 'email', status: 'scheduled', reason: null },
  ]);
  lab.app.clock.advance(DAY);
  await lab.drain(company);
  expect(lab.mails(lead.email)).toHaveLength(1);
});

test('emails alone are refused with the reason if they would be skipped; with both, texts are sent', async () => {
  const { api, lead, caller } = await contractor();
  await caller.messages.noteStop({ leadId: lead.id, channel: 'email' });
  const error = await refusal(api.save({ leadId: lead.id, channel: 'email', active: true, steps: steps(1) }));
  expect(error).toMatchObject({ code: 'CONFLICT' });
  expect(error.message).toContain('Unsubscribed from emails');
  const view = await api.save({ leadId: lead.id, channel: 'both', active: true, steps: steps(1) });
  expect(view.steps[0]?.messages).toMatchObject([
    { channel: 'sms', status: 'scheduled' },
    { channel: 'email', status: 'skipped', reason: 'Unsubscribed from emails' },
  ]);
  await caller.messages.noteStop({ leadId: lead.id, channel: 'sms' });
  const neither = await refusal(api.save({ leadId: lead.id, channel: 'both', active: true, steps: steps(1) }));
  expect(neither).toMatchObject({ code: 'SMS_NOT_ALLOWED' });
});

test('saving active follow-ups again keeps sent steps and counts from the first activation', async () => {
  const { api, lead, company } = await contractor();
  await api.save({ leadId: lead.id, channel: 'sms', active: true, steps: steps(1, 3) });
  lab.app.clock.set('2026-11-17T18:00:00.000Z');
  await lab.drain(company);
  lab.app.clock.advance(3 * HOUR);
  // the step that was already sent is kept, although it isn't among the saved steps
  const view = await api.save({
    leadId: lead.id,
    channel: 'sms',
    active: true,
    steps: [{ day: 4, message: 'changed' }],
  });
  expect(view.activatedAt).toBe(START);
  expect(view.steps.map((step) => [step.day, step.message, step.messages[0]?.status])).toEqual([
    [1, 'Message of day 1', 'sent'],
    [4, 'changed', 'scheduled'],
  ]);
  expect(view.steps[1]?.dueAt).toBe('2026-11-20T18:00:00.000Z');
  const events = (await lab.timeline(company)).filter((event) => event.kind === 'schedule_activated');
  expect(events).toHaveLength(1);
});

test('saving again doesn’t reset a retrying step’s 72-hour limit (C17)', async () => {
  const { api, lead, company } = await contractor();
  const schedule = { leadId: lead.id, channel: 'email', active: true } as const;
  await api.save({ ...schedule, steps: steps(1) });
  lab.app.clock.advance(DAY);
  lab.sandbox.faults.set('smtp', 'http500', 2);
  await lab.drain(company);
  lab.app.clock.advance(60 * HOUR);
  await lab.drain(company);
  const [waiting] = await lab.followUps(company);
  await api.save({ ...schedule, steps: [{ day: 1, message: 'changed' }] });
  const { due_at, first_due_at, attempts, reason } = waiting ?? {};
  expect(attempts).toBe(2);
  expect(await lab.followUps(company)).toMatchObject([{ body: 'changed', due_at, first_due_at, attempts, reason }]);
  lab.app.clock.advance(13 * HOUR);
  await lab.drain(company);
  expect(await lab.followUps(company)).toMatchObject([
    { status: 'skipped', reason: expect.stringMatching(/^Too late/) as string },
  ]);
});

test('moving a step to a past day is refused, naming the day', async () => {
  const { api, lead, company } = await contractor();
  await api.save({ leadId: lead.id, channel: 'sms', active: true, steps: steps(1, 7) });
  lab.app.clock.set('2026-11-17T18:00:00.000Z');
  await lab.drain(company);
  lab.app.clock.advance(3 * DAY);
  const error = await refusal(api.save({ leadId: lead.id, channel: 'sms', active: true, steps: steps(1, 2, 7) }));
  expect(error).toMatchObject({ code: 'VALIDATION_FAILED' });
  expect(error.fields).toEqual({ 'steps.1.day': 'Day 2, Nov 18, 2026, has already passed. Enter a later day' });
});

test('spec:5.5 kept steps count toward the five', async () => {
  const { api, lead, company } = await contractor();
  await api.save({ leadId: lead.id, channel: 'sms', active: true, steps: steps(1, 2, 3, 4, 5) });
  lab.app.clock.set('2026-11-17T18:00:00.000Z');
  await lab.drain(company);
  const error = await refusal(
    api.save({ leadId: lead.id, channel: 'sms', active: true, steps: steps(6, 7, 8, 9, 10) }),
  );
  expect(error.message).toBe('Maximum reached: You cannot add more than 5 follow-up messages');
});

test('turning off cancels unsent steps; turning on again restarts the count', async () => {
  const { api, lead, company } = await contractor();
  await api.save({ leadId: lead.id, channel: 'sms', active: true, steps: steps(1, 3) });
  const off = await api.save({ leadId: lead.id, channel: 'sms', active: false, steps: steps(1, 3) });
  expect(off.steps.map((step) => step.messages[0]?.status)).toEqual(['cancelled', 'cancelled']);
  lab.app.clock.advance(2 * DAY);
  await lab.drain(company);
  expect(lab.texts(lead.phone)).toEqual([]);
  const on = await api.save({ leadId: lead.id, channel: 'sms', active: true, steps: steps(1, 3) });
  expect(on).toMatchObject({ active: true, activatedAt: lab.app.clock.now().toISOString() });
  expect(on.steps.map((step) => step.messages[0]?.status)).toEqual(['scheduled', 'scheduled']);
});

test('canceling stops the follow-ups, without an email to the contractor who did it', async () => {
  const { api, lead, company } = await contractor();
  await api.save({ leadId: lead.id, channel: 'email', active: true, steps: steps(1) });
  const view = await api.cancel({ leadId: lead.id });
  expect(view).toMatchObject({ active: false, status: 'stopped', stopReason: 'Follow-ups were canceled.' });
  lab.app.clock.advance(2 * DAY);
  await lab.drain(company);
  expect([...lab.mails(lead.email), ...lab.mails(company.email)]).toEqual([]);
});

test('a full sequence is sent on its days and then completed', async () => {
  const { api, lead, company } = await contractor();
  await api.save({ leadId: lead.id, channel: 'both', active: true, steps: steps(1, 3, 7) });
  for (let hours = 0; hours < 8 * 24; hours += 4) {
    lab.app.clock.advance(4 * HOUR);
    await lab.drain(company);
  }
  expect(lab.texts(lead.phone)).toHaveLength(3);
  expect(lab.mails(lead.email)).toHaveLength(3);
  expect(await api.get({ leadId: lead.id })).toMatchObject({ active: false, status: 'done' });
  const again = await api.save({ leadId: lead.id, channel: 'email', active: true, steps: steps(1) });
  expect(again.steps.map((step) => step.messages.map((message) => message.status))).toEqual([['scheduled']]);
});

test('follow-ups without remaining steps are complete, and can restart', async () => {
  const { api, lead, company } = await contractor();
  const save = (...days: number[]) =>
    api.save({ leadId: lead.id, channel: 'sms', active: true, steps: steps(...days) });
  await save(1, 3);
  lab.app.clock.advance(DAY);
  await lab.drain(company);
  expect(await save(1)).toMatchObject({ active: false, status: 'done' });
  expect(await save(1)).toMatchObject({ active: true, steps: [{ messages: [{ status: 'scheduled' }] }] });
});

test('another company’s lead isn’t found', async () => {
  const mine = await contractor();
  const other = await contractor();
  const refusals = await Promise.all(
    [
      mine.api.get({ leadId: other.lead.id }),
      mine.api.save({ leadId: other.lead.id, channel: 'email', active: true, steps: steps(1) }),
      mine.api.cancel({ leadId: other.lead.id }),
    ].map(refusal),
  );
  expect(refusals.map((error) => error.code)).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND']);
});

test('two simultaneous saves leave one complete set of steps', async () => {
  const { api, lead, company } = await contractor();
  await Promise.all([
    api.save({ leadId: lead.id, channel: 'sms', active: true, steps: steps(1, 3) }),
    api.save({ leadId: lead.id, channel: 'email', active: true, steps: steps(2, 4, 6) }),
    api.save({ leadId: lead.id, channel: 'sms', active: true, steps: steps(5) }),
  ]);
  const rows = await lab.followUps(company);
  expect([1, 2, 3]).toContain(rows.length);
  expect(new Set(rows.map((row) => row.channel)).size).toBe(1);
});

test('spec:4.26 spec:7.22 the company’s defaults are saved for all browsers', async () => {
  const { caller, lead } = await contractor();
  const update = { channel: 'both' as const, cadence: [2, 5], messages: ['one', 'two {{name}}'], sendTime: '14:30' };
  expect(await caller.workflow.update(update)).toMatchObject(update);
  expect(await caller.workflow.get()).toMatchObject(update);
  expect((await caller.followUps.get({ leadId: lead.id })).steps.map((step) => step.day)).toEqual([2, 5]);
  const saved = await caller.followUps.save({ leadId: lead.id, channel: 'email', active: true, steps: steps(1) });
  expect(saved.steps[0]?.dueAt).toBe('2026-11-17T21:30:00.000Z');
});

test('T12 a text too long after filling its tags is refused with its step; it can be emailed', async () => {
  const { api, lead } = await contractor();
  const long = [steps(1)[0], { day: 3, message: 'x'.repeat(1_600) }].flatMap((step) => step ?? []);
  const save = { leadId: lead.id, active: true, steps: long };
  const { code, fields } = await refusal(api.save({ ...save, channel: 'sms' }));
  expect(code).toBe('VALIDATION_FAILED');
  expect(fields?.['steps.1.message']).toMatch(/^Too long for a text/);
  expect((await refusal(api.save({ ...save, channel: 'both' }))).code).toBe('VALIDATION_FAILED');
  await api.save({ ...save, channel: 'email' });
  await api.save({ ...save, channel: 'sms', active: false });
});

test.each([
  [{ outcome: 'lost' as const }, 'The lead is marked lost'],
  [{ status: 'paid' as const }, 'The lead has paid'],
  [{ archived_at: new Date(START) }, 'The lead is archived'],
])('a step that would be skipped on its day is refused at once: %o', async (lead, reason) => {
  const asked = await contractor({ lead });
  const save = (active: boolean) =>
    asked.api.save({ leadId: asked.lead.id, channel: 'email', steps: steps(1), active });
  const refused = await refusal(save(true));
  expect(refused.code).toBe('CONFLICT');
  expect(refused.message).toContain(reason);
  expect(await save(false)).toMatchObject({ status: 'draft' });
});

test('a message to many is measured with the longest values of the company’s leads (T12)', async () => {
  const { company, caller } = await contractor({ lead: { name: 'Bo Li', address: '1 A St', quote_cents: null } });
  const { a } = lab.app;
  await a.lead(company, { name: 'Guadalupe Ortega', address: '802 Mesa Verde Circle North, El Paso' });
  await a.lead(company, { name: 'Bartholomew Gone', archived_at: new Date(START) });
  await a.lead(await a.company(), { name: 'Wilhelmina Stranger' });
  expect(await caller.workflow.longestValues()).toMatchObject({
    name: 'Guadalupe Ortega',
    address: '802 Mesa Verde Circle North, El Paso',
  });
});
