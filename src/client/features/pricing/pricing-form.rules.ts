import { basePriceFault, premiumFault } from '#shared/features/pricing/least-price.rules.ts';
import { plainFence } from '#shared/features/pricing/fence.ts';
import { neutralBook } from '#shared/features/pricing/price-book.ts';
import { priceFence } from '#shared/features/pricing/price.rules.ts';
import type { MaterialView, PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { AppError, type FieldErrors } from '#shared/primitives/app-error.ts';
import { formatCents, parseDollars } from '#shared/primitives/cents.ts';

/**
 * The base prices as typed, in dollars. This is a type instead of an interface, because an interface isn't assignable
 * to a record of strings.
 */
export type BaseForm = { base: string; gate: string };
/** A material as typed, with the premium in dollars per foot. `system` is '' without a fence system. */
export type MaterialForm = { name: string; premium: string; description: string; system: string };

export const PRICE_HINT = 'Enter 0 or more, such as 7.62';
export const GATE_HINT = 'Enter a whole number of dollars, such as 300';
export const PREMIUM_HINT = 'Enter an amount in dollars and cents, such as 5.00 or -1.50';
const MAX_PER_FOOT = 10_000_000;
const MAX_GATE = 100_000_000;
const MAX_NAME = 80;
const MAX_DESCRIPTION = 500;

/** Formats a price for its field, such as '7.62'. With `whole`, omits the cents from whole dollars. Zero is '0'. */
export const priceText = (cents: number, whole = false): string =>
  cents === 0 || (whole && cents % 100 === 0) ? String(cents / 100) : (cents / 100).toFixed(2);

export const baseFormOf = ({
  basePriceCents,
  gatePriceCents,
}: Pick<PricingView, 'basePriceCents' | 'gatePriceCents'>): BaseForm => ({
  base: priceText(basePriceCents),
  gate: priceText(gatePriceCents, true),
});

export const materialFormOf = ({ name, premiumCents, description, system }: MaterialView): MaterialForm => ({
  name,
  premium: priceText(premiumCents),
  description,
  system: system ?? '',
});
export const NEW_MATERIAL: MaterialForm = { name: '', premium: '0', description: '', system: '' };

const isNumber = (text: string): boolean => {
  const plain = text
    .trim()
    .replace('−', '-')
    .replace(/^([+-]?)\$/, '$1')
    .replaceAll(',', '');
  return plain !== '' && Number.isFinite(Number(plain));
};

/**
 * Returns a price field's text after it loses focus. Input that isn't a number becomes '0' (spec, section 5). A valid
 * price is formatted. Other input stays unchanged, and its error is shown.
 */
export const settlePrice = (text: string, whole = false): string => {
  if (!isNumber(text)) return '0';
  const cents = parseDollars(text);
  return cents === undefined ? text.trim() : priceText(cents, whole);
};

/** Formats a valid price after its field loses focus. Other input stays unchanged, also if it isn't a number. */
export const settleValid = (text: string, whole = false): string => (isNumber(text) ? settlePrice(text, whole) : text);

const only = (faults: Record<string, string | undefined>): FieldErrors =>
  Object.fromEntries(Object.entries(faults).filter((fault): fault is [string, string] => fault[1] !== undefined));

const priceFault = (text: string, most: number, hint: string): string | undefined => {
  const cents = parseDollars(text);
  return cents === undefined || cents < 0 || cents > most ? hint : undefined;
};

/**
 * Returns all errors in the base prices by field, as sentences with an example. The rules are the same as in
 * `basePricesInput`.
 */
export const baseFaults = ({ base, gate }: BaseForm, materials: readonly MaterialView[]): FieldErrors => {
  const gateCents = parseDollars(gate);
  return only({
    base: priceFault(base, MAX_PER_FOOT, PRICE_HINT) ?? basePriceFault(parseDollars(base) ?? 0, materials),
    gate: priceFault(gate, MAX_GATE, GATE_HINT) ?? ((gateCents ?? 0) % 100 === 0 ? undefined : GATE_HINT),
  });
};

export const USUAL_HINT = 'Enter your price per foot, such as 32.00';

/**
 * Returns why the price per foot of the usual fence can't be saved, or undefined if it can. The base cost is what the
 * price leaves after the usual fence's premium, and no material may cost less than 0 with it. Nobody builds their usual
 * fence for nothing, so 0 is an error here.
 */
export const usualPriceFault = (
  price: string,
  usual: Pick<MaterialView, 'premiumCents'> | undefined,
  materials: readonly Pick<MaterialView, 'premiumCents'>[],
): string | undefined => {
  const cents = parseDollars(price);
  if (cents === undefined || cents <= 0) return USUAL_HINT;
  const premium = usual?.premiumCents ?? 0;
  const base = cents - premium;
  const leastBase = Math.max(0, ...materials.map(({ premiumCents }) => -premiumCents));
  if (base < leastBase)
    return `Your other prices move with this one, and none can be less than $0. Enter ${formatCents(leastBase + premium)} or more`;
  return Math.max(cents, base) > MAX_PER_FOOT ? USUAL_HINT : undefined;
};

/** Returns the base prices to save, or undefined if one of them is invalid. */
export const basePricesOf = (form: BaseForm) => {
  const [base, gate] = [parseDollars(form.base), parseDollars(form.gate)];
  return base === undefined || gate === undefined || base < 0 || gate < 0 || gate % 100 !== 0
    ? undefined
    : { basePriceCents: base, gatePriceCents: gate };
};

/** Returns all of a material's errors by field. Its price is computed from the saved base price. */
export const materialFaults = ({ name, premium, description }: MaterialForm, basePriceCents: number): FieldErrors => {
  const cents = parseDollars(premium);
  const wrong = cents === undefined || Math.abs(cents) > MAX_PER_FOOT;
  return only({
    name:
      name.trim() === ''
        ? 'Enter a name, such as Cedar Board'
        : name.trim().length > MAX_NAME
          ? `Use at most ${MAX_NAME} characters`
          : undefined,
    premium: wrong ? PREMIUM_HINT : premiumFault(basePriceCents, cents),
    description: description.trim().length > MAX_DESCRIPTION ? `Use at most ${MAX_DESCRIPTION} characters` : undefined,
  });
};

/** The fence of the example: 100 feet with a gate. */
const EXAMPLE = plainFence({ perimeter: 100, materialId: '', gateCount: 1 });

/** Returns the example price, computed with the shared pricing function, or undefined if it can't be computed. */
export const examplePrice = (form: BaseForm): string | undefined => {
  const prices = basePricesOf(form);
  if (!prices) return undefined;
  try {
    return formatCents(
      priceFence(EXAMPLE, {
        ...prices,
        materials: [{ id: '', name: '', premiumCents: 0 }],
        book: neutralBook(prices.gatePriceCents),
      }).totalCents,
    );
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
};
