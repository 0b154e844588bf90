import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { issueTicket } from '#core/features/widget/ticket.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { visitJob } from '../../../../test/visits.ts';

/** Saturday noon in Boise. */
const NOW = '2026-11-28T19:00:00.000Z';
const TUESDAY_11 = '2026-12-01T18:00:00.000Z';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: NOW });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(NOW);
  await sql`delete from rate_limits`.execute(app.deps.system);
});

let people = 0;
/** What a person types into the form, some seconds after opening it. */
const filled = (company: CompanyRow, more: Record<string, string> = {}): Record<string, string> => ({
  name: 'Pat Homeowner',
  email: `pat${(people += 1)}@example.com`,
  address: '120 Sandbox Ln, Boise, ID 83702',
  startsAt: TUESDAY_11,
  ticket: issueTicket(company.id, app.config.APP_SECRET, new Date(Date.now() - 10 * SECOND)),
  idempotencyKey: crypto.randomUUID(),
  ...more,
});
const pathOf = (company: CompanyRow): string => `${app.url}/w/${company.contractor_id}/visit`;
const send = (company: CompanyRow, fields: Record<string, string>) =>
  fetch(pathOf(company), { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
const leadsOf = (company: CompanyRow) =>
  app.deps.system
    .selectFrom('leads')
    .selectAll()
    .where('company_id', '=', company.id)
    .where('name', '=', 'Pat Homeowner')
    .execute();
const visitsOf = (company: CompanyRow) =>
  app.deps.system.selectFrom('visits').selectAll().where('company_id', '=', company.id).execute();

test('anyone can ask for a visit: it’s a lead, and the time is booked', async () => {
  const { company } = await visitJob(app);
  const page = await (await fetch(pathOf(company))).text();
  expect(page).toContain('Book a visit');
  expect(page).not.toContain('<script');
  expect(await (await fetch(`${pathOf(company)}?lang=es`)).text()).toContain('Reserve una visita');
  const fields = filled(company, { language: 'es', zip: '83702' });
  const sent = await send(company, fields);
  expect(sent.status).toBe(303);
  expect(sent.headers.get('location')).toMatch(/\/visit\/[\w-]{43}\?lang=es$/);
  const [lead] = await leadsOf(company);
  expect(lead).toMatchObject({
    name: 'Pat Homeowner',
    language: 'es',
    zip: '83702',
    perimeter_ft: null,
    held_at: null,
  });
  expect(await visitsOf(company)).toMatchObject([
    { lead_id: lead?.id, starts_at: new Date(TUESDAY_11), status: 'booked' },
  ]);
  // the same form again is the same lead and the same visit
  expect((await send(company, fields)).status).toBe(303);
  expect([(await leadsOf(company)).length, (await visitsOf(company)).length]).toEqual([1, 1]);
});

test('a request that has to be reviewed books nothing', async () => {
  const { company } = await visitJob(app);
  const sent = await send(company, filled(company, { website: 'https://spam.example' }));
  expect([sent.status, await sent.text()]).toEqual([200, expect.stringContaining('We received your request')]);
  const [lead] = await leadsOf(company);
  expect(lead?.held_for).toEqual(['honeypot']);
  expect(await visitsOf(company)).toEqual([]);
});

test('a taken time or a missing name is said on the form, which keeps what was typed', async () => {
  const { company, book } = await visitJob(app);
  await book(TUESDAY_11);
  const taken = await send(company, filled(company));
  expect([taken.status, await taken.text()]).toEqual([409, expect.stringContaining('This time is no longer free')]);
  const nameless = await send(company, filled(company, { name: '', startsAt: '2026-12-01T20:00:00.000Z' }));
  const html = await nameless.text();
  expect(nameless.status).toBe(422);
  expect(html).toContain('Enter your name');
  expect(html).toContain('value="120 Sandbox Ln, Boise, ID 83702"');
  expect(await leadsOf(company)).toEqual([]);
});

test('without visits, and for unknown contractors, there’s no such page', async () => {
  const { company, caller } = await visitJob(app);
  await caller.visits.updateSettings({ enabled: false });
  expect((await fetch(pathOf(company))).status).toBe(404);
  expect((await fetch(`${app.url}/w/no-such-company/visit`)).status).toBe(404);
});
