import { trpc } from '../../lib/trpc.ts';
import { reloadLead } from '../leads/reload-lead.ts';

/** Returns a function that refreshes a lead after a decision about one of its messages or channels. */
export const useAfterDecision = (leadId: string) => {
  const utils = trpc.useUtils();
  return () => void reloadLead(utils, { leadId });
};
