import type { Costs } from '#shared/features/take-off/costs.rules.ts';
import type { CostsUpdateInput, CostsView } from '#shared/features/take-off/costs.schema.ts';
import type { SystemKey } from '#shared/features/take-off/system-keys.ts';
import type { TakeOffRules } from '#shared/features/take-off/default-rules.ts';
import { takeOff } from '#shared/features/take-off/take-off.rules.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { lockRules, readRules } from './take-off-rules.ts';

/** Reads a company's costs. Returns undefined if none were entered. */
export const readCosts = (
  tx: CompanyTx,
  companyId: CompanyId,
): Promise<(Costs & { version: number; targetMarginBps: number | null }) | undefined> =>
  tx
    .selectFrom('company_costs')
    .select(['version', 'hourly_cents as hourlyCents', 'items', 'labor', 'target_margin_bps as targetMarginBps'])
    .where('company_id', '=', companyId)
    .executeTakeFirst();

/** Returns the costs with the key of every item that the company's lists can have. */
export const getCosts = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId): Promise<CostsView> =>
  inCompany(db, companyId, (tx) => viewCosts(tx, companyId));

/**
 * Changes costs. Throws CONFLICT if the stored costs aren't the version that the form loaded.
 */
export const updateCosts = (
  { db }: Pick<Deps, 'db'>,
  companyId: CompanyId,
  { version, hourlyCents, items = [], labor, targetMarginBps }: CostsUpdateInput,
): Promise<CostsView> =>
  inCompany(db, companyId, async (tx) => {
    await lockRules(tx, companyId);
    const before = await readCosts(tx, companyId);
    if ((before?.version ?? 0) !== version)
      throw new AppError('The costs were changed in another window. Refresh the page to see them', 'CONFLICT');
    const cents = new Map(Object.entries(before?.items ?? {}));
    for (const item of items)
      if (item.cents === null) cents.delete(item.key);
      else cents.set(item.key, item.cents);
    const stored = {
      hourly_cents: hourlyCents ?? before?.hourlyCents ?? 0,
      items: JSON.stringify(Object.fromEntries(cents)),
      labor: JSON.stringify(labor ?? before?.labor ?? []),
      target_margin_bps: targetMarginBps === undefined ? (before?.targetMarginBps ?? null) : targetMarginBps,
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
  const possible = keysOf(
    await readRules(tx, companyId),
    linked.flatMap(({ system }) => (system === null ? [] : [system])),
  );
  const keys = [...new Set([...possible, ...Object.keys(costs?.items ?? {})])];
  return {
    version: costs?.version ?? 0,
    hourlyCents: costs?.hourlyCents ?? 0,
    items: keys.map((key) => ({ key, cents: costs?.items[key] ?? null })),
    labor: [...(costs?.labor ?? [])],
    targetMarginBps: costs?.targetMarginBps ?? null,
  };
};

/** Returns the keys that a fence of these systems can have, at any of their heights. */
const keysOf = (rules: TakeOffRules, systems: readonly SystemKey[]): string[] =>
  rules.systems
    .filter(({ key }) => systems.includes(key))
    .flatMap(({ key, heightsFt }) =>
      heightsFt.flatMap((heightFt) => {
        const run = { feet: 60, heightFt, system: key };
        const gates = [
          { run: 0, widthFt: 4, leaves: 1 as const },
          { run: 1, widthFt: 10, leaves: 2 as const },
        ];
        return takeOff({ runs: [run, run], gates }, rules).items.map((item) => item.key);
      }),
    );
