import { browserZone } from './dates.ts';
import { trpc } from './trpc.ts';

/** The company's details. They rarely change, and any change made in this browser refreshes them. */
export const useCompany = () => trpc.company.get.useQuery(undefined, { staleTime: 300_000 });

/** The company as the session names it. A dashboard has it before anything else. */
const useOwnCompany = () => trpc.auth.session.useQuery(undefined, { staleTime: 60_000 }).data?.company ?? undefined;

/** Returns the company's ID, for use in browser storage keys, or '' while it's loading. */
export const useCompanyId = (): string => useOwnCompany()?.id ?? '';

/**
 * The company's time zone, and whether it differs from this browser's zone. Until the company's details have loaded, it
 * comes from the session. Otherwise, a visit would first be shown at the browser's time.
 */
export const useTimeZone = (): { zone: string | undefined; differs: boolean } => {
  const own = useOwnCompany();
  const zone = useCompany().data?.timeZone ?? own?.timeZone;
  return { zone, differs: zone !== undefined && zone !== browserZone() };
};
