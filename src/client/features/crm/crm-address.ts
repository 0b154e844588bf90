import { goBack, navigate, useLocation, useSearch } from '../../lib/router.tsx';

/** A dialog that can be open on top of the board. */
export type CrmDialog = 'new-organization' | 'rename' | 'new-pipeline' | 'pipeline' | 'new-deal' | 'rules' | 'lost';
const DIALOGS: readonly CrmDialog[] = [
  'new-organization',
  'rename',
  'new-pipeline',
  'pipeline',
  'new-deal',
  'rules',
  'lost',
];

/** The filter value for deals without an owner. */
export const NO_OWNER = 'none';

type Part = 'org' | 'pipeline' | 'stage' | 'deal' | 'lead' | 'dialog' | 'q' | 'owner';
type Change = Partial<Record<Part, string | null>>;

/**
 * Returns the URL with some parameters changed. Null removes a parameter. Changing the organization removes all other
 * parameters.
 */
export const crmAddress = (params: URLSearchParams, change: Change): string => {
  const next = new URLSearchParams(change.org === undefined ? params : undefined);
  next.set('tab', 'crm');
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return `/dashboard?${next.toString()}`;
};

/** Returns the URL of the new-deal dialog with the given lead filled in. */
export const newDealAddress = (leadId: string): string => `/dashboard?tab=crm&dialog=new-deal&lead=${leadId}`;

/**
 * Marks a history entry that this page added for a deal or dialog. Closing the deal or dialog then goes back instead of
 * adding another entry.
 */
export const OPENED = { opened: true };
const wasOpenedHere = (state: unknown): boolean => typeof state === 'object' && state !== null && 'opened' in state;

/**
 * Returns the CRM tab's values in the URL: organization, pipeline, stage (the filter on phones), search, owner, open
 * deal and dialog. They're in the URL so that Back closes the deal or dialog, and a link can open it. Unknown values
 * are ignored.
 */
export const useCrmAddress = () => {
  const params = useSearch();
  const { state } = useLocation();
  const go = (change: Change, replace: boolean, left?: unknown) =>
    navigate(crmAddress(params, change), { replace, state: left, keepScroll: true });
  return {
    orgId: params.get('org'),
    pipelineId: params.get('pipeline'),
    stageId: params.get('stage'),
    dealId: params.get('deal'),
    /** The lead for the new deal. */
    leadId: params.get('lead'),
    /** The search text, and the owner (a member or NO_OWNER) for filtering deals. */
    search: params.get('q')?.trim() ?? '',
    owner: params.get('owner'),
    searchFor: (text: string) => go({ q: text }, true),
    clearFilter: () => go({ q: null, owner: null }, false),
    ownedBy: (owner: string | null) => go({ owner }, false),
    dialog: DIALOGS.find((dialog) => dialog === params.get('dialog')) ?? null,
    linkTo: (change: Change) => crmAddress(params, change),
    choose: (change: Change) => go(change, false),
    /** If the URL doesn't have an organization, adds the displayed organization, so that Back returns to it. */
    settle: (orgId: string) => {
      const next = new URLSearchParams(params);
      next.set('org', orgId);
      navigate(`/dashboard?${next.toString()}`, { replace: true, state, keepScroll: true });
    },
    /** Replaces the current history entry. */
    show: (change: Change) => go({ dialog: null, deal: null, lead: null, ...change }, true),
    open: (dialog: CrmDialog) => go({ dialog, deal: null }, false, OPENED),
    askWhyLost: (deal: string) => go({ deal, dialog: 'lost' }, false, OPENED),
    openDeal: (deal: string) => go({ deal, dialog: null }, false, OPENED),
    close: () => {
      if (wasOpenedHere(state)) goBack();
      else go({ dialog: null, deal: null, lead: null }, true);
    },
  };
};
