import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { visitJob } from '../../../../test/visits.ts';

/** Saturday noon in Boise. */
const NOW = '2026-11-28T19:00:00.000Z';
const TUESDAY_11 = '2026-12-01T18:00:00.000Z';
const TUESDAY_13 = '2026-12-01T20:00:00.000Z';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: NOW });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(NOW);
  await sql`delete from rate_limits`.execute(app.deps.system);
});

/** A company that takes visits, and the token of a sent estimate. */
const start = async (settings = {}) => {
  const job = await visitJob(app, { settings });
  const material = await app.a.material(job.company);
  const send = async (leadId: string = job.lead.id, perimeter = 100): Promise<string> => {
    const { url } = await job.caller.estimates.send({ leadId, perimeter, gateCount: 1, materialId: material.id });
    return tokenOf(url);
  };
  return { ...job, send, token: await send() };
};

const get = (token: string) => fetch(`${app.url}/api/visit/v1/${token}`);
const post = (token: string, body: object) =>
  fetch(`${app.url}/api/visit/v1/${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const form = (path: string, fields: Record<string, string>) =>
  fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: { accept: 'text/html' },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
interface Answer {
  visit: { startsAt: string; status: string; url: string } | null;
  slots: { startsAt: string }[];
  error: { code: string; message: string };
}
const json = async (response: Promise<Response>): Promise<Answer> => (await response).json() as Promise<Answer>;
const tokenOf = (url: string): string => url.split('/').at(-1) ?? '';

describe('a program', () => {
  test('books with an estimate’s token, then moves and cancels with the visit’s', async () => {
    const { token, company } = await start();
    const offered = await json(get(token));
    expect(offered.visit).toBeNull();
    expect(offered.slots[0]).toEqual({ startsAt: '2026-11-29T19:00:00.000Z' });
    const booked = await json(post(token, { startsAt: TUESDAY_11 }));
    expect(booked.visit).toMatchObject({ startsAt: TUESDAY_11, status: 'booked' });
    expect((await json(post(token, { startsAt: TUESDAY_13 }))).error.code).toBe('CONFLICT');
    const visit = tokenOf(booked.visit?.url ?? '');
    expect((await json(get(visit))).slots.map(({ startsAt }) => startsAt)).toContain(TUESDAY_13);
    expect((await json(post(visit, { startsAt: TUESDAY_13 }))).visit?.startsAt).toBe(TUESDAY_13);
    const cancelled = await fetch(`${app.url}/visit/${visit}/cancel`, {
      method: 'POST',
      headers: { accept: 'application/json' },
    });
    expect(cancelled.status).toBe(200);
    expect((await json(get(visit))).visit?.status).toBe('cancelled');
    expect((await json(post(visit, { startsAt: TUESDAY_11 }))).error.code).toBe('CONFLICT');
    expect((await json(get(token))).visit).toBeNull();
    const kinds = await app.deps.system
      .selectFrom('timeline_events')
      .select('kind')
      .where('company_id', '=', company.id)
      .where('kind', 'in', ['visit_booked', 'visit_moved', 'visit_cancelled'])
      .orderBy('id')
      .execute();
    expect(kinds.map(({ kind }) => kind)).toEqual(['visit_booked', 'visit_moved', 'visit_cancelled']);
  });

  test.each([
    ['2026-11-27T18:00:00.000Z', 'past'],
    ['2026-11-28T20:00:00.000Z', 'within the notice'],
    ['2026-12-01T15:00:00.000Z', 'before opening'],
    ['2026-12-01T18:10:00.000Z', 'between two steps'],
    ['noon', 'not a time'],
  ])('can’t book %s (%s)', async (startsAt) => {
    const { token } = await start();
    const response = await post(token, { startsAt });
    expect(response.status).toBe(422);
  });

  test('20 homeowners who choose one time get one visit and 19 CONFLICT', async () => {
    const first = await start();
    const tokens = [first.token];
    for (let more = 0; more < 4; more += 1) {
      const lead = await app.a.lead(first.company);
      tokens.push(await first.send(lead.id));
    }
    const statuses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        post(tokens[index % 5] ?? '', { startsAt: TUESDAY_11 }).then(({ status }) => status),
      ),
    );
    expect(
      [statuses.filter((status) => status === 200), statuses.filter((status) => status === 409)].map(
        ({ length }) => length,
      ),
    ).toEqual([1, 19]);
  });

  test('a time chosen twice at once is booked once, and the other answer says so', async () => {
    const { token } = await start();
    const answers = await Promise.all([1, 2, 3].map(() => json(post(token, { startsAt: TUESDAY_11 }))));
    expect(answers.filter(({ visit }) => visit)).toHaveLength(1);
    expect(answers.flatMap(({ error }) => (error as Answer['error'] | undefined)?.message ?? [])).toEqual([
      'You already have a visit booked',
      'You already have a visit booked',
    ]);
  });

  test('unknown, altered and revoked tokens are the same 404, and superseded estimates say so', async () => {
    const { token, send, lead } = await start();
    const altered = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    for (const wrong of [altered, 'x'.repeat(43)]) {
      expect((await json(get(wrong))).error.code).toBe('NOT_FOUND');
      expect((await post(wrong, { startsAt: TUESDAY_11 })).status).toBe(404);
      expect((await fetch(`${app.url}/visit/${wrong}`)).status).toBe(404);
      expect((await form(`/visit/${wrong}/cancel`, {})).status).toBe(404);
    }
    await send(lead.id, 120);
    expect((await json(post(token, { startsAt: TUESDAY_11 }))).error.code).toBe('ESTIMATE_SUPERSEDED');
  });

  test('once the notice has begun, only the company can change the visit', async () => {
    const { token } = await start();
    const visit = tokenOf((await json(post(token, { startsAt: TUESDAY_11 }))).visit?.url ?? '');
    app.clock.set('2026-11-30T18:00:00.000Z');
    expect((await json(get(visit))).slots).toEqual([]);
    expect((await json(post(visit, { startsAt: TUESDAY_13 }))).error.code).toBe('CONFLICT');
    expect((await form(`/visit/${visit}/cancel`, {})).status).toBe(409);
    expect((await json(get(visit))).visit?.status).toBe('booked');
  });
});

describe('the page, without a script', () => {
  const HREF = /action="([^"]+)"/g;

  test('books, moves and cancels with forms, in English and Spanish', async () => {
    const { token } = await start();
    const page = await fetch(`${app.url}/visit/${token}`);
    const html = await page.text();
    expect(html).toContain('Book a visit');
    expect(html).toMatch(new RegExp(`<button[^>]* value="${TUESDAY_11}"`));
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(html).not.toContain('<script');
    const spanish = await (await fetch(`${app.url}/visit/${token}?lang=es`)).text();
    expect(spanish).toContain('Reserve una visita');
    expect(spanish).toMatch(new RegExp(`<button[^>]* value="${TUESDAY_11}"[^>]*>11:00\\sa\\.m\\.<`));
    const booked = await form([...html.matchAll(HREF)][0]?.[1] ?? '', { startsAt: TUESDAY_11, language: 'es' });
    expect(booked.status).toBe(303);
    const path = new URL(booked.headers.get('location') ?? '', app.url).pathname;
    const confirmed = await (await fetch(`${app.url}${path}?lang=es`)).text();
    // The page says so itself, also if the day of the chosen time is folded.
    expect(confirmed).not.toMatch(/<input type="radio"[^>]* required/);
    const none = await form(`/api/visit/v1/${path.split('/').at(-1) ?? ''}`, { language: 'es' });
    expect([none.status, await none.text()]).toEqual([422, expect.stringContaining('role="alert"')]);
    expect(confirmed).toContain('Su visita está reservada');
    const taken = await form(`/api/visit/v1/${token}`, { startsAt: TUESDAY_13, language: 'es' });
    expect([taken.status, await taken.text()]).toEqual([
      409,
      expect.stringContaining('Usted ya tiene una visita reservada'),
    ]);
    expect((await form(`${path}/cancel`, { language: 'en' })).status).toBe(303);
    expect(await (await fetch(`${app.url}${path}`)).text()).toContain('This visit is canceled');
  });

  test('names an address only if the homeowner gave one', async () => {
    const { token, caller, lead } = await start();
    const { visit } = await json(post(token, { startsAt: TUESDAY_11 }));
    const page = async (language: string) =>
      (await fetch(`${app.url}/visit/${tokenOf(visit?.url ?? '')}?lang=${language}`)).text();
    await caller.leads.update({ leadId: lead.id, address: '12 Elm St' });
    expect(await page('en')).toContain('will come to the address you gave.');
    await caller.leads.update({ leadId: lead.id, address: '' });
    expect(await page('en')).toContain('will come by to look at your project.');
    expect(await page('es')).toContain('irá a ver su proyecto.');
  });

  test('says what’s wrong when the form is sent without a time, or visits are off', async () => {
    const { token, caller } = await start();
    const empty = await form(`/api/visit/v1/${token}`, {});
    expect([empty.status, await empty.text()]).toEqual([422, expect.stringContaining('Choose a time')]);
    await caller.visits.updateSettings({ enabled: false });
    expect(await (await fetch(`${app.url}/visit/${token}`)).text()).toContain('There are no free times right now');
    expect((await form(`/api/visit/v1/${token}`, { startsAt: TUESDAY_11 })).status).toBe(409);
  });

  test('attempts through one link are limited, and so are the changes that send emails', async () => {
    const { token } = await start();
    const visit = tokenOf((await json(post(token, { startsAt: TUESDAY_11 }))).visit?.url ?? '');
    const moves: number[] = [];
    for (let call = 0; call < 11; call += 1)
      moves.push((await post(visit, { startsAt: call % 2 === 0 ? TUESDAY_13 : TUESDAY_11 })).status);
    expect(moves).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    const tries: number[] = [];
    for (let call = 0; call < 61; call += 1) tries.push((await post(token, { startsAt: 'no' })).status);
    expect([tries[0], tries[58], tries[60]]).toEqual([422, 422, 429]);
  });
});
