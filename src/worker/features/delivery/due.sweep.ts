import { type Kysely, sql } from 'kysely';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { MessageOwner } from '#core/platform/deps.ts';
import type { Database } from '#core/platform/db/tables.ts';
import { LANE_ROWS } from '#core/features/delivery/figures.ts';
import { LAPSED, UNCLAIMED } from '#core/platform/db/lease.ts';

interface Asked {
  /** The current time by the business clock. */
  now: Date;
  /** Channels whose provider is down. They're skipped. */
  closed: readonly MessageChannel[];
}

/** A company, or the platform, with due messages on a channel. */
export interface DueTurn {
  owner: MessageOwner;
  channel: MessageChannel;
}

/** Returns the owners of due messages: companies, or the platform for emails that don't belong to a company. */
export async function findDueTurns(system: Kysely<Database>, asked: Asked): Promise<DueTurn[]> {
  const [companies, own] = await Promise.all([findCompaniesWithDue(system, asked), hasPlatformMails(system, asked)]);
  // The platform is first, because users are waiting for its sign-in codes.
  return own ? [{ owner: 'platform', channel: 'email' }, ...companies] : companies;
}

async function hasPlatformMails(system: Kysely<Database>, { now, closed }: Asked): Promise<boolean> {
  const { rows } = await sql`select 1 from messages where company_id is null and (
      (status = 'scheduled' and channel = 'email' and due_at <= ${now} and ${!closed.includes('email')}
        and ${UNCLAIMED})
      or (status = 'sending' and ${LAPSED})) limit 1`.execute(system);
  return rows.length > 0;
}

/**
 * Returns the companies, by channel, that have a due or an interrupted message. Due times are compared with the
 * business clock. A message was interrupted if its lease has expired by wall-clock time. A job in the `texts` queue
 * resolves interrupted messages. The query skips from company to company in the partial index. Its cost therefore
 * grows with the number of companies that have scheduled messages, not with the number of messages.
 */
async function findCompaniesWithDue(system: Kysely<Database>, { now, closed }: Asked): Promise<DueTurn[]> {
  const { rows } = await sql<{ owner: CompanyId; channel: MessageChannel }>`
    with recursive company (id) as (
      (select company_id from messages where status = 'scheduled' and company_id is not null order by company_id limit 1)
      union all
      select (select company_id from messages where status = 'scheduled' and company_id > company.id
        order by company_id limit 1) from company where company.id is not null)
    select company.id as owner, lane.channel from company, ${LANE_ROWS}, lateral (
        select from messages m
        where m.company_id = company.id and m.channel = lane.channel and (m.schedule_id is not null) = lane.of_steps
          and m.status = 'scheduled' and m.due_at <= ${now} and ${UNCLAIMED} limit 1) due
      where company.id is not null and lane.channel <> all(${closed})
    union select company_id, 'sms' from messages
      where status = 'sending' and ${LAPSED} and company_id is not null`.execute(system);
  return rows;
}
