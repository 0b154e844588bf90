import {
  basisOf,
  BUILT_IN_GATES,
  type CountBasis,
  countFence,
  fenceOfPlainEstimate,
} from '#shared/features/take-off/described-fence.rules.ts';
import type { SystemKey } from '#shared/features/take-off/system-keys.ts';
import type { MaterialsInput, MaterialsView } from '#shared/features/take-off/take-off.schema.ts';
import { notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, EstimateOptionId } from '#shared/primitives/ids.ts';
import { DEFAULT_LANGUAGE } from '#shared/primitives/language.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import { readRules } from '../take-off/take-off-rules.ts';
import type { EstimateDeps } from './estimate-deps.ts';
import type { Version } from './estimate-document.ts';
import type { EstimateOptionRow, EstimateRow } from './estimates.table.ts';
import { getVersion } from './read-version.ts';

/**
 * Returns an estimate's list of materials. A signed option is counted with what was stored with its signature. Throws
 * NOT_FOUND if the company has no such estimate or option.
 */
export const listMaterials = (
  { db, clock }: Pick<EstimateDeps, 'db' | 'clock'>,
  { companyId, input }: { companyId: CompanyId; input: MaterialsInput },
): Promise<MaterialsView> =>
  inCompany(db, companyId, async (tx) => {
    const version = await getVersion(tx, { companyId, id: input.estimateId, at: clock.now() });
    const { acceptance, options } = version;
    const optionId = input.optionId ?? acceptance?.option_id ?? options[0]?.id ?? version.estimate.id;
    const option = options.find(({ id }) => id === optionId) ?? null;
    if (option === null && optionId !== version.estimate.id) throw notFound('that option');
    const signed = acceptance?.option_id === (option?.id ?? null) ? (acceptance?.take_off ?? null) : null;
    const basis = signed ?? (await readBasis(tx, version, option?.id ?? null));
    const { laborBasis: _laborBasis, ...list } = countFence(basis, input.language ?? DEFAULT_LANGUAGE);
    return { ...list, labor: [] };
  });

/** Reads what an option's materials are counted from now. */
export const readBasis = async (
  tx: CompanyTx,
  { estimate, options }: Pick<Version, 'estimate' | 'options'>,
  optionId: EstimateOptionId | null,
): Promise<CountBasis> => {
  const rules = await readRules(tx, estimate.company_id);
  const row: EstimateRow | EstimateOptionRow = options.find(({ id }) => id === optionId) ?? estimate;
  const system = await systemByName(tx, estimate.company_id, row.material_type);
  const { oneRun, ...fence } = fenceOfPlainEstimate({
    perimeter: row.perimeter_ft,
    gateCount: row.gate_count,
    system,
    drawing: estimate.drawing,
  });
  return basisOf(fence, { rules, kinds: BUILT_IN_GATES, oneRun });
};

/** Returns the fence system of the material with this name. A listed material goes before a deleted one. */
const systemByName = async (tx: CompanyTx, companyId: CompanyId, name: string): Promise<SystemKey | null> => {
  const material = await tx
    .selectFrom('materials')
    .select('system')
    .where('company_id', '=', companyId)
    .where((row) => row(row.fn('lower', ['name']), '=', name.toLowerCase()))
    .orderBy((row) => row('deleted_at', 'is', null), 'desc')
    .orderBy('deleted_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return material?.system ?? null;
};
