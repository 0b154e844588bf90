import { Suspense, useEffect, useState } from 'react';
import type { SessionView } from '#shared/features/auth/auth.schema.ts';
import { lazyPart } from '../../lib/parts.ts';
import { Navigate } from '../../lib/router.tsx';
import { problemOf, signInAddress } from '../../lib/errors.ts';
import { productName } from '../../lib/product.ts';
import { showCompany, trpc } from '../../lib/trpc.ts';
import { withServer } from '../../lib/with-server.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ToastHost } from '../../ui/toast-host.tsx';
import { Gate } from '../billing/gate.tsx';
import { Dashboard } from './dashboard.tsx';
import './dashboard.css';
import { LoadingPage } from './loading-page.tsx';

/**
 * Returns false if this window shows a different company than the session's company. This happens if the user switched
 * companies in another window or was removed from the company. The page is then loaded again, because all cached data
 * belongs to the previous company.
 */
const useShownCompany = (session: SessionView | undefined): boolean => {
  const company = session?.company?.id;
  const [shown, setShown] = useState(company);
  if (shown === undefined && company !== undefined) setShown(company);
  const isOther = shown !== undefined && session !== undefined && session !== null && company !== shown;
  showCompany(shown);
  useEffect(() => {
    if (isOther) location.assign('/dashboard');
  }, [isOther]);
  return !isOther;
};

const Tooltips = lazyPart(async () => ({ default: (await import('../../ui/tooltips.tsx')).Tooltips }));
const NoCompany = lazyPart(() => import('../team/no-company.tsx'));

/**
 * Shows a loading screen until the session is loaded. Then it sends signed-out users to `/auth`. Users without a
 * company see a page that says so, unless they're admins. Users without a plan see the plan cards. Everyone else sees
 * the dashboard.
 */
function DashboardPage() {
  const session = trpc.auth.session.useQuery(undefined, { staleTime: 60_000 });
  // Requests the subscription together with the session, because the gate needs both. If there's no session, the
  // response redirects to `/auth`.
  trpc.subscription.check.useQuery(undefined, { staleTime: 60_000, meta: { anonymous: true } });
  const isShown = useShownCompany(session.data);
  if (session.data?.company === null && !session.data.user.roles.includes('admin'))
    return (
      <Suspense fallback={<LoadingPage />}>
        <NoCompany email={session.data.user.email} />
      </Suspense>
    );
  if (session.data && isShown)
    return (
      <>
        <Gate user={session.data.user}>
          <Dashboard user={session.data.user} />
        </Gate>
        <ToastHost />
        <Suspense fallback={null}>
          <Tooltips />
        </Suspense>
      </>
    );
  if (session.data === null) return <Navigate to={signInAddress()} />;
  if (session.isError)
    return (
      <main className="mx-auto grid min-h-dvh max-w-[560px] content-center gap-4 px-4">
        <h1 className="sr-only">{productName} Dashboard</h1>
        <Banner action={<Button onClick={() => void session.refetch()}>Try again</Button>}>
          {problemOf(session.error).message}
        </Banner>
      </main>
    );
  return <LoadingPage />;
}

export default withServer(DashboardPage);
