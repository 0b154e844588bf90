import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { lazyPart } from '../../lib/parts.ts';
import type { SessionView } from '#shared/features/auth/auth.schema.ts';
import { problemOf } from '../../lib/errors.ts';
import { navigate, useSearch } from '../../lib/router.tsx';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { LoadingPage } from '../dashboard/loading-page.tsx';

const GatePage = lazyPart(() => import('./gate-page.tsx'));

/** Shows one toast if the plan couldn't be loaded. The dashboard still opens (docs/operations.md, 'Outages'). */
const useSayUnknown = (error: unknown) => {
  const failed = error !== null && problemOf(error).code !== 'FORBIDDEN' && problemOf(error).code !== 'UNAUTHENTICATED';
  const said = useRef(false);
  useEffect(() => {
    if (!failed || said.current) return;
    said.current = true;
    toast.error('Failed to check subscription status');
  }, [failed]);
};

/** Opens the leads after a plan is bought from the plan cards. A purchase on any other page leaves that page open. */
const useOpened = (open: boolean, closed: boolean) => {
  const params = useSearch();
  const atPlans = params.get('section') === 'account' || params.has('checkout');
  const wasClosed = useRef(false);
  useEffect(() => {
    if (closed) wasClosed.current = true;
    if (!open || !wasClosed.current) return;
    wasClosed.current = false;
    toast.done('Your plan is active');
    if (atPlans) navigate('/dashboard', { replace: true });
  }, [open, closed, atPlans]);
};

/**
 * The dashboard's gate (spec, section 2). It shows a loading screen until the plan is loaded. Then it shows `children`
 * to admins and to users with a plan, and the plan cards to everyone else. If the plan can't be loaded, it shows
 * `children` to everyone.
 */
export function Gate({ user, children }: { user: NonNullable<SessionView>['user']; children: ReactNode }) {
  const { data, error, isFetched } = trpc.subscription.check.useQuery(undefined, { staleTime: 60_000 });
  const closed = data?.subscribed === false && !user.roles.includes('admin');
  useSayUnknown(data ? null : error);
  useOpened(data !== undefined && !closed, closed);
  // Doesn't use `isPending`, because that would unmount the children while they refetch the subscription.
  if (!isFetched) return <LoadingPage />;
  if (!closed) return children;
  return (
    <Suspense fallback={<LoadingPage />}>
      <GatePage user={user} />
    </Suspense>
  );
}
