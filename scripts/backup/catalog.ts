import type pg from 'pg';

/** A table of the product's schema. The queue's tables are in another schema, and are made anew. */
export interface Table {
  name: string;
  /** The columns that are stored, in the table's order. Generated columns are computed again. */
  columns: string[];
  /** True if row-level security binds even the owner. */
  forced: boolean;
}

/** Returns all tables except the list of migrations, by name. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name, c.relforcerowsecurity as forced,
      array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely_migration%'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.oid order by c.relname collate "C"`);
  return rows;
}

/** Returns the names of the migrations that have run, in order. Empty for a database without our tables. */
export async function listMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows: found } = await client.query(`select where to_regclass('public.kysely_migration') is not null`);
  if (found.length === 0) return [];
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name collate "C"');
  return rows.map(({ name }) => name);
}

/** `"leads" ("id", "name")`, as COPY takes it. */
export const withColumns = (client: pg.ClientBase, { name, columns }: Pick<Table, 'name' | 'columns'>): string =>
  `${client.escapeIdentifier(name)} (${columns.map((column) => client.escapeIdentifier(column)).join(', ')})`;

/** Returns the sequences that have given out a value, with the last one. A number in text, because it's a bigint. */
export async function listSequences(client: pg.ClientBase): Promise<{ name: string; last: string }[]> {
  const { rows } = await client.query<{ name: string; last: string }>(`
    select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = 'public' and last_value is not null order by sequencename collate "C"`);
  return rows;
}
