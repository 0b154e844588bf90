import { type SqlBool, sql } from 'kysely';
import { ADMIN_PAGE, MOST_LEADS_COUNTED } from '#shared/features/admin/admin.limits.ts';
import type { AdminCompanyView, AdminListInput } from '#shared/features/admin/admin.schema.ts';
import type { Deps } from '../../platform/deps.ts';
import type { SystemDeps, SystemTx } from '../../platform/db/system.ts';
import { pageOf, readCursor } from '../leads/cursor.ts';
import { instantText } from '../leads/leads.repository.ts';
import { searchPatterns } from '../leads/search-patterns.ts';
import { findPlans, planOf } from './company-plan.ts';

/**
 * Every company with its owner; leads are counted up to a limit through `leads_by_name`, so the cost per company is
 * bounded.
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

/** The fields in the list and on the company's own page. */
export const toCompanyView = (
  row: CompanyListRow,
  plan: Pick<AdminCompanyView, 'plan' | 'quotesLeft'>,
): AdminCompanyView => ({
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

/** The companies, newest first; uses `company_profiles_newest`. */
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
