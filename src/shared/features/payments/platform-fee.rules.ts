import { cents, type Cents } from '../../primitives/cents.ts';

const BASIS_POINTS = 10_000;

/** Returns the platform's fee for a payment. It's rounded down to the cent, so it never exceeds the rate (S12). */
export const platformFee = (amountCents: number, basisPoints: number): Cents => {
  const product = amountCents * basisPoints;
  if (!(amountCents >= 0 && basisPoints >= 0 && basisPoints <= BASIS_POINTS && Number.isSafeInteger(product)))
    throw new RangeError(`no fee of ${basisPoints} basis points on ${amountCents} cents`);
  return cents((product - (product % BASIS_POINTS)) / BASIS_POINTS);
};
