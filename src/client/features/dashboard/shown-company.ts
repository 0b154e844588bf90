import { useEffect, useState } from 'react';
import type { SessionView } from '#shared/features/auth/auth.schema.ts';
import { showCompany } from '../../lib/trpc.ts';

/**
 * Keeps this window to the company it was opened with. If the user now works for another one, because they switched
 * elsewhere or were removed, the page is loaded again: everything cached belongs to the earlier company.
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
