/** Divides two whole numbers and rounds half up, exactly. Throws RangeError if they're too large to be exact. */
export const halfUp = (whole: number, by: number): number => {
  if (!Number.isSafeInteger(whole)) throw new RangeError(`not exact: ${whole}`);
  const rest = ((whole % by) + by) % by;
  return (whole - rest) / by + (rest * 2 >= by ? 1 : 0);
};
