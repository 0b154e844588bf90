/**
 * Returns the premium with which a material keeps its price per foot after the base price changes. A material without a
 * premium has the base price itself, so it always moves. All amounts are in cents per foot.
 */
export const premiumThatKeeps = (premiumCents: number, { from, to }: { from: number; to: number }): number =>
  premiumCents === 0 ? 0 : premiumCents + from - to;

/** Returns the materials that have a price of their own, which a changed base price can keep or move. */
export const pricedApart = <M extends { premiumCents: number }>(materials: readonly M[]): M[] =>
  materials.filter(({ premiumCents }) => premiumCents !== 0);
