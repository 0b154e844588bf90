import { AppError, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, UserId } from '#shared/primitives/ids.ts';
import { ACCESS_COLUMNS, type AccessRow, hasPaidPlan } from './access.ts';
import type { BillingTx } from './billing-deps.ts';
import type { StripeDeps } from './apply-stripe-truth.ts';
import { withoutPlan } from './plan-state.ts';

type FreeDeps = Pick<StripeDeps, 'system' | 'clock'>;
/**
 * Additional work in the same transaction, such as an audit log entry. `before` is the locked row before the change.
 */
type Also = (tx: BillingTx, before: AccessRow) => Promise<void>;

/**
 * Grants free access until the given time (admin panel). Free access includes the same features as Pro and ends
 * automatically. If the company already has free access, changes its end date. Throws NOT_FOUND, CONFLICT if a paid
 * plan is active, or APP_ERROR if `until` is in the past.
 */
export const grantFreeAccess = (
  deps: FreeDeps,
  { companyId, until, by, also }: { companyId: CompanyId; until: Date; by: UserId; also?: Also },
): Promise<void> => {
  const now = deps.clock.now();
  if (until <= now) throw new AppError('Choose an end date in the future');
  return change(deps, companyId, async (tx, row) => {
    if (hasPaidPlan(row, now))
      throw new AppError('This company has a paid plan, so it can’t get free access', 'CONFLICT');
    await write(tx, companyId, {
      free_until: until,
      free_granted_by: by,
      free_granted_at: now,
      ...withoutPlan({ freeUntil: until, creditsBoughtAt: row.credits_bought_at }, now),
    });
    await also?.(tx, row);
  });
};

/** Ends free access immediately. Keeps credits and any plan bought in the meantime. */
export const revokeFreeAccess = (deps: FreeDeps, companyId: CompanyId, also?: Also): Promise<void> =>
  change(deps, companyId, async (tx, row) => {
    const now = deps.clock.now();
    const columns = hasPaidPlan(row, now)
      ? {}
      : withoutPlan({ freeUntil: null, creditsBoughtAt: row.credits_bought_at }, now);
    await write(tx, companyId, { free_until: null, free_granted_by: null, free_granted_at: null, ...columns });
    await also?.(tx, row);
  });

type Row = NonNullable<Awaited<ReturnType<typeof lockRow>>>;

const lockRow = (tx: BillingTx, companyId: CompanyId) =>
  tx
    .selectFrom('subscribers')
    .select(ACCESS_COLUMNS)
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirst();

const change = (
  { system }: FreeDeps,
  companyId: CompanyId,
  work: (tx: BillingTx, row: Row) => Promise<void>,
): Promise<void> =>
  system.transaction().execute(async (tx) => {
    const row = await lockRow(tx, companyId);
    if (!row) throw notFound('this company');
    await work(tx, row);
  });

const write = async (
  tx: BillingTx,
  companyId: CompanyId,
  values: Partial<Row> & {
    free_granted_by: UserId | null;
    free_granted_at: Date | null;
    period_start?: Date | null;
  },
): Promise<void> => {
  await tx.updateTable('subscribers').set(values).where('company_id', '=', companyId).execute();
};
