/** An exact quotient. `over` is positive. */
export interface Fraction {
  of: bigint;
  over: bigint;
}

/** The decimals that `fraction` keeps: thousandths. */
const SCALE = 1000;

/** Converts a number with at most three decimals, such as 5.5 or 2.375. */
export const fraction = (value: number): Fraction => ({ of: BigInt(Math.round(value * SCALE)), over: BigInt(SCALE) });

export const NONE: Fraction = { of: 0n, over: 1n };

export const plus = (one: Fraction, other: Fraction): Fraction =>
  one.over === other.over
    ? { of: one.of + other.of, over: one.over }
    : reduced({ of: one.of * other.over + other.of * one.over, over: one.over * other.over });

export const times = (one: Fraction, ...others: readonly Fraction[]): Fraction =>
  others.reduce((product, { of, over }) => ({ of: product.of * of, over: product.over * over }), one);

/** Divides by a positive number. */
export const dividedBy = (one: Fraction, by: Fraction): Fraction => ({ of: one.of * by.over, over: one.over * by.of });

/** Rounds up to a whole number, without the error of floating-point division. */
export const roundedUp = ({ of, over }: Fraction): number => Number(of / over) + (of > 0n && of % over !== 0n ? 1 : 0);

const reduced = ({ of, over }: Fraction): Fraction => {
  let [a, b] = [of, over];
  while (b !== 0n) [a, b] = [b, a % b];
  const divisor = a < 0n ? -a : a;
  return divisor > 1n ? { of: of / divisor, over: over / divisor } : { of, over };
};
