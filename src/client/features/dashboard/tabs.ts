import { Code, type LucideIcon, MessageSquare, Settings, SquareKanban, Tag, Users } from 'lucide-react';

export const TABS = ['leads', 'pricing', 'widget', 'crm', 'admin', 'feedback'] as const;
export type Tab = (typeof TABS)[number];

export const SECTIONS = ['account', 'company', 'payments', 'terms', 'workflow'] as const;
export type Section = (typeof SECTIONS)[number];

/** Names of the six tabs (spec, section 2). */
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

/** The tab that an address names; any other value is ignored. */
export const tabOf = (params: URLSearchParams): Tab => TABS.find((tab) => tab === params.get('tab')) ?? 'leads';

/** The section of the Admin tab that an address names; any other value is ignored. */
export const sectionOf = (params: URLSearchParams): Section =>
  SECTIONS.find((section) => section === params.get('section')) ?? 'account';

export const tabAddress = (tab: Tab): string => `/dashboard?tab=${tab}`;

export const sectionAddress = (section: Section): string => `/dashboard?tab=admin&section=${section}`;

/** Names of the five sections of the Admin tab. */
export const SECTION_LABEL: Record<Section, string> = {
  account: 'Account',
  company: 'Company',
  payments: 'Payments',
  terms: 'Terms',
  workflow: 'Workflow',
};
