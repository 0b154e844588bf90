import { startManyFollowUps } from '#core/features/follow-ups/start-many.ts';
import type { CompanyRow } from '#core/platform/db/tables.ts';
import { MOST_LEADS_AT_ONCE } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { LeadId } from '#shared/primitives/ids.ts';
import { type BenchDatabase, openDatabase } from './database.ts';
import { fillLeads } from './leads-data.ts';
import { type Line, milliseconds } from './result.ts';
import { inTurn } from './rounds.ts';

const LEADS = 10_000;
const GOAL = 1.5;
/** Where the jobs are: dates are reckoned for each anew. */
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

/** Follow-ups of three texts for imported leads by the real code, as the browser asks for them, against their bare rows. */
export async function q4(): Promise<Line[]> {
  const database = await openDatabase();
  try {
    const company = await database.a.company();
    const leadIds = await importedLeads(database, company);
    await real(database, company, leadIds);
    const rows = await readRows(database);
    const result = await inTurn({
      floor: () => bare(database, rows),
      ours: () => real(database, company, leadIds),
    });
    const ratio = result.ours / result.floor;
    return [
      {
        id: 'Q4',
        ours: milliseconds(result.ours),
        peer: 'addBulk 7.8× recorded',
        floor: milliseconds(result.floor),
        ratio,
        goal: `at most ${GOAL}`,
        met: ratio <= GOAL,
        valid: result.valid,
      },
    ];
  } finally {
    await database.close();
  }
}

/** New leads that agreed to texts, in a dozen places. */
async function importedLeads(database: BenchDatabase, company: CompanyRow): Promise<LeadId[]> {
  const { owner, clock } = database;
  await fillLeads(database, company, LEADS);
  await owner.query(`update leads set zip = ($1::text[])[1 + (right(phone, 4)::int % ${ZIPS.length})]`, [ZIPS]);
  await owner.query(
    `insert into consents (company_id, lead_id, phone, method, text, version, at)
     select company_id, id, phone, 'written', 'Agreed to texts.', 'recorded', $1 from leads`,
    [clock.now()],
  );
  const { rows } = await owner.query<{ id: LeadId }>('select id from leads order by created_at desc');
  return rows.map(({ id }) => id);
}

/** Everything as it was after the import. */
async function reset({ owner }: BenchDatabase): Promise<void> {
  await owner.query('truncate follow_up_messages, follow_up_schedules, timeline_events cascade');
  await owner.query(`update leads set status = 'new', last_contact_at = null where status <> 'new'`);
  await owner.query('vacuum analyze leads');
  await owner.query('checkpoint');
}

async function real(database: BenchDatabase, company: CompanyRow, leadIds: readonly LeadId[]): Promise<number> {
  await reset(database);
  const { db, clock } = database;
  const bell = { ring: () => Promise.resolve() };
  const began = performance.now();
  for (let from = 0; from < leadIds.length; from += MOST_LEADS_AT_ONCE) {
    const input = { leadIds: leadIds.slice(from, from + MOST_LEADS_AT_ONCE), dryRun: false };
    const { leads } = await startManyFollowUps({ db, clock, bell }, { companyId: company.id, input });
    const refused = leads.find(({ outcome }) => outcome !== 'started');
    if (refused) throw new Error(`a lead was not started: ${refused.reason}`);
  }
  return performance.now() - began;
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

/** The very rows that the real code wrote, a list for each column. */
async function readRows({ owner }: BenchDatabase): Promise<Rows> {
  const { rows } = await owner.query<Record<string, unknown>>('select * from follow_up_messages order by id');
  if (rows.length !== 3 * LEADS) throw new Error(`${rows.length} rows were written`);
  const schedules = await owner.query<Rows['schedules'][number]>('select * from follow_up_schedules order by id');
  return { messages: COLUMNS.map((column) => rows.map((row) => row[column])), schedules: schedules.rows };
}

/** One statement, with the schedules there already: no lock, no check, no date, no timeline, no lead changed. */
async function bare(database: BenchDatabase, { messages, schedules }: Rows): Promise<number> {
  await reset(database);
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
