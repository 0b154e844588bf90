import { ArrowLeft } from 'lucide-react';
import { Suspense } from 'react';
import { lazyPart } from '../../lib/parts.ts';
import type { SessionView } from '#shared/features/auth/auth.schema.ts';
import { problemOf, signInAddress } from '../../lib/errors.ts';
import { useMedia } from '../../lib/media.ts';
import { productName } from '../../lib/product.ts';
import { Link, Navigate, navigate } from '../../lib/router.tsx';
import { usePageTitle } from '../../lib/title.ts';
import { trpc } from '../../lib/trpc.ts';
import { withServer } from '../../lib/with-server.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Select } from '../../ui/input.tsx';
import { Logo } from '../../ui/logo.tsx';
import { ToastHost } from '../../ui/toast-host.tsx';
import '../dashboard/dashboard.css';
import { LoadingPage } from '../dashboard/loading-page.tsx';
import { ThemeMenu } from '../dashboard/theme-menu.tsx';
import { UserMenu } from '../dashboard/user-menu.tsx';
import {
  ADMIN_TAB_ICON,
  ADMIN_TAB_LABEL,
  ADMIN_TABS,
  type AdminTab,
  adminTabAddress,
  useAdminAddress,
} from './admin-address.ts';
import './admin.css';
import './admin-list.css';
import { Overview } from './overview.tsx';

const Tooltips = lazyPart(async () => ({ default: (await import('../../ui/tooltips.tsx')).Tooltips }));
const Companies = lazyPart(() => import('./companies.tsx'));
const Users = lazyPart(() => import('./users.tsx'));
const Messages = lazyPart(() => import('./messages.tsx'));
const StripeEvents = lazyPart(() => import('./stripe-events.tsx'));
const Feedback = lazyPart(() => import('./feedback.tsx'));
const Queue = lazyPart(() => import('./queue.tsx'));
const AuditLog = lazyPart(() => import('./audit-log.tsx'));

const CONTENT: Record<AdminTab, typeof Companies> = {
  overview: lazyPart(() => Promise.resolve({ default: Overview })),
  companies: Companies,
  users: Users,
  messages: Messages,
  'stripe-events': StripeEvents,
  feedback: Feedback,
  queue: Queue,
  'audit-log': AuditLog,
};

/**
 * `/admin`, for admins only. The server checks the role on every call. The check here only keeps other users from
 * seeing an empty page.
 */
function AdminPage() {
  const session = trpc.auth.session.useQuery(undefined, { staleTime: 60_000 });
  if (session.data)
    return (
      <>
        {session.data.user.roles.includes('admin') ? <Panel user={session.data.user} /> : <NotForYou />}
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
        <h1 className="sr-only">Admin Panel</h1>
        <Banner action={<Button onClick={() => void session.refetch()}>Try again</Button>}>
          {problemOf(session.error).message}
        </Banner>
      </main>
    );
  return <LoadingPage dashboard={false} />;
}

function NotForYou() {
  usePageTitle('Admin Panel');
  return (
    <main className="stack mx-auto min-h-dvh max-w-[400px] content-center px-4">
      <h1>You don’t have access</h1>
      <p className="muted">
        The Admin Panel is for the people who run {productName}. Your own settings are in your dashboard.
      </p>
      <p>
        <Link className={buttonClass('primary')} to="/dashboard">
          Go to Dashboard
        </Link>
      </p>
    </main>
  );
}

/** The number of items in each tab that need an admin's attention. */
const useCounts = (): Partial<Record<AdminTab, number>> => {
  const { data } = trpc.admin.overview.useQuery();
  if (!data) return {};
  return {
    messages: data.failedMessages + data.unknownMessages,
    'stripe-events': data.failedStripeEvents,
    feedback: data.unreadFeedback,
  };
};

function Rail({ tab, narrow }: { tab: AdminTab; narrow: boolean }) {
  const counts = useCounts();
  return (
    <>
      <Link className="logo" to="/" aria-label={`${productName}: Landing Page`}>
        <Logo nameClass="lbl" />
      </Link>
      <nav className="nav" aria-label="Admin Panel">
        {ADMIN_TABS.map((one) => {
          const Icon = ADMIN_TAB_ICON[one];
          const count = counts[one] ?? 0;
          return (
            <Link
              key={one}
              to={adminTabAddress(one)}
              aria-current={one === tab ? 'page' : undefined}
              data-tip={narrow ? ADMIN_TAB_LABEL[one] : ''}
            >
              <Icon className="i" aria-hidden />
              <span className="lbl">{ADMIN_TAB_LABEL[one]}</span>
              {count > 0 && <span className="count">{count.toLocaleString('en-US')}</span>}
            </Link>
          );
        })}
      </nav>
    </>
  );
}

/** The number of unread feedback messages. Its line takes up space while it loads, so that the content doesn't move. */
function Unread() {
  const { feedback } = useCounts();
  return (
    <p className="muted max-md:mt-2">
      {feedback === undefined ? '\u00a0' : `${feedback.toLocaleString('en-US')} unread`}
    </p>
  );
}

/** The tab navigation on phones. */
function TabChoice({ tab }: { tab: AdminTab }) {
  const choose = (value: string) => {
    const chosen = ADMIN_TABS.find((one) => one === value);
    if (chosen) navigate(adminTabAddress(chosen));
  };
  return (
    <label className="field phone">
      <span className="label">Section</span>
      <Select className="tab-choice" value={tab} onChange={(event) => choose(event.target.value)}>
        {ADMIN_TABS.map((one) => (
          <option key={one} value={one}>
            {ADMIN_TAB_LABEL[one]}
          </option>
        ))}
      </Select>
    </label>
  );
}

function Panel({ user }: { user: NonNullable<SessionView>['user'] }) {
  const { tab } = useAdminAddress();
  const Content = CONTENT[tab];
  const wide = useMedia('(min-width: 1024px)');
  usePageTitle(ADMIN_TAB_LABEL[tab], `${productName} Admin Panel`);
  return (
    <div className="shell" data-side={wide ? 'wide' : 'narrow'}>
      <a className={buttonClass('default', 'skip')} href="#main">
        Skip to content
      </a>
      <aside className="side desk" aria-label="Main">
        <Rail tab={tab} narrow={!wide} />
      </aside>
      <div className="min-w-0">
        <header className="top">
          <Link className={buttonClass('quiet')} to="/dashboard">
            <ArrowLeft className="i" aria-hidden />
            Dashboard
          </Link>
          <strong className="panel-name grow cut">Admin Panel</strong>
          <ThemeMenu />
          <UserMenu user={user} />
        </header>
        <main className="main" id="main" tabIndex={-1}>
          <div>
            {/* On phones, the choice of the tab is also the visible title. */}
            <h1 className="max-md:sr-only">{ADMIN_TAB_LABEL[tab]}</h1>
            <TabChoice tab={tab} />
            {tab === 'feedback' && <Unread />}
          </div>
          <Suspense fallback={null}>
            <Content />
          </Suspense>
        </main>
      </div>
    </div>
  );
}

export default withServer(AdminPage);
