import type { EstimateLine } from '../estimates/estimates.schema.ts';
import { calculatedWords } from '../estimates/words/index.ts';
import { formatFeet } from '../../primitives/feet.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../primitives/language.ts';
import { priceEstimate, type PriceInput } from './price.rules.ts';

/** Whether a material's name already says that it is a fence, in either language. */
const NAMES_A_FENCE = /\bfence$|^(?:cerca|valla|barda)\b/i;

/**
 * Returns the lines of an estimate: 'Vinyl fence' '184 ft' × $17.62, 'Gate' '1' × $300.00 (without gates, no gate
 * line). Their amounts add up to the total. Throws like `priceEstimate`.
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
