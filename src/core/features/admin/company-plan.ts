import type { Selectable } from 'kysely';
import type { AdminCompanyView } from '#shared/features/admin/admin.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { asCompany, type SystemTx } from '../../platform/db/system.ts';
import type { CompanyProfilesTable } from '../company/company.table.ts';
import type { SubscribersTable } from '../billing/billing.table.ts';
import { ACCESS_COLUMNS, accessOf } from '../billing/access.ts';
import { quotesRemaining } from '../billing/check-plan-limit.ts';

/** The columns of `subscribers` that `planOf` reads. */
const PLAN_COLUMNS = [
  ...ACCESS_COLUMNS,
  'stripe_customer_id',
  'stripe_subscription_id',
  'usage_count',
  'free_granted_by',
  'free_granted_at',
] as const;
export type PlanRow = Pick<Selectable<SubscribersTable>, (typeof PLAN_COLUMNS)[number]>;

/** The plans' rows, by company. Companies without a row are missing. */
export async function findPlans(tx: SystemTx, companyIds: readonly CompanyId[]): Promise<Map<CompanyId, PlanRow>> {
  if (companyIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('subscribers')
    .select(['company_id', ...PLAN_COLUMNS])
    .where('company_id', 'in', companyIds)
    .execute();
  return new Map(rows.map((row) => [row.company_id, row]));
}

/** What a company can do at `now`, and how many leads it can still send to. */
export async function planOf(
  tx: SystemTx,
  company: Pick<Selectable<CompanyProfilesTable>, 'id' | 'time_zone'>,
  { row, now }: { row: PlanRow | undefined; now: Date },
): Promise<Pick<AdminCompanyView, 'plan' | 'quotesLeft'>> {
  const { tier, until, pastDue } = accessOf(row, now);
  const plan = { tier, until: until?.toISOString() ?? null, pastDue };
  if (tier === null) return { plan, quotesLeft: 0 };
  const quotesLeft = await asCompany(tx, company.id, (its) =>
    quotesRemaining(its, { companyId: company.id, timeZone: company.time_zone, at: now }),
  );
  return { plan, quotesLeft };
}
