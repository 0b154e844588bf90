import { type RawBuilder, sql } from 'kysely';
import Papa from 'papaparse';
import { safeCell } from '#shared/features/leads/lead-csv.file.ts';

/** A column to export, with its Postgres type as the catalog names it. */
export interface ExportColumn {
  name: string;
  type: string;
}

type Cell = string | null;

/** Types whose text is never a formula, and must stay readable as numbers. */
const NUMBERS = new Set(['int2', 'int4', 'int8', 'float8', 'numeric']);
const JSON_TYPES = new Set(['json', 'jsonb']);

/** Postgres names an array's type after its elements, with an underscore before. */
const isArray = (type: string): boolean => type.startsWith('_');

/**
 * Returns the SQL for a column as text: instants in ISO 8601 (UTC), JSON and arrays as JSON, the rest as Postgres prints
 * it. The value null stays null.
 */
export function textOf({ name, type }: ExportColumn): RawBuilder<Cell> {
  const column = sql.ref(name);
  if (type === 'timestamptz') return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return isArray(type) ? sql`to_jsonb(${column})::text` : sql`${column}::text`;
}

const JSON_STRING = /"(?:[^"\\]|\\.)*"/g;
const SIGN = /[=+\-@＝＋－＠]/g;
const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Escapes the characters that begin a formula within JSON's strings, in JSON's own way, so that the text parses to the
 * same value.
 */
export const safeJson = (json: string): string =>
  json.replaceAll(JSON_STRING, (text) => (safeCell(text) === text ? text : text.replaceAll(SIGN, escaped)));

/** Returns rows as CSV text: CRLF line endings, every cell quoted, null as an empty cell, no formulas. */
export const csvOf = (columns: readonly ExportColumn[], rows: readonly (readonly Cell[])[]): string => {
  const guards = columns.map(({ type }) =>
    NUMBERS.has(type) ? (text: string) => text : JSON_TYPES.has(type) || isArray(type) ? safeJson : safeCell,
  );
  const cells = rows.map((row) => row.map((cell, at) => (cell === null ? '' : (guards[at] ?? safeCell)(cell))));
  return rows.length === 0 ? '' : `${Papa.unparse(cells, { newline: '\r\n', quotes: true })}\r\n`;
};
