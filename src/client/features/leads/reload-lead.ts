import type { trpc } from '../../lib/trpc.ts';

/** Refreshes all data about this lead, or about every lead if `one` is undefined. Resolves when the data is loaded. */
export const reloadLead = (
  utils: ReturnType<typeof trpc.useUtils>,
  one: { leadId: string } | undefined,
): Promise<unknown> =>
  Promise.all([
    utils.leads.get.invalidate(one),
    utils.leads.mailState.invalidate(one),
    utils.leads.timeline.invalidate(one),
    utils.messages.thread.invalidate(one),
    utils.messages.undecided.invalidate(one),
    utils.messages.ways.invalidate(one),
    utils.estimates.listForLead.invalidate(one),
    utils.followUps.get.invalidate(one),
    utils.reminders.forLead.invalidate(one),
    utils.agent.conversation.invalidate(one),
    utils.agent.drafts.invalidate(),
  ]);
