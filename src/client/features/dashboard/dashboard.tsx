import { PanelLeft } from 'lucide-react';
import { type ComponentType, Suspense, useEffect, useEffectEvent, useState } from 'react';
import type { SessionView } from '#shared/features/auth/auth.schema.ts';
import { lazyPart } from '../../lib/parts.ts';
import { Link, useSearch } from '../../lib/router.tsx';
import { productName } from '../../lib/product.ts';
import { remember } from '../../lib/remember.ts';
import { useMay } from '../../lib/role.ts';
import { usePageTitle } from '../../lib/title.ts';
import { trpc } from '../../lib/trpc.ts';
import { buttonClass } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LeadsTab } from '../leads/leads-tab.tsx';
import { ConnectionLine } from './connection-line.tsx';
import { SideNav } from './side-nav.tsx';
import { type Section, sectionOf, type Tab, TAB_LABEL, tabOf, tabsFor } from './tabs.ts';
import { ThemeMenu } from './theme-menu.tsx';
import { LogoutButton, UserMenu } from './user-menu.tsx';
import { usePhone } from '../../lib/media.ts';

const COOKIE = 'sidebar:state';
const SEVEN_DAYS_S = 7 * 24 * 60 * 60;

/**
 * The state of the side menu: wide or narrow. The cookie `sidebar:state` stores it for 7 days. `public/before-paint.js`
 * reads the cookie. The default is narrow below 1024 px. On phones, the menu is a sheet. Ctrl/Cmd+B toggles it (spec,
 * section 2).
 */
const useSidebar = () => {
  const phone = usePhone();
  const [wide, setWide] = useState(() => document.documentElement.dataset['side'] === 'wide');
  const [sheetOpen, setSheetOpen] = useState(false);
  const toggle = () => {
    if (phone) return setSheetOpen(!sheetOpen);
    document.cookie = `${COOKIE}=${String(!wide)}; path=/; max-age=${SEVEN_DAYS_S}; samesite=lax`;
    document.documentElement.dataset['side'] = wide ? 'narrow' : 'wide';
    setWide(!wide);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    toggle();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return { phone, wide, sheetOpen: phone && sheetOpen, closeSheet: () => setSheetOpen(false), toggle };
};

const AdminTab = lazyPart(() => import('../account/admin-tab.tsx'));
/** Each tab's code is loaded when the tab is first opened. */
const TAB: Record<Exclude<Tab, 'leads' | 'admin'>, ComponentType> = {
  pricing: lazyPart(() => import('../pricing/pricing-tab.tsx')),
  widget: lazyPart(() => import('../widget/widget-tab.tsx')),
  crm: lazyPart(() => import('../crm/crm-tab.tsx')),
  feedback: lazyPart(() => import('../feedback/feedback-tab.tsx')),
};
const PastDueBanner = lazyPart(() => import('../billing/past-due-banner.tsx'));
const NavSheet = lazyPart(() => import('./nav-sheet.tsx'));
const SettingsFor = lazyPart(async () => ({ default: (await import('../team/settings-for.tsx')).SettingsFor }));
// Loaded on phones only. It's fixed to the screen's bottom, so nothing moves when it appears.
const PhoneBar = lazyPart(async () => ({ default: (await import('./phone-bar.tsx')).PhoneBar }));
const LiveLeads = lazyPart(() => import('./live-leads.tsx'));

function TabContent({ tab, section }: { tab: Tab; section: Section }) {
  const may = useMay();
  if (tab === 'leads') return <LeadsTab />;
  if (tab === 'admin') return <AdminTab section={section} />;
  const Content = TAB[tab];
  if (may.manage || tab === 'feedback' || tab === 'crm') return <Content />;
  return (
    <SettingsFor>
      <Content />
    </SettingsFor>
  );
}

/** The dashboard of a signed-in user: the menu, the top bar and the open tab. */
export function Dashboard({ user }: { user: NonNullable<SessionView>['user'] }) {
  const params = useSearch();
  const may = useMay();
  const asked = tabOf(params);
  const tab = tabsFor(may.office).includes(asked) ? asked : 'leads';
  const sidebar = useSidebar();
  const summary = trpc.leads.summary.useQuery();
  const [lost, setLost] = useState(false);
  const subscription = trpc.subscription.check.useQuery(undefined, { staleTime: 60_000 });
  const billing = trpc.billing.status.useQuery(undefined, { staleTime: 60_000, enabled: may.own });
  usePageTitle(TAB_LABEL[tab], `${productName} Dashboard`);
  // for the next page load, before which `public/before-paint.js` reads it
  useEffect(() => remember('sales', may.office ? null : 'yes'), [may.office]);

  const nav = {
    tab,
    newLeads: summary.data?.statuses.new.count ?? 0,
    unread: summary.data?.unread.messages ?? 0,
    subscription: subscription.data,
    ending: billing.data?.cancelAtPeriodEnd === true || billing.data?.pastDue === true,
  };
  return (
    <div className="shell" data-side={sidebar.wide ? 'wide' : 'narrow'}>
      <a className={buttonClass('default', 'skip')} href="#main">
        Skip to content
      </a>
      <aside className="side desk" aria-label="Main">
        <SideNav {...nav} narrow={!sidebar.wide} />
      </aside>
      {sidebar.sheetOpen && (
        <Suspense fallback={null}>
          <NavSheet {...nav} onClose={sidebar.closeSheet} />
        </Suspense>
      )}
      <div className="min-w-0">
        <header className="top">
          <IconButton
            label="Toggle sidebar"
            aria-expanded={sidebar.phone ? sidebar.sheetOpen : sidebar.wide}
            aria-keyshortcuts="Control+B Meta+B"
            onClick={sidebar.toggle}
          >
            <PanelLeft className="i" aria-hidden />
          </IconButton>
          <strong className="grow cut">{productName} Dashboard</strong>
          {user.roles.includes('admin') && (
            <Link className={buttonClass('quiet', 'desk')} to="/admin">
              Admin Panel
            </Link>
          )}
          <ThemeMenu />
          <UserMenu user={user} />
          <LogoutButton />
        </header>
        <ConnectionLine lost={lost} />
        {/* Starts after the first data is loaded. Earlier, the data would be fetched twice. */}
        <Suspense fallback={null}>{summary.isFetched && <LiveLeads onLost={setLost} />}</Suspense>
        <main className="main" id="main" tabIndex={-1}>
          <Suspense fallback={null}>
            {billing.data?.pastDue && <PastDueBanner until={subscription.data?.subscriptionEnd ?? null} />}
          </Suspense>
          <Suspense fallback={null}>
            <TabContent tab={tab} section={sectionOf(params)} />
          </Suspense>
        </main>
      </div>
      <Suspense fallback={null}>
        {sidebar.phone && <PhoneBar {...nav} more={sidebar.sheetOpen} onMore={sidebar.toggle} />}
      </Suspense>
    </div>
  );
}
