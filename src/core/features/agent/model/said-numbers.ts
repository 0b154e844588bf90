import { plainText } from '../guided/plain-text.ts';

/** The lengths and gate counts that the homeowner mentioned. A model can quote a price only for these. */
export interface SaidNumbers {
  /** Whether the homeowner mentioned this length in feet, in another unit, or as a sum of several lengths. */
  hasFeet: (feet: number) => boolean;
  hasGates: (gates: number) => boolean;
}

/** The number of feet in a foot, a yard and a meter. */
const UNITS = [1, 3, 1 / 0.3048];
/** The tolerance in feet, needed because lengths are rounded to two decimal places. */
const NEAR = 0.01;

/** Reads the numbers in the homeowner's messages, oldest first. */
export function saidNumbers(messages: readonly string[]): SaidNumbers {
  const plain = messages.map(plainText);
  const perMessage = plain.map((text) =>
    (text.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((number) => Number(number.replaceAll(',', ''))),
  );
  const numbers = perMessage.flat();
  const lengths = perMessage.flatMap(sumsOf).flatMap((length) => UNITS.map((unit) => length * unit));
  const mentionsGates = plain.some((text) => /\b(?:gates?|puertas?|porton(?:es)?)\b/.test(text));
  return {
    hasFeet: (feet) => lengths.some((length) => Math.abs(length - feet) <= NEAR),
    // Covers 'a gate', 'a couple of gates' and 'no gates'.
    hasGates: (gates) => numbers.includes(gates) || (mentionsGates && gates <= 2),
  };
}

/** The maximum number of adjacent numbers that are added up. */
const MOST_ADDED = 12;

/**
 * Returns every number, and every sum of adjacent numbers. For '40 plus 60 ft with 2 gates', the results include 100.
 */
const sumsOf = (numbers: readonly number[]): number[] =>
  numbers.slice(0, MOST_ADDED).flatMap((_, from, list) => {
    let sum = 0;
    return list.slice(from).map((number) => (sum += number));
  });
