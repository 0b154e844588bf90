import { z } from 'zod';
import { type PricedStage, shownStages } from '#shared/features/payments/payment-plan.rules.ts';
import { dueInWords, stageLabel } from '#shared/features/payments/stage-words.ts';
import { cents } from '#shared/primitives/cents.ts';
import type { Language } from '#shared/primitives/language.ts';
import type { EstimateDocument } from './estimate-document.ts';
import type { AcceptanceRow } from './estimates.table.ts';

const signedStages = z.object({
  stages: z
    .array(z.object({ label: z.string(), due: z.string(), cents: z.number().int().transform(cents) }))
    .optional(),
});

/**
 * Returns the stages that an estimate's paper has: those that were signed for or, before the signature, those of the plan.
 * Null for a deposit and the rest.
 */
export const stagesOnPaper = (
  { hasPlan, chosen }: Pick<EstimateDocument, 'hasPlan' | 'chosen'>,
  acceptance: Pick<AcceptanceRow, 'document'> | null,
): PricedStage[] | null => {
  if (acceptance) return signedStages.parse(JSON.parse(acceptance.document)).stages ?? null;
  return hasPlan ? shownStages(chosen.stages) : null;
};

/** A stage's name and when it's due, such as 'Deposit, when you sign'. */
export const stageInWords = ({ label, due }: Pick<PricedStage, 'label' | 'due'>, language: Language): string =>
  `${stageLabel(label, language)}, ${dueInWords(due, language)}`;
