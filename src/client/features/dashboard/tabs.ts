import { Code, type LucideIcon, MessageSquare, Settings, SquareKanban, Tag, Users } from 'lucide-react';

export const TABS = ['leads', 'pricing', 'widget', 'crm', 'admin', 'feedback'] as const;
export type Tab = (typeof TABS)[number];

export const SECTIONS = ['account', 'company', 'payments', 'terms', 'workflow'] as const;
export type Section = (typeof SECTIONS)[number];

/** Labels for the six tabs (spec, section 2). */
export const TAB_LABEL: Record<Tab, string> = {
  leads: 'Customer Leads',
  pricing: 'Pricing Management',
  widget: 'Widget',
  crm: 'CRM',
  admin: 'Admin',
  feedback: 'Feedback',
};

export const TAB_ICON: Record<Tab, LucideIcon> = {
  leads: Users,
  pricing: Tag,
  widget: Code,
  crm: SquareKanban,
  admin: Settings,
  feedback: MessageSquare,
};

/** Returns the tab named in the URL, or the Leads tab if the name is unknown. */
export const tabOf = (params: URLSearchParams): Tab => TABS.find((tab) => tab === params.get('tab')) ?? 'leads';

/** Returns the Admin tab's section named in the URL, or the account section if the name is unknown. */
export const sectionOf = (params: URLSearchParams): Section =>
  SECTIONS.find((section) => section === params.get('section')) ?? 'account';

/** Returns the tabs that a member can see. Users with the sales role can't see prices or the widget. */
export const tabsFor = (office: boolean): readonly Tab[] =>
  office ? TABS : TABS.filter((tab) => tab !== 'pricing' && tab !== 'widget');

/** Returns the sections that a member can see. Users with the sales role can see only their own account. */
export const sectionsFor = (office: boolean): readonly Section[] => (office ? SECTIONS : ['account']);

export const tabAddress = (tab: Tab): string => `/dashboard?tab=${tab}`;

export const sectionAddress = (section: Section): string => `/dashboard?tab=admin&section=${section}`;

/** Labels for the Admin tab's five sections. */
export const SECTION_LABEL: Record<Section, string> = {
  account: 'Account',
  company: 'Company',
  payments: 'Payments',
  terms: 'Terms',
  workflow: 'Workflow',
};
