import { statusNow } from '#shared/features/estimates/status-now.rules.ts';
import { costOf, type Costs, marginOf } from '#shared/features/take-off/costs.rules.ts';
import type { CostsCheckInput, CostsCheckView } from '#shared/features/take-off/costs.schema.ts';
import type { CompanyId, EstimateId } from '#shared/primitives/ids.ts';
import { DEFAULT_LANGUAGE } from '#shared/primitives/language.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import { changedCosts, readCosts } from '../take-off/costs.ts';
import type { EstimateDeps } from './estimate-deps.ts';
import { type CountedOption, countOption } from './list-materials.ts';
import { getVersion, isAgreed } from './read-version.ts';

/** How many open estimates are looked at, the newest first. */
const MOST_OPEN = 200;

/**
 * Returns the open estimates whose margin these changed costs would bring below the target margin. Nothing is saved. Each
 * is listed with its lowest margin, if it has options. An estimate whose margin doesn't change isn't listed, unless the
 * target margin changes.
 */
export const listBelowMargin = (
  { db, clock }: Pick<EstimateDeps, 'db' | 'clock'>,
  companyId: CompanyId,
  changes: CostsCheckInput,
): Promise<CostsCheckView> =>
  inCompany(db, companyId, async (tx) => {
    const at = clock.now();
    const before = await readCosts(tx, companyId);
    const after = changedCosts(before, changes);
    const target = after.targetMarginBps;
    if (target === null) return { estimates: [] };
    const estimates: CostsCheckView['estimates'] = [];
    for (const id of await listOpen(tx, companyId)) {
      const version = await getVersion(tx, { companyId, id, at });
      const { estimate, options } = version;
      const status = statusNow({ ...estimate, company: { timeZone: estimate.company.timeZone } }, at);
      if (isAgreed(version) || version.hasNewer || (status !== 'sent' && status !== 'viewed')) continue;
      const ids = options.length > 0 ? options.map((option) => option.id) : [undefined];
      for (const optionId of ids) {
        const input = { estimateId: id, ...(optionId !== undefined && { optionId }) };
        const counted = await countOption(tx, { companyId, input, language: DEFAULT_LANGUAGE, at });
        const marginBps = marginWith(counted, after);
        if (marginBps === undefined || marginBps >= target) continue;
        const same = before?.targetMarginBps === target && marginWith(counted, before) === marginBps;
        if (same) continue;
        const listed = estimates.find(({ estimateId }) => estimateId === id);
        if (listed && listed.marginBps <= marginBps) continue;
        if (listed) estimates.splice(estimates.indexOf(listed), 1);
        estimates.push({
          estimateId: id,
          leadId: estimate.lead_id,
          number: estimate.number,
          name: estimate.customer.name,
          totalCents: counted.priceCents,
          marginBps,
        });
      }
    }
    return { estimates };
  });

/** Returns an option's margin in basis points, or undefined if it's unknown: a run isn't counted, or there's no price. */
const marginWith = ({ list, isWhole, priceCents }: CountedOption, costs: Costs): number | undefined =>
  isWhole ? marginOf(priceCents, costOf(list, costs).costCents).marginBps : undefined;

/** Returns the newest estimates that may be open, each its lead's newest version. */
const listOpen = async (tx: CompanyTx, companyId: CompanyId): Promise<EstimateId[]> => {
  const rows = await tx
    .selectFrom('estimates')
    .innerJoin('leads', 'leads.id', 'estimates.lead_id')
    .select('estimates.id')
    .where('estimates.company_id', '=', companyId)
    .where('estimates.status', 'in', ['sent', 'viewed'])
    .where('leads.outcome', 'is', null)
    .where('leads.archived_at', 'is', null)
    .orderBy('estimates.sent_at', 'desc')
    .limit(MOST_OPEN)
    .execute();
  return rows.map(({ id }) => id);
};
