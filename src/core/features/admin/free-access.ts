import type { GrantFreeAccessInput } from '#shared/features/admin/admin.schema.ts';
import { invalid, notFound } from '#shared/primitives/app-error.ts';
import { endOfDay, localDate } from '#shared/primitives/local-date.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { Deps } from '../../platform/deps.ts';
import type { SystemDb, SystemDeps } from '../../platform/db/system.ts';
import { grantFreeAccess, revokeFreeAccess } from '../billing/free-access.ts';
import { type Actor, recordAct } from './audit.ts';

type AdminDeps = SystemDeps & Pick<Deps, 'clock'>;
const IS_DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Grants free access through a day in the company's time zone, or until an exact time. Throws NOT_FOUND if there's no
 * such company. Throws VALIDATION_FAILED if the time has already passed. Throws CONFLICT if a paid plan is active.
 */
export async function grantFree(
  { system, clock }: AdminDeps,
  by: Actor,
  { companyId, until }: GrantFreeAccessInput,
): Promise<void> {
  const company = await readCompany(system, companyId);
  // Access lasts through the end of that day.
  const end = IS_DAY.test(until) ? lastMomentOf(until, company.time_zone) : new Date(until);
  if (end <= clock.now()) throw invalid({ until: 'Choose a day in the future' });
  await grantFreeAccess(
    { system, clock },
    {
      companyId,
      until: end,
      by: by.userId,
      also: async (tx, { free_until: before }) => {
        // Does nothing if this end date is already set, such as after a double click.
        if (before?.getTime() === end.getTime()) return;
        await recordAct(tx, {
          by,
          action: 'company.free_access_granted',
          on: { kind: 'company', id: companyId, name: company.name },
          before: { freeUntil: before },
          after: { freeUntil: end },
          at: clock.now(),
        });
      },
    },
  );
}

/** Ends free access immediately. Does nothing if the company doesn't have it. */
export async function revokeFree({ system, clock }: AdminDeps, by: Actor, companyId: CompanyId): Promise<void> {
  const company = await readCompany(system, companyId);
  await revokeFreeAccess({ system, clock }, companyId, async (tx, before) => {
    if (before.free_until === null && before.subscription_tier !== 'free') return;
    await recordAct(tx, {
      by,
      action: 'company.free_access_revoked',
      on: { kind: 'company', id: companyId, name: company.name },
      before: { freeUntil: before.free_until },
      after: { freeUntil: null },
      at: clock.now(),
    });
  });
}

async function readCompany(system: SystemDb, companyId: CompanyId) {
  const company = await system
    .selectFrom('company_profiles')
    .select(['name', 'time_zone'])
    .where('id', '=', companyId)
    .executeTakeFirst();
  if (!company) throw notFound('the company');
  return company;
}

/** The day's last millisecond. An end at midnight would be displayed as the next day. */
const lastMomentOf = (day: string, zone: string): Date => new Date(endOfDay(localDate(day), zone).getTime() - 1);
