/** The same day and time of another month (UTC), or that month's last day: how Stripe counts billing periods. */
export const addMonths = (from: Date, months: number): Date => {
  const to = new Date(from);
  to.setUTCMonth(from.getUTCMonth() + months);
  if (to.getUTCDate() !== from.getUTCDate()) to.setUTCDate(0);
  return to;
};

/**
 * When the period that `at` lies in began, where the last one known is `start` to `end`. The news of a renewal may
 * be late by any number of months: each next period begins where the one before it ended.
 */
export const periodStartAt = ({ start, end, at }: { start: Date; end: Date | null; at: Date }): Date => {
  if (end === null || end <= start || end > at) return start;
  let months = 0;
  while (addMonths(end, months + 1) <= at) months += 1;
  return addMonths(end, months);
};
