import { type RawBuilder, sql } from 'kysely';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { ExportColumn } from './export-cells.ts';
import { EXPORTED_TABLES } from './exported-tables.ts';

/** A table of the zip. Its rows are those where `own` is true. */
export interface ExportTable {
  name: string;
  columns: ExportColumn[];
  own: RawBuilder<boolean>;
}

/** Returns the tables to export, with the columns that the database has now. */
export async function planExport(tx: CompanyTx, companyId: CompanyId): Promise<ExportTable[]> {
  const { rows } = await sql<ExportColumn & { table: string }>`
    select table_name as table, column_name as name, udt_name as type from information_schema.columns
    where table_schema = 'public' and table_name = any(${Object.keys(EXPORTED_TABLES)})
    order by table_name, ordinal_position`.execute(tx);
  return Object.entries(EXPORTED_TABLES).flatMap(([name, exported]) => {
    if (typeof exported !== 'string' && 'no' in exported) return [];
    const without = typeof exported === 'string' ? {} : exported.without;
    const columns = rows.filter(({ table, name: column }) => table === name && !(column in without));
    const key = sql.ref(name === 'company_profiles' ? 'id' : 'company_id');
    return [{ name, columns, own: sql<boolean>`${key} = ${companyId}` }];
  });
}

/** Counts the rows of all tables, for the progress. */
export async function countRows(tx: CompanyTx, tables: readonly ExportTable[]): Promise<number> {
  let total = 0;
  for (const { name, own } of tables) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)} where ${own}`.execute(tx);
    total += rows[0]?.n ?? 0;
  }
  return total;
}

/** Returns the text of the zip's README.txt: what each file is, and what is left out and why. */
export function readmeOf(
  { product, company, at }: { product: string; company: string; at: Date },
  tables: readonly ExportTable[],
): string {
  const leftOut = Object.entries(EXPORTED_TABLES).flatMap(([name, exported]) => {
    if (typeof exported === 'string') return [];
    if ('no' in exported) return [`- ${name}: ${exported.no}.`];
    return Object.entries(exported.without).map(([column, why]) => `- ${name}.${column}: ${why}.`);
  });
  return [
    `All data of ${company} in ${product}, as of ${at.toISOString()}.`,
    '',
    'Each CSV file is one table (UTF-8, the first row names the columns). Amounts that end in _cents are in cents, times',
    'are in UTC, and lists and drawings are JSON. An apostrophe before a cell’s =, +, - or @ keeps spreadsheets from',
    'running the text as a formula.',
    '',
    'Files:',
    ...tables.map(({ name }) => `- ${name}.csv`),
    '- members.csv: the names and email addresses of the members in company_members.csv',
    '- history.csv: who changed the team, the plan or this data, and when',
    '- files/: the logos, and the PDFs of estimates that were opened recently',
    '',
    'Left out, and why:',
    ...leftOut,
    '',
  ].join('\r\n');
}
