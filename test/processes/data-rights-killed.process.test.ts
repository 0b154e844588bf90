import { randomBytes } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { requestExport } from '#core/features/data-rights/company-export.ts';
import { KEPT_TABLES } from '#core/features/data-rights/deleted-tables.ts';
import { EXPORTED_TABLES } from '#core/features/data-rights/exported-tables.ts';
import { type AppDb, createAppDb } from '#core/platform/db/app.ts';
import { createLogger } from '#core/platform/log.ts';
import { readCsv } from '#shared/features/leads/lead-csv.file.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { testConfig } from '../caller.ts';
import { type MortalLab, startMortalLab } from '../mortal/lab.ts';
import { inDatabase, postgresStore } from '../queue-stores.ts';

/** With notes that can't be compressed, their zip has several parts of 1 MB. */
const LEADS = 400;
const NOTES_BYTES = 7_000;
/** The key of the advisory lock at which the worker waits to be killed. */
const GATE = 4_711;
const PATIENTLY = { timeout: 30 * SECOND, interval: 50 };

let lab: MortalLab;
let db: AppDb;
beforeAll(async () => {
  lab = await startMortalLab(await postgresStore());
  const config = testConfig(lab.databaseUrl);
  db = createAppDb(config, createLogger(config, 'test'));
});
afterAll(async () => {
  await db.destroy();
  await lab.close();
});

async function companyWithLeads(): Promise<CompanyRow> {
  const company = await lab.a.company();
  for (let made = 0; made < LEADS; made += 1)
    await lab.a.lead(company, { notes: randomBytes(NOTES_BYTES).toString('base64') });
  return company;
}

/** Runs a statement as the tables' owner. */
const asOwner = (statement: string) => inDatabase(lab.databaseUrl, (client) => client.query(statement));

/**
 * Starts a worker, which waits before a row of this table is written, kills it (SIGKILL) there, and starts another one
 * after the dead one's lease has ended. `when` is a condition on the row.
 */
async function killAt(
  { table, event, when }: { table: string; event: 'insert' | 'delete'; when: string },
  { expire }: { expire: () => Promise<unknown> },
): Promise<void> {
  await asOwner(`create or replace function wait_at_gate() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(${GATE});
      return case when tg_op = 'DELETE' then old else new end;
    end $$`);
  await asOwner(
    `create trigger gate before ${event} on ${table} for each row when (${when}) execute function wait_at_gate()`,
  );
  await inDatabase(lab.databaseUrl, async (gate) => {
    await gate.query(`select pg_advisory_lock(${GATE})`);
    await lab.crew.enlist(1);
    const waiting = async () =>
      (await gate.query(`select from pg_locks where locktype = 'advisory' and objid = ${GATE} and not granted`))
        .rowCount;
    await expect.poll(waiting, PATIENTLY).toBe(1);
    await lab.crew.kill();
    await gate.query(`select pg_advisory_unlock(${GATE})`);
    await expect.poll(waiting, PATIENTLY).toBe(0);
  });
  await asOwner(`drop trigger gate on ${table}`);
  await expire();
  await lab.crew.enlist(1);
}

const rowsOf = async (table: string, { id }: CompanyRow): Promise<number> => {
  const key = sql.ref(table === 'company_profiles' ? 'id' : 'company_id');
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from ${sql.table(table)} where ${key} = ${id}`.execute(lab.system);
  return rows[0]?.n ?? 0;
};

test('kill -9 in the middle of an export: the next worker makes it once and whole', async () => {
  const company = await companyWithLeads();
  const by = { companyId: company.id, userId: company.user_id, role: 'owner', ip: '127.0.0.1' } as const;
  const config = testConfig(lab.databaseUrl);
  await requestExport({ db, system: lab.system, clock: { now: () => lab.now() }, config }, by);
  const exports = () =>
    lab.system.selectFrom('company_exports').selectAll().where('company_id', '=', company.id).execute();
  let left = 0;
  await killAt(
    { table: 'company_export_parts', event: 'insert', when: 'new.position = 1' },
    {
      expire: async () => {
        left = await rowsOf('company_export_parts', company);
        await sql`update company_exports set claimed_until = now() - interval '1 second'`.execute(lab.system);
      },
    },
  );
  // One part, and the one that Postgres was storing when its worker died.
  expect(left).toBeGreaterThan(0);
  await expect.poll(async () => (await exports()).map(({ status }) => status), PATIENTLY).toEqual(['done']);
  const [made] = await exports();
  expect(made?.attempts).toBe(2);
  const parts = await lab.system
    .selectFrom('company_export_parts')
    .select(['position', 'content'])
    .where('company_id', '=', company.id)
    .orderBy('position')
    .execute();
  expect(parts.map(({ position }) => position)).toEqual(parts.map((_, index) => index));
  const zip = Buffer.concat(parts.map(({ content }) => content));
  expect(zip.length).toBe(made?.size);
  const files = unzipSync(zip);
  const leads = readCsv(strFromU8(files['leads.csv'] ?? new Uint8Array()));
  expect(new Set(leads.rows.map(({ cells }) => cells[leads.head.indexOf('id')])).size).toBe(LEADS);
  expect(leads.rows).toHaveLength(LEADS);
  await lab.crew.dismiss();
}, 180_000);

test('kill -9 in the middle of deleting a company: the next worker deletes the rest, and tells the owners once', async () => {
  const [company, other] = [await companyWithLeads(), await lab.a.company()];
  const kept = await lab.a.lead(other);
  await lab.a.material(company);
  const material = await lab.a.material(other);
  await sql`update company_profiles set deletion_requested_at = ${lab.now()}, deletes_at = ${lab.now()}
    where id = ${company.id}`.execute(lab.system);
  let prices = 0;
  await killAt(
    { table: 'materials', event: 'delete', when: `old.company_id = '${company.id}'` },
    {
      expire: async () => {
        prices = await rowsOf('materials', company);
        await sql`update company_profiles set deletion_claimed_until = now() - interval '1 second'`.execute(lab.system);
      },
    },
  );
  // The homeowners were gone already, and the prices weren't yet.
  expect(prices).toBe(1);
  const deletedAt = async () =>
    (
      await lab.system
        .selectFrom('company_profiles')
        .select('deleted_at')
        .where('id', '=', company.id)
        .executeTakeFirstOrThrow()
    ).deleted_at;
  await expect.poll(deletedAt, PATIENTLY).not.toBeNull();
  const left = [];
  for (const table of Object.keys(EXPORTED_TABLES))
    if (!(table in KEPT_TABLES) && (await rowsOf(table, company)) > 0) left.push(table);
  expect(left).toEqual([]);
  expect(await rowsOf('company_profiles', company)).toBe(1);
  const told = await lab.system.selectFrom('messages').select('id').where('kind', '=', 'company.deletion').execute();
  expect(told).toHaveLength(1);
  expect(await lab.system.selectFrom('leads').select('id').where('company_id', '=', other.id).execute()).toEqual([
    { id: kept.id },
  ]);
  expect(await lab.system.selectFrom('materials').select('id').where('company_id', '=', other.id).execute()).toEqual([
    { id: material.id },
  ]);
}, 180_000);
