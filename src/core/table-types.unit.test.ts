import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// The types of the tables are written by hand, because they say more than the schema: whose id a column has, what a
// JSON value contains, which words a text may be, and what is never changed. These tests hold them to the schema.

const ROOT = join(import.meta.dirname, '../..');
const schema = readFileSync(join(ROOT, 'migrations/schema.sql'), 'utf8');
const types = globSync('src/core/{features/*/*.table.ts,platform/db/tables.ts}', { cwd: ROOT })
  .map((file) => readFileSync(join(ROOT, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, ''))
  .join('\n');

/** What a query gets (`selected`), whether that may be null, and whether an insert may leave the column out. */
type Column = { selected: string; nullable: boolean; optional: boolean };
type Columns = Map<string, Column>;

const interfaces = new Map(
  [...types.matchAll(/interface (\w+)(?: extends (\w+))? \{\n([\s\S]*?)\n\}/g)].map(
    ([, name = '', base = '', body = '']) => [name, { base, body }] as const,
  ),
);

function columnsOf(name: string): Columns {
  const { base, body } = interfaces.get(name) ?? { base: '', body: '' };
  const own = [...body.matchAll(/^ {2}(\w+): ([\s\S]*?);$/gm)].map(
    ([, column = '', type = '']) => [column, readType(type.replace(/\s+/g, ' '))] as const,
  );
  return new Map([...(base === '' ? [] : columnsOf(base)), ...own]);
}

function readType(type: string): Column {
  const [, wrapper = '', inner = ''] = /^(\w+)<(.*)>$/.exec(type) ?? [];
  const [, owner = '', column = ''] = /^(\w+)\['(\w+)'\]$/.exec(type) ?? [];
  const found = columnsOf(owner).get(column);
  if (found !== undefined) return found;
  if (wrapper === 'ColumnType') {
    const [selected = '', inserted = selected] = arguments_(inner);
    return { ...plain(selected), optional: /\bundefined\b|\bnull$/.test(inserted) };
  }
  if (wrapper === 'Json') return plain(inner);
  if (wrapper === 'Optional') return { selected: inner, nullable: true, optional: true };
  if (wrapper === 'Generated' || wrapper === 'GeneratedAlways') return { ...plain(inner), optional: true };
  return plain(type);
}

/** The arguments of a generic type, of which one may have commas of its own. */
const arguments_ = (list: string) =>
  [...list.matchAll(/(?:[^,<({]|<[^<>]*(?:<[^<>]*>[^<>]*)*>|\([^()]*\)|\{[^{}]*\})+/g)].map(([argument]) =>
    argument.trim(),
  );

function plain(type: string): Column {
  const nullable = type.endsWith(' | null');
  return { selected: type.replace(/ \| null$/, ''), nullable, optional: nullable };
}

/** How a value of each Postgres type arrives (`pool.ts`). A name is a union of words, a kind of id or a JSON value. */
const ARRIVES: Record<string, RegExp> = {
  uuid: /^(string|[A-Z]\w*Id)$/,
  text: /^(string|'|[A-Z])/,
  date: /^(string|LocalDate)$/,
  time: /^string$/,
  timestamp: /^Date$/,
  boolean: /^boolean$/,
  bytea: /^Buffer$/,
  jsonb: /./,
  tstzrange: /^string$/,
};
const NUMBER = /^(integer|bigint|smallint|numeric|double)/;

const typedTables = [...types.matchAll(/interface Database \{\n([^}]*)\}/g)].flatMap(([, members = '']) =>
  [...members.matchAll(/^ +(\w+): (\w+);$/gm)].map(([, table = '', type = '']) => ({ table, type })),
);
const tables = new Map(
  [...schema.matchAll(/^create table (\w+) \(\n([\s\S]*?)\n\);/gm)].map(([, table = '', body = '']) => [
    table,
    [...body.matchAll(/^ {2}(\w+) (.*?),?$/gm)].map(([, column = '', definition = '']) => ({ column, definition })),
  ]),
);

/** Columns whose type says less than the schema allows, with the reason. */
const NARROWER: Record<string, string> = {
  'messages.due_at': 'Null only for follow-ups that are read through the view',
};

test.each(typedTables.filter(({ table }) => tables.has(table)))('the type of $table matches the schema', (one) => {
  const typed = columnsOf(one.type);
  const columns = tables.get(one.table) ?? [];
  expect([...typed.keys()].toSorted()).toEqual(columns.map(({ column }) => column).toSorted());
  const wrong = columns.flatMap(({ column, definition }) => {
    const name = `${one.table}.${column}`;
    const { selected, nullable, optional } = typed.get(column) ?? plain('');
    const required = definition.includes(' not null');
    const filled = !required || / default | generated /.test(definition);
    const list = /^\w+\[\]/.test(definition);
    const [base = ''] = /^\w+/.exec(definition) ?? [];
    const arrives = NUMBER.test(base) ? /^(number|\d|[A-Z])/ : ARRIVES[base];
    return [
      nullable === required && !(name in NARROWER) && `${name} is ${required ? 'never' : 'sometimes'} null`,
      optional && !filled && `${name} can't be left out`,
      list !== selected.endsWith('[]') && base !== 'jsonb' && `${name} is ${list ? 'a' : 'no'} list`,
      !list && arrives?.test(selected) !== true && `${name} is ${definition}, not ${selected}`,
    ].filter((line) => line !== false);
  });
  expect(wrong).toEqual([]);
});

test('every typed table is compared, and every exception is needed', () => {
  expect(typedTables.length).toBeGreaterThan(80);
  for (const name of Object.keys(NARROWER)) {
    const [table = '', column] = name.split('.');
    expect(tables.get(table)?.find((one) => one.column === column)?.definition).not.toContain(' not null');
  }
});
