import { sql } from 'kysely';
import type { ReportFigures, ReportInput, ReportView } from '#shared/features/reports/reports.schema.ts';
import { type Period, periodBefore } from '#shared/features/reports/period.rules.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { askedOf, hasAdvanced, type ReportViewer, requireAdvanced } from './asked.ts';
import { basicOnly, toFigures } from './figures.ts';
import { type Item, readItems } from './read-figures.ts';
import { hasMore } from './report-leads.ts';
import { costsIn } from './source-costs.ts';

type OverviewDeps = Pick<Deps, 'db' | 'clock'>;

/**
 * Returns the figures for the leads created in a period, and for the leads created in the comparison period. Includes
 * archived leads but not held leads. The figures are exact as of `asOf`. If the plan doesn't include advanced
 * analytics, only the basic figures are set, and the rest are null. Throws UPGRADE_REQUIRED if the request has a
 * comparison or filters that the plan doesn't include.
 */
export const reportOverview = (
  { db, clock }: OverviewDeps,
  viewer: ReportViewer,
  { from, to, compare, filters }: ReportInput,
): Promise<ReportView> =>
  inCompany(db, viewer.companyId, async (tx) => {
    const now = clock.now();
    const advanced = await hasAdvanced(tx, viewer, now);
    if (hasMore({ filters, compare })) await requireAdvanced(tx, viewer, { at: now });
    const read = (period: Period) => readFigures(tx, viewer, { ...period, filters, now });
    const { zone, figures } = await read({ from, to });
    const previous = compare ? (await read(periodBefore({ from, to }, compare))).figures : null;
    const shown = advanced ? figures : basicOnly(figures);
    return { ...shown, previous, advanced, asOf: now.toISOString(), zone };
  });

/** Reads all figures for one period, regardless of the plan. */
export async function readFigures(
  tx: CompanyTx,
  { companyId }: ReportViewer,
  asked: Period & Pick<ReportInput, 'filters'> & { now: Date },
): Promise<{ zone: string; figures: ReportFigures }> {
  const of = await askedOf(tx, companyId, asked);
  const items = await readItems(tx, of);
  const costs = await costsIn(tx, companyId, asked);
  const only = asked.filters?.source;
  const shown = only === undefined ? costs : new Map([...costs].filter(([source]) => source === only));
  const names = await personNames(tx, items);
  return { zone: of.zone, figures: toFigures(items, { costs: shown, names }) };
}

/** Returns names by user id for the users in the figures. */
async function personNames(tx: CompanyTx, items: readonly Item[]): Promise<Map<string, string>> {
  const ids = items.flatMap(({ item }) => (item.startsWith('user:') ? [item.slice('user:'.length)] : []));
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string | null }>`
    select id, member_name(id) as name from unnest(${ids}::uuid[]) id`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name ?? 'Former member']));
}
