import { useQueryClient } from '@tanstack/react-query';
import { reloadLead } from '../../lib/what-goes-stale.ts';

/** Returns a function that refreshes everything about a lead after its visit was changed. */
export const useAfterVisit = (leadId: string) => {
  const cache = useQueryClient();
  return () => reloadLead(cache, leadId);
};
