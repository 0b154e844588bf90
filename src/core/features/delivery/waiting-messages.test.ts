import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import { MINUTE } from '#shared/primitives/durations.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { newPhone } from '../../../../test/due-follow-up.ts';
import { ticketOf } from '../../../../test/widget-ticket.ts';

/** 9:30 PM in Boise, and 11:30 AM the next morning. */
const AT_NIGHT = '2026-11-17T04:30:00Z';
const IN_THE_MORNING = '2026-11-17T18:30:00Z';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());

/** Creates an estimate that is sent at night. Its email is sent at once, and its text waits until morning. */
const sentAtNight = async (given: Partial<LeadRow> = {}) => {
  const { a, clock } = lab.app;
  clock.set(AT_NIGHT);
  const company = await a.company();
  const lead = await a.lead(company, { phone: newPhone(), ...given });
  await a.consent(company, lead);
  const caller = await lab.app.callerFor(company);
  const { id: materialId } = await a.material(company);
  await caller.estimates.send({ leadId: lead.id, perimeter: 100, gateCount: 1, materialId });
  await lab.drain(company);
  expect(lab.mails(lead.email)).toHaveLength(1);
  expect(lab.texts(lead.phone)).toEqual([]);
  return { company, lead, caller };
};

const inTheMorning = async (company: CompanyRow) => {
  lab.app.clock.set(IN_THE_MORNING);
  await lab.drain(company);
};

const skipped = async (company: CompanyRow) =>
  (await lab.timeline(company)).filter(({ kind }) => kind === 'message_skipped').map(({ data }) => data['reason']);

describe('waiting messages, when their lead’s number changes', () => {
  test('are sent only to the new number if it has consent', async () => {
    const { company, lead, caller } = await sentAtNight();
    const phone = newPhone();
    await caller.leads.update({ leadId: lead.id, phone, smsConsent: { method: 'verbal' } });
    await inTheMorning(company);
    expect(lab.texts(lead.phone)).toEqual([]);
    expect(lab.texts(phone)).toHaveLength(1);
  });

  test('aren’t sent if the new number has no consent (C4), with the reason shown', async () => {
    const { company, lead, caller } = await sentAtNight();
    const phone = newPhone();
    await caller.leads.update({ leadId: lead.id, phone });
    await inTheMorning(company);
    expect([...lab.texts(lead.phone), ...lab.texts(phone)]).toEqual([]);
    expect(await skipped(company)).toEqual(['No consent on file for texts to this number']);
  });

  test('are canceled if the number is removed, and the timeline says why', async () => {
    const { company, lead, caller } = await sentAtNight();
    await caller.leads.update({ leadId: lead.id, phone: null });
    expect(await skipped(company)).toEqual(['The lead no longer has a phone number']);
    await inTheMorning(company);
    expect(lab.texts(lead.phone)).toEqual([]);
  });

  test('are sent to the merged lead’s number', async () => {
    const { company, lead, caller } = await sentAtNight();
    const older = await lab.app.a.lead(company, { phone: newPhone(), created_at: new Date('2026-11-01T00:00:00Z') });
    await lab.app.a.consent(company, older);
    await caller.leads.merge({ leadId: lead.id, otherLeadId: older.id, takeNewer: [] });
    await inTheMorning(company);
    expect(lab.texts(lead.phone)).toEqual([]);
    expect(lab.texts(older.phone)).toHaveLength(1);
  });

  test('aren’t sent to an outdated email address or number, except an answer to HELP', async () => {
    const { a, clock, deps } = lab.app;
    clock.set(IN_THE_MORNING);
    const company = await a.company();
    const [old, phone] = [newPhone(), newPhone()];
    const lead = await a.lead(company, { phone });
    for (const to of [old, phone]) await a.consent(company, { ...lead, phone: to });
    const row = { company_id: company.id, lead_id: lead.id, due_at: clock.now(), created_at: clock.now() };
    await deps.system
      .insertInto('messages')
      .values([
        { ...row, kind: 'lead.received', channel: 'sms', to_address: old },
        { ...row, kind: 'lead.received', channel: 'email', to_address: 'stranger@example.com' },
        { ...row, kind: 'help.answer', channel: 'sms', to_address: old },
      ])
      .execute();
    await lab.drain(company);
    expect(lab.texts(old).map(({ text }) => text)).toEqual([expect.stringContaining('For help')]);
    expect(lab.mails('stranger@example.com')).toEqual([]);
    expect(new Set(await skipped(company))).toEqual(
      new Set([
        'The lead’s email address has changed since this was written',
        'The lead’s phone number has changed since this was written',
      ]),
    );
  });
});

describe('a text delayed until morning is rechecked before it’s sent (C17, C23)', () => {
  type Scene = Awaited<ReturnType<typeof sentAtNight>>;
  const setStatus = ({ lead }: Scene, status: 'accepted' | 'declined' | 'deposit_paid') =>
    lab.app.deps.system.updateTable('estimates').set({ status }).where('lead_id', '=', lead.id).execute();

  const hears = async ({ company, lead }: Scene) => {
    const own = '+12085550777';
    await lab.app.deps.system
      .updateTable('company_profiles')
      .set({ sms_from: own })
      .where('id', '=', company.id)
      .execute();
    lab.app.clock.advance(MINUTE);
    await lab.reply(lead.phone ?? '', 'Got your mail, looks good', { To: own });
  };

  test.each<[reason: string, event: (scene: Scene) => Promise<unknown>]>([
    ['The estimate was declined', (scene) => setStatus(scene, 'declined')],
    ['The estimate was accepted', (scene) => setStatus(scene, 'accepted')],
    ['The deposit was paid', (scene) => setStatus(scene, 'deposit_paid')],
    ['The lead is marked lost', ({ caller, lead }) => caller.leads.update({ leadId: lead.id, outcome: 'lost' })],
    ['The lead is archived', ({ caller, lead }) => caller.leads.archive({ leadId: lead.id, archived: true })],
    ['The homeowner has replied', hears],
  ])('an estimate: %s', async (reason, event) => {
    const scene = await sentAtNight();
    await lab.app.deps.system
      .insertInto('messages')
      .values({
        company_id: scene.company.id,
        lead_id: scene.lead.id,
        kind: 'lead.received',
        channel: 'sms',
        to_address: scene.lead.phone ?? '',
        due_at: lab.app.clock.now(),
        created_at: lab.app.clock.now(),
      })
      .execute();
    await event(scene);
    await inTheMorning(scene.company);
    expect(lab.texts(scene.lead.phone)).toEqual([]);
    // The texts of the estimate and the instant reply.
    expect(await skipped(scene.company)).toEqual([reason, reason]);
  });

  test('an instant reply is skipped if the estimate was sent after it was written', async () => {
    const scene = await sentAtNight();
    const reply = (to: string, at: Date) => ({
      company_id: scene.company.id,
      lead_id: scene.lead.id,
      kind: 'lead.received',
      channel: 'sms' as const,
      to_address: to,
      due_at: at,
      created_at: at,
    });
    const before = new Date(lab.app.clock.now().getTime() - MINUTE);
    await lab.app.deps.system
      .insertInto('messages')
      .values(reply(scene.lead.phone ?? '', before))
      .execute();
    await inTheMorning(scene.company);
    expect(lab.texts(scene.lead.phone).map(({ text }) => text)).toEqual([expect.stringContaining('estimate')]);
    expect(await skipped(scene.company)).toEqual(['An estimate was sent meanwhile']);
    // A request that came after the estimate is answered.
    await lab.app.deps.system
      .insertInto('messages')
      .values(reply(scene.lead.phone ?? '', lab.app.clock.now()))
      .execute();
    await lab.drain(scene.company);
    expect(lab.texts(scene.lead.phone)).toHaveLength(2);
  });

  test('an estimate resent after acceptance is sent, unless more has happened', async () => {
    const [again, paid] = [await sentAtNight(), await sentAtNight()];
    for (const scene of [again, paid]) {
      await setStatus(scene, 'accepted');
      lab.app.clock.advance(MINUTE);
      await scene.caller.estimates.resend({ leadId: scene.lead.id });
    }
    await setStatus(paid, 'deposit_paid');
    for (const { company } of [again, paid]) await inTheMorning(company);
    expect(lab.texts(again.lead.phone)).toHaveLength(1);
    expect(lab.texts(paid.lead.phone)).toEqual([]);
  });

  test('C19 the instant reply’s text waits for texting hours, but its email doesn’t', async () => {
    const { a, clock } = lab.app;
    clock.set(AT_NIGHT);
    const company = await a.company({ widget_instant_quotes: true });
    const phone = newPhone();
    const config = await fetch(`${lab.app.url}/api/widget/v1/config/${company.contractor_id}`);
    const { consent } = (await config.json()) as { consent: { version: string } };
    const answer = await fetch(`${lab.app.url}/api/widget/v1/leads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        contractorId: company.contractor_id,
        name: 'Nora Night',
        email: 'nora.night@example.com',
        phone,
        zip: '83702',
        perimeter: 100,
        gateCount: 0,
        smsConsent: true,
        consentVersion: consent.version,
        idempotencyKey: `night-${phone}`,
        ticket: ticketOf(company, lab.app),
      }),
    });
    expect(answer.status).toBe(201);
    await lab.drain(company);
    expect(lab.mails('nora.night@example.com')).toHaveLength(1);
    expect(lab.texts(phone)).toEqual([]);
    await inTheMorning(company);
    expect(lab.texts(phone)).toHaveLength(1);
  });
});
