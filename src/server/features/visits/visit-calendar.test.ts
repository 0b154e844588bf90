import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { visitJob, visitKey } from '../../../../test/visits.ts';

/** Saturday noon in Boise. */
const NOW = '2026-11-28T19:00:00.000Z';
const TUESDAY = '2026-12-01';
const TUESDAY_11 = '2026-12-01T18:00:00.000Z';

const BUSY = [
  'BEGIN:VCALENDAR',
  'BEGIN:VEVENT',
  'UID:1',
  'DTSTART:20261201T210000Z',
  'DTEND:20261201T220000Z',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n');

let app: TestApp;
let base = '';
const site = createServer((req, res) => (req.url === '/gone' ? res.writeHead(404).end() : res.end(BUSY)));
beforeAll(async () => {
  site.listen(0, '127.0.0.1');
  await new Promise((resolve) => site.once('listening', resolve));
  const { port } = site.address() as AddressInfo;
  base = `http://127.0.0.1:${port}`;
  app = await startTestApp({ now: NOW, env: { PRIVATE_HOSTS: `127.0.0.1:${port}` } });
});
afterAll(async () => {
  site.close();
  await app.close();
});
beforeEach(() => app.clock.set(NOW));

test('has a day’s visits with what to know before going, except canceled ones', async () => {
  const { caller, lead, company, book } = await visitJob(app, { lead: { notes: 'Dog in the yard' } });
  const visit = await book(TUESDAY_11);
  const other = await app.a.lead(company, { name: 'Kim Doe' });
  const gone = await caller.visits.book({
    leadId: other.id,
    startsAt: '2026-12-01T22:00:00.000Z',
    idempotencyKey: visitKey(),
  });
  await caller.visits.cancel({ visitId: gone.id });
  const { visits, busy, problems } = await caller.visits.calendar({ from: TUESDAY, to: TUESDAY });
  expect(visits).toEqual([
    {
      id: visit.id,
      leadId: lead.id,
      userId: company.user_id,
      startsAt: TUESDAY_11,
      endsAt: '2026-12-01T19:00:00.000Z',
      status: 'booked',
      note: '',
      name: lead.name,
      phone: lead.phone,
      address: lead.address,
      asked: '184 ft, 6ft Wood Picket, 1 gate\nDog in the yard',
    },
  ]);
  expect([busy, problems]).toEqual([[], []]);
  expect((await caller.visits.calendar({ from: '2026-12-02', to: '2026-12-05' })).visits).toEqual([]);
});

test('has busy times and calendars that can’t be read, for members with the sales role only their own', async () => {
  const { caller, company } = await visitJob(app);
  const seller = await app.a.member(company, 'sales');
  const own = await app.callerFor(company, seller);
  await caller.visits.setBusyAddress({ url: `${base}/gone` });
  await own.visits.setBusyAddress({ url: `${base}/me` });
  const days = { from: TUESDAY, to: TUESDAY };
  const time = { userId: seller.userId, startsAt: '2026-12-01T21:00:00.000Z', endsAt: '2026-12-01T22:00:00.000Z' };
  const problem = { userId: company.user_id, error: 'The address returned error 404' };
  expect(await caller.visits.calendar(days)).toMatchObject({ busy: [time], problems: [problem] });
  expect(await caller.visits.calendar({ ...days, userId: company.user_id })).toMatchObject({
    busy: [],
    problems: [problem],
  });
  expect(await own.visits.calendar(days)).toMatchObject({ busy: [time], problems: [] });
});
