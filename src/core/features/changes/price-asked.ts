import { type ChangePrice, priceChange } from '#shared/features/changes/change-price.rules.ts';
import type { FenceChange, FencePart } from '#shared/features/changes/changed-fence.rules.ts';
import type { ChangePreviewInput } from '#shared/features/changes/changes.schema.ts';
import type { Fence } from '#shared/features/pricing/fence.ts';
import type { SumRules } from '#shared/features/pricing/price.rules.ts';
import { type FieldErrors, invalid } from '#shared/primitives/app-error.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { Version } from '../estimates/estimate-document.ts';
import { agreedPriceOf } from './agreed-price.ts';

type Part = Pick<ChangePreviewInput, 'runs' | 'gates' | 'lines'>;

/** Fills in the material of runs without one, which is clear if the job has only one. */
const partOf = (
  { runs = [], gates = [], lines = [] }: Part,
  { fence, path, faults }: { fence: Fence; path: string; faults: FieldErrors },
): FencePart => {
  const materials = [...new Set(fence.runs.map(({ materialId }) => materialId))];
  const [only] = materials.length === 1 ? materials : [];
  return {
    runs: runs.flatMap((run, index) => {
      const materialId = run.materialId ?? only;
      if (materialId === undefined) {
        faults[`${path}runs.${index}.materialId`] = 'Choose a material';
        return [];
      }
      return [{ ...run, materialId }];
    }),
    gates,
    lines,
  };
};

/**
 * Prices a change of a signed job with the prices that the job was signed at. Throws VALIDATION_FAILED with the fields of
 * the change.
 */
export const priceAsked = async (
  tx: CompanyTx,
  version: Version,
  asked: Part & { removed?: Part | undefined },
): Promise<{ price: ChangePrice; rules: SumRules }> => {
  const { agreed, prices } = await agreedPriceOf(tx, version);
  const { fence } = agreed;
  const faults: FieldErrors = {};
  const change: FenceChange = {
    added: partOf(asked, { fence, path: '', faults }),
    removed: partOf(asked.removed ?? {}, { fence, path: 'removed.', faults }),
  };
  const parts = [change.added, change.removed].flatMap(({ runs, gates, lines }) => [...runs, ...gates, ...lines]);
  if (parts.length === 0 && Object.keys(faults).length === 0) faults['runs'] = 'Add or remove something';
  if (Object.keys(faults).length > 0) throw invalid(faults);
  const priced = priceChange(agreed, change, prices);
  if ('faults' in priced) throw invalid(priced.faults);
  return { price: priced.price, rules: agreed.rules };
};
