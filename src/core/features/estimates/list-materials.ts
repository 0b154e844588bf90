import { basisOfFence, type CountBasis, countFence } from '#shared/features/take-off/count-fence.rules.ts';
import type { SystemKey } from '#shared/features/take-off/system-keys.ts';
import type { MaterialsInput, MaterialsView } from '#shared/features/take-off/take-off.schema.ts';
import { type CountedCost, costOf, marginOf, priceForMargin } from '#shared/features/take-off/costs.rules.ts';
import type { PriceForMarginInput } from '#shared/features/take-off/costs.schema.ts';
import type { TakeOff } from '#shared/features/take-off/take-off.rules.ts';
import { takeOffWords } from '#shared/features/take-off/words/index.ts';
import type { Fence } from '#shared/features/pricing/fence.ts';
import { AppError, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, EstimateOptionId } from '#shared/primitives/ids.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/primitives/language.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import { getPrices } from '../pricing/prices.repository.ts';
import { readCosts } from '../take-off/costs.ts';
import { readRules } from '../take-off/take-off-rules.ts';
import type { EstimateDeps } from './estimate-deps.ts';
import { documentOf, type Version } from './estimate-document.ts';
import type { EstimateOptionRow, EstimateRow } from './estimates.table.ts';
import { type DocumentChange, isAgreedChange } from './document-changes.ts';
import { getVersion } from './read-version.ts';
import { storedPriceOf } from './stored-price.ts';

/**
 * Returns an estimate's list of materials. A signed option is counted with what was stored with its signature. With
 * `seesCosts`, the list contains labor, cost and margin if costs were entered. Throws NOT_FOUND if the company has no
 * such estimate or option.
 */
export const listMaterials = (
  { db, clock }: Pick<EstimateDeps, 'db' | 'clock'>,
  { companyId, input, seesCosts }: { companyId: CompanyId; input: MaterialsInput; seesCosts: boolean },
): Promise<MaterialsView> =>
  inCompany(db, companyId, async (tx) => {
    const language = input.language ?? DEFAULT_LANGUAGE;
    const counted = await countOption(tx, { companyId, input, language, at: clock.now() });
    const { laborBasis: _laborBasis, ...list } = counted.list;
    const cost = seesCosts ? await readCost(tx, companyId, counted) : undefined;
    if (!cost) return { ...list, labor: [] };
    const words = takeOffWords(language);
    const missing = cost.missing.map(({ key, label }) => ({
      path: `costs.items.${key}`,
      text: words.noCost({ item: label }),
    }));
    return {
      ...list,
      labor: cost.labor,
      ...marginOf(counted.priceCents, cost.costCents),
      warnings: [...list.warnings, ...missing],
    };
  });

/**
 * Returns the total that leaves a margin over the cost of an estimate. Throws CONFLICT if no costs were entered or if a
 * run of the fence can't be counted.
 */
export const findPriceForMargin = (
  { db, clock }: Pick<EstimateDeps, 'db' | 'clock'>,
  { companyId, input: { estimateId, marginBps } }: { companyId: CompanyId; input: PriceForMarginInput },
): Promise<{ totalCents: number }> =>
  inCompany(db, companyId, async (tx) => {
    const about = { companyId, input: { estimateId }, language: DEFAULT_LANGUAGE, at: clock.now() };
    const cost = await readCost(tx, companyId, await countOption(tx, about));
    if (!cost)
      throw new AppError(
        'We can’t tell what this fence costs. Enter your costs, and link each material to a fence system',
        'CONFLICT',
      );
    return { totalCents: priceForMargin(cost.costCents, marginBps) };
  });

export interface CountedOption {
  list: TakeOff;
  /** Whether every run was counted. */
  isWhole: boolean;
  /** The option's total without tax, which isn't the company's money. */
  priceCents: number;
}

/** Counts an option of an estimate, the signed one or the first one if none is named. */
export const countOption = async (
  tx: CompanyTx,
  { companyId, input, language, at }: { companyId: CompanyId; input: MaterialsInput; language: Language; at: Date },
): Promise<CountedOption> => {
  const version = await getVersion(tx, { companyId, id: input.estimateId, at });
  const { acceptance, options, estimate } = version;
  const optionId = input.optionId ?? acceptance?.option_id ?? options[0]?.id ?? estimate.id;
  const document = documentOf(version, undefined, DEFAULT_LANGUAGE);
  const priced = document.options.find(({ id }) => id === optionId);
  if (!priced) throw notFound('that option');
  const chosen = options.find(({ id }) => id === optionId)?.id ?? null;
  const isSigned = acceptance !== null && acceptance.option_id === chosen;
  const change = isSigned ? version.changes.findLast(isAgreedChange) : undefined;
  const signed = isSigned ? acceptance.take_off : null;
  const basis = change?.take_off ?? signed ?? (await readBasis(tx, version, chosen));
  const list = countFence(basis, language);
  return {
    list,
    isWhole: list.byRun.length === basis.layout.runs.length,
    priceCents: priced.totalCents - priced.taxCents + (isSigned ? withoutTax(document.changes) : 0),
  };
};

/** What changes add to a price, in cents, without the tax. */
const withoutTax = (changes: readonly DocumentChange[]): number =>
  changes.reduce((sum, { netCents, added, removed }) => sum + netCents - added.taxCents + removed.taxCents, 0);

/** Returns what an option costs, or undefined if that's unknown: nothing was entered, or a run isn't counted. */
const readCost = async (
  tx: CompanyTx,
  companyId: CompanyId,
  { list, isWhole }: CountedOption,
): Promise<CountedCost | undefined> => {
  const costs = isWhole ? await readCosts(tx, companyId) : undefined;
  return costs && costOf(list, costs);
};

/**
 * Reads what an option's materials are counted from now: its runs and gates, with the gate kinds' sizes of today's book.
 * A plain estimate's fence comes from its drawing or is one run. `changed` is the fence after a change of the option.
 */
export const readBasis = async (
  tx: CompanyTx,
  { estimate, options }: Pick<Version, 'estimate' | 'options'>,
  optionId: EstimateOptionId | null,
  changed?: Fence,
): Promise<CountBasis> => {
  const { company_id: companyId } = estimate;
  const rules = await readRules(tx, companyId);
  const row: EstimateRow | EstimateOptionRow = options.find(({ id }) => id === optionId) ?? estimate;
  const fence = changed ?? storedPriceOf(row).fence;
  const systemOf = await readSystems(tx, companyId);
  const { book } = await getPrices(tx, companyId);
  return basisOfFence({
    fence,
    rules,
    kinds: book.gateKinds,
    systemOf: ({ materialId: id }) => systemOf(fence.plain ? { id, name: row.material_type } : { id }),
    drawing: estimate.drawing,
  });
};

/**
 * Returns a function that finds the fence system of a material by its id or, for versions that were sent before ids
 * were stored, by its name. Then a listed material goes before a deleted one.
 */
const readSystems = async (tx: CompanyTx, companyId: CompanyId) => {
  const materials = await tx
    .selectFrom('materials')
    .select(['id', 'name', 'system'])
    .where('company_id', '=', companyId)
    .orderBy((row) => row('deleted_at', 'is', null), 'desc')
    .orderBy('deleted_at', 'desc')
    .execute();
  return ({ id, name }: { id?: string | undefined; name?: string }): SystemKey | null => {
    const isNamed = (each: { name: string }) => each.name.toLowerCase() === name?.toLowerCase();
    return (materials.find((each) => each.id === id) ?? materials.find(isNamed))?.system ?? null;
  };
};
