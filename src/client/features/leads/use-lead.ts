import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { trpc } from '../../lib/trpc.ts';

/**
 * Loads the details of a lead. If that fails (no network or no server), it returns the lead from the list. During the
 * first attempt, it returns nothing, because the list may be outdated.
 */
export const useLead = (leadId: string, listed: LeadView | undefined) => {
  const query = trpc.leads.get.useQuery({ leadId }, { placeholderData: listed });
  const loading = query.isPlaceholderData && !query.isPaused && query.failureCount === 0;
  return {
    lead: loading ? undefined : query.data,
    isPending: loading || query.isPending,
    error: query.error,
  };
};
