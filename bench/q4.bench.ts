import { startManyFollowUps } from '#core/features/follow-ups/start-many.ts';
import { budgetKeyHash } from '#core/features/trust/budgets.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { CALLS_AT_ONCE, MOST_LEADS_AT_ONCE } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { DAY } from '#shared/primitives/durations.ts';
import type { LeadId } from '#shared/primitives/ids.ts';
import { type BenchDatabase, openDatabase } from './database.ts';
import { fillLeads } from './leads-data.ts';
import { type Line, milliseconds } from './result.ts';
import { inTurn } from './rounds.ts';

const LEADS = 10_000;
const GOAL = 1.5;
/** The jobs' ZIP codes. Send dates are computed for each ZIP code. */
const ZIPS = [
  '83702',
  '97201',
  '78701',
  '80202',
  '85701',
  '93650',
  '33601',
  '68102',
  '44301',
  '89501',
  '36602',
  '97301',
];

const ROUNDS = 8;

/**
 * Compares two ways to start follow-ups of three texts for imported leads: the product's code, and inserting the same
 * rows directly. The product's code runs with as many concurrent calls as the browser makes, then with one call at a
 * time, and then with four. Workers and the queue's store aren't involved, because starting follow-ups only writes rows
 * and enqueues one wake-up job per call. Q1 and Q2 measure the steps after the job is enqueued.
 */
export async function q4(): Promise<Line[]> {
  const database = await openDatabase();
  try {
    const company = await grownCompany(database);
    const leadIds = await importedLeads(database, company);
    await leaveToUs(database);
    await real(database, company, { leadIds, atOnce: 1 });
    const rows = await readRows(database);
    const ours = (atOnce: number) => () => real(database, company, { leadIds, atOnce });
    const result = await inTurn(
      { floor: () => bare(database, company, rows), asAsked: ours(CALLS_AT_ONCE), one: ours(1), four: ours(4) },
      ROUNDS,
    );
    const line = (id: string, way: 'asAsked' | 'one' | 'four'): Line => ({
      id,
      ours: milliseconds(result[way]),
      peer: 'addBulk 7.8× recorded',
      floor: milliseconds(result.floor),
      ratio: result.ratioOf(way),
      goal: `at most ${GOAL}`,
      met: result.ratioOf(way) <= GOAL,
      valid: result.valid,
    });
    return [line('Q4', 'asAsked'), line('Q4 one call at a time', 'one'), line('Q4 four calls at a time', 'four')];
  } finally {
    await database.close();
  }
}

/**
 * A company that's old enough and has enough history to message 5,000 new recipients a day
 * (`company-allowance.rules.ts`).
 */
const grownCompany = ({ a, clock }: BenchDatabase): Promise<CompanyRow> =>
  a.company({ created_at: new Date(clock.now().getTime() - 100 * DAY) });

/** Creates new leads in a dozen places, all with consent to receive texts. */
async function importedLeads(database: BenchDatabase, company: CompanyRow): Promise<LeadId[]> {
  const { owner, clock } = database;
  await fillLeads(database, company, LEADS);
  await owner.query(
    `update leads set zip = place.zip, address = '118 Larkmeadow Ct, ' || place.zip
     from (select id, ($1::text[])[1 + (right(phone, 4)::int % ${ZIPS.length})] as zip from leads) place
     where place.id = leads.id`,
    [ZIPS],
  );
  await owner.query(
    `insert into consents (company_id, lead_id, phone, method, text, version, at)
     select company_id, id, phone, 'written', 'Agreed to texts.', 'recorded', $1 from leads`,
    [clock.now()],
  );
  const { rows } = await owner.query<{ id: LeadId }>('select id from leads order by created_at desc');
  return rows.map(({ id }) => id);
}

const WRITTEN = ['leads', 'messages', 'follow_up_schedules', 'timeline_events'];

/**
 * Turns autovacuum off, because it would slow down some rounds at random. Instead, `reset` vacuums before each round.
 */
async function leaveToUs({ owner }: BenchDatabase): Promise<void> {
  for (const table of WRITTEN) await owner.query(`alter table ${table} set (autovacuum_enabled = false)`);
}

/** Restores the data to its state right after the import. No one has been messaged, and no work is pending. */
async function reset({ owner, clock }: BenchDatabase, company: CompanyRow): Promise<void> {
  await owner.query('truncate messages, follow_up_schedules, timeline_events, budget_spends cascade');
  const people = { budget: 'company-recipients', key: company.id } as const;
  await owner.query('insert into budget_spends (budget, key_hash, at, amount) values ($1, $2, $3, 1000)', [
    people.budget,
    budgetKeyHash(people),
    new Date(clock.now().getTime() - 2 * DAY),
  ]);
  await owner.query(`update leads set status = 'new', last_contact_at = null, counted_as_recipient_at = null,
    uncounted_ways = '{email,sms}' where status <> 'new'`);
  await owner.query('vacuum analyze leads');
  await owner.query('checkpoint');
}

interface Asked {
  leadIds: readonly LeadId[];
  /** The number of concurrent calls. As in the browser, the next calls start only after all of these have finished. */
  atOnce: number;
}

async function real(database: BenchDatabase, company: CompanyRow, { leadIds, atOnce }: Asked): Promise<number> {
  await reset(database, company);
  const began = performance.now();
  const most = MOST_LEADS_AT_ONCE * atOnce;
  for (let from = 0; from < leadIds.length; from += most) {
    const calls = Array.from({ length: atOnce }, (_none, call) => from + call * MOST_LEADS_AT_ONCE);
    await Promise.all(
      calls
        .map((at) => leadIds.slice(at, at + MOST_LEADS_AT_ONCE))
        .filter((ids) => ids.length > 0)
        .map((ids) => startAll(database, company, ids)),
    );
    // The day's limit on new recipients is reached, so the remaining leads start the next day.
    database.clock.advance(DAY);
  }
  return performance.now() - began;
}

async function startAll({ db, clock }: BenchDatabase, company: CompanyRow, leadIds: LeadId[]): Promise<void> {
  const wakeUps = { enqueue: () => Promise.resolve() };
  const input = { leadIds, dryRun: false };
  const { leads } = await startManyFollowUps({ db, clock, wakeUps }, { companyId: company.id, input });
  const refused = leads.find(({ outcome }) => outcome !== 'started');
  if (refused) throw new Error(`a lead was not started: ${refused.reason}`);
}

const COLUMNS = [
  'company_id',
  'lead_id',
  'schedule_id',
  'step',
  'day',
  'channel',
  'body',
  'due_at',
  'status',
  'reason',
];
const TYPES = ['uuid', 'uuid', 'uuid', 'int', 'int', 'text', 'text', 'timestamptz', 'text', 'text'];

interface Rows {
  messages: unknown[][];
  schedules: { id: string; company_id: string; lead_id: string; activated_at: Date }[];
}

/** Reads the rows that the real code wrote, as one list per column. */
async function readRows({ owner }: BenchDatabase): Promise<Rows> {
  const { rows } = await owner.query<Record<string, unknown>>('select * from follow_up_messages order by id');
  if (rows.length !== 3 * LEADS) throw new Error(`${rows.length} rows were written`);
  const schedules = await owner.query<Rows['schedules'][number]>('select * from follow_up_schedules order by id');
  return { messages: COLUMNS.map((column) => rows.map((row) => row[column])), schedules: schedules.rows };
}

/**
 * Inserts the messages with a single statement into the real table, which has its keys, constraints and indexes.
 * Returns how long the insert took, in ms. The schedules are inserted before the measurement, and all values are known
 * in advance. The insert therefore needs no locks, checks, date computations, timeline entries or changes to leads.
 */
async function bare(database: BenchDatabase, company: CompanyRow, { messages, schedules }: Rows): Promise<number> {
  await reset(database, company);
  const { owner } = database;
  await owner.query(
    `insert into follow_up_schedules (id, company_id, lead_id, status, channel, activated_at, created_at)
     select id, company_id, lead_id, 'active', 'sms', at, at
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[]) s (id, company_id, lead_id, at)`,
    [
      schedules.map(({ id }) => id),
      schedules.map((row) => row.company_id),
      schedules.map((row) => row.lead_id),
      schedules.map((row) => row.activated_at),
    ],
  );
  const arrays = TYPES.map((type, index) => `$${index + 1}::${type}[]`).join(', ');
  const began = performance.now();
  await owner.query(`insert into follow_up_messages (${COLUMNS.join(', ')}) select * from unnest(${arrays})`, messages);
  return performance.now() - began;
}
