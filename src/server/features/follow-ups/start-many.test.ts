import type { MailedLead } from '../../../../test/builders.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import { DAY } from '#shared/primitives/durations.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { newPhone } from '../../../../test/due-follow-up.ts';

/** Monday noon in Boise. */
const START = '2026-11-16T19:00:00.000Z';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());
beforeEach(() => lab.app.clock.set(START));

const lead = async (company: CompanyRow, given: Partial<LeadRow> = {}, consent = true): Promise<MailedLead> => {
  const made = await lab.app.a.lead(company, { phone: newPhone(), ...given });
  if (consent && made.phone !== null) await lab.app.a.consent(company, made);
  return made;
};

test('spec:4.16 many leads get the same follow-ups as saving each by hand, simultaneously and once', async () => {
  const { a } = lab.app;
  const company = await a.company();
  const caller = await lab.app.callerFor(company);
  const leads = await Promise.all([
    lead(company),
    // a lead in another time zone, where a step on a Sunday waits until noon
    lead(company, { zip: '36104', phone: '+13345550142' }),
    lead(company, { status: 'estimate_sent', zip: null, phone: '+13035550143' }),
  ]);
  const byHand = await Promise.all(leads.map(({ zip, phone }) => lead(company, { zip, phone })));
  const { steps, channel } = await caller.followUps.get({ leadId: leads[0]?.id ?? '' });
  for (const { id } of byHand)
    await caller.followUps.save({
      leadId: id,
      channel,
      active: true,
      steps: steps.map(({ day, message }) => ({ day, message })),
    });
  const leadIds = leads.map(({ id }) => id);
  const answer = await caller.followUps.startMany({ leadIds });
  expect(answer).toEqual({
    channel: 'sms',
    leads: leadIds.map((leadId) => ({ leadId, outcome: 'started', reason: null })),
  });
  const views = (ids: readonly string[]) => Promise.all(ids.map((leadId) => caller.followUps.get({ leadId })));
  expect(await views(leadIds)).toEqual(await views(byHand.map(({ id }) => id)));
  const told = async (leadId: string) => {
    const { items } = await caller.leads.timeline({ leadId });
    return items.map(({ kind, data }) => [kind, data]);
  };
  expect(await told(leadIds[0] ?? '')).toEqual(await told(byHand[0]?.id ?? ''));
  expect((await told(leadIds[2] ?? '')).map(([kind]) => kind)).toEqual(['schedule_activated']);
  const listed = await caller.leads.get({ leadId: leadIds[0] ?? '' });
  expect(listed).toMatchObject({ status: 'contacted', lastContactAt: START, followUpStatus: 'active' });

  const again = await Promise.all([caller.followUps.startMany({ leadIds }), caller.followUps.startMany({ leadIds })]);
  expect(again.flatMap((one) => one.leads.map(({ outcome }) => outcome))).toEqual(Array(6).fill('already'));
  expect(await lab.followUps(company)).toHaveLength(18);
});

test('leads that can’t be followed up get a reason and delay no other; a dry run writes nothing', async () => {
  const { a, deps } = lab.app;
  const company = await a.company({
    workflow_channel: 'both',
    workflow_cadence: [2],
    workflow_messages: ['Hi {{name}}'],
  });
  const caller = await lab.app.callerFor(company);
  const fine = await lead(company);
  const mailOnly = await lead(company, {}, false);
  const lost = await lead(company, { outcome: 'lost' });
  const drafted = await lead(company);
  await a.schedule(company, drafted, { status: 'draft' });
  const stopped = await lead(company);
  await a.schedule(company, stopped, {
    status: 'stopped',
    stop_reason: 'Follow-ups stopped because Dana wrote to you.',
  });
  const accepted = await lead(company);
  await a.estimate(company, accepted, { status: 'accepted' });
  const closed = await lead(company, {}, false);
  await deps.system
    .insertInto('opt_outs')
    .values({
      company_id: company.id,
      channel: 'email',
      address: closed.email,
      source: 'unsubscribe',
      created_at: new Date(START),
    })
    .execute();
  // a lead whose reply awaits a decision, and another lead of the same person
  const unsure = await lead(company);
  const twin = await lead(company, { email: unsure.email });
  const wrote = {
    company_id: company.id,
    lead_id: unsure.id,
    from_address: unsure.phone ?? '',
    to_address: '+12085550199',
  };
  await deps.system
    .insertInto('messages')
    .values({
      ...wrote,
      direction: 'in',
      channel: 'sms',
      kind: 'reply',
      body: 'No thanks',
      status: 'received',
      unsure: true,
      at: new Date(START),
    })
    .execute();
  const leadIds = [fine, mailOnly, lost, drafted, stopped, accepted, closed, twin].map(({ id }) => id);
  const dry = await caller.followUps.startMany({ leadIds: [...leadIds, crypto.randomUUID()], dryRun: true });
  expect(await lab.followUps(company)).toEqual([]);
  expect(dry.leads.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['started', null],
    ['started', 'No consent on file for texts to this number'],
    ['refused', 'The lead is marked lost'],
    ['refused', 'This lead’s follow-ups are a draft. Open the lead to activate them'],
    ['refused', 'Follow-ups stopped because Dana wrote to you.'],
    ['refused', 'The estimate was accepted'],
    ['refused', 'No consent on file for texts to this number'],
    ['refused', expect.stringContaining('may not want more messages')],
    ['refused', 'This lead no longer exists'],
  ]);
  const real = await caller.followUps.startMany({ leadIds });
  expect(real.leads).toEqual(dry.leads.slice(0, -1));
  const rows = await lab.followUps(company);
  const written = ({ id }: LeadRow) =>
    rows.filter((row) => row.lead_id === id).map(({ channel, status }) => [channel, status]);
  expect(rows).toHaveLength(4);
  expect(written(fine)).toEqual([
    ['sms', 'scheduled'],
    ['email', 'scheduled'],
  ]);
  expect(written(mailOnly)).toEqual([
    ['sms', 'skipped'],
    ['email', 'scheduled'],
  ]);
  const byMail = await caller.followUps.startMany({ leadIds: [closed.id], channel: 'email', dryRun: true });
  expect(byMail.leads[0]?.reason).toBe('Unsubscribed from emails');
  const steps = [{ day: 1, message: 'Hi' }];
  const one = { leadId: twin.id, channel: 'email' as const, active: true, steps };
  await expect(caller.followUps.save(one)).rejects.toMatchObject({ cause: { code: 'CONFLICT' } });
  expect(await caller.followUps.save({ ...one, active: false })).toMatchObject({ status: 'draft' });
});

test('completed follow-ups restart, and two simultaneous calls write them once', async () => {
  const company = await lab.app.a.company({ workflow_cadence: [1], workflow_messages: ['Hi {{name}}'] });
  const caller = await lab.app.callerFor(company);
  const one = await lead(company);
  const start = () => caller.followUps.startMany({ leadIds: [one.id] });
  await start();
  lab.app.clock.advance(DAY);
  await lab.drain(company);
  expect((await caller.followUps.get({ leadId: one.id })).status).toBe('done');
  const outcomes = await Promise.all([start(), start()]);
  expect(new Set(outcomes.map(({ leads }) => leads[0]?.outcome))).toEqual(new Set(['already', 'started']));
  expect((await lab.followUps(company)).map(({ status, attempts }) => [status, attempts])).toEqual([['scheduled', 0]]);
});
