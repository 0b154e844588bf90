import { trpc } from '../../lib/trpc.ts';

/** Reloads what shows that a person has decided about a message, or about all of one kind, of a lead. */
export const useAfterDecision = (leadId: string) => {
  const utils = trpc.useUtils();
  const one = { leadId };
  return () =>
    void Promise.all([
      utils.messages.thread.invalidate(one),
      utils.messages.ways.invalidate(one),
      utils.leads.timeline.invalidate(one),
      utils.leads.get.invalidate(one),
      utils.leads.mailState.invalidate(one),
      utils.followUps.get.invalidate(one),
    ]);
};
