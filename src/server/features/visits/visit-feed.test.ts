import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { visitJob, visitKey } from '../../../../test/visits.ts';

/** Saturday noon in Boise. */
const NOW = '2026-11-28T19:00:00.000Z';
const BEFORE = '2026-12-03T18:00:00.000Z';
const AFTER = '2026-12-04T18:00:00.000Z';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: NOW });
});
afterAll(() => app.close());

const load = (url: string) => fetch(url.replace(app.config.PUBLIC_URL, app.url));

interface Entry {
  uid: string;
  start: string;
  location: string;
  status: string;
}
const byIcalJs = (text: string): Entry[] =>
  new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents('vevent').map((event) => ({
    uid: String(event.getFirstPropertyValue('uid')),
    start: (event.getFirstPropertyValue('dtstart') as ICAL.Time).toJSDate().toISOString(),
    location: String(event.getFirstPropertyValue('location')),
    status: String(event.getFirstPropertyValue('status')),
  }));
const byNodeIcal = (text: string): Entry[] =>
  Object.values(nodeIcal.sync.parseICS(text)).flatMap((event) =>
    event?.type === 'VEVENT'
      ? [
          {
            uid: event.uid,
            start: new Date(event.start).toISOString(),
            location: typeof event.location === 'string' ? event.location : '',
            status: String(event.status),
          },
        ]
      : [],
  );

test('a member’s feed has the member’s own visits, as two independent parsers read them', async () => {
  const { company, caller, book, lead } = await visitJob(app, {
    lead: {
      name: 'Dana, Ortiz; "D"',
      address: '120 Sandbox Ln, Boise, ID 83702',
      phone: '+12085550142',
      notes: 'Dog.\nBell',
    },
  });
  const sales = await app.a.member(company, 'sales');
  const visit = await book(BEFORE);
  const other = await caller.visits.book({
    leadId: (await app.a.lead(company)).id,
    startsAt: BEFORE,
    userId: sales.userId,
    idempotencyKey: visitKey(),
  });
  const { url } = await caller.visits.feed();
  expect(url).toMatch(/\/calendar\/[\w-]{43}\.ics$/);
  expect(await caller.visits.feed()).toEqual({ url });
  const response = await load(url);
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  const entry = { uid: visit.id, start: BEFORE, location: '120 Sandbox Ln, Boise, ID 83702', status: 'CONFIRMED' };
  const text = await response.text();
  expect(text).toContain('SUMMARY:Visit: Dana\\, Ortiz\\; "D"');
  expect(text.replace(/\r\n /g, '')).toContain('(208) 555-0142');
  expect(byIcalJs(text)).toEqual([entry]);
  expect(byNodeIcal(text)).toEqual([entry]);
  await caller.visits.move({ visitId: visit.id, startsAt: AFTER });
  await caller.visits.cancel({ visitId: visit.id });
  const later = await (await load(url)).text();
  expect(byIcalJs(later)).toEqual([{ ...entry, start: AFTER, status: 'CANCELLED' }]);
  expect(later).toContain('SEQUENCE:2');
  const hers = await (await app.callerFor(company, sales)).visits.feed();
  expect(byNodeIcal(await (await load(hers.url)).text()).map(({ uid }) => uid)).toEqual([other.id]);
  expect(lead.id).toBe(visit.leadId);
});

test('a revoked feed and an unknown one are the same 404, and another feed has another address', async () => {
  const { caller } = await visitJob(app);
  const { url } = await caller.visits.feed();
  await caller.visits.revokeFeed();
  const [revoked, unknown] = [await load(url), await load(`${app.config.PUBLIC_URL}/calendar/${'x'.repeat(43)}.ics`)];
  expect([revoked.status, unknown.status]).toEqual([404, 404]);
  expect(await revoked.text()).toBe(await unknown.text());
  const again = await caller.visits.feed();
  expect(again.url).not.toBe(url);
  expect((await load(again.url)).status).toBe(200);
});

test('a member who leaves the company loses the feed', async () => {
  const { company, caller } = await visitJob(app);
  const sales = await app.a.member(company, 'sales');
  const { url } = await (await app.callerFor(company, sales)).visits.feed();
  expect((await load(url)).status).toBe(200);
  await caller.team.remove({ userId: sales.userId });
  expect((await load(url)).status).toBe(404);
});
