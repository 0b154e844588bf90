import { parseArgs } from 'node:util';
import type pg from 'pg';
import { skipDue } from './backup/skip-due-after-restore.ts';
import { connected, readDotenv } from './start/command.ts';
import { connectionString } from './start/connection.ts';

const USAGE = `usage: npm run admin -- grant EMAIL
       npm run admin -- skip-due [--before 2026-11-22T10:00:00Z] [--yes]`;

type Answer = { done: boolean; line: string };
type Command = (client: pg.ClientBase) => Promise<Answer>;

/** Returns the command that the arguments specify. Returns undefined if there's no such command. */
export function commandOf(args: string[], now: Date): Command | undefined {
  const [action, ...rest] = args;
  if (action === 'grant') {
    const [email, ...more] = rest;
    return email && more.length === 0 ? (client) => grantAdmin(client, email) : undefined;
  }
  if (action !== 'skip-due') return undefined;
  try {
    const { values } = parseArgs({ args: rest, options: { before: { type: 'string' }, yes: { type: 'boolean' } } });
    const before = values.before === undefined ? now : new Date(values.before);
    if (Number.isNaN(before.getTime())) return undefined;
    return (client) => skipDue(client, { before, now, really: values.yes === true });
  } catch {
    return undefined;
  }
}

/** Makes the user with this email address an admin. Records this in the audit log in the same transaction. */
export async function grantAdmin(client: pg.ClientBase, email: string): Promise<Answer> {
  const address = email.trim().toLowerCase();
  const { rows } = await client.query<{ id: string; email_verified_at: Date | null }>(
    'select id, email_verified_at from users where email = $1',
    [address],
  );
  const user = rows[0];
  if (!user) return { done: false, line: `No user has the email address ${address}. Ask them to sign up first.` };
  // Anyone can sign up with any email address, so the role requires a confirmed email address.
  if (!user.email_verified_at)
    return {
      done: false,
      line: `${address} isn't confirmed yet. First, ask them to enter the code we emailed.`,
    };
  const { rowCount } = await client.query(
    `with before as (select coalesce(jsonb_agg(role order by role), '[]') as roles from user_roles where user_id = $1),
      granted as (
        insert into user_roles (user_id, role) values ($1, 'admin')
        on conflict (user_id, role) do nothing returning role)
    insert into audit_log (at, actor, action, subject_kind, subject_id, subject, before, after)
      select now(), 'npm run admin', 'user.role_granted', 'user', $1::text, $2, jsonb_build_object('roles', roles),
        jsonb_build_object('roles', roles || to_jsonb(role)) from granted, before`,
    [user.id, address],
  );
  return { done: true, line: rowCount === 1 ? `${address} is now an admin.` : `${address} is already an admin.` };
}

async function main(args: string[]): Promise<Answer> {
  const command = commandOf(args, new Date());
  if (!command) return { done: false, line: USAGE };
  readDotenv();
  const url = connectionString(process.env);
  if (url === undefined) return { done: false, line: "DATABASE_URL isn't set, and `npm start` isn't running." };
  try {
    return await connected(url, command);
  } catch (error) {
    return { done: false, line: `The command failed: ${String(error)}` };
  }
}

if (process.argv[1] === import.meta.filename) {
  const { done, line } = await main(process.argv.slice(2));
  if (done) console.log(line);
  else console.error(line);
  process.exitCode = done ? 0 : 1;
}
