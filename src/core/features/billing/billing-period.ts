/** The same day and time in another month (UTC), or that month's last day: how Stripe counts billing periods. */
export const addMonths = (from: Date, months: number): Date => {
  const to = new Date(from);
  to.setUTCMonth(from.getUTCMonth() + months);
  if (to.getUTCDate() !== from.getUTCDate()) to.setUTCDate(0);
  return to;
};

/**
 * The start of the period containing `at`, with `start` to `end` as the last known one. Renewal events may be any
 * number of months late: each period begins where the previous one ended.
 */
export const periodStartAt = ({ start, end, at }: { start: Date; end: Date | null; at: Date }): Date => {
  if (end === null || end <= start || end > at) return start;
  let months = 0;
  while (addMonths(end, months + 1) <= at) months += 1;
  return addMonths(end, months);
};
