import { usePhone } from '../../lib/media.ts';
import type { MenuEntry, MenuProps } from '../../ui/menu.tsx';
import MenuContent from '../../ui/menu-content.tsx';
import { SORT_LABEL } from './lead-words.ts';
import { SORTS, useLeadsAddress } from './leads-address.ts';
import { useExport } from './use-export.ts';

/** What is done with the list as a whole; on phones its order too, which has no room beside the search there. */
export default function LeadsMore({ trigger }: Pick<MenuProps, 'trigger'>) {
  const phone = usePhone();
  const address = useLeadsAddress();
  const { sort, archived, sortBy, linkTo, openDialog } = address;
  const exportLeads = useExport();
  const narrowed = address.search || address.status || archived || address.awaiting || address.unread;
  const orders = SORTS.map((order): MenuEntry => ({
    kind: 'choice',
    label: SORT_LABEL[order],
    chosen: order === sort,
    onSelect: () => sortBy(order),
  }));
  return (
    <MenuContent
      trigger={trigger}
      entries={[
        archived
          ? { kind: 'link', label: 'Customer leads', to: linkTo({ archived: null }) }
          : {
              kind: 'link',
              label: 'Archived leads',
              to: linkTo({ archived: 'yes', status: null, search: null, awaiting: null, unread: null }),
            },
        { kind: 'rule' },
        ...(archived
          ? []
          : [{ kind: 'action', label: 'Start follow-ups', onSelect: () => openDialog(null, 'start-many') } as const]),
        { kind: 'action', label: 'Import leads', onSelect: () => openDialog(null, 'import') },
        {
          kind: 'action',
          label: narrowed ? 'Export these leads' : 'Export all leads',
          onSelect: () => void exportLeads(address),
        },
        ...(phone ? [{ kind: 'rule' } as const, ...orders] : []),
      ]}
    />
  );
}
