import { DAY, MINUTE, SECOND } from '#shared/primitives/durations.ts';
import type { CompanyId, UserId } from '#shared/primitives/ids.ts';
import { sql } from 'kysely';
import { inCompany } from '../../../platform/db/app.ts';
import type { SystemDeps } from '../../../platform/db/system.ts';
import type { Deps } from '../../../platform/deps.ts';
import { fetchPage, type FetchedPage } from '../../../platform/fetch-page.ts';
import { errorForLog } from '../../../platform/log-error.ts';
import { open } from '../../../platform/secrets.ts';
import { readBusyTimes, type ReadCalendar, UnreadableCalendar } from './busy-times.ts';

/** How often a calendar is read. */
export const READ_EVERY = 15 * MINUTE;
const LIMITS = { timeout: 8 * SECOND, bytes: 2_000_000, redirects: 3 };
/** How far ahead busy times matter: a visit can be booked at most 90 days ahead. */
const AHEAD = 100 * DAY;
const BEFORE = DAY;

interface Whose {
  companyId: CompanyId;
  userId: UserId;
}

type ReadDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

export const contextOf = ({ companyId, userId }: Whose): string => `busy-calendar:${companyId}:${userId}`;

const REFUSED = {
  private: 'This address isn’t on the public internet',
  port: 'We can read only addresses on the standard web ports',
  redirects: 'This address redirects too many times',
  size: 'This calendar is larger than 2 MB',
};

function whyNot(page: Exclude<FetchedPage, { kind: 'page' }>): string {
  if (page.kind === 'refused') return REFUSED[page.why];
  return page.status === null ? 'We couldn’t reach this address' : `The address returned error ${page.status}`;
}

/**
 * Reads a member's calendar and stores when the member is busy. If it can't be read, stores why, and the busy times of
 * the last good read stay. Nothing is stored if the address was changed meanwhile.
 */
export async function readCalendar(deps: ReadDeps, whose: Whose & { sealedUrl: string }): Promise<void> {
  const { companyId, userId, sealedUrl } = whose;
  const url = open(sealedUrl, deps.config.APP_SECRET, contextOf(whose));
  const page: FetchedPage =
    url === undefined
      ? { kind: 'failed', status: null }
      : await fetchPage(url, {
          limits: LIMITS,
          accept: 'text/calendar',
          userAgent: 'Mozilla/5.0 (calendar)',
          whole: true,
          privateHosts: deps.config.PRIVATE_HOSTS ?? [],
        });
  await inCompany(deps.db, companyId, async (tx) => {
    const now = deps.clock.now();
    const { time_zone: zone } = await tx
      .selectFrom('company_profiles')
      .select('time_zone')
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow();
    const read = page.kind === 'page' ? timesIn(page.html, { now, zone }) : whyNot(page);
    const own = {
      checked_at: now,
      ...(typeof read === 'string' ? { error: read } : { error: null, events: read.events }),
    };
    const stored = await tx
      .updateTable('busy_calendars')
      .set(own)
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .where('sealed_url', '=', sealedUrl)
      .returning('user_id')
      .executeTakeFirst();
    if (!stored || typeof read === 'string') return;
    await tx.deleteFrom('busy_times').where('company_id', '=', companyId).where('user_id', '=', userId).execute();
    if (read.times.length === 0) return;
    await sql`insert into busy_times (company_id, user_id, starts_at, ends_at)
      select ${companyId}, ${userId}, starts_at, ends_at
      from unnest(${read.times.map(({ startsAt }) => startsAt)}::timestamptz[],
        ${read.times.map(({ endsAt }) => endsAt)}::timestamptz[]) busy (starts_at, ends_at)`.execute(tx);
  });
}

/** Reads the file, or returns why it can't be read. */
function timesIn(file: string, { now, zone }: { now: Date; zone: string }): ReadCalendar | string {
  const window = { from: new Date(now.getTime() - BEFORE), to: new Date(now.getTime() + AHEAD), zone };
  try {
    return readBusyTimes(file, window);
  } catch (error) {
    if (error instanceof UnreadableCalendar) return 'This address doesn’t have a calendar that we can read';
    throw error;
  }
}

/** The most calendars that one sweep reads, and how many at once. The rest are read in the next sweep. */
const MOST = 200;
const AT_ONCE = 8;

/** Reads the calendars that are due. Each is due again 15 minutes later, also if another worker is reading it now. */
export async function readDueCalendars(deps: ReadDeps & SystemDeps & Pick<Deps, 'logger'>): Promise<void> {
  const now = deps.clock.now();
  const { rows } = await sql<{ companyId: CompanyId; userId: UserId; sealedUrl: string }>`
    update busy_calendars set due_at = ${new Date(now.getTime() + READ_EVERY)}
    where (company_id, user_id) in (select company_id, user_id from busy_calendars where due_at <= ${now}
      order by due_at limit ${MOST} for update skip locked)
    returning company_id as "companyId", user_id as "userId", sealed_url as "sealedUrl"`.execute(deps.system);
  const queue = [...rows];
  const work = async () => {
    for (let next = queue.pop(); next; next = queue.pop())
      await readCalendar(deps, next).catch((error: unknown) =>
        deps.logger.warn({ err: errorForLog(error) }, 'a calendar couldn’t be read; a later sweep reads it again'),
      );
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, rows.length) }, work));
}
