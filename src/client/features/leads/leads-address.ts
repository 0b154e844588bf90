import { goBack, navigate, useLocation, useSearch } from '../../lib/router.tsx';
import { LEAD_STATUSES, type LeadStatus } from '#shared/features/leads/lead-status.rules.ts';

const DIALOGS = [
  'estimate',
  'materials',
  'follow-up',
  'add',
  'import',
  'start-many',
  'edit',
  'outcome',
  'call',
  'merge',
  'no-texts',
  'no-email',
  'record-payment',
  'work-done',
  'payment-plan',
  'change',
  'visit',
  'erase',
] as const;
/**
 * The dialog named in the URL. 'add', 'import' and 'start-many' don't apply to one lead. The others apply to the lead
 * in the URL. 'merge' also needs a second lead, specified by `with`.
 */
export type LeadDialog = (typeof DIALOGS)[number];

export type LeadSort = 'newest' | 'oldest' | 'name';
export const SORTS: readonly LeadSort[] = ['newest', 'oldest', 'name'];
/** Returns the sort order named in the URL, or newest first if it's unknown. */
export const sortOf = (text: string | null): LeadSort => SORTS.find((sort) => sort === text) ?? 'newest';

/** 'text' and 'email' open the conversation with the composer set to that channel. */
export type LeadPart = 'overview' | 'conversation' | 'text' | 'email';
const PARTS: readonly LeadPart[] = ['overview', 'conversation', 'text', 'email'];

/** The values in the Leads tab's URL. Unknown values are ignored. */
export interface LeadsAddress {
  status: LeadStatus | null;
  search: string;
  sort: LeadSort;
  /** Shows archived leads instead of current ones. */
  archived: boolean;
  /** Shows only leads that are waiting for an answer. */
  awaiting: boolean;
  /** Shows only leads with unread messages. */
  unread: boolean;
  /** Shows only leads assigned to this member (an ID), to the user ('me'), or to no one ('none'). */
  assignee: string | null;
  /** Shows leads that are waiting for review, or leads marked as spam, instead of the regular ones. */
  review: 'open' | 'spam' | null;
  leadId: string | null;
  dialog: LeadDialog | null;
  /** The ID of the lead to merge with. */
  withId: string | null;
  /**
   * The part of the lead that is shown. If null, the conversation is shown if it has unread messages. Otherwise, the
   * overview is shown.
   */
  view: LeadPart | null;
}

const ASSIGNEE = /^(me|none|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/;
const REVIEW: Readonly<Record<string, 'open' | 'spam'>> = { yes: 'open', spam: 'spam' };

export const readLeadsAddress = (params: URLSearchParams): LeadsAddress => ({
  status: LEAD_STATUSES.find((status) => status === params.get('status')) ?? null,
  search: (params.get('search') ?? '').slice(0, 200),
  sort: sortOf(params.get('sort')),
  archived: params.get('archived') === 'yes',
  awaiting: params.get('awaiting') === 'yes',
  unread: params.get('unread') === 'yes',
  review: REVIEW[params.get('review') ?? ''] ?? null,
  assignee: ASSIGNEE.exec(params.get('assignee') ?? '')?.[0] ?? null,
  leadId: params.get('lead'),
  dialog: DIALOGS.find((dialog) => dialog === params.get('dialog')) ?? null,
  withId: params.get('with'),
  view: PARTS.find((part) => part === params.get('view')) ?? null,
});

type Part =
  | 'status'
  | 'search'
  | 'sort'
  | 'archived'
  | 'awaiting'
  | 'unread'
  | 'review'
  | 'assignee'
  | 'lead'
  | 'dialog'
  | 'with'
  | 'view';
type Change = Partial<Record<Part, string | null>>;

/** Returns the URL with some parameters changed. Null and '' remove a parameter. */
export const leadsAddress = (params: URLSearchParams, change: Change): string => {
  const next = new URLSearchParams(params);
  next.set('tab', 'leads');
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return `/dashboard?${next.toString()}`;
};

/** The URL of the reports for the last 30 days. */
export const REPORTS = '/dashboard?tab=leads&view=reports';
/** The list of leads that owe money. */
export const OWED = '/dashboard?tab=leads&view=owed';

/** The visits of a week or, on phones, a day. */
export const CALENDAR = '/dashboard?tab=leads&view=calendar';

/** URL changes that remove all of the list's filters. */
export const ALL_LEADS = {
  archived: null,
  awaiting: null,
  unread: null,
  review: null,
  status: null,
  assignee: null,
} satisfies Change;

/**
 * Marks a history entry that this page added for a lead or dialog. Closing the lead or dialog then goes back instead of
 * adding another entry.
 */
export const OPENED = { opened: true };

const wasOpenedHere = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'opened' in state && state.opened === true;

/**
 * The URL contains the open sheet and dialog (`lead=ID`, `dialog=…`), so that Back closes them and a link can open
 * them.
 */
export const useLeadsAddress = () => {
  const params = useSearch();
  const location = useLocation();
  const address = readLeadsAddress(params);
  const go = (change: Change, replace: boolean, state?: unknown) =>
    navigate(leadsAddress(params, change), { replace, state, keepScroll: true });

  return {
    ...address,
    linkTo: (change: Change) => leadsAddress(params, change),
    openLead: (leadId: string) => go({ lead: leadId, dialog: null, view: null }, false, OPENED),
    /** Replaces the open lead with another one, without adding a history entry. Back still closes the sheet. */
    showLead: (leadId: string) => go({ lead: leadId, dialog: null, with: null, view: null }, true, location.state),
    /** Replaces the open lead with the one that it was merged into, and keeps the same view open. */
    showMerged: (leadId: string, talking: boolean) =>
      go({ lead: leadId, view: talking ? 'conversation' : 'overview' }, true, location.state),
    /** Shows another part of the open lead without adding a history entry. */
    showPart: (view: LeadPart) => go({ view }, true, location.state),
    openDialog: (leadId: string | null, dialog: LeadDialog) => go({ lead: leadId, dialog }, false, OPENED),
    openMerge: (leadId: string, withId: string) => go({ lead: leadId, dialog: 'merge', with: withId }, false, OPENED),
    close: () => {
      if (wasOpenedHere(location.state)) goBack();
      else go({ lead: null, dialog: null, with: null, view: null }, true);
    },
    searchFor: (search: string) => go({ search: search.trim() }, true),
    /** Changes the sort order without adding a history entry. */
    sortBy: (sort: LeadSort) => go({ sort: sort === 'newest' ? null : sort }, true),
    /** Filters by assignee without adding a history entry. */
    showOf: (assignee: string | null) => go({ assignee }, true),
    clear: () => go({ search: null, status: null, assignee: null }, false),
  };
};
