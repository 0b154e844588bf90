import { useQueryClient } from '@tanstack/react-query';
import { reloadLead } from '../../lib/what-goes-stale.ts';

/** Returns a function that refreshes a lead after a decision about one of its messages or channels. */
export const useAfterDecision = (leadId: string) => {
  const cache = useQueryClient();
  return () => void reloadLead(cache, leadId);
};
