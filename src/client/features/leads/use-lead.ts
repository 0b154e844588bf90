import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { trpc } from '../../lib/trpc.ts';

/**
 * A lead in full. While it can't be fetched (no network, no server), what the loaded list knows of it; while the first
 * try is on its way, nothing yet: the list may be older than what is about to come.
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
