import { Suspense } from 'react';
import { lazyPart } from '../../lib/parts.ts';
import { useMay } from '../../lib/role.ts';
import { Link } from '../../lib/router.tsx';
import type { SubscriptionView } from '#shared/features/billing/billing.schema.ts';
import { productName } from '../../lib/product.ts';
import { Logo } from '../../ui/logo.tsx';
import { NavBadge, type Waiting } from './nav-badge.tsx';
import { type Tab, TAB_ICON, TAB_LABEL, tabAddress, tabsFor } from './tabs.ts';

const Quota = lazyPart(() => import('./quota.tsx'));

interface SideTabsProps extends Waiting {
  tab: Tab;
  /** Whether the menu is narrow and shows only icons with tooltips. */
  narrow?: boolean;
  onNavigate?: () => void;
}

interface SideNavProps extends SideTabsProps {
  subscription: SubscriptionView | undefined;
  /** Whether the plan won't renew. */
  ending: boolean;
}

/** The side menu's logo and tabs. */
export function SideTabs({ tab, newLeads, unread, narrow = false, onNavigate }: SideTabsProps) {
  const { office } = useMay();
  return (
    <>
      <Link className="logo" to="/" aria-label={`${productName}: Landing Page`} data-tip={narrow ? 'Landing Page' : ''}>
        <Logo nameClass="lbl" />
      </Link>
      <nav className="nav" aria-label="Dashboard">
        {tabsFor(office).map((one) => {
          const Icon = TAB_ICON[one];
          return (
            <Link
              key={one}
              to={tabAddress(one)}
              aria-current={one === tab ? 'page' : undefined}
              data-tip={narrow ? TAB_LABEL[one] : ''}
              onClick={onNavigate}
            >
              <Icon className="i" aria-hidden />
              <span className="lbl">{TAB_LABEL[one]}</span>
              {one === 'leads' && <NavBadge unread={unread} newLeads={newLeads} />}
            </Link>
          );
        })}
      </nav>
    </>
  );
}

/** The side menu's tabs, with the remaining quotes below them. */
export function SideNav({ subscription, ending, ...tabs }: SideNavProps) {
  return (
    <>
      <SideTabs {...tabs} />
      <Suspense fallback={null}>
        <Quota subscription={subscription} ending={ending} onNavigate={tabs.onNavigate} />
      </Suspense>
    </>
  );
}
