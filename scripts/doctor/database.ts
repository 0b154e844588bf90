import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { OLDEST_POSTGRES } from '#core/platform/db/migrate.ts';
import { counted } from '#shared/primitives/counted.ts';
import { connected } from '../start/command.ts';
import { listMigrations } from '../backup/catalog.ts';
import { type Check, fault, type Finding, ok } from './finding.ts';

const ROLES = ['picket_app', 'picket_system'];

export const database: Check = {
  about: 'Database',
  look: ({ config, migrations }) =>
    connected(config.DATABASE_URL, async (client) => [
      await version(client),
      await schema(client, migrations),
      ...(await roles(client, config.DATABASE_URL)),
    ]),
};

async function version(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ full: string; major: number }>(
    `select current_setting('server_version') as full, current_setting('server_version_num')::int / 10000 as major`,
  );
  const { full = '', major = 0 } = rows[0] ?? {};
  return major >= OLDEST_POSTGRES
    ? ok(`Postgres ${full}`)
    : fault(`Postgres ${full} is too old. Use ${OLDEST_POSTGRES} or newer`);
}

async function schema(client: pg.Client, folder: string): Promise<Finding> {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.ts')).map((file) => file.slice(0, -3));
  const run = await listMigrations(client);
  const waiting = names.filter((name) => !run.includes(name)).length;
  const unknown = run.filter((name) => !names.includes(name)).length;
  if (waiting > 0) return fault(`${counted(waiting, 'migration')} didn’t run yet. Run \`npm run migrate\``);
  if (unknown > 0)
    return fault(
      `another version of Picket ran ${counted(unknown, 'migration')}. Use the version that migrated this database`,
    );
  return ok(`the schema is up to date (${counted(run.length, 'migration')})`);
}

/** Both roles must exist and be usable, and every table with rows of companies must be protected from its owner too. */
async function roles(client: pg.Client, url: string): Promise<Finding[]> {
  const { rows } = await client.query<{ role: string; usable: boolean }>(
    `select rolname as role, pg_has_role(current_user, oid, 'set') as usable from pg_roles where rolname = any($1)`,
    [ROLES],
  );
  const unusable = ROLES.filter((role) => !rows.some((row) => row.role === role && row.usable));
  if (unusable.length > 0)
    return [
      fault(`DATABASE_URL’s user can’t use the role ${unusable.join(' and ')}. Run \`npm run migrate\` as this user`),
    ];
  if (!(await takesOptions(url)))
    return [
      fault(
        'connections don’t get their role, because of a pooler such as PgBouncer. Let DATABASE_URL lead to Postgres itself',
      ),
    ];
  const { rows: open } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'company_id'
      and not a.attisdropped and not (c.relrowsecurity and c.relforcerowsecurity) order by 1`,
  );
  return [
    open.length === 0
      ? ok('both roles are usable, and row-level security is forced')
      : fault(
          `row-level security is off for ${open.map(({ name }) => name).join(', ')}. Restore the schema from a backup`,
        ),
  ];
}

/** Whether a connection gets the role that its options ask for. PgBouncer refuses or drops them. */
async function takesOptions(connectionString: string): Promise<boolean> {
  const [role] = ROLES;
  const client = new pg.Client({ connectionString, options: `-c role=${role}` });
  try {
    await client.connect();
    const { rows } = await client.query<{ actual: string }>('select current_user as actual');
    return rows[0]?.actual === role;
  } catch (error) {
    if (error instanceof Error && error.message.includes('startup parameter')) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
