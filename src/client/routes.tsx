import { lazy, Suspense } from 'react';
import { EarlyPress } from './lib/early-press.tsx';
import { usePathname } from './lib/router.tsx';
import { Crash } from './ui/crash.tsx';

const LandingPage = lazy(() => import('./features/landing/landing-page.tsx'));
const AuthPage = lazy(() => import('./features/auth/auth-page.tsx'));
const DashboardPage = lazy(() => import('./features/dashboard/dashboard-page.tsx'));
const AdminPage = lazy(() => import('./features/admin/admin-page.tsx'));
const NotFoundPage = lazy(() => import('./features/landing/not-found-page.tsx'));

/** All pages of the client. Each is loaded when it's first opened. */
const PAGES = new Map([
  ['/', <LandingPage key="landing" />],
  ['/auth', <AuthPage key="auth" />],
  ['/dashboard', <DashboardPage key="dashboard" />],
  ['/admin', <AdminPage key="admin" />],
]);

/** Renders the page for the current URL. */
export function Pages() {
  const pathname = usePathname();
  return (
    <Crash>
      <Suspense fallback={null}>
        {PAGES.get(pathname.replace(/(?<=.)\/$/, '')) ?? <NotFoundPage />}
        <EarlyPress />
      </Suspense>
    </Crash>
  );
}
