import { Suspense } from 'react';
import { lazyPart } from '../../lib/parts.ts';
import { Link } from '../../lib/router.tsx';
import type { SubscriptionView } from '#shared/features/billing/billing.schema.ts';
import { productName } from '../../lib/product.ts';
import { Logo } from '../../ui/logo.tsx';
import { type Tab, TAB_ICON, TAB_LABEL, tabAddress, TABS } from './tabs.ts';

const Quota = lazyPart(() => import('./quota.tsx'));

interface SideNavProps {
  tab: Tab;
  /** Leads with the status New; shown where there are any. */
  newLeads: number;
  /** What homeowners said and nobody has opened. */
  unread: number;
  subscription: SubscriptionView | undefined;
  /** The plan will not renew by itself. */
  ending: boolean;
  /** Narrow: icons with tooltips. */
  narrow?: boolean;
  onNavigate?: () => void;
}

/** The six tabs, with the quotes left below. */
export function SideNav({ tab, newLeads, unread, subscription, ending, narrow = false, onNavigate }: SideNavProps) {
  return (
    <>
      <Link className="logo" to="/" aria-label={`${productName}: Landing Page`} data-tip={narrow ? 'Landing Page' : ''}>
        <Logo nameClass="lbl" />
      </Link>
      <nav className="nav" aria-label="Dashboard">
        {TABS.map((one) => {
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
              {one === 'leads' && unread > 0 && (
                <span className="on-icon">
                  {unread > 99 ? '99+' : unread}
                  <span className="sr-only"> unread</span>
                </span>
              )}
              {one === 'leads' && newLeads > 0 && (
                <span className="count">
                  {newLeads}
                  <span className="sr-only"> new</span>
                </span>
              )}
            </Link>
          );
        })}
      </nav>
      <Suspense fallback={null}>
        <Quota subscription={subscription} ending={ending} onNavigate={onNavigate} />
      </Suspense>
    </>
  );
}
