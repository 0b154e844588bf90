import { type Query, skipToken, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { LeadChange } from '#shared/features/leads/leads.schema.ts';
// Imported here so that both are bundled in one file, which saves a request.
import '../../lib/event-source-link.ts';
import { leaveIfSignedOut, problemOf } from '../../lib/errors.ts';
import { gathering } from '../../lib/gathering.ts';
import { trpc } from '../../lib/trpc.ts';
import { useVisible } from '../../lib/visible.ts';
import { reloadLead } from '../leads/reload-lead.ts';

const QUIET_MS = 5_000;
const REOPEN_MS = 3_000;

/** Returns a function that refreshes the company's settings. */
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

/** Returns a function that refreshes the plan and payments. Both requests may wait for Stripe. */
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

/**
 * Returns a function that refreshes lists, deals, and all data about `leads`, or about every lead if null. Resolves
 * when the data is loaded.
 */
const useReloadLeads = () => {
  const utils = trpc.useUtils();
  const cache = useQueryClient();
  return async (leads: ReadonlySet<string> | null): Promise<void> => {
    // Invalidating a query doesn't restart its first load, and the response to that load may be older than the change.
    const begun = new Set(cache.getQueryCache().findAll({ fetchStatus: 'fetching', predicate: isFirstLoad }));
    await Promise.all([
      utils.leads.list.invalidate(),
      utils.leads.summary.invalidate(),
      utils.crm.invalidate(),
      ...(leads === null ? [undefined] : [...leads].map((leadId) => ({ leadId }))).map((one) => reloadLead(utils, one)),
    ]);
    if (begun.size > 0) await cache.invalidateQueries({ predicate: (query) => begun.has(query) });
  };
};

const isFirstLoad = ({ state }: Query): boolean => state.data === undefined;

/**
 * Returns a function that refreshes the data that the changes affect. A plan change is reported as 'all', which
 * includes the settings.
 */
const useReload = () => {
  const utils = trpc.useUtils();
  const reloadSettings = useReloadSettings();
  const reloadMoney = useReloadMoney();
  const reloadLeads = useReloadLeads();
  return async (changes: readonly LeadChange[]): Promise<void> => {
    const leads = new Set(changes.flatMap((change) => ('leadId' in change ? [change.leadId] : [])));
    const known = new Set([...leads].filter((leadId) => leadId !== null));
    const all = known.size < leads.size;
    // each connection begins with 'all', so this also runs after the user's role or company changes
    if (all) void Promise.all([utils.auth.session.invalidate(), utils.team.invalidate()]);
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
 * Keeps open screens up to date. It subscribes to lead changes and refreshes the screens that show them. Each
 * connection starts with 'all' (`lead-changes.ts`), so no change between two connections is missed. A hidden tab
 * doesn't connect, because without TLS a browser allows only six connections for all of a site's tabs. Reports when the
 * connection is lost for more than 5 s, and when it's restored. Loaded after the first screen is painted.
 */
export default function LiveLeads({ onLost }: { onLost: (lost: boolean) => void }) {
  const utils = trpc.useUtils();
  const reload = useReload();
  const [gather] = useState(() => gathering(reload));
  const visible = useVisible();
  const refused = useRef(false);
  const { status, reset } = trpc.leads.onChange.useSubscription(visible ? undefined : skipToken, {
    onData: ({ data }) => {
      refused.current = false;
      gather(data);
    },
    // Changing the password or second factor renews this session, so only a second rejection means that the user is
    // signed out.
    onError: (error) => {
      if (refused.current) leaveIfSignedOut(error);
      // the user was removed from the company, so the session says which company to show next
      if (problemOf(error).code === 'FORBIDDEN') void utils.auth.session.invalidate();
      refused.current = true;
    },
  });
  // Opening a connection takes a moment too, so only longer interruptions are shown.
  const broken = visible && status !== 'pending';

  // EventSource doesn't retry a rejected connection on its own (for example, after a server restart or through a
  // proxy).
  useEffect(() => {
    if (status !== 'error') return;
    const timer = setTimeout(reset, REOPEN_MS);
    return () => clearTimeout(timer);
  }, [status, reset]);

  // The server closed this connection because newer windows were opened in the same session. This window reconnects
  // when the user returns to it.
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
