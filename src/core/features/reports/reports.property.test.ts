import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import type { ReportFigures, ReportFilters } from '#shared/features/reports/reports.schema.ts';
import { addDays, type LocalDate, localDate } from '#shared/primitives/local-date.ts';
import type { LeadId, MaterialId, UserId } from '#shared/primitives/ids.ts';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { recount } from '../../../../test/report-recount.ts';
import { foldFacts } from './fold-facts.ts';
import { reportOverview } from './overview.ts';
import { reportLeads } from './report-leads.ts';

let app: TestApp;
let company: CompanyRow;
let materials: { id: MaterialId; name: string }[];
let people: UserId[];

/** Generates the same numbers in each run, so that a failure is reproducible (mulberry32). */
function randomNumbers(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    next,
    below,
    chance: (part: number) => next() < part,
    pick: <T>(of: readonly T[]): T => of[below(of.length)] as T,
  };
}
type Random = ReturnType<typeof randomNumbers>;

const SOURCES = ['widget', 'manual', 'csv', 'Yard sign', 'Google: ads'];
const ZIPS = ['83702', '83709', '97201', null];
const ZONES = ['America/Boise', 'America/New_York', 'Pacific/Honolulu', 'America/Phoenix', 'America/Anchorage'];
const START = Date.UTC(2024, 9, 1);
const YEARS_MS = 820 * 86_400_000;
const exec = (query: ReturnType<typeof sql>) => query.execute(app.deps.system);

/** Returns a random time. Some are exactly at a clock change, or at midnight in one of the time zones. */
const someTime = (random: Random): Date => {
  const edges = [
    '2024-11-03T05:30:00Z',
    '2025-03-09T09:59:59Z',
    '2025-11-02T08:00:00Z',
    '2026-01-01T07:00:00Z',
    '2025-07-01T00:00:00Z',
    '2025-02-28T23:59:59.999Z',
  ];
  return random.chance(0.15) ? new Date(random.pick(edges)) : new Date(START + random.below(YEARS_MS));
};
/** Returns a random report time. Some are near the end of a month in a time zone, or near the limit of an age group. */
const someMoment = (random: Random, at: Date): Date =>
  random.pick([
    later(random, at),
    new Date(Date.UTC(2025, random.below(22), 1) + (random.below(57) - 28) * 1_800_000),
    new Date(app.clock.now().getTime() - random.pick([8, 31, 61]) * 86_400_000 + (random.below(7) - 3) * 14_400_000),
  ]);
const later = (random: Random, at: Date): Date => new Date(at.getTime() + random.below(9 * 86_400_000));

async function addLead(random: Random): Promise<void> {
  const material = random.chance(0.8) ? random.pick(materials) : null;
  const created = someTime(random);
  const held = random.chance(0.08);
  const outcome = random.pick([null, null, null, 'won', 'lost'] as const);
  const lead = await app.a.lead(company, {
    source: random.pick(SOURCES),
    material_id: material?.id ?? null,
    material_type: material?.name ?? null,
    zip: random.pick(ZIPS),
    quote_cents: random.chance(0.9) ? random.below(900_000) : null,
    created_at: created,
    status: random.pick(['new', 'new', 'contacted', 'estimate_sent', 'paid']),
    outcome,
    outcome_reason: outcome === 'lost' ? random.pick([null, '', 'Price', 'Chose another company']) : null,
    archived_at: random.chance(0.1) ? app.clock.now() : null,
    held_at: held ? created : null,
    held_for: held ? ['marked_spam'] : [],
    spam_at: held && random.chance(0.5) ? created : null,
    assigned_to: random.chance(0.6) ? random.pick(people) : null,
  });
  if (random.chance(0.6)) await addEstimates(random, lead);
  if (random.chance(0.4)) await addFollowUps(random, lead);
  if (random.chance(0.5)) await addMessages(random, lead);
  if (random.chance(0.4)) await exec(logCalls(random, sql`select ${lead.id}::uuid as id`));
}

type Lead = Awaited<ReturnType<TestApp['a']['lead']>>;

async function addEstimates(random: Random, lead: Lead): Promise<void> {
  const count = 1 + random.below(2);
  for (let version = 1; version <= count; version += 1) {
    const total = 1 + random.below(800_000);
    const sentAt = later(random, lead.created_at);
    const declined = random.chance(0.15);
    const estimate = await app.a.estimate(company, lead, {
      version,
      total_cents: total,
      sent_at: sentAt,
      first_viewed_at: random.chance(0.6) ? sentAt : null,
      last_viewed_at: sentAt,
      ...(declined
        ? { declined_at: sentAt, decline_reason: random.pick([null, 'Price', ' Timing ']), status: 'declined' as const }
        : {}),
    });
    const job = { lead, estimateId: estimate.id, total, at: someMoment(random, sentAt) };
    if (random.chance(0.4)) await accept(job);
    // Some pay in person without a signature, and some pay twice.
    for (let paid = random.pick([0, 0, 1, 2]); paid > 0; paid -= 1) await pay(random, job);
  }
}

interface Accepted {
  lead: Lead;
  estimateId: string;
  total: number;
  at: Date;
}

async function accept({ lead, estimateId, total, at }: Accepted): Promise<void> {
  await exec(sql`insert into estimate_acceptances (company_id, lead_id, estimate_id, name, mark_kind, mark, consent_text,
      consent_version, document, document_hash, terms_hash, discount_cents, total_cents, deposit_cents, cancel_days,
      cancel_until, cancel_zone, ip, user_agent, at)
    values (${company.id}, ${lead.id}, ${estimateId}, 'Dana', 'typed', 'Dana', 'I agree', '1', '{}',
      encode(sha256('{}'::bytea), 'hex'), '', 0, ${total}, 0, 3, current_date, 'UTC', '', '', ${at})`);
}

async function pay(random: Random, { lead, estimateId, total, at }: Accepted): Promise<void> {
  const amount = 1 + random.below(total);
  const status = random.pick([
    'succeeded',
    'succeeded',
    'partially_refunded',
    'refunded',
    'disputed',
    'dispute_lost',
    'failed',
  ]);
  const refunded = status === 'refunded' ? amount : status === 'partially_refunded' ? random.below(amount) : 0;
  await exec(sql`insert into payments (company_id, lead_id, estimate_id, kind, amount_cents, fee_cents, refunded_cents,
      status, extra, paid_at, stripe_account_id, expires_at, created_at)
    values (${company.id}, ${lead.id}, ${estimateId}, 'deposit', ${amount}, 1, ${refunded}, ${status}, true,
      ${status === 'failed' ? null : someMoment(random, at)}, 'acct_1', ${at}, ${at})`);
}

async function addFollowUps(random: Random, lead: Lead): Promise<void> {
  const schedule = await app.a.schedule(company, lead);
  for (const step of [1, 2, 3]) {
    const status = random.pick(['sent', 'delivered', 'scheduled', 'failed'] as const);
    const sent = status === 'sent' || status === 'delivered';
    await app.a.followUp(schedule, { step, day: step, status, sent_at: sent ? later(random, lead.created_at) : null });
  }
}

async function addMessages(random: Random, lead: Lead): Promise<void> {
  for (let made = random.below(3); made >= 0; made -= 1) {
    const inbound = random.chance(0.6);
    await exec(sql`insert into messages (company_id, lead_id, direction, channel, kind, from_address, to_address, body,
        status, automated, at)
      values (${company.id}, ${lead.id}, ${inbound ? 'in' : 'out'}, 'sms',
        ${inbound ? 'reply' : random.pick(['message.typed', 'follow_up', 'mail.own'])}, 'a', 'b', 'Hello',
        ${inbound ? 'received' : random.pick(['sent', 'delivered', 'failed'])}, ${random.chance(0.3)},
        ${later(random, lead.created_at)})`);
  }
}

/** Logs a call with each of these leads. */
const logCalls = (random: Random, leads: ReturnType<typeof sql>) => sql`
  insert into timeline_events (company_id, lead_id, kind, at, data)
  select ${company.id}, id, 'note', ${someTime(random)}::timestamptz,
    jsonb_build_object('call', ${random.pick(['reached', 'voicemail', 'no_answer'])}::text)
  from (${leads}) called`;

/** Makes a random later change: an edit, merge, deletion, refund or reply. */
async function change(random: Random): Promise<void> {
  const some = sql`(select id from leads where company_id = ${company.id} order by md5(id::text || ${random.below(1e9)}::text) limit 12)`;
  const moved = random.pick(materials);
  const changes = [
    sql`update leads set source = ${random.pick(SOURCES)}, zip = ${random.pick(ZIPS)} where id in ${some}`,
    sql`update leads set material_id = ${moved.id}, material_type = ${moved.name} where id in ${some}`,
    sql`update leads set assigned_to = ${random.chance(0.5) ? random.pick(people) : null} where id in ${some}`,
    sql`update leads set held_at = null, held_for = '{}', spam_at = null where id in ${some}`,
    sql`update leads set held_at = created_at, held_for = '{marked_spam}' where id in ${some}`,
    sql`update leads set outcome = 'lost', outcome_reason = 'Too late', status = 'contacted' where id in ${some}`,
    sql`update leads set created_at = ${someTime(random)} where id in ${some}`,
    sql`update payments set status = 'dispute_lost' where status = 'disputed' and lead_id in ${some}`,
    sql`update payments set refunded_cents = amount_cents, status = 'refunded' where status = 'succeeded' and lead_id in ${some}`,
    sql`update follow_up_messages set status = 'sent', sent_at = ${someTime(random)} where status = 'scheduled' and lead_id in ${some}`,
    sql`update estimates set first_viewed_at = sent_at, last_viewed_at = sent_at where lead_id in ${some}`,
    sql`update messages set status = 'delivered' where direction = 'out' and lead_id in ${some}`,
    sql`delete from messages where lead_id in ${some}`,
    logCalls(random, some),
    sql`delete from timeline_events where data ? 'call' and lead_id in ${some}`,
  ];
  await exec(random.pick(changes));
}

async function mergeTwo(random: Random): Promise<void> {
  const { rows } = await sql<{ id: LeadId }>`select id from leads where company_id = ${company.id} and held_at is null
    and not exists (select from estimates where lead_id = leads.id)
    and not exists (select from follow_up_messages where lead_id = leads.id and status = 'sending')
    order by md5(id::text || ${random.below(1e9)}::text) limit 2`.execute(app.deps.system);
  const [one, other] = rows;
  const caller = await app.callerFor(company);
  if (one && other) await caller.leads.merge({ leadId: one.id, otherLeadId: other.id, takeNewer: [] });
}

const keyed = <Row extends object>(rows: readonly Row[] | null, key: keyof Row, without: readonly string[] = []) =>
  Object.fromEntries(
    (rows ?? []).map((row) => [
      String(row[key]),
      Object.fromEntries(Object.entries(row).filter(([name]) => name !== key && !without.includes(name))),
    ]),
  );

/** Converts a report to the recount's format. */
const plain = (report: ReportFigures) => ({
  leads: report.leads,
  answered: report.answered,
  funnel: report.funnel,
  won: report.won,
  winRate: report.winRate,
  wonCents: report.wonCents,
  outstandingCents: report.outstandingCents,
  depositedCents: report.depositedCents,
  bySource: keyed(report.bySource, 'source', ['costCents']),
  byMaterial: keyed(report.byMaterial, 'materialType'),
  byZip: keyed(report.byZip, 'zip'),
  byPerson: keyed(report.byPerson, 'userId', ['name']),
  steps: {
    sent: Object.fromEntries((report.steps ?? []).flatMap(({ step, sent }) => (sent > 0 ? [[step, sent]] : []))),
    replies: Object.fromEntries(
      (report.steps ?? []).flatMap(({ step, replies }) => (replies > 0 ? [[step, replies]] : [])),
    ),
  },
  lostReasons: Object.fromEntries((report.lostReasons ?? []).map(({ reason, count }) => [reason, count])),
  outstanding: keyed(report.outstanding, 'from', ['to']),
  months: Object.fromEntries((report.depositedByMonth ?? []).map(({ month, cents }) => [month, cents])),
});

const someFilters = (random: Random): ReportFilters =>
  random.pick<ReportFilters>([
    {},
    {},
    { source: random.pick(SOURCES) },
    { materialId: random.pick(materials).id },
    { zip: '83702' },
    { userId: random.pick(people) },
    { source: random.pick(SOURCES), userId: random.pick(people) },
  ]);

async function leadsBehind(asked: { from: LocalDate; to: LocalDate; filters: ReportFilters }, figure: string) {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await reportLeads(app.deps, { companyId: company.id }, { ...asked, figure, cursor });
    found.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found.toSorted();
}

/** Compares the minutes to a thousandth, because the two computations differ in a float's last digits. */
const closeTo = (minutes: ReportFigures['firstAnswerMinutes']) =>
  minutes && {
    median: expect.closeTo(minutes.median, 3) as number,
    p90: expect.closeTo(minutes.p90, 3) as number,
  };

/** The reported and recounted figures, both labeled with what was requested. */
interface Compared {
  said: unknown[];
  counted: unknown[];
}

async function compare(random: Random, { said, counted }: Compared): Promise<void> {
  const zone = random.pick(ZONES);
  await exec(sql`update company_profiles set time_zone = ${zone} where id = ${company.id}`);
  const from = addDays(localDate('2024-09-20'), random.below(700));
  const asked = { from, to: addDays(from, random.pick([0, 1, 6, 29, 40, 90, 365, 500])), filters: someFilters(random) };
  const report = await reportOverview(app.deps, { companyId: company.id }, asked);
  const { ids, lost, firstAnswerMinutes, owingByAge, paidIn, ...expected } = await recount(
    app.deps.system,
    company.id,
    {
      ...asked,
      zone,
      now: app.clock.now(),
    },
  );
  const age = random.pick(Object.keys(owingByAge));
  const month = random.pick([...Object.keys(expected.months), '2026-01']);
  const about = `${asked.from} to ${asked.to} in ${zone} with ${JSON.stringify(asked.filters)}`;
  said.push({
    about,
    ...plain(report),
    minutes: report.firstAnswerMinutes,
    behindLeads: await leadsBehind(asked, 'leads'),
    behindLost: await leadsBehind(asked, 'lost'),
    behindAge: [age, await leadsBehind(asked, age)],
    behindMonth: [month, await leadsBehind(asked, `deposited:${month}`)],
  });
  counted.push({
    about,
    ...expected,
    minutes: closeTo(firstAnswerMinutes),
    behindLeads: ids.toSorted(),
    behindLost: lost.toSorted(),
    behindAge: [age, owingByAge[age]?.toSorted()],
    behindMonth: [month, paidIn(month).toSorted()],
  });
}

beforeAll(async () => {
  app = await startTestApp({ now: '2026-12-20T12:00:00Z' });
});
afterAll(() => app.close());

test.each([1, 2, 3])(
  'every figure equals a plain recount of rows, at any time and in any zone (year %i)',
  async (seed) => {
    const random = randomNumbers(seed);
    const compared: Compared = { said: [], counted: [] };
    company = await app.a.company();
    materials = await Promise.all(['Vinyl', '6ft Wood'].map((name) => app.a.material(company, { name })));
    people = [company.user_id];
    for (let round = 0; round < 8; round += 1) {
      for (let added = 0; added < 14; added += 1) await addLead(random);
      await compare(random, compared);
      // Folding doesn't change the reports, even if it's interrupted.
      if (random.chance(0.7)) await foldFacts(app.deps.db, company.id, random.pick([3, 20, 5_000]));
      await compare(random, compared);
      for (let changed = 0; changed < 4; changed += 1) await change(random);
      if (random.chance(0.6)) await mergeTwo(random);
      await compare(random, compared);
    }
    while (await foldFacts(app.deps.db, company.id)) continue;
    for (let time = 0; time < 6; time += 1) await compare(random, compared);
    expect(compared.said).toEqual(compared.counted);
  },
);

/**
 * Proves that the comparison detects a change that reports miss: without the trigger that marks a changed lead, the
 * figures stay the same but the recount changes.
 */
test('the recount detects a change that wasn’t marked', async () => {
  company = await app.a.company();
  await app.a.lead(company, { source: 'csv' });
  while (await foldFacts(app.deps.db, company.id)) continue;
  const asked = { from: localDate('2026-01-01'), to: localDate('2026-12-31'), filters: {} };
  const bySource = async () => {
    const said = await reportOverview(app.deps, { companyId: company.id }, asked);
    const counted = await recount(app.deps.system, company.id, {
      ...asked,
      zone: 'UTC',
      now: app.clock.now(),
    });
    return { said: Object.keys(plain(said).bySource), counted: Object.keys(counted.bySource) };
  };
  const move = (source: string) => sql`update leads set source = ${source} where company_id = ${company.id}`;
  await exec(move('widget'));
  expect(await bySource()).toEqual({ said: ['widget'], counted: ['widget'] });
  await exec(move('api'));
  await exec(sql`delete from report_marks where company_id = ${company.id}`);
  expect(await bySource()).toEqual({ said: ['csv'], counted: ['api'] });
});
