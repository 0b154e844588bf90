import { goBack, navigate, useLocation, useSearch } from '../../lib/router.tsx';

/** What stands open over the board. */
export type CrmDialog = 'new-organization' | 'rename' | 'new-pipeline' | 'pipeline' | 'new-deal';
const DIALOGS: readonly CrmDialog[] = ['new-organization', 'rename', 'new-pipeline', 'pipeline', 'new-deal'];

type Part = 'org' | 'pipeline' | 'stage' | 'deal' | 'lead' | 'dialog';
type Change = Partial<Record<Part, string | null>>;

/** The same address with some of it changed; null takes a part away. Another organization takes all of it away. */
export const crmAddress = (params: URLSearchParams, change: Change): string => {
  const next = new URLSearchParams(change.org === undefined ? params : undefined);
  next.set('tab', 'crm');
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return `/dashboard?${next.toString()}`;
};

/** Where a lead becomes a deal: the dialog of a new deal with the lead in it. */
export const newDealAddress = (leadId: string): string => `/dashboard?tab=crm&dialog=new-deal&lead=${leadId}`;

/** Marks a step that we made ourselves: closing then goes back instead of adding to the history. */
export const OPENED = { opened: true };
const wasOpenedHere = (state: unknown): boolean => typeof state === 'object' && state !== null && 'opened' in state;

/**
 * Organization, pipeline, stage (the filter on phones), the deal that is open and the dialogs live in the address, so
 * that the back button closes them and a link opens them. Unknown values are ignored.
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
    /** The lead that a new deal is for. */
    leadId: params.get('lead'),
    dialog: DIALOGS.find((dialog) => dialog === params.get('dialog')) ?? null,
    linkTo: (change: Change) => crmAddress(params, change),
    choose: (change: Change) => go(change, false),
    /** Names the organization that is shown, where the address left it open: the back button then finds it again. */
    settle: (orgId: string) => {
      const next = new URLSearchParams(params);
      next.set('org', orgId);
      navigate(`/dashboard?${next.toString()}`, { replace: true, state, keepScroll: true });
    },
    /** In place of what is open or was chosen. */
    show: (change: Change) => go({ dialog: null, deal: null, lead: null, ...change }, true),
    open: (dialog: CrmDialog) => go({ dialog, deal: null }, false, OPENED),
    openDeal: (deal: string) => go({ deal, dialog: null }, false, OPENED),
    close: () => {
      if (wasOpenedHere(state)) goBack();
      else go({ dialog: null, deal: null, lead: null }, true);
    },
  };
};
