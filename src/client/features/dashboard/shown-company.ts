import { useEffect, useState } from 'react';
import type { SessionView } from '#shared/features/auth/auth.schema.ts';
import { showCompany } from '../../lib/trpc.ts';

/**
 * Returns false if this window shows a different company than the session's company. This happens if the user switched
 * companies in another window or was removed from the company. The page is then loaded again, because all cached data
 * belongs to the previous company.
 */
export const useShownCompany = (session: SessionView | undefined): boolean => {
  const company = session?.company?.id;
  const [shown, setShown] = useState(company);
  if (shown === undefined && company !== undefined) setShown(company);
  const isOther = shown !== undefined && session !== undefined && session !== null && company !== shown;
  showCompany(shown);
  useEffect(() => {
    if (isOther) location.assign('/dashboard');
  }, [isOther]);
  return !isOther;
};
