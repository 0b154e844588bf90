import type { AdminCompanyDetailView } from '#shared/features/admin/admin.schema.ts';
import { notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, UserId } from '#shared/primitives/ids.ts';
import type { Deps } from '../../platform/deps.ts';
import type { SystemDeps, SystemTx } from '../../platform/db/system.ts';
import { findPlans, planOf, type PlanRow } from './company-plan.ts';
import { companyRows, toCompanyView } from './list-companies.ts';
import { readFailures } from './message-failures.ts';

const LEDGER_SHOWN = 20;
const FAILURES_SHOWN = 10;

/** One company for the admin panel: plan and ledger, SMS number and registration, and failures. Throws NOT_FOUND. */
export const getCompany = (
  { system, clock }: SystemDeps & Pick<Deps, 'clock'>,
  companyId: CompanyId,
): Promise<AdminCompanyDetailView> =>
  system.transaction().execute(async (tx) => {
    const row = await companyRows(tx)
      .select([
        'company_profiles.email',
        'company_profiles.phone',
        'sms_from',
        'sms_rejection_reason',
        'sms_paused_at',
        'sms_pause_code',
        'company_profiles.stripe_connected',
      ])
      .where('company_profiles.id', '=', companyId)
      .executeTakeFirst();
    if (!row) throw notFound('The company');
    const plan = (await findPlans(tx, [companyId])).get(companyId);
    const now = clock.now();
    return {
      ...toCompanyView(row, await planOf(tx, row, { row: plan, now })),
      email: row.email,
      phone: row.phone,
      stripeConnected: row.stripe_connected,
      subscription: await subscriptionOf(tx, plan),
      sms: {
        from: row.sms_from,
        registration: row.sms_registration,
        rejectionReason: row.sms_rejection_reason,
        pausedAt: row.sms_paused_at?.toISOString() ?? null,
        pauseCode: row.sms_pause_code,
      },
      ledger: await readLedger(tx, companyId),
      failures: (await readFailures(tx, { companyId, limit: FAILURES_SHOWN, now })).map(({ view }) => view),
    };
  });

async function subscriptionOf(tx: SystemTx, row: PlanRow | undefined): Promise<AdminCompanyDetailView['subscription']> {
  return {
    stripeStatus: row?.stripe_status ?? null,
    customerId: row?.stripe_customer_id ?? null,
    subscriptionId: row?.stripe_subscription_id ?? null,
    cancelAtPeriodEnd: row?.cancel_at_period_end ?? false,
    creditsLeft: row?.usage_count ?? 0,
    freeUntil: row?.free_until?.toISOString() ?? null,
    freeGrantedBy: await nameOf(tx, row?.free_granted_by ?? null),
    freeGrantedAt: row?.free_granted_at?.toISOString() ?? null,
  };
}

async function nameOf(tx: SystemTx, userId: UserId | null): Promise<string | null> {
  if (userId === null) return null;
  const user = await tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  return user?.email ?? null;
}

/** Served by `quota_ledger_period`. */
async function readLedger(tx: SystemTx, companyId: CompanyId): Promise<AdminCompanyDetailView['ledger']> {
  const rows = await tx
    .selectFrom('quota_ledger')
    .leftJoin('leads', 'leads.id', 'quota_ledger.lead_id')
    .select(['quota_ledger.id', 'quota_ledger.at', 'kind', 'delta', 'reason', 'leads.name as lead'])
    .where('quota_ledger.company_id', '=', companyId)
    .orderBy('quota_ledger.at', 'desc')
    .orderBy('quota_ledger.id', 'desc')
    .limit(LEDGER_SHOWN)
    .execute();
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}
