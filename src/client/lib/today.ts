import { MINUTE } from '#shared/primitives/durations.ts';
import { type LocalDate, localDate } from '#shared/primitives/local-date.ts';
import { trpc } from './trpc.ts';

/**
 * Returns the product's current day in the company's time zone. Unlike `useNow`, it doesn't depend on the browser's
 * clock. `today` is undefined while it's loading, or if it can't be loaded. Only for members who may see reports.
 */
export const useToday = ({ enabled = true }: { enabled?: boolean } = {}): {
  today: LocalDate | undefined;
  isLoading: boolean;
} => {
  const { data, isLoading } = trpc.analytics.today.useQuery(undefined, {
    enabled,
    staleTime: MINUTE,
    refetchInterval: 5 * MINUTE,
  });
  return { today: data && localDate(data.today), isLoading };
};
