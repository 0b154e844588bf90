import { sql } from 'kysely';
import { daysOfMonthIn, monthOf, type Period } from '#shared/features/reports/period.rules.ts';
import type { SourceCostInput } from '#shared/features/reports/reports.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { localDate } from '#shared/primitives/local-date.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { type ReportViewer, requireAdvanced } from './asked.ts';

/** Sets a source's cost for a month. 0 removes the entry. Throws UPGRADE_REQUIRED. */
export const setSourceCost = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: ReportViewer,
  { source, month, costCents }: SourceCostInput,
): Promise<null> =>
  inCompany(db, viewer.companyId, async (tx) => {
    await requireAdvanced(tx, viewer, { at: clock.now() });
    const key = { company_id: viewer.companyId, source, month: localDate(`${month}-01`) };
    if (costCents === 0)
      await tx
        .deleteFrom('source_costs')
        .where('company_id', '=', key.company_id)
        .where('source', '=', key.source)
        .where('month', '=', key.month)
        .execute();
    else
      await tx
        .insertInto('source_costs')
        .values({ ...key, cost_cents: costCents })
        .onConflict((conflict) =>
          conflict.columns(['company_id', 'source', 'month']).doUpdateSet({ cost_cents: costCents }),
        )
        .execute();
    return null;
  });

/** Returns the costs entered for a month ('YYYY-MM'). */
export const sourceCosts = (
  { db }: Pick<Deps, 'db'>,
  { companyId }: ReportViewer,
  { month }: { month: string },
): Promise<{ source: string; costCents: number }[]> =>
  inCompany(db, companyId, (tx) =>
    tx
      .selectFrom('source_costs')
      .select(['source', 'cost_cents as costCents'])
      .where('company_id', '=', companyId)
      .where('month', '=', localDate(`${month}-01`))
      .orderBy('source')
      .execute(),
  );

/** Returns each source's cost for a period. Each month's cost is prorated by days. The total is rounded to the cent. */
export async function costsIn(tx: CompanyTx, companyId: CompanyId, period: Period): Promise<Map<string, number>> {
  const costs = await tx
    .selectFrom('source_costs')
    .select(['source', 'month', 'cost_cents'])
    .where('company_id', '=', companyId)
    .where('month', '>=', monthOf(period.from).first)
    .where(sql<boolean>`month <= ${period.to}::date`)
    .execute();
  const shares = new Map<string, number>();
  for (const { source, month, cost_cents: cents } of costs) {
    const share = (cents * daysOfMonthIn(month, period)) / monthOf(month).days;
    shares.set(source, (shares.get(source) ?? 0) + share);
  }
  return new Map([...shares].map(([source, cents]) => [source, Math.round(cents)]));
}
