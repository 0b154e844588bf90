import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { Insertable } from 'kysely';
import type { LeadsTable } from '#core/features/lead-rows/lead-rows.table.ts';
import { HOUR } from '#shared/primitives/durations.ts';
import { type DeliveryLab, startDeliveryLab } from '../../../../test/delivery.ts';
import { visitJob } from '../../../../test/visits.ts';

/** Saturday noon in Boise. */
const NOW = '2026-11-28T19:00:00.000Z';
const THURSDAY = '2026-12-03T18:00:00.000Z';
const FRIDAY = '2026-12-04T18:00:00.000Z';

let lab: DeliveryLab;
beforeAll(async () => {
  lab = await startDeliveryLab({ now: NOW });
});
afterAll(() => lab.close());
beforeEach(() => lab.app.clock.set(NOW));

const start = (lead: Partial<Insertable<LeadsTable>> = {}) => visitJob(lab.app, { lead });
const goTo = async (company: CompanyRow, at: string) => {
  lab.app.clock.set(at);
  await lab.drain(company);
};
const subjects = (to: string): string[] => lab.mails(to).map(({ subject = '' }) => subject);
const calendarOf = (to: string): string =>
  lab.mails(to).findLast(({ attachments }) => attachments?.length)?.attachments?.[0]?.text ?? '';
/** What two independent parsers read. */
const read = (text: string) => {
  const [event] = new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents('vevent');
  if (!event) throw new Error('no event');
  const parsed = Object.values(nodeIcal.sync.parseICS(text)).find((entry) => entry?.type === 'VEVENT');
  const other = parsed?.type === 'VEVENT' ? parsed : undefined;
  expect(new Date(other?.start ?? 0).toISOString()).toBe(
    (event.getFirstPropertyValue('dtstart') as ICAL.Time).toJSDate().toISOString(),
  );
  expect(other?.uid).toBe(event.getFirstPropertyValue('uid'));
  return {
    method: /^METHOD:(\w+)/m.exec(text)?.[1],
    uid: other?.uid,
    sequence: Number(event.getFirstPropertyValue('sequence')),
    start: new Date(other?.start ?? 0).toISOString(),
    status: other?.status,
  };
};

describe('the homeowner’s emails', () => {
  test('have a calendar entry with one UID and a rising SEQUENCE, until it’s canceled', async () => {
    const { company, caller, lead, book } = await start({ name: 'Dana Ortiz' });
    const visit = await book(THURSDAY);
    await lab.drain(company);
    expect(lab.mails(lead.email)[0]).toMatchObject({
      subject: 'Your fence visit is booked: Dec 3, 2026 Thu 11:00 AM',
      text: expect.stringContaining(visit.url) as string,
      attachments: [{ name: 'visit.ics', contentType: 'text/calendar' }],
    });
    const entry = { method: 'REQUEST', uid: visit.id, sequence: 0, start: THURSDAY, status: 'CONFIRMED' };
    expect(read(calendarOf(lead.email))).toEqual(entry);
    await caller.visits.move({ visitId: visit.id, startsAt: FRIDAY });
    await lab.drain(company);
    expect(read(calendarOf(lead.email))).toEqual({ ...entry, sequence: 1, start: FRIDAY });
    await caller.visits.cancel({ visitId: visit.id });
    await lab.drain(company);
    await lab.drain(company);
    expect(read(calendarOf(lead.email))).toEqual({
      ...entry,
      method: 'CANCEL',
      sequence: 2,
      start: FRIDAY,
      status: 'CANCELLED',
    });
    expect(subjects(lead.email)).toHaveLength(3);
  });

  test('are in the homeowner’s language', async () => {
    const { company, lead, book } = await start({ language: 'es' });
    await book(THURSDAY);
    await lab.drain(company);
    expect(subjects(lead.email)).toEqual([
      expect.stringContaining('Su visita para la cerca está reservada: 3 de diciembre'),
    ]);
    expect(lab.mails(lead.email)[0]?.text).toContain('Ver, cambiar o cancelar la visita: ');
  });

  test('a visit that changes before the email was sent is told once, as it is now', async () => {
    const { company, caller, lead, book } = await start();
    const visit = await book(THURSDAY);
    await caller.visits.move({ visitId: visit.id, startsAt: FRIDAY });
    await lab.drain(company);
    expect(subjects(lead.email)).toEqual(['Your fence visit was moved to Dec 4, 2026 Fri 11:00 AM']);
  });
});

describe('reminders', () => {
  test('are sent 24 hours and 2 hours before, by email, and by text only with consent', async () => {
    const { company, lead, book } = await start({ phone: '+12085550142' });
    await lab.app.a.consent(company, lead);
    await book(THURSDAY);
    await lab.drain(company);
    const texts = () => lab.texts(lead.phone).length;
    const before = texts();
    await goTo(company, new Date(Date.parse(THURSDAY) - 24 * HOUR - 1).toISOString());
    expect([subjects(lead.email).length, texts()]).toEqual([1, before]);
    await goTo(company, new Date(Date.parse(THURSDAY) - 24 * HOUR).toISOString());
    expect(subjects(lead.email)[1]).toBe('Reminder: your fence visit is Dec 3, 2026 Thu 11:00 AM');
    // 11:00 AM: texting hours
    expect(texts()).toBe(before + 1);
    await goTo(company, new Date(Date.parse(THURSDAY) - 2 * HOUR).toISOString());
    expect([subjects(lead.email).length]).toEqual([3]);
  });

  test('without consent there’s no text, and none for a visit that was moved or canceled', async () => {
    const { company, caller, lead, book } = await start({ phone: '+12085550143' });
    const visit = await book(THURSDAY);
    await lab.drain(company);
    await caller.visits.move({ visitId: visit.id, startsAt: FRIDAY });
    await lab.drain(company);
    await goTo(company, '2026-12-02T18:00:00.000Z');
    expect(subjects(lead.email)).toHaveLength(2);
    await goTo(company, '2026-12-03T18:00:00.000Z');
    expect(subjects(lead.email)[2]).toBe('Reminder: your fence visit is Dec 4, 2026 Fri 11:00 AM');
    await caller.visits.cancel({ visitId: visit.id });
    await goTo(company, new Date(Date.parse(FRIDAY) - 2 * HOUR).toISOString());
    expect(subjects(lead.email)).toHaveLength(4);
    expect(lab.texts(lead.phone)).toEqual([]);
  });

  test('wait only for the time that the visit has, and for none once it’s canceled', async () => {
    const { company, caller, lead, book } = await start();
    const waiting = async () => {
      const rows = await lab.app.deps.system
        .selectFrom('messages')
        .select('due_at')
        .where('company_id', '=', company.id)
        .where('kind', '=', 'visit.reminder')
        .where('status', '=', 'scheduled')
        .orderBy('due_at')
        .execute();
      return rows.map(({ due_at }) => due_at?.toISOString());
    };
    const before = (startsAt: string) =>
      [24, 2].map((hours) => new Date(Date.parse(startsAt) - hours * HOUR).toISOString());
    const visit = await book(THURSDAY);
    const other = await book('2026-12-07T18:00:00.000Z');
    expect(await waiting()).toEqual([...before(THURSDAY), ...before(other.startsAt)]);
    await caller.visits.move({ visitId: visit.id, startsAt: FRIDAY });
    expect(await waiting()).toEqual([...before(FRIDAY), ...before(other.startsAt)]);
    await caller.visits.cancel({ visitId: visit.id });
    expect(await waiting()).toEqual(before(other.startsAt));
    await lab.drain(company);
    expect(subjects(lead.email).at(-1)).toContain('canceled');
  });

  test('a visit on the same day has only the reminders that are still ahead', async () => {
    const { company, lead, book } = await start();
    await book('2026-11-28T22:00:00.000Z');
    await goTo(company, '2026-11-28T20:00:00.000Z');
    expect(subjects(lead.email)).toHaveLength(2);
  });
});
