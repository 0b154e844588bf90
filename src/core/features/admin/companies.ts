import { type Selectable, sql, type SqlBool } from 'kysely';
import type { AdminCompanyDetailView, AdminCompanyView, AdminListInput } from '#shared/features/admin/admin.schema.ts';
import type { CompanyId, UserId } from '#shared/primitives/ids.ts';
import { ADMIN_PAGE, MOST_LEADS_COUNTED } from '#shared/features/admin/admin.limits.ts';
import { notFound } from '#shared/primitives/app-error.ts';
import { asCompany, type SystemDeps, type SystemTx } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import type { CompanyProfilesTable } from '../company/company.table.ts';
import type { SubscribersTable } from '../billing/billing.table.ts';
import { ACCESS_COLUMNS, accessOf } from '../billing/access.ts';
import { quotesRemaining } from '../billing/check-plan-limit.ts';
import { pageOf, readCursor } from '../leads/cursor.ts';
import { instantText } from '../leads/leads.repository.ts';
import { searchPatterns } from '../leads/search-patterns.ts';
import { readFailures } from './message-failures.ts';

/** The columns of `subscribers` that `planOf` reads. */
const PLAN_COLUMNS = [
  ...ACCESS_COLUMNS,
  'stripe_customer_id',
  'stripe_subscription_id',
  'usage_count',
  'free_granted_by',
  'free_granted_at',
] as const;
type PlanRow = Pick<Selectable<SubscribersTable>, (typeof PLAN_COLUMNS)[number]>;

/** The `subscribers` rows by company ID. A company without a row has no entry. */
async function findPlans(tx: SystemTx, companyIds: readonly CompanyId[]): Promise<Map<CompanyId, PlanRow>> {
  if (companyIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('subscribers')
    .select(['company_id', ...PLAN_COLUMNS])
    .where('company_id', 'in', companyIds)
    .execute();
  return new Map(rows.map((row) => [row.company_id, row]));
}

/** Returns the company's plan at `now`, and its remaining quotes, including credits. */
async function planOf(
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

/**
 * Selects every company with its owner and number of leads. Leads that are held for review don't count. The count uses
 * the index `leads_by_name` and stops at a maximum, which limits the cost per company.
 */
export const companyRows = (tx: SystemTx) =>
  tx
    .selectFrom('company_profiles')
    .innerJoin('users', 'users.id', 'company_profiles.user_id')
    .select([
      'company_profiles.id',
      'company_profiles.name',
      'company_profiles.contractor_id',
      'company_profiles.time_zone',
      'company_profiles.sms_registration',
      'company_profiles.created_at',
      'users.email as owner_email',
      'users.name as owner_name',
    ])
    .select(
      sql<number>`(select count(*) from (select from leads
        where leads.company_id = company_profiles.id and leads.held_at is null
        limit ${MOST_LEADS_COUNTED + 1}) counted)`.as('leads'),
    );

type CompanyListRow = Awaited<ReturnType<ReturnType<typeof companyRows>['execute']>>[number];

/** The fields that both the list and the company's own page show. */
const toCompanyView = (row: CompanyListRow, plan: Pick<AdminCompanyView, 'plan' | 'quotesLeft'>): AdminCompanyView => ({
  id: row.id,
  name: row.name,
  contractorId: row.contractor_id,
  timeZone: row.time_zone,
  owner: { email: row.owner_email, name: row.owner_name },
  ...plan,
  leads: row.leads,
  smsRegistration: row.sms_registration,
  createdAt: row.created_at.toISOString(),
});

/** Lists the companies, newest first. Uses the index `company_profiles_newest`. */
export const listCompanies = (
  { system, clock }: SystemDeps & Pick<Deps, 'clock'>,
  { search, cursor }: AdminListInput,
): Promise<{ items: AdminCompanyView[]; nextCursor: string | null }> => {
  const after = cursor ? readCursor(cursor, 'instant') : null;
  const now = clock.now();
  return system.transaction().execute(async (tx) => {
    let query = companyRows(tx).select(instantText('company_profiles.created_at').as('cursor_key'));
    for (const patterns of searchPatterns(search ?? '')) {
      const words = sql`lower(company_profiles.name || ' ' || contractor_id || ' ' || company_profiles.email || ' '
        || users.email || ' ' || users.name || ' ' || coalesce(sms_from, ''))`;
      query = query.where(sql<SqlBool>`${words} like any(${patterns})`);
    }
    if (after)
      query = query.where(
        sql<SqlBool>`(company_profiles.created_at, company_profiles.id) < (${after.key}::timestamptz, ${after.id}::uuid)`,
      );
    const rows = await query
      .orderBy('company_profiles.created_at', 'desc')
      .orderBy('company_profiles.id', 'desc')
      .limit(ADMIN_PAGE + 1)
      .execute();
    const { page, nextCursor } = pageOf(rows, ADMIN_PAGE);
    const plans = await findPlans(
      tx,
      page.map(({ id }) => id),
    );
    const items: AdminCompanyView[] = [];
    for (const row of page) items.push(toCompanyView(row, await planOf(tx, row, { row: plans.get(row.id), now })));
    return { items, nextCursor };
  });
};

const LEDGER_SHOWN = 20;
const FAILURES_SHOWN = 10;

/**
 * Reads one company for the admin panel: its plan and quota ledger, its SMS number and registration, and its failed
 * messages. Throws NOT_FOUND.
 */
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
    if (!row) throw notFound('the company');
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

/** Uses the index `quota_ledger_period`. */
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
