import { skipToken } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { LeadChange } from '#shared/features/leads/leads.schema.ts';
// comes along, instead of being fetched afterwards
import '../../lib/event-source-link.ts';
import { leaveIfSignedOut } from '../../lib/errors.ts';
import { gathering } from '../../lib/gathering.ts';
import { trpc } from '../../lib/trpc.ts';
import { useVisible } from '../../lib/visible.ts';
import { reloadLead } from '../leads/reload-lead.ts';

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

/** Reloads the plan and the money, which may have to wait for Stripe. */
const useReloadMoney = () => {
  const utils = trpc.useUtils();
  return () => {
    const stale = [
      utils.subscription.check.invalidate(),
      utils.billing.status.invalidate(),
      utils.payments.status.invalidate(),
      utils.payments.list.invalidate(),
      utils.payments.forEstimate.invalidate(),
    ];
    void Promise.all(stale);
  };
};

/** Reloads lists, deals, and what shows one of `leads`; every lead where it is null. Resolves when it is there. */
const useReloadLeads = () => {
  const utils = trpc.useUtils();
  return (leads: ReadonlySet<string> | null): Promise<unknown> =>
    Promise.all([
      utils.leads.list.invalidate(),
      utils.leads.summary.invalidate(),
      utils.crm.invalidate(),
      ...(leads === null ? [undefined] : [...leads].map((leadId) => ({ leadId }))).map((one) => reloadLead(utils, one)),
    ]);
};

/** Reloads what the changes touch; the plan tells as 'all', and 'all' is settings too. */
const useReload = () => {
  const utils = trpc.useUtils();
  const reloadSettings = useReloadSettings();
  const reloadMoney = useReloadMoney();
  const reloadLeads = useReloadLeads();
  return async (changes: readonly LeadChange[]): Promise<void> => {
    const leads = new Set(changes.flatMap((change) => ('leadId' in change ? [change.leadId] : [])));
    const known = new Set([...leads].filter((leadId) => leadId !== null));
    const all = known.size < leads.size;
    if (all || changes.some((change) => 'settings' in change)) reloadSettings();
    if (leads.size === 0) {
      if (changes.some((change) => 'crm' in change)) await utils.crm.invalidate();
      return;
    }
    reloadMoney();
    await reloadLeads(all ? null : known);
  };
};

/**
 * Keeps open screens true: hears of each changed lead and reloads what shows it. Each connection begins with 'all'
 * (`lead-changes.ts`), so nothing is missed between two. A tab that nobody sees holds none: without TLS a browser has
 * six for all tabs of a site, and the seventh request would wait permanently. Tells when it has been broken for over 5
 * s, and when it is whole again. Fetched after the first screen is painted.
 */
export default function LiveLeads({ onLost }: { onLost: (lost: boolean) => void }) {
  const reload = useReload();
  const [hear] = useState(() => gathering(reload));
  const visible = useVisible();
  const refused = useRef(false);
  const { status, reset } = trpc.leads.onChange.useSubscription(visible ? undefined : skipToken, {
    onData: ({ data }) => {
      refused.current = false;
      hear(data);
    },
    // a new password or second factor renews this browser's session: only who is refused again is signed out
    onError: (error) => {
      if (refused.current) leaveIfSignedOut(error);
      refused.current = true;
    },
  });
  // opening takes a moment too; only what lasts is said
  const broken = visible && status !== 'pending';

  // a refused connection (a restart, a proxy) isn't retried by EventSource itself
  useEffect(() => {
    if (status !== 'error') return;
    const timer = setTimeout(reset, REOPEN_MS);
    return () => clearTimeout(timer);
  }, [status, reset]);

  // the server ended it for newer windows of this session: the one that is used takes its turn
  useEffect(() => {
    if (!visible || status !== 'idle') return;
    addEventListener('focus', reset);
    return () => removeEventListener('focus', reset);
  }, [visible, status, reset]);

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
