import { ChartColumn, Menu, Plus } from 'lucide-react';
import { Link, useSearch } from '../../lib/router.tsx';
import { trpc } from '../../lib/trpc.ts';
import { useMay } from '../../lib/role.ts';
import { Foot } from '../../ui/foot.tsx';
import { lastOrganization } from '../crm/last-organization.ts';
import { leadsAddress, OPENED, REPORTS } from '../leads/leads-address.ts';
import { NavBadge, type Waiting } from './nav-badge.tsx';
import { type Tab, TAB_ICON, tabAddress } from './tabs.ts';

const SHORT = { leads: 'Leads', crm: 'CRM', pricing: 'Pricing', feedback: 'Feedback' } as const;

interface PhoneBarProps extends Waiting {
  tab: Tab;
  /** Whether the full menu is open. */
  more: boolean;
  onMore: () => void;
}

/**
 * Whether the company has a CRM organization. Until the answer arrives, it's whether this browser has shown one, so that
 * the bar doesn't change while the page loads.
 */
const useCrmInUse = (): boolean => {
  const organizations = trpc.crm.organizations.list.useQuery();
  return organizations.data ? organizations.data.length > 0 : lastOrganization.get() !== null;
};

/**
 * The bar at the bottom of the screen on phones. It has the most used tabs, a button that adds a lead, and a button
 * that opens the full menu. Reports takes the CRM's place while the CRM is empty.
 */
export function PhoneBar({ tab, unread, newLeads, more, onMore }: PhoneBarProps) {
  const { work, office } = useMay();
  const last = office ? 'pricing' : 'feedback';
  const reports = useSearch().get('view') === 'reports';
  const crm = useCrmInUse();
  const inBar = tab === 'leads' || tab === last || (tab === 'crm' && crm);
  const entry = (one: keyof typeof SHORT) => {
    const Icon = TAB_ICON[one];
    return (
      <Link
        to={tabAddress(one)}
        aria-current={one === tab && !(one === 'leads' && reports && !crm) ? 'page' : undefined}
      >
        <Icon className="i" aria-hidden />
        {SHORT[one]}
        {one === 'leads' && <NavBadge unread={unread} newLeads={newLeads} />}
      </Link>
    );
  };
  const add = leadsAddress(new URLSearchParams(location.search), { lead: null, dialog: 'add' });
  return (
    <Foot as="nav" className="phone-bar phone" aria-label="Quick menu">
      {entry('leads')}
      {crm ? (
        entry('crm')
      ) : (
        <Link to={REPORTS} aria-current={tab === 'leads' && reports ? 'page' : undefined}>
          <ChartColumn className="i" aria-hidden />
          Reports
        </Link>
      )}
      {work ? (
        <Link className="phone-bar-add" to={add} state={OPENED} keepScroll aria-label="Add Lead">
          <Plus className="i" aria-hidden />
        </Link>
      ) : (
        <span />
      )}
      {entry(last)}
      <button type="button" aria-expanded={more} aria-current={inBar ? undefined : 'true'} onClick={onMore}>
        <Menu className="i" aria-hidden />
        More
      </button>
    </Foot>
  );
}
