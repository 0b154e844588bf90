import { browserZone } from './dates.ts';
import { trpc } from './trpc.ts';

/** The company's details. They rarely change, and any change made in this browser refreshes them. */
export const useCompany = () => trpc.company.get.useQuery(undefined, { staleTime: 300_000 });

/** Returns the company's ID, for use in browser storage keys, or '' while it's loading. */
export const useCompanyId = (): string =>
  trpc.auth.session.useQuery(undefined, { staleTime: 60_000 }).data?.company?.id ?? '';

/** The company's time zone, and whether it differs from this browser's zone. */
export const useTimeZone = (): { zone: string | undefined; differs: boolean } => {
  const { data } = useCompany();
  return { zone: data?.timeZone, differs: data !== undefined && data.timeZone !== browserZone() };
};
