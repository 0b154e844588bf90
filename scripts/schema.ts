import pg from 'pg';

/** The sections of the printed schema. Each is a query that returns one column, `line`, in a stable order. */
const SECTIONS: { title: string; query: string }[] = [
  {
    title: 'tables',
    query: `
      select format(E'create table %s (\\n%s\\n);%s', c.relname,
        (select string_agg(format('  %s %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
             case when a.attnotnull then ' not null' else '' end,
             case when a.attidentity = 'a' then ' generated always as identity'
                  when a.attgenerated = 's' then format(' generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
                  when d.adbin is not null then format(' default %s', pg_get_expr(d.adbin, d.adrelid)) else '' end),
             E',\\n' order by a.attnum)
           from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
           where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
        case when c.relforcerowsecurity then E'\\n-- row-level security is forced' else '' end) as line
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname !~ '^kysely_'
      order by c.relname`,
  },
  {
    title: 'views',
    query: `
      select format(E'create view %s with (%s) as\\n%s%s', c.relname, array_to_string(c.reloptions, ', '), pg_get_viewdef(c.oid),
        (select string_agg(format(E'\\nalter view %s alter column %s set default %s;', c.relname, a.attname,
             pg_get_expr(d.adbin, d.adrelid)), '' order by a.attnum)
           from pg_attribute a join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
           where a.attrelid = c.oid)) as line
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'v' order by c.relname`,
  },
  {
    title: 'constraints',
    query: `
      select format('alter table %s add constraint %s %s;', conrelid::regclass, conname, pg_get_constraintdef(oid)) as line
      from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n' and conrelid <> 0
        and conrelid::regclass::text !~ '^kysely_' order by conrelid::regclass::text, conname`,
  },
  {
    title: 'indexes',
    query: `
      select replace(indexdef, ' ON public.', ' ON ') || ';' as line from pg_indexes i
      where schemaname = 'public' and tablename !~ '^kysely_'
        and not exists (select from pg_constraint c where c.conname = i.indexname and c.contype in ('p', 'u', 'x')) order by indexname`,
  },
  {
    title: 'row-level security',
    query: `
      select format('create policy %s on %s%s for %s to %s using (%s)%s;', policyname, tablename,
        case permissive when 'RESTRICTIVE' then ' as restrictive' else '' end, lower(cmd),
        array_to_string(roles, ', '), qual, case when with_check is null then '' else format(' with check (%s)', with_check) end) as line
      from pg_policies where schemaname = 'public' order by tablename, policyname`,
  },
  {
    title: 'rights',
    query: `
      select format('grant %s on %s to %s;', string_agg(lower(privilege_type), ', ' order by privilege_type), table_name, grantee) as line
      from information_schema.role_table_grants where table_schema = 'public' and grantee like 'picket\\_%'
      group by table_name, grantee order by table_name, grantee`,
  },
  {
    title: 'triggers',
    query: `
      select pg_get_triggerdef(t.oid) || ';' as line from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and c.relnamespace = 'public'::regnamespace order by c.relname, t.tgname`,
  },
  {
    title: 'functions',
    query: `
      select pg_get_functiondef(p.oid) || ';' as line from pg_proc p
      where p.pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by p.proname`,
  },
];

/** Returns the schema after all migrations as readable SQL. Reviewers compare it with the migration. */
export async function printSchema(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const parts = ['-- The schema after all migrations. `npm run schema` writes this file, and a test compares it.'];
    for (const { title, query } of SECTIONS) {
      const { rows } = await client.query<{ line: string }>(query);
      parts.push(`-- ${title}`, ...rows.map((row) => row.line));
    }
    return `${parts.join('\n\n')}\n`;
  } finally {
    await client.end();
  }
}
