/** The numbers that may appear in an answer. */
export interface Measures {
  /** Prices that the price function returned in this conversation, in cents. */
  totals: readonly number[];
  /** Lengths and heights of the homeowner's fence, in decimal feet. */
  feet: readonly number[];
  gates: readonly number[];
}

const NUMBER = /\d[\d.,]*/g;
const WELL_FORMED = /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/;
const MONEY_BEFORE = /(?:\$|\busd)\s*$/;
const MONEY_AFTER = /^\s*(?:dollars?|bucks|usd|dolares)\b/;
/** Matches words before a price that make it a limit or an approximation. We never quote either. */
const HEDGED =
  /\b(?:under|below|less than|more than|over|at most|at least|up to|starting at|as low as|only|just|about|around|roughly|approximately|almost|nearly|between|menos de|mas de|desde|hasta|solo|solamente|apenas|unos|casi|aproximadamente|alrededor de|entre)\s*\$?\s*$/;
const PER =
  /^\s*(?:\/|per\b|an?\b (?:foot|gate|yard|meter)|each\b|apiece|or (?:less|more)|por (?:pie|metro|puerta)|cada)/;
const FEET_AFTER = /^\s*-?\s*(?:linear |lineal(?:es)? )?(?:ft|feet|foot|pies?|')(?![a-z])/;
const GATES_AFTER = /^\s+(?:[a-z]+\s+){0,1}(?:gates?|puertas?|porton(?:es)?)\b/;
/** Matches money words without a number, or with a number that isn't written in digits. */
const LOOSE_MONEY = /\$|\b(?:dollars?|bucks|usd|cents?|dolares|pesos?|centavos?|euros?|pounds?|grand)\b|%/;
/** Matches words after a number word that make it a time, an amount or a multiple. */
const COUNTS_MORE =
  /^\s*(?:%|-?\s*(?:percent|dollars?|bucks|cents?|grand|k\b|hundred|thousand|days?|weeks?|months?|years?|hours?|minutes?|times|dias?|semanas?|mes(?:es)?|anos?|horas?|minutos?|veces|mil|cien|por ciento|pesos|dolares|ft|feet|foot|pies?|yards?|met(?:ers?|ros?)))/;
const SMALL = 3;

/**
 * Whether a sentence contains only allowed numbers. Quoted prices are allowed, and so are the fence's measurements if
 * their unit is given. Number words up to 'three' are allowed without a unit. Money words are allowed only with a
 * quoted price. `plain` is the sentence with number words replaced by digits (`plainText`). `typed` is the original
 * sentence.
 */
export function numbersAllowed(plain: string, typed: string, measures: Measures): boolean {
  const typedNumbers = new Set((typed.match(NUMBER) ?? []).map((number) => number.replace(/[.,]+$/, '')));
  let rest = plain;
  for (const match of plain.matchAll(NUMBER)) {
    const number = match[0].replace(/[.,]+$/, '');
    const before = plain.slice(0, match.index);
    const after = plain.slice(match.index + number.length);
    const kind = kindOf({ number, before, after, isTyped: typedNumbers.has(number) }, measures);
    if (kind === 'unknown') return false;
    if (kind === 'price') rest = withoutPrice(rest, number);
  }
  return !LOOSE_MONEY.test(rest);
}

interface Found {
  number: string;
  before: string;
  after: string;
  /** Whether the number is written in digits. */
  isTyped: boolean;
}

function kindOf({ number, before, after, isTyped }: Found, { totals, feet, gates }: Measures) {
  if (!WELL_FORMED.test(number) || /[\p{L}\d.-]$/u.test(before)) return 'unknown';
  const value = Number(number.replaceAll(',', ''));
  const isMoney = MONEY_BEFORE.test(before) || MONEY_AFTER.test(after);
  if (isMoney)
    return totals.includes(Math.round(value * 100)) && !HEDGED.test(before) && !PER.test(priceEnd(after))
      ? 'price'
      : 'unknown';
  if (FEET_AFTER.test(after)) return feet.includes(value) ? 'measure' : 'unknown';
  if (GATES_AFTER.test(after)) return gates.includes(value) ? 'measure' : 'unknown';
  return !isTyped && value <= SMALL && !COUNTS_MORE.test(after) ? 'small' : 'unknown';
}

const priceEnd = (after: string): string => after.replace(MONEY_AFTER, '');

const withoutPrice = (text: string, number: string): string => {
  const escaped = number.replaceAll('.', String.raw`\.`);
  return text.replace(
    new RegExp(String.raw`(?:\$\s*|\busd\s*)?${escaped}(?:\s*(?:dollars?|bucks|usd|dolares)\b)?`),
    ' ',
  );
};
