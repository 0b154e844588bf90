import { goBack, navigate, useLocation, useSearch } from '../../lib/router.tsx';
import { LEAD_STATUSES, type LeadStatus } from '#shared/features/leads/lead-status.rules.ts';

const DIALOGS = [
  'estimate',
  'follow-up',
  'add',
  'import',
  'start-many',
  'edit',
  'outcome',
  'merge',
  'no-texts',
  'no-email',
] as const;
/** `add`, `import` and `start-many` are about no lead, the others about the one in the address; `merge` about one more, `with`. */
export type LeadDialog = (typeof DIALOGS)[number];

export type LeadSort = 'newest' | 'oldest' | 'name';
export const SORTS: readonly LeadSort[] = ['newest', 'oldest', 'name'];
/** An order by its name in the address; newest first where it is none. */
export const sortOf = (text: string | null): LeadSort => SORTS.find((sort) => sort === text) ?? 'newest';

/** `text` and `email` show the conversation, ready to be written in. */
export type LeadPart = 'overview' | 'conversation' | 'text' | 'email';
const PARTS: readonly LeadPart[] = ['overview', 'conversation', 'text', 'email'];

/** What the address of the Leads tab says; unknown values are ignored. */
export interface LeadsAddress {
  status: LeadStatus | null;
  search: string;
  sort: LeadSort;
  /** Only what was archived, instead of what wasn't. */
  archived: boolean;
  /** Only leads waiting for an answer. */
  awaiting: boolean;
  /** Only leads with something unread. */
  unread: boolean;
  /** Held leads instead: those to decide about, or those marked as spam. */
  review: 'open' | 'spam' | null;
  leadId: string | null;
  dialog: LeadDialog | null;
  /** The lead to merge with. */
  withId: string | null;
  /** What of the lead is shown; null: the conversation where something in it is unread, else the overview. */
  view: LeadPart | null;
}

const REVIEW: Readonly<Record<string, 'open' | 'spam'>> = { yes: 'open', spam: 'spam' };

export const readLeadsAddress = (params: URLSearchParams): LeadsAddress => ({
  status: LEAD_STATUSES.find((status) => status === params.get('status')) ?? null,
  search: (params.get('search') ?? '').slice(0, 200),
  sort: sortOf(params.get('sort')),
  archived: params.get('archived') === 'yes',
  awaiting: params.get('awaiting') === 'yes',
  unread: params.get('unread') === 'yes',
  review: REVIEW[params.get('review') ?? ''] ?? null,
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
  | 'lead'
  | 'dialog'
  | 'with'
  | 'view';
type Change = Partial<Record<Part, string | null>>;

/** The same address with some of it changed; null and '' take a part away. */
export const leadsAddress = (params: URLSearchParams, change: Change): string => {
  const next = new URLSearchParams(params);
  next.set('tab', 'leads');
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return `/dashboard?${next.toString()}`;
};

/** Takes away every view of the list but the usual one. */
export const ALL_LEADS = { archived: null, awaiting: null, unread: null, review: null, status: null } satisfies Change;

/** Marks a step that we made ourselves: closing then goes back instead of adding to the history. */
export const OPENED = { opened: true };

const wasOpenedHere = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'opened' in state && state.opened === true;

/**
 * Sheet and dialogs live in the address (`lead=ID`, `dialog=…`), so that the back button closes
 * them and a link opens them.
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
    /** Another lead in place of what is open: the back button still closes it. */
    showLead: (leadId: string) => go({ lead: leadId, dialog: null, with: null, view: null }, true, location.state),
    /** The lead that the open one was merged into, in its place; what was being read or written stays open. */
    showMerged: (leadId: string, talking: boolean) =>
      go({ lead: leadId, view: talking ? 'conversation' : 'overview' }, true, location.state),
    /** Another part of the open lead: no step of its own. */
    showPart: (view: LeadPart) => go({ view }, true, location.state),
    openDialog: (leadId: string | null, dialog: LeadDialog) => go({ lead: leadId, dialog }, false, OPENED),
    openMerge: (leadId: string, withId: string) => go({ lead: leadId, dialog: 'merge', with: withId }, false, OPENED),
    close: () => {
      if (wasOpenedHere(location.state)) goBack();
      else go({ lead: null, dialog: null, with: null, view: null }, true);
    },
    searchFor: (search: string) => go({ search: search.trim() }, true),
    /** Another order is no step of its own. */
    sortBy: (sort: LeadSort) => go({ sort: sort === 'newest' ? null : sort }, true),
    clear: () => go({ search: null, status: null }, false),
  };
};
