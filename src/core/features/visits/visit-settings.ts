import {
  DEFAULT_VISIT_SETTINGS,
  type VisitSettings,
  visitSettings,
  type VisitSettingsUpdate,
  type VisitSettingsView,
} from '#shared/features/visits/visits.schema.ts';
import { invalid, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, UserId } from '#shared/primitives/ids.ts';
import { refuseStale } from '#shared/primitives/refuse-stale.ts';
import type { Selectable } from 'kysely';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { lockVisits } from './keep-visits-apart.ts';
import type { VisitSettingsTable } from './visits.table.ts';

interface Whose {
  companyId: CompanyId;
  /** Undefined: the company's settings. */
  userId?: UserId | undefined;
}

/** Returns the settings of the company, or of a member. A member without own settings has the company's. */
export const getVisitSettings = ({ db }: Pick<Deps, 'db'>, whose: Whose): Promise<VisitSettingsView> =>
  inCompany(db, whose.companyId, (tx) => readVisitSettings(tx, whose));

/**
 * Changes the settings that are given. Visits that are already booked stay. Throws NOT_FOUND if there's no such member,
 * VALIDATION_FAILED if a member's settings are removed and changed at once, and CONFLICT if `was` is out of date.
 */
export const updateVisitSettings = (
  { db }: Pick<Deps, 'db'>,
  companyId: CompanyId,
  { userId, own, was, ...changes }: VisitSettingsUpdate,
): Promise<VisitSettingsView> =>
  inCompany(db, companyId, async (tx) => {
    const whose = { companyId, userId };
    await lockVisits(tx, companyId);
    if (userId !== undefined) await requireMember(tx, whose);
    const { own: _own, ...before } = await readVisitSettings(tx, whose);
    refuseStale(was, before, 'The settings for visits were');
    if (own === false) {
      if (Object.keys(given(changes)).length > 0)
        throw invalid({ own: 'Either remove the member’s settings or change them' });
      await removeOwn(tx, whose);
    } else await write(tx, whose, visitSettings.parse({ ...before, ...given(changes) }));
    return readVisitSettings(tx, whose);
  });

/** Leaves out the fields that are undefined. */
const given = (changes: Partial<VisitSettings>): Partial<VisitSettings> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

async function requireMember(tx: CompanyTx, { companyId, userId }: Whose): Promise<void> {
  const member = await tx
    .selectFrom('company_members')
    .select('role')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId ?? null)
    .executeTakeFirst();
  if (!member) throw notFound('this member');
}

/** Reads the settings in the caller's transaction. */
export async function readVisitSettings(tx: CompanyTx, { companyId, userId }: Whose): Promise<VisitSettingsView> {
  const { company, members } = await readAllSettings(tx, companyId);
  const own = userId === undefined ? undefined : members.get(userId);
  return { ...(own ?? company), own: own !== undefined };
}

/** Reads the company's settings and time zone, and the settings of the members who have their own. */
export async function readAllSettings(
  tx: CompanyTx,
  companyId: CompanyId,
): Promise<{ zone: string; company: VisitSettings; members: ReadonlyMap<UserId, VisitSettings> }> {
  const found = await tx
    .selectFrom('company_profiles')
    .leftJoin('visit_settings', 'visit_settings.company_id', 'company_profiles.id')
    .select('company_profiles.time_zone')
    .selectAll('visit_settings')
    .where('company_profiles.id', '=', companyId)
    .execute();
  const rows = found.filter((row): row is typeof row & Selectable<VisitSettingsTable> => row.company_id !== null);
  const company = rows.find(({ user_id: userId }) => userId === null);
  return {
    zone: found[0]?.time_zone ?? 'UTC',
    company: company ? settingsOf(company) : DEFAULT_VISIT_SETTINGS,
    members: new Map(rows.flatMap((row) => (row.user_id === null ? [] : [[row.user_id, settingsOf(row)]]))),
  };
}

const settingsOf = (row: Selectable<VisitSettingsTable>): VisitSettings => ({
  enabled: row.enabled,
  hours: row.hours,
  lengthMinutes: row.length_minutes,
  stepMinutes: row.step_minutes,
  travel: row.travel_minutes ?? 'auto',
  noticeHours: row.notice_hours,
  horizonDays: row.horizon_days,
  maxPerDay: row.max_per_day,
});

async function removeOwn(tx: CompanyTx, { companyId, userId }: Whose): Promise<void> {
  if (userId === undefined) return;
  await tx.deleteFrom('visit_settings').where('company_id', '=', companyId).where('user_id', '=', userId).execute();
}

async function write(tx: CompanyTx, { companyId, userId }: Whose, settings: VisitSettings): Promise<void> {
  const columns = {
    enabled: settings.enabled,
    hours: JSON.stringify(settings.hours),
    length_minutes: settings.lengthMinutes,
    step_minutes: settings.stepMinutes,
    travel_minutes: settings.travel === 'auto' ? null : settings.travel,
    notice_hours: settings.noticeHours,
    horizon_days: settings.horizonDays,
    max_per_day: settings.maxPerDay,
  };
  await tx
    .insertInto('visit_settings')
    .values({ company_id: companyId, user_id: userId ?? null, ...columns })
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doUpdateSet(columns))
    .execute();
}
