import { trpc } from '../../lib/trpc.ts';

/** Whether the company takes visits. False while that's loading. */
export const useTakesVisits = (): boolean =>
  trpc.visits.settings.useQuery(undefined, { staleTime: 60_000 }).data?.enabled === true;
