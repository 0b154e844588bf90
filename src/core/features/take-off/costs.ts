import type { Costs } from '#shared/features/take-off/costs.rules.ts';
import type { CostsCheckInput, CostsUpdateInput, CostsView } from '#shared/features/take-off/costs.schema.ts';
import type { SystemKey } from '#shared/features/take-off/system-keys.ts';
import type { TakeOffRules } from '#shared/features/take-off/default-rules.ts';
import { takeOff } from '#shared/features/take-off/take-off.rules.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { lockRules, readRules } from './take-off-rules.ts';

/** What a company pays, and the margin that it wants. Null if it named none. */
export type WishedCosts = Costs & { targetMarginBps: number | null };

/** Reads a company's costs. Returns undefined if none were entered. */
export const readCosts = (
  tx: CompanyTx,
  companyId: CompanyId,
): Promise<(WishedCosts & { version: number }) | undefined> =>
  tx
    .selectFrom('company_costs')
    .select(['version', 'hourly_cents as hourlyCents', 'items', 'labor', 'target_margin_bps as targetMarginBps'])
    .where('company_id', '=', companyId)
    .executeTakeFirst();

/** Returns the costs with these changes. What isn't given stays as it is. */
export const changedCosts = (
  before: WishedCosts | undefined,
  { hourlyCents, items = [], labor, targetMarginBps }: CostsCheckInput,
): WishedCosts => {
  const cents = new Map(Object.entries(before?.items ?? {}));
  for (const item of items)
    if (item.cents === null) cents.delete(item.key);
    else cents.set(item.key, item.cents);
  return {
    hourlyCents: hourlyCents ?? before?.hourlyCents ?? 0,
    items: Object.fromEntries(cents),
    labor: labor ?? before?.labor ?? [],
    targetMarginBps: targetMarginBps === undefined ? (before?.targetMarginBps ?? null) : targetMarginBps,
  };
};

/** Returns the costs with the key of every item that the company's lists can have. */
export const getCosts = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId): Promise<CostsView> =>
  inCompany(db, companyId, (tx) => viewCosts(tx, companyId));

/**
 * Changes costs. Throws CONFLICT if the stored costs aren't the version that the form loaded.
 */
export const updateCosts = (
  { db }: Pick<Deps, 'db'>,
  companyId: CompanyId,
  { version, ...changes }: CostsUpdateInput,
): Promise<CostsView> =>
  inCompany(db, companyId, async (tx) => {
    await lockRules(tx, companyId);
    const before = await readCosts(tx, companyId);
    if ((before?.version ?? 0) !== version)
      throw new AppError('The costs were changed in another window. Refresh the page to see them', 'CONFLICT');
    const after = changedCosts(before, changes);
    const stored = {
      hourly_cents: after.hourlyCents,
      items: JSON.stringify(after.items),
      labor: JSON.stringify(after.labor),
      target_margin_bps: after.targetMarginBps,
    };
    await tx
      .insertInto('company_costs')
      .values({ company_id: companyId, ...stored })
      .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ ...stored, version: version + 1 }))
      .execute();
    return viewCosts(tx, companyId);
  });

const viewCosts = async (tx: CompanyTx, companyId: CompanyId): Promise<CostsView> => {
  const costs = await readCosts(tx, companyId);
  const linked = await tx
    .selectFrom('materials')
    .select('system')
    .distinct()
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .where('system', 'is not', null)
    .execute();
  const possible = labelsOf(
    await readRules(tx, companyId),
    linked.flatMap(({ system }) => (system === null ? [] : [system])),
  );
  const keys = [...new Set([...possible.keys(), ...Object.keys(costs?.items ?? {})])];
  return {
    version: costs?.version ?? 0,
    hourlyCents: costs?.hourlyCents ?? 0,
    items: keys.map((key) => ({ key, cents: costs?.items[key] ?? null })),
    labels: Object.fromEntries(possible),
    labor: [...(costs?.labor ?? [])],
    targetMarginBps: costs?.targetMarginBps ?? null,
  };
};

/** Returns the items that a fence of these systems can have, at any of their heights: their labels by key. */
const labelsOf = (rules: TakeOffRules, systems: readonly SystemKey[]): Map<string, string> => {
  const labels = new Map<string, Set<string>>();
  for (const { key: system, heightsFt } of rules.systems.filter(({ key }) => systems.includes(key)))
    for (const heightFt of heightsFt) {
      const run = { feet: 60, heightFt, system };
      const gates = [
        { run: 0, widthFt: 4, leaves: 1 as const },
        { run: 1, widthFt: 10, leaves: 2 as const },
      ];
      for (const { key, label } of takeOff({ runs: [run, run], gates }, rules).items)
        labels.set(key, (labels.get(key) ?? new Set()).add(label));
    }
  return new Map([...labels].map(([key, all]) => [key, [...all].join(' or ')]));
};
