import type { CompanyId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Config } from '../../platform/config.ts';
import type { Deps } from '../../platform/deps.ts';
import { readSignedToken, signedToken } from '../../platform/secrets.ts';

const PURPOSE = 'weekly-report';

/**
 * Returns the link for turning off a company's weekly email without signing in. The headers let an email client's
 * unsubscribe button use the same link.
 */
export function weeklyReportLink(
  config: Pick<Config, 'PUBLIC_URL' | 'APP_SECRET'>,
  companyId: CompanyId,
): { url: string; headers: Record<'List-Unsubscribe' | 'List-Unsubscribe-Post', string> } {
  const url = `${config.PUBLIC_URL}/weekly-report/${signedToken(companyId, config.APP_SECRET, PURPOSE)}`;
  return {
    url,
    headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
}

/** The company that a weekly email's link is for, and whether the email is turned on. */
export interface WeeklyReportOf {
  companyId: CompanyId;
  name: string;
  on: boolean;
}

type LinkDeps = Pick<Deps, 'db' | 'config'>;

/** Returns undefined if the token is invalid or the company no longer exists. */
export async function findWeeklyReport({ db, config }: LinkDeps, token: string): Promise<WeeklyReportOf | undefined> {
  const companyId = readSignedToken(token, config.APP_SECRET, PURPOSE) as CompanyId | undefined;
  if (companyId === undefined) return undefined;
  return inCompany(db, companyId, async (tx) => {
    const row = await tx
      .selectFrom('company_profiles')
      .select(['name', 'weekly_report'])
      .where('id', '=', companyId)
      .executeTakeFirst();
    return row && { companyId, name: row.name, on: row.weekly_report };
  });
}

/** Turns the weekly email off. Idempotent. */
export const turnOffWeeklyReport = async (
  { db }: Pick<Deps, 'db'>,
  { companyId }: Pick<WeeklyReportOf, 'companyId'>,
): Promise<void> => {
  await inCompany(db, companyId, (tx) =>
    tx.updateTable('company_profiles').set({ weekly_report: false }).where('id', '=', companyId).execute(),
  );
};
