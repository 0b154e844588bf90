import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CompanyRow, LeadRow } from '#core/platform/db/tables.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../../test/delivery.ts';
import { newPhone } from '../../../../../test/due-follow-up.ts';

/** In Boise. */
const AT_NIGHT = '2026-11-17T04:30:00Z';
const IN_THE_MORNING = '2026-11-17T18:30:00Z';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab();
});
afterAll(() => lab.close());

/** An estimate that was sent at night: its mail is there, its text waits for the morning. */
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

describe('what waits for a lead whose number changes', () => {
  test('goes to the new one where that has a consent, and the old one hears nothing', async () => {
    const { company, lead, caller } = await sentAtNight();
    const phone = newPhone();
    await caller.leads.update({ leadId: lead.id, phone, smsConsent: { method: 'verbal' } });
    await inTheMorning(company);
    expect(lab.texts(lead.phone)).toEqual([]);
    expect(lab.texts(phone)).toHaveLength(1);
  });

  test('does not go where the new one has none (C4), and says so', async () => {
    const { company, lead, caller } = await sentAtNight();
    const phone = newPhone();
    await caller.leads.update({ leadId: lead.id, phone });
    await inTheMorning(company);
    expect([...lab.texts(lead.phone), ...lab.texts(phone)]).toEqual([]);
    expect(await skipped(company)).toEqual(['No consent on file for texts to this number']);
  });

  test('is taken back where it is cleared, and the timeline says why', async () => {
    const { company, lead, caller } = await sentAtNight();
    await caller.leads.update({ leadId: lead.id, phone: null });
    expect(await skipped(company)).toEqual(['The lead has no phone number any more']);
    await inTheMorning(company);
    expect(lab.texts(lead.phone)).toEqual([]);
  });

  test('goes where the merged lead can be reached', async () => {
    const { company, lead, caller } = await sentAtNight();
    const older = await lab.app.a.lead(company, { phone: newPhone(), created_at: new Date('2026-11-01T00:00:00Z') });
    await lab.app.a.consent(company, older);
    await caller.leads.merge({ leadId: lead.id, otherLeadId: older.id, takeNewer: [] });
    await inTheMorning(company);
    expect(lab.texts(lead.phone)).toEqual([]);
    expect(lab.texts(older.phone)).toHaveLength(1);
  });

  test('is not sent where it was missed by the change, by text or mail; an answer to HELP is', async () => {
    const { a, clock, deps } = lab.app;
    clock.set(IN_THE_MORNING);
    const company = await a.company();
    const [old, phone] = [newPhone(), newPhone()];
    const lead = await a.lead(company, { phone });
    for (const to of [old, phone]) await a.consent(company, { ...lead, phone: to });
    const row = { company_id: company.id, lead_id: lead.id, due_at: clock.now(), created_at: clock.now() };
    await deps.system
      .insertInto('outbox')
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
        'It was meant for another email address than the lead has now',
        'It was meant for another phone number than the lead has now',
      ]),
    );
  });
});
