import type { ChooseInput } from '#shared/features/estimates/estimate-page.schema.ts';
import { invalid } from '#shared/primitives/app-error.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { languageOfVersion, type Version } from '../estimates/estimate-document.ts';
import { addOnsIn, storedPriceOf, sumStored } from '../estimates/stored-price.ts';
import { type AnswerDeps, answering, requireOpen } from './answer-estimate.ts';
import { agreementWords } from './words.ts';

/**
 * Stores which add-ons of an option the homeowner has ticked. Without `optionId`, it's the first option. The other
 * options keep theirs. Changes nothing once the estimate is signed. Throws NOT_FOUND, ESTIMATE_EXPIRED or
 * ESTIMATE_SUPERSEDED, CONFLICT if the estimate was declined, and VALIDATION_FAILED for an unknown option or add-on.
 */
export const chooseAddOns = (deps: AnswerDeps, choice: ChooseInput): Promise<void> =>
  answering(deps, choice.token, async (tx, { version, at }) => {
    if (version.acceptance) return;
    requireOpen({ version, at }, choice.language);
    await storeTicks(tx, version, choice);
  });

const storeTicks = async (tx: CompanyTx, version: Version, choice: ChooseInput): Promise<void> => {
  const { estimate, options } = version;
  const priced =
    choice.optionId === undefined || choice.optionId === estimate.id
      ? (options[0] ?? estimate)
      : options.find(({ id }) => id === choice.optionId);
  const words = agreementWords(languageOfVersion(version, choice.language));
  if (!priced) throw invalid({ optionId: words.chooseOption });
  const stored = storedPriceOf(priced);
  requireKnown(addOnsIn(stored, choice.addOnIds), choice.addOnIds, words.unknownAddOn);
  const before = estimate.ticked_add_ons;
  const own = addOnsIn(stored, before);
  const ticked = [...before.filter((id) => !own.includes(id)), ...addOnsIn(stored, choice.addOnIds)];
  if (estimate.priced === null || JSON.stringify(ticked) === JSON.stringify(before)) return;
  const first = storedPriceOf(options[0] ?? estimate);
  const sums = sumStored(first, { ticked: addOnsIn(first, ticked) });
  await tx
    .updateTable('estimates')
    .set({
      ticked_add_ons: JSON.stringify(ticked),
      sum_cents: sums.subtotalCents,
      taxable_cents: sums.taxableCents,
    })
    .where('company_id', '=', estimate.company_id)
    .where('id', '=', estimate.id)
    .execute();
};

/** Throws VALIDATION_FAILED if one of the asked ids isn't among the known ones. */
export const requireKnown = (known: readonly string[], asked: readonly string[], message: string): void => {
  if (asked.some((id) => !known.includes(id))) throw invalid({ addOnIds: message });
};
