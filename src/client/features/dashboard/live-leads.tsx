import { useEffect } from 'react';
import type { LeadChange } from '#shared/features/leads/leads.schema.ts';
import { trpc } from '../../lib/trpc.ts';

const QUIET_MS = 5_000;
const REOPEN_MS = 3_000;

/** Reloads what the company has set. */
const useReloadSettings = () => {
  const utils = trpc.useUtils();
  return () => {
    const stale = [
      utils.company.invalidate(),
      utils.pricing.invalidate(),
      utils.terms.invalidate(),
      utils.workflow.invalidate(),
      utils.reminders.settings.invalidate(),
      utils.widget.invalidate(),
      utils.payments.settings.invalidate(),
    ];
    void Promise.all(stale);
  };
};

/**
 * Reloads what shows one lead, or everything about leads where `leadId` is null; and the plan, which tells as 'all'.
 * Deals show their lead. What another browser set is reloaded by itself, and with 'all'.
 */
const useReload = () => {
  const utils = trpc.useUtils();
  const reloadSettings = useReloadSettings();
  return (change: LeadChange) => {
    const settings = 'settings' in change;
    if (settings || ('leadId' in change && change.leadId === null)) reloadSettings();
    if (settings) return;
    void utils.crm.invalidate();
    if ('crm' in change) return;
    const { leadId } = change;
    const one = leadId === null ? undefined : { leadId };
    const stale = [
      utils.leads.list.invalidate(),
      utils.leads.summary.invalidate(),
      utils.leads.get.invalidate(one),
      utils.leads.mailState.invalidate(one),
      utils.leads.timeline.invalidate(one),
      utils.messages.thread.invalidate(one),
      utils.messages.ways.invalidate(one),
      utils.estimates.listForLead.invalidate(one),
      utils.followUps.get.invalidate(one),
      utils.reminders.forLead.invalidate(one),
      utils.subscription.check.invalidate(),
      utils.billing.status.invalidate(),
      utils.payments.status.invalidate(),
      utils.payments.list.invalidate(),
      utils.payments.forEstimate.invalidate(),
    ];
    void Promise.all(stale);
  };
};

/**
 * Keeps open screens true: hears of each changed lead and reloads what shows it. Each connection begins with
 * 'all' (`lead-changes.ts`), so nothing is missed between two. Tells when it has been broken for over 5 s, and when
 * it is whole again. Fetched after the first screen is painted.
 */
export default function LiveLeads({ onLost }: { onLost: (lost: boolean) => void }) {
  const reload = useReload();
  const { status, reset } = trpc.leads.onChange.useSubscription(undefined, { onData: ({ data }) => reload(data) });
  // opening takes a moment too; only what lasts is said
  const broken = status !== 'pending';

  // a refused connection (a restart, a proxy) is not retried by EventSource itself
  useEffect(() => {
    if (status !== 'error') return;
    const timer = setTimeout(reset, REOPEN_MS);
    return () => clearTimeout(timer);
  }, [status, reset]);

  useEffect(() => {
    if (!broken) return;
    const timer = setTimeout(() => onLost(true), QUIET_MS);
    return () => {
      clearTimeout(timer);
      onLost(false);
    };
  }, [broken, onLost]);

  return null;
}
