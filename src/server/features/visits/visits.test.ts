import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { DAY, HOUR } from '#shared/primitives/durations.ts';
import type { VisitSettings } from '#shared/features/visits/visits.schema.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/caller.ts';

/** Saturday noon in Boise. */
const NOW = '2026-11-28T19:00:00.000Z';
const TUESDAY = '2026-12-01';
const ELEVEN = '2026-12-01T18:00:00.000Z';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: NOW });
});
afterAll(() => app.close());
beforeEach(() => app.clock.set(NOW));

const WEEK: VisitSettings = {
  enabled: true,
  hours: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from: '09:00', to: '17:00' })),
  lengthMinutes: 60,
  stepMinutes: 30,
  travel: 30,
  noticeHours: 24,
  horizonDays: 30,
  maxPerDay: 8,
};

interface Job {
  company: CompanyRow;
  caller: Caller;
  leadId: LeadId;
}
const job = async (settings: Partial<VisitSettings> = {}): Promise<Job> => {
  const company = await app.a.company();
  const caller = await app.callerFor(company);
  await caller.visits.updateSettings({ ...WEEK, ...settings });
  return { company, caller, leadId: (await app.a.lead(company)).id };
};

let keys = 0;
const key = (): string => `key-${(keys += 1)}`;
const book = (caller: Caller, leadId: string, startsAt = ELEVEN, more: { userId?: string } = {}) =>
  caller.visits.book({ leadId, startsAt, idempotencyKey: key(), ...more });
const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'ok',
    (error: { cause?: { code?: string }; code?: string }) => error.cause?.code ?? error.code,
  );
const day = async (caller: Caller, date = TUESDAY, more = {}): Promise<string[]> =>
  (await caller.visits.slots({ from: date, to: date, ...more })).map(({ startsAt }) => startsAt.slice(11, 16));
const timeline = async (companyId: CompanyId) =>
  (
    await app.deps.system
      .selectFrom('timeline_events')
      .select(['kind', 'data'])
      .where('company_id', '=', companyId)
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind);

describe('settings', () => {
  test('are off at first; a member’s own replace the company’s, and only the given ones change', async () => {
    const company = await app.a.company();
    const caller = await app.callerFor(company);
    expect(await caller.visits.settings()).toMatchObject({ enabled: false, own: false });
    expect(await day(caller)).toEqual([]);
    expect(await codeOf(book(caller, (await app.a.lead(company)).id))).toBe('CONFLICT');
    await caller.visits.updateSettings(WEEK);
    const sales = await app.a.member(company, 'sales');
    expect(await caller.visits.updateSettings({ userId: sales.userId, lengthMinutes: 120 })).toEqual({
      ...WEEK,
      lengthMinutes: 120,
      own: true,
    });
    expect(await caller.visits.settings({})).toEqual({ ...WEEK, own: false });
    expect(await caller.visits.updateSettings({ userId: sales.userId, own: false })).toEqual({ ...WEEK, own: false });
    expect(await codeOf(caller.visits.updateSettings({ lengthMinutes: 30, was: { lengthMinutes: 45 } }))).toBe(
      'CONFLICT',
    );
    const stranger = await app.a.company();
    expect(await codeOf(caller.visits.updateSettings({ userId: stranger.user_id, lengthMinutes: 30 }))).toBe(
      'NOT_FOUND',
    );
    const hers = await app.callerFor(company, sales);
    expect(await codeOf(hers.visits.updateSettings({ lengthMinutes: 30 }))).toBe('FORBIDDEN');
  });

  test.each([
    [{ lengthMinutes: 14 }],
    [{ stepMinutes: 61 }],
    [{ travel: 121 }],
    [{ noticeHours: 337 }],
    [{ horizonDays: 0 }],
    [{ hours: [{ weekday: 7, from: '09:00', to: '17:00' }] }],
    [{ hours: [{ weekday: 1, from: '17:00', to: '09:00' }] }],
    [{ hours: [{ weekday: 1, from: '9:00', to: '17:00' }] }],
  ])('%j is refused', async (change) => {
    const { caller } = await job();
    expect(await codeOf(caller.visits.updateSettings(change as Partial<VisitSettings>))).toBe('BAD_REQUEST');
  });
});

describe('slots and bookings', () => {
  test('a visit from 11 to 12 blocks its time and 30 minutes around it', async () => {
    const { caller, leadId } = await job();
    const visit = await book(caller, leadId);
    expect(visit).toMatchObject({ leadId, startsAt: ELEVEN, endsAt: '2026-12-01T19:00:00.000Z', status: 'booked' });
    expect(visit.url).toMatch(/\/visit\/[\w-]{43}$/);
    // 9:00, 9:30, 12:30, … 16:00 in Boise
    expect(await day(caller)).toEqual([
      '16:00',
      '16:30',
      '19:30',
      '20:00',
      '20:30',
      '21:00',
      '21:30',
      '22:00',
      '22:30',
      '23:00',
    ]);
    expect(await caller.visits.list({ from: TUESDAY, to: TUESDAY })).toEqual([visit]);
    expect(await caller.visits.list({ from: '2026-12-02', to: '2026-12-03' })).toEqual([]);
  });

  test('50 parallel bookings of one slot give one visit and 49 CONFLICT', async () => {
    const { company, caller } = await job();
    const leads = await Promise.all(Array.from({ length: 50 }, () => app.a.lead(company)));
    const codes = await Promise.all(leads.map(({ id }) => codeOf(book(caller, id))));
    expect(codes.filter((code) => code === 'CONFLICT')).toHaveLength(49);
    expect(codes).toContain('ok');
    expect(await caller.visits.list({ from: TUESDAY, to: TUESDAY })).toHaveLength(1);
  });

  test('Postgres itself refuses a member’s visits that overlap, with the way between them', async () => {
    const { company, caller, leadId } = await job();
    const visit = await book(caller, leadId);
    const copy = (startsAt: string) =>
      app.deps.system
        .insertInto('visits')
        .columns([
          'company_id',
          'lead_id',
          'user_id',
          'starts_at',
          'ends_at',
          'blocked',
          'token_hash',
          'sealed_token',
          'created_at',
        ])
        .values({
          company_id: company.id,
          lead_id: leadId,
          user_id: company.user_id,
          starts_at: new Date(startsAt),
          ends_at: new Date(Date.parse(startsAt) + HOUR),
          blocked: `[${startsAt},${new Date(Date.parse(startsAt) + HOUR).toISOString()})`,
          token_hash: startsAt,
          sealed_token: '',
          created_at: new Date(NOW),
        })
        .execute();
    for (const at of [visit.startsAt, '2026-12-01T18:30:00.000Z', '2026-12-01T19:29:00.000Z'])
      await expect(copy(at)).rejects.toThrow(/visits_apart/);
    await copy('2026-12-01T19:30:00.000Z');
  });

  test('the same key books once', async () => {
    const { caller, leadId } = await job();
    const input = { leadId, startsAt: ELEVEN, idempotencyKey: key() };
    const visits = await Promise.all([1, 2, 3].map(() => caller.visits.book(input)));
    expect(new Set(visits.map(({ id }) => id)).size).toBe(1);
  });

  test.each([
    ['2026-11-28T18:00:00.000Z', 'VALIDATION_FAILED', 'past'],
    ['2026-12-01T15:00:00.000Z', 'VALIDATION_FAILED', 'before opening'],
    ['2026-12-01T23:30:00.000Z', 'VALIDATION_FAILED', 'ends after closing'],
    ['2027-01-28T18:00:00.000Z', 'VALIDATION_FAILED', 'beyond the horizon'],
    ['2026-11-28T20:00:00.000Z', 'ok', 'within the notice, which binds only homeowners'],
  ])('%s: %s (%s)', async (startsAt, code) => {
    const { caller, leadId } = await job();
    expect(await codeOf(book(caller, leadId, startsAt))).toBe(code);
  });

  test('wall-clock hours stay over both changes of clocks', async () => {
    const { caller, leadId } = await job();
    app.clock.set('2027-03-08T19:00:00.000Z');
    const [before, after] = [
      await book(caller, leadId, '2027-03-12T17:00:00.000Z'),
      await book(caller, leadId, '2027-03-15T16:00:00.000Z'),
    ];
    expect([before.status, after.status]).toEqual(['booked', 'booked']);
    expect(await day(caller, '2027-03-16')).toContain('16:00');
    app.clock.set('2027-11-01T19:00:00.000Z');
    expect((await day(caller, '2027-11-05'))[0]).toBe('15:00');
    expect((await day(caller, '2027-11-08'))[0]).toBe('16:00');
  });

  test('travel is reckoned from the addresses', async () => {
    const { company, caller } = await job({ travel: 'auto' });
    const [boise, near, nampa] = await Promise.all(
      ['83702', '83702', '83651'].map((zip) => app.a.lead(company, { zip, address: null })),
    );
    await book(caller, boise?.id ?? '');
    const first = (found: string[]) => found.find((at) => at > '18:00');
    expect(first(await day(caller, TUESDAY, { leadId: near?.id }))).toBe('19:30');
    await caller.visits.updateSettings({ stepMinutes: 5 });
    expect(first(await day(caller, TUESDAY, { leadId: near?.id }))).toBe('19:10');
    // the middle of this part of Nampa is about 20.5 miles away: 54 minutes
    expect(first(await day(caller, TUESDAY, { leadId: nampa?.id }))).toBe('19:55');
    // a visit between two others, each with just enough time for the way
    await book(caller, nampa?.id ?? '', '2026-12-01T20:45:00.000Z');
    expect(await codeOf(book(caller, near?.id ?? '', '2026-12-01T19:10:00.000Z'))).toBe('CONFLICT');
  });
});

describe('members', () => {
  test('the lead’s assignee takes the visit, else the first member who is free; viewers never do', async () => {
    const { company, caller, leadId } = await job();
    const sales = await app.a.member(company, 'sales');
    await app.a.member(company, 'viewer');
    const hers = await app.a.lead(company, { assigned_to: sales.userId });
    expect((await caller.visits.slots({ leadId: hers.id, from: TUESDAY, to: TUESDAY }))[0]?.userId).toBe(sales.userId);
    const users = (await caller.visits.slots({ from: TUESDAY, to: TUESDAY })).map(({ userId }) => userId);
    expect(new Set(users)).toEqual(new Set([company.user_id, sales.userId]));
    expect((await book(caller, hers.id)).userId).toBe(sales.userId);
    expect((await book(caller, leadId)).userId).toBe(company.user_id);
    expect(await codeOf(book(caller, (await app.a.lead(company)).id))).toBe('CONFLICT');
  });

  test('sales members see and change only their leads’ visits, but other visits still block their time', async () => {
    const { company, caller } = await job();
    const sales = await app.a.member(company, 'sales');
    const others = await app.a.lead(company, { assigned_to: company.user_id });
    const visit = await book(caller, others.id, ELEVEN, { userId: sales.userId });
    const hers = await app.callerFor(company, sales);
    expect(await hers.visits.list({ from: TUESDAY, to: TUESDAY })).toEqual([]);
    expect(await codeOf(hers.visits.cancel({ visitId: visit.id }))).toBe('NOT_FOUND');
    const own = await app.a.lead(company, { assigned_to: sales.userId });
    expect(await codeOf(book(hers, own.id))).toBe('CONFLICT');
    expect(await codeOf(book(hers, own.id, '2026-12-01T19:30:00.000Z'))).toBe('ok');
  });

  test('a removed member’s visits stay, without a member', async () => {
    const { company, caller, leadId } = await job();
    const sales = await app.a.member(company, 'sales');
    const visit = await book(caller, leadId, ELEVEN, { userId: sales.userId });
    await caller.team.remove({ userId: sales.userId });
    expect(await caller.visits.list({ from: TUESDAY, to: TUESDAY })).toEqual([{ ...visit, userId: null }]);
    const moved = await caller.visits.move({ visitId: visit.id, startsAt: '2026-12-01T20:00:00.000Z' });
    expect(moved.userId).toBe(company.user_id);
  });
});

describe('changes', () => {
  test('moving, canceling and the outcome change the visit and are on the timeline', async () => {
    const { company, caller, leadId } = await job();
    const visit = await book(caller, leadId);
    const moved = await caller.visits.move({ visitId: visit.id, startsAt: '2026-12-01T18:30:00.000Z' });
    expect(moved).toEqual({ ...visit, startsAt: '2026-12-01T18:30:00.000Z', endsAt: '2026-12-01T19:30:00.000Z' });
    await caller.visits.move({ visitId: visit.id, startsAt: '2026-12-01T18:30:00.000Z' });
    expect(await codeOf(caller.visits.setOutcome({ visitId: visit.id, outcome: 'done' }))).toBe('CONFLICT');
    app.clock.set('2026-12-01T19:00:00.000Z');
    expect(await caller.visits.setOutcome({ visitId: visit.id, outcome: 'no_show' })).toMatchObject({
      status: 'no_show',
    });
    expect((await caller.visits.setOutcome({ visitId: visit.id, outcome: 'done' })).status).toBe('done');
    expect(await codeOf(caller.visits.move({ visitId: visit.id, startsAt: '2026-12-02T18:00:00.000Z' }))).toBe(
      'CONFLICT',
    );
    expect(await codeOf(caller.visits.cancel({ visitId: visit.id }))).toBe('CONFLICT');
    expect(await timeline(company.id)).toEqual(['visit_booked', 'visit_moved', 'visit_missed', 'visit_done']);
  });

  test('a canceled visit frees its time, and can’t be moved', async () => {
    const { company, caller, leadId } = await job();
    const visit = await book(caller, leadId);
    await caller.visits.cancel({ visitId: visit.id, reason: 'Rain' });
    expect((await caller.visits.cancel({ visitId: visit.id })).status).toBe('cancelled');
    expect(await codeOf(caller.visits.move({ visitId: visit.id, startsAt: '2026-12-02T18:00:00.000Z' }))).toBe(
      'CONFLICT',
    );
    await book(caller, leadId);
    expect(await timeline(company.id)).toEqual(['visit_booked', 'visit_cancelled', 'visit_booked']);
  });

  test('other companies’ visits and leads aren’t found', async () => {
    const [one, other] = [await job(), await job()];
    const visit = await book(one.caller, one.leadId);
    expect(await codeOf(other.caller.visits.move({ visitId: visit.id, startsAt: ELEVEN }))).toBe('NOT_FOUND');
    expect(await codeOf(other.caller.visits.cancel({ visitId: visit.id }))).toBe('NOT_FOUND');
    expect(await codeOf(book(other.caller, one.leadId))).toBe('NOT_FOUND');
    expect(await codeOf(book(other.caller, other.leadId, ELEVEN, { userId: one.company.user_id }))).toBe('NOT_FOUND');
  });
});

describe('follow-ups', () => {
  const followedUp = async () => {
    const given = await job();
    await given.caller.followUps.save({
      leadId: given.leadId,
      active: true,
      channel: 'email',
      steps: [1, 5, 9].map((at) => ({ day: at, message: `Hi {{name}}, day ${at}` })),
    });
    const states = async () => {
      const { status, stopReason, steps } = await given.caller.followUps.get({ leadId: given.leadId });
      return { status, stopReason, sends: steps.map(({ messages }) => messages[0]?.status) };
    };
    return { ...given, states };
  };

  test('stop when a visit is booked, and go on when it’s canceled, without those due meanwhile', async () => {
    const { caller, leadId, states } = await followedUp();
    const visit = await book(caller, leadId, '2026-12-03T18:00:00.000Z');
    expect(await states()).toEqual({
      status: 'stopped',
      stopReason: 'visit booked',
      sends: ['cancelled', 'cancelled', 'cancelled'],
    });
    app.clock.advance(2 * DAY);
    await caller.visits.cancel({ visitId: visit.id });
    expect(await states()).toEqual({
      status: 'active',
      stopReason: null,
      sends: ['cancelled', 'scheduled', 'scheduled'],
    });
  });

  test('stay stopped while another visit is ahead, or if they were stopped for another reason', async () => {
    const { caller, leadId, states } = await followedUp();
    const [one, two] = [
      await book(caller, leadId, '2026-12-03T18:00:00.000Z'),
      await book(caller, leadId, '2026-12-04T18:00:00.000Z'),
    ];
    await caller.visits.cancel({ visitId: one.id });
    expect((await states()).status).toBe('stopped');
    await caller.visits.cancel({ visitId: two.id });
    expect((await states()).status).toBe('active');
    await caller.followUps.cancel({ leadId });
    const three = await book(caller, leadId, '2026-12-03T18:00:00.000Z');
    await caller.visits.cancel({ visitId: three.id });
    expect((await states()).status).toBe('stopped');
  });
});
