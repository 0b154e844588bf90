import { Menu, Plus } from 'lucide-react';
import { Link } from '../../lib/router.tsx';
import { useMay } from '../../lib/role.ts';
import { Foot } from '../../ui/foot.tsx';
import { leadsAddress, OPENED } from '../leads/leads-address.ts';
import { NavBadge, type Waiting } from './nav-badge.tsx';
import { type Tab, TAB_ICON, tabAddress } from './tabs.ts';

const SHORT = { leads: 'Leads', crm: 'CRM', pricing: 'Pricing', feedback: 'Feedback' } as const;
const BEFORE = ['leads', 'crm'] as const;

interface PhoneBarProps extends Waiting {
  tab: Tab;
  /** Whether the full menu is open. */
  more: boolean;
  onMore: () => void;
}

/**
 * The bar at the bottom of the screen on phones. It has the most used tabs, a button that adds a lead, and a button
 * that opens the full menu.
 */
export function PhoneBar({ tab, unread, newLeads, more, onMore }: PhoneBarProps) {
  const { work, office } = useMay();
  const entry = (one: keyof typeof SHORT) => {
    const Icon = TAB_ICON[one];
    return (
      <Link key={one} to={tabAddress(one)} aria-current={one === tab ? 'page' : undefined}>
        <Icon className="i" aria-hidden />
        {SHORT[one]}
        {one === 'leads' && <NavBadge unread={unread} newLeads={newLeads} />}
      </Link>
    );
  };
  const last = office ? 'pricing' : 'feedback';
  const inBar = [...BEFORE, last].some((one) => one === tab);
  const add = leadsAddress(new URLSearchParams(location.search), { lead: null, dialog: 'add' });
  return (
    <Foot as="nav" className="phone-bar phone" aria-label="Quick menu">
      {BEFORE.map(entry)}
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
