import { countedLines, unitInWords } from '#shared/features/pricing/line-view.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { DEFAULT_LANGUAGE } from '#shared/primitives/language.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { documentOf, type EstimateDocument } from './estimate-document.ts';
import { listBindingVersions } from './read-version.ts';

/**
 * Returns each lead's estimate in one line of text: the lines of the version that was signed or, before that, of the
 * newest one, with the discount, the tax and the changes that count. An unsigned version with several options has those
 * of the first. Leads without an estimate are left out.
 */
export const lineItemsOf = async (
  tx: CompanyTx,
  { companyId, leadIds, at }: { companyId: CompanyId; leadIds: readonly LeadId[]; at: Date },
): Promise<ReadonlyMap<LeadId, string>> => {
  const versions = await listBindingVersions(tx, { companyId, leadIds, at });
  return new Map(
    versions.map((version) => [version.estimate.lead_id, inOneLine(documentOf(version, undefined, DEFAULT_LANGUAGE))]),
  );
};

const inOneLine = ({ chosen, changes }: EstimateDocument): string => {
  const { lines, discountCents, taxLabel, taxCents } = chosen;
  return [
    ...countedLines(lines).map((line) => {
      const how = unitInWords(line);
      return `${line.label}${how === undefined ? '' : ` (${how})`} ${formatCents(line.totalCents)}`;
    }),
    ...(discountCents === 0 ? [] : [`Discount ${formatCents(-discountCents)}`]),
    ...(taxLabel === null ? [] : [`${taxLabel} ${formatCents(taxCents)}`]),
    ...changes.map(({ number: named, netCents }) => `Change ${named} ${formatCents(netCents)}`),
  ].join('; ');
};
