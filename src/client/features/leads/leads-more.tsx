import { roleMay } from '#shared/features/team/roles.rules.ts';
import { usePhone } from '../../lib/media.ts';
import { useMay, useRole } from '../../lib/role.ts';
import type { MenuEntry, MenuProps } from '../../ui/menu.tsx';
import MenuContent from '../../ui/menu-content.tsx';
import { SORT_LABEL } from './lead-words.ts';
import { ALL_LEADS, CALENDAR, type LeadsAddress, OWED, REPORTS, SORTS, useLeadsAddress } from './leads-address.ts';
import { trpc } from '../../lib/trpc.ts';
import { useTakesVisits } from '../visits/use-takes-visits.ts';
import { sayFailed } from '../../lib/errors.ts';
import { saveFile } from '../../lib/save-file.ts';
import { toast } from '../../ui/toast.ts';

const leadsText = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'lead' : 'leads'}`;

let running = false;

/** Saves all pages of the current list as a single CSV file. */
const useExport = () => {
  const { client } = trpc.useUtils();
  const run = async ({ search, status, sort, archived, awaiting, unread, assignee }: LeadsAddress): Promise<void> => {
    const parts: string[] = [];
    let count = 0;
    let today = '';
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof client.leads.exportCsv.query>> = await client.leads.exportCsv.query({
        ...(search && { search }),
        ...(status && { status }),
        ...(assignee && { assignee }),
        sort,
        archived,
        awaiting,
        unread,
        cursor,
      });
      parts.push(page.csv);
      count += page.count;
      today = page.today;
      cursor = page.nextCursor;
    } while (cursor !== null);
    if (count === 0) return toast.error('There are no leads to export');
    saveFile(`leads-${today}.csv`, parts.join(''));
    toast.done(`${leadsText(count)} exported`);
  };
  return async (address: LeadsAddress): Promise<void> => {
    if (running) return;
    running = true;
    try {
      await run(address);
    } catch (error) {
      sayFailed('We couldn’t export the leads', error);
    } finally {
      running = false;
    }
  };
};

/** The menu entries that filter the list by assignee. Empty while the company has only one member. */
const useWhose = (): MenuEntry[] => {
  const { assignee, showOf } = useLeadsAddress();
  const role = useRole();
  const me = trpc.auth.session.useQuery(undefined, { staleTime: 60_000 }).data?.user.id;
  const office = role !== undefined && roleMay(role, 'office');
  const team = trpc.team.list.useQuery(undefined, { enabled: office, staleTime: 60_000 });
  const others = (team.data?.members ?? []).filter(({ userId, role: has }) => userId !== me && roleMay(has, 'work'));
  if (role === undefined || (office && others.length === 0)) return [];
  const choice = (label: string, of: string | null): MenuEntry => ({
    kind: 'choice',
    label,
    chosen: assignee === of,
    onSelect: () => showOf(of),
  });
  return [
    { kind: 'rule' },
    choice(office ? 'Everyone’s leads' : 'All leads', null),
    ...(roleMay(role, 'work') ? [choice('My leads', 'me')] : []),
    choice('Unassigned leads', 'none'),
    ...others.map(({ userId, name }) => choice(`${name}’s leads`, userId)),
  ];
};

/**
 * The actions for the whole list. On phones, they include the sort order, because there's no room for it beside the
 * search field.
 */
export default function LeadsMore({ trigger }: Pick<MenuProps, 'trigger'>) {
  const phone = usePhone();
  const address = useLeadsAddress();
  const { sort, archived, review, sortBy, linkTo, openDialog } = address;
  const may = useMay();
  const whose = useWhose();
  const exportLeads = useExport();
  // Only companies that take visits have a calendar.
  const visits = useTakesVisits();
  const toReview = trpc.leads.summary.useQuery().data?.review ?? 0;
  const narrowed =
    address.search || address.status || archived || address.awaiting || address.unread || address.assignee;
  const view = (label: string, shown: boolean, change: object, count?: number) => ({
    label,
    shown,
    count,
    to: linkTo({ ...ALL_LEADS, search: null, ...change }),
  });
  const views = [
    view('Customer Leads', !archived && !review, {}),
    { label: 'Calendar', shown: !visits, count: undefined, to: CALENDAR },
    { label: 'Who owes you', shown: false, count: undefined, to: OWED },
    view('Archived leads', archived, { archived: 'yes' }),
    view('To review', review === 'open', { review: 'yes' }, toReview),
    view('Spam', review === 'spam', { review: 'spam' }),
  ];
  const orders = SORTS.map((order): MenuEntry => ({
    kind: 'choice',
    label: SORT_LABEL[order],
    chosen: order === sort,
    onSelect: () => sortBy(order),
  }));
  const group = (name: string): MenuEntry => ({ kind: 'text', content: name });
  const acts: MenuEntry[] = [
    ...(archived || review || !may.work
      ? []
      : [{ kind: 'action', label: 'Start follow-ups', onSelect: () => openDialog(null, 'start-many') } as const]),
    ...(may.manage
      ? [{ kind: 'action', label: 'Import leads', onSelect: () => openDialog(null, 'import') } as const]
      : []),
    ...(review || !may.manage
      ? []
      : [
          {
            kind: 'action',
            label: narrowed ? 'Export these leads' : 'Export all leads',
            onSelect: () => void exportLeads(address),
          } as const,
        ]),
  ];
  return (
    <MenuContent
      trigger={trigger}
      title="Leads"
      entries={[
        group('Show'),
        ...views
          .filter(({ shown }) => !shown)
          .map(({ label, to, count }) => ({ kind: 'link', label, to, count }) as const),
        ...(phone && may.office ? [{ kind: 'link', label: 'Reports', to: REPORTS } as const] : []),
        ...(review ? [] : whose),
        ...(acts.length > 0 ? [{ kind: 'rule' } as const, group('Actions'), ...acts] : []),
        ...(phone ? [{ kind: 'rule' } as const, group('Sort'), ...orders] : []),
      ]}
    />
  );
}
