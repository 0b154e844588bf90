import { trpc } from '../../lib/trpc.ts';
import { reloadLead } from '../leads/reload-lead.ts';

/** Reloads what shows that a person has decided about a message, or about all of one kind, of a lead. */
export const useAfterDecision = (leadId: string) => {
  const utils = trpc.useUtils();
  return () => void reloadLead(utils, { leadId });
};
