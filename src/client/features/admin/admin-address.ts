import {
  Building2,
  CreditCard,
  Gauge,
  ListChecks,
  type LucideIcon,
  MailWarning,
  MessageSquare,
  ScrollText,
  Users,
} from 'lucide-react';
import { goBack, navigate, useLocation, useSearch } from '../../lib/router.tsx';

export const ADMIN_TABS = [
  'overview',
  'companies',
  'users',
  'messages',
  'stripe-events',
  'feedback',
  'queue',
  'audit-log',
] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];

export const ADMIN_TAB_LABEL: Record<AdminTab, string> = {
  overview: 'Overview',
  companies: 'Companies',
  users: 'Users',
  messages: 'Messages',
  'stripe-events': 'Stripe events',
  feedback: 'Feedback',
  queue: 'Queue',
  'audit-log': 'Audit log',
};

export const ADMIN_TAB_ICON: Record<AdminTab, LucideIcon> = {
  overview: Gauge,
  companies: Building2,
  users: Users,
  messages: MailWarning,
  'stripe-events': CreditCard,
  feedback: MessageSquare,
  queue: ListChecks,
  'audit-log': ScrollText,
};

export const adminTabAddress = (tab: AdminTab): string => `/admin?tab=${tab}`;

type Part = 'search' | 'company' | 'status';
type Change = Partial<Record<Part, string | null>>;

const STATUSES = ['failed', 'unknown'] as const;
const OPENED = { opened: true };
const wasOpenedHere = (state: unknown): boolean => typeof state === 'object' && state !== null && 'opened' in state;

/** Reads the Admin Panel's URL: tab, search, open company and filter. Ignores unknown values. */
export const useAdminAddress = () => {
  const params = useSearch();
  const { state } = useLocation();
  const tab = ADMIN_TABS.find((one) => one === params.get('tab')) ?? 'overview';
  const linkTo = (change: Change): string => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(change)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    return `/admin?${next.toString()}`;
  };
  return {
    tab,
    search: (params.get('search') ?? '').slice(0, 200),
    companyId: params.get('company'),
    status: STATUSES.find((one) => one === params.get('status')),
    linkTo,
    searchFor: (search: string) => navigate(linkTo({ search: search.trim() }), { replace: true, keepScroll: true }),
    filterBy: (status: string) => navigate(linkTo({ status }), { replace: true, keepScroll: true }),
    openCompany: (company: string) => navigate(linkTo({ company }), { state: OPENED, keepScroll: true }),
    closeCompany: () => {
      if (wasOpenedHere(state)) goBack();
      else navigate(linkTo({ company: null }), { replace: true, keepScroll: true });
    },
  };
};
