import type { ReportTodayView } from '#shared/features/reports/reports.schema.ts';
import { localDateOf } from '#shared/primitives/local-date.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import type { ReportViewer } from './asked.ts';

/**
 * Returns today in the company's time zone by the business clock. Periods such as 'the last 30 days' end on this day,
 * whatever the browser's clock says.
 */
export const reportToday = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { companyId }: ReportViewer,
): Promise<ReportTodayView> =>
  inCompany(db, companyId, async (tx) => {
    const { time_zone: zone } = await tx
      .selectFrom('company_profiles')
      .select('time_zone')
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow();
    return { today: localDateOf(clock.now(), zone) };
  });
