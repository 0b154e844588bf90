import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addTimelineEvent } from '#core/features/timeline/timeline.repository.ts';
import { inCompany } from '#core/platform/db/app.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { LeadRow } from '#core/features/lead-rows/lead-rows.table.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import type { LeadId } from '#shared/primitives/ids.ts';
import { DAY, HOUR } from '#shared/primitives/durations.ts';
import type { LeadListInput } from '#shared/features/leads/leads.schema.ts';
import type { AnyTimelineData, TimelineEvent, TimelineKind } from '#shared/features/timeline/timeline.schema.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/caller.ts';

let app: TestApp;
let company: CompanyRow;
let caller: Caller;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  company = await app.a.company();
  caller = await app.callerFor(company);
});

const names = async (input: Partial<LeadListInput>): Promise<string[]> => {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<Caller['leads']['list']>> = await caller.leads.list({ limit: 2, ...input, cursor });
    expect(page.items.length).toBeLessThanOrEqual(input.limit ?? 2);
    seen.push(...page.items.map(({ name }) => name));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return seen;
};

const causeOf = async (work: Promise<unknown>): Promise<AppError> => {
  const thrown: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  if (!(cause instanceof AppError)) throw new Error('no AppError was thrown', { cause: thrown });
  return cause;
};

describe('two people edit one lead', () => {
  test('a change to a field that someone else changed is refused with their name and value; other fields are merged', async () => {
    const lead = await app.a.lead(company, { phone: '+12085550172', notes: 'Two gates' });
    const sam = await app.a.member(company, 'manager', { name: 'Sam Reyes' });
    const other = await app.callerFor(company, { userId: sam.userId, role: 'manager' });
    const { phone, notes, gateCount } = await caller.leads.get({ leadId: lead.id });
    const was = { phone, notes, gateCount };
    await other.leads.update({ leadId: lead.id, phone: '(208) 555-0144', was });
    const refused = await causeOf(
      caller.leads.update({ leadId: lead.id, phone: '(208) 555-0155', notes: 'Three gates', was }),
    );
    expect(refused.code).toBe('CONFLICT');
    expect(refused.message).toBe(
      'Sam Reyes changed the phone to (208) 555-0144 while you were editing. Save again to replace it with yours',
    );
    expect(refused.fields).toEqual({
      phone: 'Sam Reyes changed the phone to (208) 555-0144 while you were editing',
    });
    expect((await caller.leads.get({ leadId: lead.id })).notes).toBe('Two gates');
    const merged = await caller.leads.update({ leadId: lead.id, notes: 'Three gates', was });
    expect(merged).toMatchObject({ phone: '+12085550144', notes: 'Three gates' });
    const again = await caller.leads.update({ leadId: lead.id, phone: '(208) 555-0155', was: { phone: merged.phone } });
    expect(again.phone).toBe('+12085550155');
    // both updates set the same number, so they don't conflict
    await other.leads.update({ leadId: lead.id, phone: '(208) 555-0155', was });
  });

  test('an edit is on the timeline with its author, and doesn’t count as an answer to the homeowner', async () => {
    const lead = await app.a.lead(company, { awaits_answer: 'reply', awaits_since: app.clock.now(), phone: null });
    await caller.leads.update({ leadId: lead.id, phone: '(208) 555-0144', notes: 'Call after 5', address: '' });
    await caller.leads.update({ leadId: lead.id, phone: '(208) 555-0144' });
    const { items } = await caller.leads.timeline({ leadId: lead.id });
    const notes = items.filter(({ kind }) => kind === 'note').map(({ data }) => data);
    expect(notes).toMatchObject([
      {
        text: 'Changed the phone to (208) 555-0144, removed the address, and changed the notes',
        changed: ['phone', 'address', 'notes'],
      },
    ]);
    expect(notes[0]?.by).toMatchObject({ userId: company.user_id });
    expect((await caller.leads.get({ leadId: lead.id })).awaitsAnswer).toBe('reply');
  });
});

describe('the list', () => {
  test('pages contain every lead once in each order, even with equal timestamps', async () => {
    const now = app.clock.now().getTime();
    for (const [index, name] of ['Cleo', 'anna', 'Ed', 'Bo', 'Dan'].entries())
      await app.a.lead(company, { name, created_at: new Date(now - (index > 2 ? 3 : index) * HOUR) });
    // a timestamp with more precision than a JavaScript Date
    await sql`update leads set created_at = created_at + interval '7 microseconds' where name in ('Ed', 'Dan')`.execute(
      app.deps.system,
    );
    expect(await names({ sort: 'newest' })).toEqual(['Cleo', 'anna', 'Ed', 'Dan', 'Bo']);
    expect(await names({ sort: 'oldest' })).toEqual(['Bo', 'Dan', 'Ed', 'anna', 'Cleo']);
    expect(await names({ sort: 'name' })).toEqual(['anna', 'Bo', 'Cleo', 'Dan', 'Ed']);
  });

  test('an invalid cursor is refused by field, never as an internal error', async () => {
    for (const cursor of ['x', Buffer.from('["2026-02-30T00:00:00.000000Z","x"]').toString('base64url'), '[]'])
      expect((await causeOf(caller.leads.list({ cursor }))).fields).toHaveProperty('cursor');
  });

  test('search matches name, email, address and phone, and treats % and _ literally', async () => {
    await app.a.lead(company, { name: 'Marcus O’Brien', email: 'mo@example.com', phone: '+12085550111' });
    await app.a.lead(company, { name: '100% Vinyl_Fan', email: 'fan@example.com', phone: null, address: '9 Oak St' });
    expect(await names({ search: 'brien MARCUS' })).toEqual(['Marcus O’Brien']);
    expect(await names({ search: '(208) 555-0111' })).toEqual(['Marcus O’Brien']);
    expect(await names({ search: '100%' })).toEqual(['100% Vinyl_Fan']);
    expect(await names({ search: 'l_f' })).toEqual(['100% Vinyl_Fan']);
    expect(await names({ search: 'oak fan' })).toEqual(['100% Vinyl_Fan']);
    expect(await names({ search: 'o' })).toEqual(['100% Vinyl_Fan', 'Marcus O’Brien']);
    expect(await names({ search: 'ri' })).toEqual([]);
    expect(await names({ search: '  ' })).toHaveLength(2);
    expect(await names({ search: 'a%z' })).toEqual([]);
    expect(await names({ search: '\u0000\\' })).toEqual([]);
  });

  test('a search uses a lead’s current values, even after changes and deletion', async () => {
    const lead = await app.a.lead(company, { name: 'Ida Before', address: '9 Oak St' });
    await caller.leads.update({ leadId: lead.id, name: 'Ida After', address: '7 Elm St' });
    expect(await names({ search: 'before' })).toEqual([]);
    expect(await names({ search: 'after elm' })).toEqual(['Ida After']);
    const kept = await app.a.lead(company, { name: 'Kim Kept', created_at: new Date('2026-01-01') });
    await caller.leads.merge({ leadId: kept.id, otherLeadId: lead.id });
    expect(await names({ search: 'ida' })).toEqual([]);
  });

  test('a lead with a missing search row gets one with its next change', async () => {
    const { system } = app.deps;
    const lead = await app.a.lead(company, { name: 'Ida Before' });
    const searched = async () =>
      (
        await sql`with lost as (delete from lead_search where lead_id = ${lead.id} returning company_id, name_key)
          select * from lost`.execute(system)
      ).rows;
    const of = (name: string) => [{ company_id: company.id, name_key: expect.stringMatching(name) as string }];
    expect(await searched()).toEqual(of('ida before'));
    await caller.leads.update({ leadId: lead.id, name: 'Ida After' });
    expect(await searched()).toEqual(of('ida after'));
    await sql`update leads set name = 'Ida Across' where id = ${lead.id}`.execute(system);
    expect(await searched()).toEqual(of('ida across'));
    expect(await searched()).toEqual([]);
  });

  test('a search pages through every match once in each order, rare or common, without other companies’ leads', async () => {
    const now = app.clock.now().getTime();
    const people = ['Cleo Vega', 'Ann Vega', 'Ed Vega', 'Bo Ray', 'Dan Vega', 'Eve Vega'];
    for (const [index, name] of people.entries())
      await app.a.lead(company, { name, created_at: new Date(now - (index >> 1) * HOUR) });
    await app.a.lead(await app.a.company(), { name: 'Their Vega' });
    const [newest, oldest, byName] = [
      await names({ search: 'vega' }),
      await names({ search: 'vega', sort: 'oldest' }),
      await names({ search: 'vega', sort: 'name' }),
    ];
    expect(newest).toHaveLength(5);
    expect(oldest).toEqual(newest.toReversed());
    expect(byName).toEqual(['Ann Vega', 'Cleo Vega', 'Dan Vega', 'Ed Vega', 'Eve Vega']);
    expect(await names({ search: 'vega', status: 'paid' })).toEqual([]);
    expect(await names({ search: 'vega', archived: true })).toEqual([]);
  });

  test('a search also finds matches beyond the leads it reads in order', async () => {
    await sql`insert into leads (company_id, name, email, created_at)
      select ${company.id}, case i % 2600 when 0 then 'Rare ' || i else 'Common' end, 'x@example.com',
        ${app.clock.now()}::timestamptz - make_interval(mins => i) from generate_series(1, 5500) i`.execute(
      app.deps.system,
    );
    expect(await names({ search: 'rare' })).toEqual(['Rare 2600', 'Rare 5200']);
    expect((await caller.leads.list({ search: 'common', limit: 3 })).items).toHaveLength(3);
  });

  test('status and archive filter the list, and the summary counts unarchived leads', async () => {
    await app.a.lead(company, { name: 'New one', status: 'new', quote_cents: 100 });
    const paid = await app.a.lead(company, { name: 'Paid one', status: 'paid', quote_cents: 250 });
    const old = await app.a.lead(company, { name: 'Old one', status: 'paid', quote_cents: null });
    await caller.leads.archive({ leadId: old.id, archived: true });
    expect(await names({ status: 'paid' })).toEqual(['Paid one']);
    expect(await names({ archived: true })).toEqual(['Old one']);
    expect(await caller.leads.summary()).toEqual({
      statuses: {
        new: { count: 1, cents: 100 },
        contacted: { count: 0, cents: 0 },
        estimate_sent: { count: 0, cents: 0 },
        // Nothing was received, whatever the status and the quote say.
        paid: { count: 1, cents: 0 },
      },
      total: 2,
      owed: { count: 0, cents: 0 },
      awaiting: { count: 0, newest: null },
      unread: { leads: 0, messages: 0 },
      review: 0,
    });
    const back = await caller.leads.archive({ leadId: old.id, archived: false });
    expect(back.archivedAt).toBeNull();
    await app.a.lead(company, { name: 'Gone', status: 'new', quote_cents: 900, outcome: 'lost' });
    expect((await caller.leads.summary()).statuses.new).toEqual({ count: 1, cents: 100 });
    expect(await names({ status: 'new' })).toEqual(['New one']);
    expect(await names({})).toContain('Gone');
    expect((await caller.leads.get({ leadId: paid.id })).quoteCents).toBe(250);
  });
});

describe('one lead', () => {
  test('shows its follow-ups, its newest estimate and whether it can be texted', async () => {
    const lead = await app.a.lead(company, { perimeter_ft: 212.5 });
    expect(await caller.leads.get({ leadId: lead.id })).toMatchObject({
      perimeter: 212.5,
      followUpStatus: 'none',
      estimateStatus: null,
      sms: { allowed: false, consentAt: null },
    });
    await app.a.consent(company, lead);
    await app.a.schedule(company, lead, { status: 'stopped' });
    await app.a.estimate(company, lead, { version: 1, status: 'superseded' });
    await app.a.estimate(company, lead, { version: 2, status: 'viewed' });
    expect(await caller.leads.get({ leadId: lead.id })).toMatchObject({
      followUpStatus: 'stopped',
      estimateStatus: 'viewed',
      sms: { allowed: true, reason: null, consentAt: app.clock.now().toISOString() },
    });
  });

  test('an unanswered estimate is shown as expired after its last valid day', async () => {
    const lead = await app.a.lead(company);
    const now = app.clock.now();
    await app.a.estimate(company, lead, { valid_until: new Date(now.getTime() - 2 * DAY).toISOString().slice(0, 10) });
    expect((await caller.leads.get({ leadId: lead.id })).estimateStatus).toBe('expired');
  });

  test('entered by hand uses a quote, and consent is recorded with its method', async () => {
    const material = await app.a.material(company, { premium_cents: 500 });
    const lead = await caller.leads.create({
      name: ' Rosalía Fuentes ',
      email: 'Rosa@Example.com',
      phone: '(208) 555-0172',
      address: '',
      perimeter: 100.5,
      materialId: material.id,
      gateCount: 1,
      smsConsent: { method: 'verbal' },
    });
    expect(lead).toMatchObject({
      name: 'Rosalía Fuentes',
      email: 'rosa@example.com',
      phone: '+12085550172',
      address: null,
      quoteCents: 100.5 * 1262 + 30_000,
      source: 'manual',
      status: 'new',
      sms: { allowed: true },
    });
    const consents = await app.deps.system
      .selectFrom('consents')
      .selectAll()
      .where('lead_id', '=', lead.id as LeadId)
      .execute();
    expect(consents).toMatchObject([{ method: 'verbal', phone: '+12085550172', ip: '127.0.0.1', user_agent: 'test' }]);
    expect(consents[0]?.text).toContain('by word of mouth');
    const { items } = await caller.leads.timeline({ leadId: lead.id });
    expect(items.map(({ kind }) => kind)).toEqual(['opted_in', 'lead_created']);
  });

  test('created twice with one key, even concurrently or after a merge, is one lead', async () => {
    const lead = { name: 'Bo', email: 'bo@example.com', idempotencyKey: randomUUID() };
    const made = await Promise.all([caller.leads.create(lead), caller.leads.create(lead)]);
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    const other = await app.a.lead(company, { created_at: new Date('2026-01-01') });
    const kept = await caller.leads.merge({ leadId: other.id, otherLeadId: made[0].id });
    expect((await caller.leads.create(lead)).id).toBe(kept.id);
    expect((await caller.leads.list({ search: 'bo@example' })).items.length).toBeLessThanOrEqual(1);
  });

  test('consent without a number, or with one that can’t be texted, is refused beside the phone field', async () => {
    const base = { name: 'Bo', email: 'bo@example.com', smsConsent: { method: 'paper' as const } };
    for (const phone of [undefined, '+18005550123']) {
      const refused = await causeOf(caller.leads.create({ ...base, phone }));
      expect(refused.code).toBe('VALIDATION_FAILED');
      expect(refused.fields).toHaveProperty('phone');
    }
    expect(await names({})).toEqual([]);
  });

  test('an update changes only given fields; a lead marked lost gets no more follow-ups', async () => {
    const material = await app.a.material(company);
    const lead = await app.a.lead(company, { material_id: material.id, notes: 'gate left' });
    await app.a.schedule(company, lead);
    const changed = await caller.leads.update({
      leadId: lead.id,
      address: '',
      perimeter: 10,
      outcome: 'lost',
      reason: 'Too dear',
    });
    expect(changed).toMatchObject({
      name: lead.name,
      address: null,
      notes: 'gate left',
      perimeter: 10,
      quoteCents: 10 * 762 + 30_000,
      outcome: 'lost',
      followUpStatus: 'stopped',
    });
    const { items } = await caller.leads.timeline({ leadId: lead.id });
    expect(items).toMatchObject([
      { kind: 'schedule_stopped', data: { reason: 'Follow-ups stopped because you marked Dana as lost.' } },
      { kind: 'note', data: { outcome: 'lost', reason: 'Too dear', text: 'Marked lost: Too dear' } },
      { kind: 'note', data: { changed: ['address', 'perimeter'] } },
    ]);
  });

  test('an outcome keeps its reason, a reason added later is recorded too, and reopening clears both', async () => {
    const lead = await app.a.lead(company);
    const mark = (change: { outcome: 'won' | 'lost' | null; reason?: string }) =>
      caller.leads.update({ leadId: lead.id, ...change });
    await mark({ outcome: 'lost' });
    expect(await mark({ outcome: 'lost', reason: 'Price' })).toMatchObject({ outcome: 'lost', outcomeReason: 'Price' });
    await mark({ outcome: 'lost', reason: 'Price' });
    expect(await mark({ outcome: null, reason: 'stale' })).toMatchObject({ outcome: null, outcomeReason: null });
    const { items } = await caller.leads.timeline({ leadId: lead.id });
    expect(items.map(({ data }: { data: AnyTimelineData }) => data.outcome)).toEqual(['reopened', 'lost', 'lost']);
  });

  test('a changed phone has no consent until consent is recorded for the new number (C4)', async () => {
    const lead = await app.a.lead(company);
    await app.a.consent(company, lead);
    const change = { leadId: lead.id, phone: '(208) 555-0199' };
    expect((await caller.leads.update(change)).sms).toMatchObject({ allowed: false, consentAt: null });
    const agreed = await caller.leads.update({ ...change, smsConsent: { method: 'paper' } });
    expect(agreed).toMatchObject({ phone: '+12085550199', sms: { allowed: true } });
  });

  test('the next message of active follow-ups is shown; archiving stops it, and restoring doesn’t restart it', async () => {
    const lead = await app.a.lead(company);
    const schedule = await app.a.schedule(company, lead);
    const dueAt = new Date(app.clock.now().getTime() + DAY);
    await app.a.followUp(schedule, { step: 1, status: 'sent' });
    await app.a.followUp(schedule, { step: 2, day: 3, due_at: new Date(dueAt.getTime() + DAY) });
    await app.a.followUp(schedule, { step: 3, day: 7, channel: 'email', due_at: dueAt });
    const shown = await caller.leads.get({ leadId: lead.id });
    expect(shown.nextFollowUp).toEqual({ channel: 'email', dueAt: dueAt.toISOString() });
    await caller.leads.archive({ leadId: lead.id, archived: true });
    const back = await caller.leads.archive({ leadId: lead.id, archived: false });
    expect([back.followUpStatus, back.nextFollowUp]).toEqual(['stopped', null]);
    expect((await caller.leads.timeline({ leadId: lead.id })).items[0]?.data).toMatchObject({
      reason: expect.stringMatching(/^Follow-ups stopped because you archived /) as unknown,
    });
  });

  test('a homeowner’s message awaits an answer until the contractor sends an estimate or writes a note', async () => {
    const [tom, eve] = [await app.a.lead(company, { name: 'Tom Hadley' }), await app.a.lead(company, { name: 'Eve' })];
    const said = (lead: LeadRow, kind: TimelineKind, at = app.clock.now()) =>
      inCompany(app.deps.db, company.id, (tx) =>
        addTimelineEvent(tx, {
          companyId: company.id,
          leadId: lead.id,
          at,
          ...({ kind, data: { text: 'When?' } } as TimelineEvent),
        }),
      );
    await said(tom, 'question');
    await said(eve, 'reply_received', new Date(app.clock.now().getTime() - HOUR));
    await said(tom, 'estimate_viewed');
    const waiting = { count: 2, newest: { id: tom.id, name: 'Tom Hadley', answer: 'question' } };
    expect((await caller.leads.summary()).awaiting).toEqual(waiting);
    expect(await names({ awaiting: true, sort: 'name' })).toEqual(['Eve', 'Tom Hadley']);
    expect((await caller.leads.get({ leadId: eve.id })).awaitsAnswer).toBe('reply');
    await caller.leads.addNote({ leadId: tom.id, text: 'Called him' });
    expect(await names({ awaiting: true })).toEqual(['Eve']);
    await caller.leads.archive({ leadId: eve.id, archived: true });
    expect((await caller.leads.summary()).awaiting).toEqual({ count: 0, newest: null });
  });

  test('its timeline is paged, newest first', async () => {
    const lead = await app.a.lead(company);
    await app.deps.system
      .insertInto('timeline_events')
      .values(
        Array.from({ length: 120 }, (_, index) => ({
          company_id: company.id,
          lead_id: lead.id,
          kind: 'note' as const,
          at: new Date(app.clock.now().getTime() + Math.floor(index / 7) * HOUR),
          data: JSON.stringify({ text: String(index) }),
        })),
      )
      .execute();
    const texts: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<Caller['leads']['timeline']>> = await caller.leads.timeline({
        leadId: lead.id,
        cursor,
      });
      texts.push(...page.items.map(({ data }: { data: AnyTimelineData }) => data.text ?? ''));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(texts).toHaveLength(120);
    expect(new Set(texts).size).toBe(120);
    expect(texts[0]).toBe('119');
  });
});

test('another company’s lead id is NOT_FOUND in every procedure, and nothing changes', async () => {
  const other = await app.a.company();
  const lead = await app.a.lead(other);
  const attempts = [
    () => caller.leads.get({ leadId: lead.id }),
    () => caller.leads.timeline({ leadId: lead.id }),
    () => caller.leads.update({ leadId: lead.id, name: 'Mine now' }),
    () => caller.leads.archive({ leadId: lead.id, archived: true }),
    () => caller.leads.addNote({ leadId: lead.id, text: 'hello' }),
  ];
  for (const attempt of attempts) expect((await causeOf(attempt())).code).toBe('NOT_FOUND');
  const theirs = await app.callerFor(other);
  expect(await theirs.leads.get({ leadId: lead.id })).toMatchObject({ name: lead.name, archivedAt: null });
  expect((await theirs.leads.timeline({ leadId: lead.id })).items).toEqual([]);
  const material = await app.a.material(other);
  const refused = await causeOf(caller.leads.create({ name: 'A', email: 'a@example.com', materialId: material.id }));
  expect(refused.fields).toHaveProperty('materialId');
});
