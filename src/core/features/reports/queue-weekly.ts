import { dueWeek } from '#shared/features/reports/week.rules.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { mailContractor } from '../messages/tell-contractor.ts';
import { weeklyReport } from './messages/weekly-report.ts';
import { weeklyChanges } from './weekly-changes.ts';

/**
 * Decides whether to send the weekly email that is due, once per week. Queues the email if it's turned on and at least
 * one figure changed. The decision and the email are written in one transaction, so a crash can't leave only one of
 * them. Returns true if the email was queued.
 */
export const queueWeekly = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, companyId: CompanyId): Promise<boolean> =>
  inCompany(db, companyId, async (tx) => {
    const now = clock.now();
    const company = await tx
      .selectFrom('company_profiles')
      .select(['email', 'time_zone', 'weekly_report', 'weekly_report_week'])
      .where('id', '=', companyId)
      .forUpdate()
      .executeTakeFirst();
    const week = company && dueWeek(now, company.time_zone);
    if (!week || !company.weekly_report || company.weekly_report_week >= week.from) return false;
    await tx
      .updateTable('company_profiles')
      .set({ weekly_report_week: week.from })
      .where('id', '=', companyId)
      .execute();
    const changes = await weeklyChanges(tx, companyId, { week, now });
    if (changes.length === 0) return false;
    await mailContractor(tx, {
      companyId,
      leadId: null,
      to: company.email,
      kind: weeklyReport,
      payload: { from: week.from, to: week.to },
      dedupeKey: `weekly.report:${companyId}:${week.from}`,
      at: now,
    });
    return true;
  });
