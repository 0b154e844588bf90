import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { EXPORTED_TABLES } from './exported-tables.ts';

interface Column {
  table: string;
  name: string;
  type: string;
}

let app: TestApp;
let columns: Column[];

beforeAll(async () => {
  app = await startTestApp();
  const { rows } = await sql<Column>`select c.table_name as table, c.column_name as name, c.udt_name as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and (c.table_name = 'company_profiles'
      or exists (select from information_schema.columns own where own.table_schema = 'public'
        and own.table_name = c.table_name and own.column_name = 'company_id'))
    order by c.table_name, c.ordinal_position`.execute(app.deps.system);
  columns = rows;
});
afterAll(() => app.close());

/** Columns whose names look like a secret's, although everyone who has the row may know them. */
const NO_SECRETS = new Set([
  'change_signatures.document_hash',
  'change_signatures.estimate_hash',
  'company_profiles.logo_hash',
  'company_profiles.sms_pause_code',
  'company_logos.hash',
  'estimate_acceptances.document_hash',
  'estimate_acceptances.terms_hash',
  'estimate_pdfs.hash',
  'agent_costs.input_tokens',
  'agent_costs.output_tokens',
  'mail_bounces.code',
  'messages.error_code',
  'message_attempts.error_code',
  'price_lists.hash',
]);
const SECRET = /token|sealed|secret|code|hash|password|claim|idempotency|dedupe|endpoint|p256dh|^auth$/;

const isOut = ({ table, name }: Column): boolean => {
  const exported = EXPORTED_TABLES[table];
  return exported !== undefined && exported !== 'all' && ('no' in exported || name in exported.without);
};

test('every table of a company is exported, or is listed with the reason why not', () => {
  expect(Object.keys(EXPORTED_TABLES).toSorted()).toEqual([...new Set(columns.map(({ table }) => table))].toSorted());
});

test('every column that’s left out exists', () => {
  const left = Object.entries(EXPORTED_TABLES).flatMap(([table, exported]) =>
    exported !== 'all' && 'without' in exported ? Object.keys(exported.without).map((name) => `${table}.${name}`) : [],
  );
  const all = new Set(columns.map(({ table, name }) => `${table}.${name}`));
  expect(left.filter((name) => !all.has(name))).toEqual([]);
});

test('no column with the name of a secret is exported', () => {
  const secrets = columns.filter((column) => SECRET.test(column.name) && !isOut(column));
  const open = secrets.map(({ table, name }) => `${table}.${name}`).filter((name) => !NO_SECRETS.has(name));
  expect(open).toEqual([]);
});

test('files are never cells', () => {
  expect(columns.filter((column) => column.type === 'bytea' && !isOut(column))).toEqual([]);
});
