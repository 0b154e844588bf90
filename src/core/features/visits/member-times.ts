import { rolesWith } from '#shared/features/team/roles.rules.ts';
import type { Taken } from '#shared/features/visits/slots.rules.ts';
import type { Place } from '#shared/features/visits/travel.rules.ts';
import { DEFAULT_VISIT_SETTINGS, type VisitSettings } from '#shared/features/visits/visits.schema.ts';
import { DAY } from '#shared/primitives/durations.ts';
import type { CompanyId, UserId, VisitId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { middleOfZip } from '../../platform/us-data/index.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import { readAllSettings } from './visit-settings.ts';

/** A member who takes visits, with the settings that apply to them. */
export interface VisitMember {
  userId: UserId;
  settings: VisitSettings;
}

/**
 * Returns the members who take visits, in the order in which they joined, and the company's time zone. Empty if the company hasn't turned visits on.
 * Viewers don't take visits, and neither do members whose own settings are off.
 */
export async function listVisitMembers(
  tx: CompanyTx,
  companyId: CompanyId,
): Promise<{ zone: string; members: VisitMember[] }> {
  const { company, members: own, zone } = await readAllSettings(tx, companyId);
  if (!company.enabled) return { zone, members: [] };
  const members = await tx
    .selectFrom('company_members')
    .select('user_id as userId')
    .where('company_id', '=', companyId)
    .where('role', 'in', rolesWith('work'))
    .orderBy('joined_at')
    .orderBy('user_id')
    .execute();
  const taking = members.map(({ userId }) => ({ userId, settings: own.get(userId) ?? company }));
  return { zone, members: taking.filter(({ settings }) => settings.enabled) };
}

/** Returns the settings of a member, also of one who doesn't take visits anymore. */
export async function settingsOfMember(
  tx: CompanyTx,
  { companyId, userId }: { companyId: CompanyId; userId: UserId | null },
): Promise<VisitSettings> {
  const { company, members } = await readAllSettings(tx, companyId);
  return (userId === null ? undefined : members.get(userId)) ?? company ?? DEFAULT_VISIT_SETTINGS;
}

const ZIP_AT_END = /\b(\d{5})(?:-\d{4})?[\s.,]*(?:USA?)?[\s.]*$/;

/**
 * Returns where a lead's job is: the beginning of the fence that the homeowner drew, else the middle of its ZIP.
 * Undefined if neither is known.
 */
export function placeOfLead({ measured, zip, address }: Pick<LeadRow, 'measured' | 'zip' | 'address'>): Place {
  const [longitude, latitude] = measured?.drawing?.features[0]?.geometry.coordinates[0] ?? [];
  if (longitude !== undefined && latitude !== undefined) return [longitude, latitude];
  const code = zip ?? ZIP_AT_END.exec(address ?? '')?.[1];
  return code === undefined ? undefined : middleOfZip(code);
}

interface Asked {
  companyId: CompanyId;
  userIds: readonly UserId[];
  from: Date;
  to: Date;
  /** A visit that doesn't count, because it's about to be moved. */
  except?: VisitId | undefined;
}

/**
 * Reads when members aren't free around these times. Includes appointments up to a day before and after, because of the
 * way to them. The caller must be able to read the whole company (`asWholeCompany`).
 */
export async function readTaken(
  tx: CompanyTx,
  { companyId, userIds, from, to, except }: Asked,
): Promise<Map<UserId, Taken[]>> {
  const taken = new Map<UserId, Taken[]>(userIds.map((userId) => [userId, []]));
  if (userIds.length === 0) return taken;
  const visits = await tx
    .selectFrom('visits')
    .innerJoin('leads', 'leads.id', 'visits.lead_id')
    .select(['visits.user_id', 'starts_at', 'ends_at', 'leads.measured', 'leads.zip', 'leads.address'])
    .where('visits.company_id', '=', companyId)
    .where('visits.user_id', 'in', userIds)
    .where('visits.status', '!=', 'cancelled')
    .where('starts_at', '>', new Date(from.getTime() - DAY))
    .where('starts_at', '<', new Date(to.getTime() + DAY))
    .$if(except !== undefined, (query) => query.where('visits.id', '!=', except ?? null))
    .orderBy('starts_at')
    .execute();
  const busy = await tx
    .selectFrom('busy_times')
    .select(['user_id as userId', 'starts_at as startsAt', 'ends_at as endsAt'])
    .where('company_id', '=', companyId)
    .where('user_id', 'in', userIds)
    .where('ends_at', '>', new Date(from.getTime() - DAY))
    .where('starts_at', '<', new Date(to.getTime() + DAY))
    .execute();
  for (const { userId, ...time } of busy) taken.get(userId)?.push({ ...time, place: undefined, isVisit: false });
  for (const { user_id: userId, starts_at: startsAt, ends_at: endsAt, ...lead } of visits)
    if (userId !== null) taken.get(userId)?.push({ startsAt, endsAt, place: placeOfLead(lead), isVisit: true });
  return taken;
}
