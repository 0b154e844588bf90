import type { BusyAddressView } from '#shared/features/visits/visits.schema.ts';
import type { CompanyId, UserId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../../platform/db/app.ts';
import type { Deps } from '../../../platform/deps.ts';
import { createRateLimit, type LimitDeps } from '../../../platform/rate-limit.ts';
import { open, seal } from '../../../platform/secrets.ts';
import { contextOf, READ_EVERY, readCalendar } from './read-calendars.ts';

interface Whose {
  companyId: CompanyId;
  userId: UserId;
}

type BusyDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

const HOUR_IN_SECONDS = 3_600;
const CHANGES_PER_HOUR = 60;

const NONE = { url: null, checkedAt: null, events: 0, error: null };

/** Returns the member's own calendar's address and what its last read found. */
export const getBusyCalendar = (
  { db, config }: Pick<BusyDeps, 'db' | 'config'>,
  whose: Whose,
): Promise<BusyAddressView & { url: string | null }> =>
  inCompany(db, whose.companyId, async (tx) => {
    const row = await tx
      .selectFrom('busy_calendars')
      .selectAll()
      .where('company_id', '=', whose.companyId)
      .where('user_id', '=', whose.userId)
      .executeTakeFirst();
    if (!row) return NONE;
    return {
      url: open(row.sealed_url, config.APP_SECRET, contextOf(whose)) ?? null,
      checkedAt: row.checked_at?.toISOString() ?? null,
      events: row.events,
      error: row.error,
    };
  });

/**
 * Sets the address of the member's own calendar and reads it at once. Null removes it with its busy times. Visits that
 * are already booked stay. If the calendar can't be read, the answer says why, and it's tried again every 15 minutes.
 * Throws RATE_LIMITED after 60 changes in an hour.
 */
export async function setBusyAddress(
  deps: BusyDeps & LimitDeps,
  { url, ...whose }: Whose & { url: string | null },
): Promise<BusyAddressView> {
  const limit = createRateLimit(deps, {
    name: 'busy-address',
    points: CHANGES_PER_HOUR,
    durationSeconds: HOUR_IN_SECONDS,
    message: 'You’ve changed this address too often. Wait an hour and try again',
  });
  await limit.consume(whose.userId);
  const { companyId, userId } = whose;
  const sealedUrl = url === null ? null : seal(url, deps.config.APP_SECRET, contextOf(whose));
  await inCompany(deps.db, companyId, async (tx) => {
    // The busy times of the address before go with it.
    await tx.deleteFrom('busy_calendars').where('company_id', '=', companyId).where('user_id', '=', userId).execute();
    if (sealedUrl === null) return;
    await tx
      .insertInto('busy_calendars')
      .values({
        company_id: companyId,
        user_id: userId,
        sealed_url: sealedUrl,
        due_at: new Date(deps.clock.now().getTime() + READ_EVERY),
      })
      .execute();
  });
  if (sealedUrl !== null) await readCalendar(deps, { ...whose, sealedUrl });
  const { url: _url, ...view } = await getBusyCalendar(deps, whose);
  return view;
}
