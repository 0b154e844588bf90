import { browserZone } from './dates.ts';
import { trpc } from './trpc.ts';

/** The company's own details; they rarely change, and a change here refreshes them. */
export const useCompany = () => trpc.company.get.useQuery(undefined, { staleTime: 300_000 });

/** Whose settings these are, for what is kept in this browser; '' until it is known. */
export const useCompanyId = (): string =>
  trpc.auth.session.useQuery(undefined, { staleTime: 60_000 }).data?.company?.id ?? '';

/** The zone in which the company reads times, and whether this browser lives in another. */
export const useTimeZone = (): { zone: string | undefined; differs: boolean } => {
  const { data } = useCompany();
  return { zone: data?.timeZone, differs: data !== undefined && data.timeZone !== browserZone() };
};
