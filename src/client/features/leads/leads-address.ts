import { goBack, navigate, useLocation, useSearch } from '../../lib/router.tsx';
import { LEAD_STATUSES, type LeadStatus } from '#shared/features/leads/lead-status.labels.ts';

export type LeadDialog = 'estimate' | 'follow-up';
const DIALOGS: readonly LeadDialog[] = ['estimate', 'follow-up'];

/** What the address of the Leads tab says; unknown values are ignored. */
export interface LeadsAddress {
  status: LeadStatus | null;
  search: string;
  leadId: string | null;
  dialog: LeadDialog | null;
}

export const readLeadsAddress = (params: URLSearchParams): LeadsAddress => ({
  status: LEAD_STATUSES.find((status) => status === params.get('status')) ?? null,
  search: (params.get('search') ?? '').slice(0, 200),
  leadId: params.get('lead'),
  dialog: DIALOGS.find((dialog) => dialog === params.get('dialog')) ?? null,
});

/** The same address with some of it changed; null and '' take a part away. */
export const leadsAddress = (
  params: URLSearchParams,
  change: Partial<Record<'status' | 'search' | 'lead' | 'dialog', string | null>>,
): string => {
  const next = new URLSearchParams(params);
  next.set('tab', 'leads');
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return `/dashboard?${next.toString()}`;
};

/** Marks a step that we made ourselves: closing then goes back instead of adding to the history. */
export const OPENED = { opened: true };

const wasOpenedHere = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'opened' in state && state.opened === true;

/**
 * Sheet and dialogs live in the address (`lead=ID`, `dialog=estimate|follow-up`), so that the back button closes
 * them and a link opens them.
 */
export const useLeadsAddress = () => {
  const params = useSearch();
  const location = useLocation();
  const address = readLeadsAddress(params);
  const go = (change: Parameters<typeof leadsAddress>[1], replace: boolean, state?: unknown) =>
    navigate(leadsAddress(params, change), { replace, state, keepScroll: true });

  return {
    ...address,
    linkTo: (change: Parameters<typeof leadsAddress>[1]) => leadsAddress(params, change),
    openLead: (leadId: string) => go({ lead: leadId, dialog: null }, false, OPENED),
    /** Another lead in the sheet that is open: the back button still closes the sheet. */
    showLead: (leadId: string) => go({ lead: leadId }, true, location.state),
    openDialog: (leadId: string, dialog: LeadDialog) => go({ lead: leadId, dialog }, false, OPENED),
    close: () => {
      if (wasOpenedHere(location.state)) goBack();
      else go({ lead: null, dialog: null }, true);
    },
    searchFor: (search: string) => go({ search: search.trim() }, true),
    clear: () => go({ search: null, status: null }, false),
  };
};
