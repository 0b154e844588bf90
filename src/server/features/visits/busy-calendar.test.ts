import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readDueCalendars } from '#core/features/visits/busy/read-calendars.ts';
import { MINUTE } from '#shared/primitives/durations.ts';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { VISIT_WEEK, visitJob } from '../../../../test/visits.ts';

/** Saturday noon in Boise. */
const NOW = '2026-11-28T19:00:00.000Z';
const TUESDAY = '2026-12-01';

const file = (...events: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:test', ...events, 'END:VCALENDAR', ''].join('\r\n');
let uids = 0;
const event = (start: string, more: string[] = []): string =>
  ['BEGIN:VEVENT', `UID:${(uids += 1)}`, `DTSTART:${start}`, 'DURATION:PT1H', ...more, 'END:VEVENT'].join('\r\n');
/** Tuesday from 11 to 12 in Boise, each week. */
const WEEKLY = event('20261201T180000Z', ['RRULE:FREQ=WEEKLY']);

let app: TestApp;
let answer: RequestListener;
let asked = 0;
const site = createServer((req, res) => {
  asked += 1;
  answer(req, res);
});
let base = '';
beforeAll(async () => {
  site.listen(0, '127.0.0.1');
  await new Promise((resolve) => site.once('listening', resolve));
  const { port } = site.address() as AddressInfo;
  base = `http://127.0.0.1:${port}`;
  app = await startTestApp({ now: NOW, env: { PRIVATE_HOSTS: `127.0.0.1:${port}` } });
});
afterAll(async () => {
  site.closeAllConnections();
  site.close();
  await app.close();
});
beforeEach(() => {
  app.clock.set(NOW);
  serve(file(WEEKLY));
});
const serve = (ics: string) => {
  answer = (_req, res) => res.setHeader('content-type', 'text/calendar').end(ics);
};

const job = () => visitJob(app, { settings: { ...VISIT_WEEK, travel: 0, stepMinutes: 60 } });
type Job = Awaited<ReturnType<typeof job>>;
const hoursOn = async ({ caller }: Job, day: string): Promise<number[]> => {
  const slots = await caller.visits.slots({ from: day, to: day });
  return slots.map(({ startsAt }) => (new Date(startsAt).getUTCHours() + 17) % 24);
};

describe('a member’s own calendar', () => {
  test('blocks visits while its owner is busy, for members and homeowners, until it’s removed', async () => {
    const one = await job();
    expect(await hoursOn(one, TUESDAY)).toContain(11);
    expect(await one.caller.visits.setBusyAddress({ url: `${base}/me.ics` })).toEqual({
      checkedAt: NOW,
      events: 1,
      error: null,
    });
    expect(await hoursOn(one, TUESDAY)).toEqual([9, 10, 12, 13, 14, 15, 16]);
    expect(await hoursOn(one, '2026-12-08')).not.toContain(11);
    await expect(one.book('2026-12-01T18:00:00.000Z')).rejects.toMatchObject({ cause: { code: 'CONFLICT' } });
    expect(await one.caller.visits.busyCalendar()).toEqual({
      url: `${base}/me.ics`,
      checkedAt: NOW,
      events: 1,
      error: null,
    });
    expect(await one.caller.visits.setBusyAddress({ url: null })).toEqual({ checkedAt: null, events: 0, error: null });
    expect(await hoursOn(one, TUESDAY)).toContain(11);
  });

  test('is read every 15 minutes by one worker, and what changed counts', async () => {
    const one = await job();
    await one.caller.visits.setBusyAddress({ url: `${base}/me.ics` });
    serve(file(event('20261201T190000Z')));
    await readDueCalendars(app.deps);
    expect(await hoursOn(one, TUESDAY)).not.toContain(11);
    app.clock.advance(15 * MINUTE);
    asked = 0;
    await Promise.all([readDueCalendars(app.deps), readDueCalendars(app.deps)]);
    expect(await hoursOn(one, TUESDAY)).toEqual([9, 10, 11, 13, 14, 15, 16]);
    const { rows } = { rows: await app.deps.system.selectFrom('busy_calendars').selectAll().execute() };
    expect(asked).toBe(rows.filter(({ company_id: id }) => id === one.company.id).length);
  });

  test('keeps its busy times while it can’t be read, and says why', async () => {
    const one = await job();
    await one.caller.visits.setBusyAddress({ url: `${base}/me.ics` });
    answer = (_req, res) => res.writeHead(503).end();
    app.clock.advance(15 * MINUTE);
    await readDueCalendars(app.deps);
    const found = await one.caller.visits.busyCalendar();
    expect(found).toMatchObject({ events: 1, error: 'The address returned error 503' });
    expect(await hoursOn(one, TUESDAY)).not.toContain(11);
    serve(file());
    app.clock.advance(15 * MINUTE);
    await readDueCalendars(app.deps);
    expect(await one.caller.visits.busyCalendar()).toMatchObject({ events: 0, error: null });
    expect(await hoursOn(one, TUESDAY)).toContain(11);
  });

  test('is stored encrypted, and only its owner gets the address', async () => {
    const one = await job();
    await one.caller.visits.setBusyAddress({ url: 'webcal://calendar.example/secret.ics' });
    const [row] = await app.deps.system
      .selectFrom('busy_calendars')
      .selectAll()
      .where('company_id', '=', one.company.id)
      .execute();
    expect(row?.sealed_url).not.toContain('secret');
    expect(await one.caller.visits.busyCalendar()).toMatchObject({ url: 'https://calendar.example/secret.ics' });
    const other = await app.a.member(one.company, 'manager');
    const theirs = await app.callerFor(one.company, other);
    expect(await theirs.visits.busyCalendar()).toEqual({ url: null, checkedAt: null, events: 0, error: null });
  });
});

describe('an address is refused, and the calendar says so', () => {
  const errorOf = async (url: string): Promise<string | null> => {
    const one = await job();
    const { error } = await one.caller.visits.setBusyAddress({ url });
    expect((await one.caller.visits.busyCalendar()).error).toBe(error);
    expect(await hoursOn(one, TUESDAY)).toContain(11);
    return error;
  };

  test.each(['http://10.0.0.1/a.ics', 'http://169.254.169.254/latest', 'http://localhost/a.ics', 'http://[::1]/a.ics'])(
    '%s is private',
    async (url) => {
      expect(await errorOf(url)).toBe('This address isn’t on the public internet');
    },
  );

  test('one that redirects to a private address', async () => {
    answer = (_req, res) => res.writeHead(302, { location: 'http://127.0.0.1:1/a.ics' }).end();
    expect(await errorOf(`${base}/to-private`)).toBe('This address isn’t on the public internet');
  });

  test('one that redirects forever', async () => {
    answer = (_req, res) => res.writeHead(302, { location: '/again' }).end();
    expect(await errorOf(`${base}/again`)).toBe('This address redirects too many times');
  });

  test('one that is longer than 2 MB, or that never ends', async () => {
    serve(file(WEEKLY, `X-LONG:${'x'.repeat(2_000_001)}`));
    expect(await errorOf(`${base}/long`)).toBe('This calendar is larger than 2 MB');
    answer = (_req, res) => {
      const timer = setInterval(() => res.write('x'.repeat(100_000)), 1);
      res.on('close', () => clearInterval(timer));
    };
    expect(await errorOf(`${base}/endless`)).toBe('This calendar is larger than 2 MB');
  });

  test('one that sends nothing', { timeout: 20_000 }, async () => {
    answer = () => undefined;
    expect(await errorOf(`${base}/silent`)).toBe('We couldn’t reach this address');
  });

  test('one that has no calendar', async () => {
    serve('<html></html>');
    expect(await errorOf(`${base}/page`)).toBe('This address doesn’t have a calendar that we can read');
  });

  test('one that isn’t a web address is an error at its field', async () => {
    const { caller } = await job();
    for (const url of ['me', 'ftp://calendar.example/a.ics', 'file:///etc/passwd', 'javascript:alert(1)'])
      await expect(caller.visits.setBusyAddress({ url })).rejects.toThrow('Enter an address that begins with https://');
  });
});
