import { instantsOf, type Period } from '#shared/features/reports/period.rules.ts';
import type { ReportFilters } from '#shared/features/reports/reports.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { accessOf, findAccessRow, requireFeature } from '../billing/access.ts';
import type { Asked } from './read-figures.ts';

export interface ReportViewer {
  companyId: CompanyId;
}

const UPGRADE =
  'Advanced analytics is part of Pro and Pay as You Go. Your plan includes your leads, the funnel and the win rate';

/**
 * Throws UPGRADE_REQUIRED if the plan doesn't include advanced analytics. Does nothing if `unless` is true, which means
 * that only basic figures were requested.
 */
export async function requireAdvanced(
  tx: CompanyTx,
  { companyId }: ReportViewer,
  { at, unless = false }: { at: Date; unless?: boolean },
): Promise<void> {
  if (!unless) await requireFeature(tx, { companyId, at, feature: 'analytics', message: UPGRADE });
}

export const hasAdvanced = async (tx: CompanyTx, { companyId }: ReportViewer, at: Date): Promise<boolean> =>
  accessOf(await findAccessRow(tx, companyId), at).features.analytics;

/** Converts a period in the company's calendar to instants. */
export async function askedOf(
  tx: CompanyTx,
  companyId: CompanyId,
  { from, to, filters = {}, now }: Period & { filters?: ReportFilters | undefined; now: Date },
): Promise<Asked> {
  const { time_zone: zone } = await tx
    .selectFrom('company_profiles')
    .select('time_zone')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return { companyId, ...instantsOf({ from, to }, zone), filters, zone, now };
}
