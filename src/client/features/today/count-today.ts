import type { TodayView } from '#shared/features/today/today.schema.ts';

/** Returns the number of things to do today. A visit counts also after it took place, because it's still listed. */
export const countToday = ({
  visits,
  decisions,
  answers,
  unread,
  review,
  calls,
  estimates,
  money,
}: TodayView): number =>
  visits.length + decisions.count + answers.count + unread.count + review + calls.count + estimates.count + money.count;
