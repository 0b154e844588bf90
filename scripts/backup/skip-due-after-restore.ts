import type pg from 'pg';
import { MESSAGE_KINDS } from '#core/message-kinds.ts';

/** The timeline entry's text. */
const REASON = 'Picket was restored from a backup. This message may already have been sent';

/**
 * The kinds of messages to homeowners, with their timeline labels. Notices to contractors aren't skipped, because a
 * duplicate notice is harmless.
 */
const HOMEOWNER_KINDS = MESSAGE_KINDS.flatMap(({ kind, label, audience }) =>
  audience === 'homeowner' ? [{ kind, label }] : [],
);

/** Skips the rows and adds an entry to each lead's timeline. */
const SKIP = `
  with kinds as (select k ->> 'kind' as kind, k ->> 'label' as label from jsonb_array_elements($4::jsonb) k),
  skipped as (
    update messages m set status = 'skipped', claimed_until = null, reason = $2 from kinds
    where m.status = 'scheduled' and m.due_at <= $1 and m.kind = kinds.kind
    returning m.company_id, m.lead_id, m.channel, m.schedule_id, jsonb_strip_nulls(jsonb_build_object(
      'channel', m.channel, 'kind', kinds.label, 'step', m.step, 'reason', $2::text)) as data),
  told as (
    insert into timeline_events (company_id, lead_id, kind, at, data)
    select company_id, lead_id, 'message_skipped', $3, data from skipped where lead_id is not null)
  select company_id, channel, count(*)::int as messages, array_agg(distinct schedule_id) as schedules
  from skipped group by company_id, channel`;

interface Skipped {
  company_id: string;
  channel: 'sms' | 'email';
  messages: number;
  schedules: (string | null)[];
}

export interface SkipDue {
  /** Skips messages that were due before this instant. */
  before: Date;
  now: Date;
  /** If false, only counts the rows and changes nothing. */
  really: boolean;
}

/**
 * Skips all due messages to homeowners in one transaction. A restore calls it, because these messages may have been
 * sent since the backup was taken. Ends the schedules that have nothing left to send. Leaves messages unchanged if
 * their sending was interrupted. The worker asks Twilio about such texts and marks such emails as unknown. Uses the
 * role that can access all companies, because row-level security hides the companies' rows even from the tables' owner.
 * If a worker is running, changes nothing and returns `done: false`.
 */
export async function skipDue(client: pg.ClientBase, wish: SkipDue): Promise<{ done: boolean; line: string }> {
  await client.query('begin');
  try {
    await client.query('set local role picket_system');
    if (await workerRuns(client)) return { done: false, line: 'A worker is running. Stop all workers first.' };
    const skipped = await skip(client, wish);
    const schedules = await finish(client, skipped);
    if (wish.really && skipped.length > 0) {
      await log(client, wish, skipped);
      await client.query('commit');
    }
    return { done: true, line: words(skipped, { ...wish, schedules }) };
  } finally {
    // After a commit, there's nothing to roll back.
    await client.query('rollback');
  }
}

async function workerRuns(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    `select from worker_heartbeats where swept_at > now() - interval '30 seconds' limit 1`,
  );
  return rows.length > 0;
}

async function skip(client: pg.ClientBase, { before, now }: SkipDue): Promise<Skipped[]> {
  const { rows } = await client.query<Skipped>(SKIP, [before, REASON, now, JSON.stringify(HOMEOWNER_KINDS)]);
  return rows;
}

/** Ends the schedules with nothing left to send, and returns how many it ended. */
async function finish(client: pg.ClientBase, skipped: readonly Skipped[]): Promise<number> {
  const ids = skipped.flatMap(({ schedules }) => schedules.filter((id) => id !== null));
  const { rowCount } = await client.query(
    `update follow_up_schedules s set status = 'done' where s.id = any($1::uuid[]) and s.status = 'active'
      and not exists (select from follow_up_messages r
        where r.schedule_id = s.id and r.status in ('draft', 'scheduled', 'sending'))`,
    [[...new Set(ids)]],
  );
  return rowCount ?? 0;
}

const log = (client: pg.ClientBase, { before, now }: SkipDue, skipped: readonly Skipped[]) =>
  client.query(
    `insert into audit_log (at, actor, action, subject_kind, subject_id, subject, after)
      values ($1, 'npm run admin', 'messages.skipped', 'message', $2, 'Due messages', jsonb_build_object('messages', $3::int))`,
    [now, before.toISOString(), total(skipped)],
  );

const total = (rows: readonly Skipped[]): number => rows.reduce((sum, { messages }) => sum + messages, 0);

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

function words(skipped: readonly Skipped[], { before, really, schedules }: SkipDue & { schedules: number }): string {
  const until = `due by ${before.toISOString()}`;
  if (skipped.length === 0) return `There are no scheduled messages to homeowners ${until}.`;
  const of = (channel: Skipped['channel']) => total(skipped.filter((row) => row.channel === channel));
  const companies = new Set(skipped.map((row) => row.company_id)).size;
  const what = `${counted(of('sms'), 'text')} and ${counted(of('email'), 'email')} from ${counted(companies, 'company', 'companies')}, ${until}`;
  const ended = `${counted(schedules, 'follow-up schedule')} with nothing left to send`;
  return really
    ? `Skipped ${what}. Ended ${ended}.`
    : `This would skip ${what}, and end ${ended}. Nothing was changed. Add --yes to skip them.`;
}
