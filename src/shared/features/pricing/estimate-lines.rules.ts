import type { EstimateLine } from '../estimates/estimates.schema.ts';
import { calculatedWords } from '../estimates/words/index.ts';
import { formatFeet } from '../../primitives/feet.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../primitives/language.ts';
import { priceEstimate, type PriceInput } from './price.rules.ts';

/** Matches material names that already contain the word fence, in either language. */
const NAMES_A_FENCE = /\bfence$|^(?:cerca|valla|barda)\b/i;

/**
 * Returns an estimate's lines, such as a fence line ('184 ft' × $17.62) and a gate line ('1' × $300.00). If there are
 * no gates, there's no gate line. The amounts add up to the total. Throws the same errors as `priceEstimate`.
 */
export const estimateLines = (
  { materialType, ...input }: PriceInput & { materialType: string },
  language: Language = DEFAULT_LANGUAGE,
): EstimateLine[] => {
  const price = priceEstimate(input);
  const words = calculatedWords(language);
  const material = materialType.trim();
  const fence: EstimateLine = {
    label: NAMES_A_FENCE.test(material) ? material : words.fence({ material }).trim(),
    quantity: formatFeet(input.perimeter, language),
    unitCents: price.perFootCents,
    amountCents: price.fenceCents,
  };
  if (input.gateCount === 0) return [fence];
  const gates: EstimateLine = {
    label: words.gates({ count: input.gateCount }),
    quantity: String(input.gateCount),
    unitCents: input.gatePriceCents,
    amountCents: price.gatesCents,
  };
  return [fence, gates];
};
