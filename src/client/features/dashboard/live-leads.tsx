import { skipToken, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { LeadChange } from '#shared/features/leads/leads.schema.ts';
// Imported here so that both are bundled in one file, which saves a request.
import '../../lib/event-source-link.ts';
import { leaveIfSignedOut, problemOf } from '../../lib/errors.ts';
import { gathering } from '../../lib/gathering.ts';
import { trpc } from '../../lib/trpc.ts';
import { useVisible } from '../../lib/visible.ts';
import { type Changed, reloadStale } from '../../lib/what-goes-stale.ts';

const QUIET_MS = 5_000;
const REOPEN_MS = 3_000;

/** Returns what has changed. A plan change is reported as 'all', which includes the settings. */
function summarize(changes: readonly LeadChange[]): Changed {
  const leads = new Set(changes.flatMap((change) => ('leadId' in change ? [change.leadId] : [])));
  const known = new Set([...leads].filter((leadId) => leadId !== null));
  // each connection begins with 'all', so this is also true after the user's role or company changes
  if (known.size < leads.size) return { subjects: new Set(['lead', 'crm', 'settings', 'rights']), leads: null };
  const subjects: Changed['subjects'] = new Set([
    ...(known.size > 0 ? (['lead'] as const) : []),
    ...(changes.some((change) => 'settings' in change) ? (['settings'] as const) : []),
    ...(changes.some((change) => 'crm' in change) ? (['crm'] as const) : []),
  ]);
  return { subjects, leads: known };
}

/**
 * Keeps open screens up to date. It subscribes to lead changes and refreshes the screens that show them. Each
 * connection starts with 'all' (`lead-changes.ts`), so no change between two connections is missed. A hidden tab
 * doesn't connect, because without TLS a browser allows only six connections for all of a site's tabs. Reports when the
 * connection is lost for more than 5 s, and when it's restored. Loaded after the first screen is painted.
 */
export default function LiveLeads({ onLost }: { onLost: (lost: boolean) => void }) {
  const utils = trpc.useUtils();
  const cache = useQueryClient();
  const [gather] = useState(() =>
    gathering((changes: readonly LeadChange[]) => reloadStale(cache, summarize(changes))),
  );
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
