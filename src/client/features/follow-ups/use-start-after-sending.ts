import { SECOND } from '#shared/primitives/durations.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { sayFailed } from '../../lib/errors.ts';
import { useMay } from '../../lib/role.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast, type ToastMessage } from '../../ui/toast.ts';
import { startingForm, stepsOf } from './follow-up-form.rules.ts';
import { FAILED, savedText } from './saved-text.ts';

/** How long the toast is shown. Users need time to read it and decide. */
const LASTS = 10 * SECOND;
const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** Returns a label such as 'Follow up on days 1, 3 and 7'. */
export const followUpLabel = (days: readonly number[]): string =>
  `Follow up on ${days.length === 1 ? 'day' : 'days'} ${list.format(days.map(String)).replace(', and ', ' and ')}`;

/**
 * Returns a function that adds a button to the toast that confirms a sent estimate. The button starts the company's
 * default follow-ups on an available channel. There's no button if follow-ups for this lead were already started, or if
 * they aren't loaded yet.
 */
export const useStartAfterSending = (lead: LeadView): (() => Pick<ToastMessage, 'action' | 'lasts'>) => {
  const utils = trpc.useUtils();
  const { data: view } = trpc.followUps.get.useQuery({ leadId: lead.id });
  const { manage } = useMay();
  const { data: question } = trpc.workflow.offerQuestion.useQuery();
  const start = async (): Promise<void> => {
    if (!view) return;
    const { channel, steps } = startingForm(view, lead);
    try {
      // Calls the client directly, because the dialog is already closed at this point.
      await utils.client.followUps.save.mutate({ leadId: lead.id, channel, steps: stepsOf(steps), active: true });
      toast.done('Follow-up scheduled', {
        detail: savedText(steps.length, { ...lead, status: 'estimate_sent' }, true),
      });
    } catch (error) {
      sayFailed(FAILED, error);
    }
    await Promise.all([utils.leads.invalidate(), utils.followUps.get.invalidate({ leadId: lead.id })]);
  };
  return () => {
    // The first start asks about the default offer, which a toast can't do.
    if (manage && question?.asks) return {};
    if (!view || (view.status !== 'none' && view.status !== 'draft')) return {};
    const label = followUpLabel(view.steps.map(({ day }) => day));
    return { action: { label, onClick: () => void start() }, lasts: LASTS };
  };
};
