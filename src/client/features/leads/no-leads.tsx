import { Link } from '../../lib/router.tsx';
import { LEAD_STATUS_LABEL } from '#shared/features/leads/lead-status.rules.ts';
import { useMay } from '../../lib/role.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { tabAddress } from '../dashboard/tabs.ts';
import { useLeadsAddress } from './leads-address.ts';

/**
 * Shown if the list is empty, with the reason: the search, the filter, the status, or that there are no leads. The link
 * to all leads is above the list.
 */
export default function NoLeads() {
  const { search, archived, awaiting, unread, review, status, assignee, clear, openDialog } = useLeadsAddress();
  const { work, manage } = useMay();
  if (search)
    return (
      <Empty title="No matching leads" actions={<Button onClick={clear}>Clear search</Button>}>
        No {archived ? 'archived ' : ''}name, street, phone or email matches “{search}”.
      </Empty>
    );
  if (review === 'open')
    return (
      <Empty title="Nothing to review">
        Requests that look unusual are held here until you accept them or mark them as spam.
      </Empty>
    );
  if (review === 'spam') return <Empty title="No spam" />;
  if (archived)
    return (
      <Empty title="Nothing is archived">
        Choose “Archive” in a lead’s menu to hide it from the list. Nothing is deleted, and you can restore it here.
      </Empty>
    );
  if (unread) return <Empty title="You’re all caught up" />;
  if (awaiting) return <Empty title="No one is waiting for an answer" />;
  if (assignee)
    return (
      <Empty
        title={
          assignee === 'none'
            ? 'Every lead is assigned'
            : assignee === 'me'
              ? 'No leads are assigned to you'
              : 'No leads here'
        }
      />
    );
  if (status) return <Empty title={`No leads with status ${LEAD_STATUS_LABEL[status]}`} />;
  return (
    <Empty
      title="Get your first lead"
      actions={
        <>
          {manage && (
            <Link className={buttonClass('primary')} to={tabAddress('widget')}>
              Put the widget on your site
            </Link>
          )}
          {work && <Button onClick={() => openDialog(null, 'add')}>Add a lead manually</Button>}
        </>
      }
    >
      When a homeowner requests a price in your widget, the lead appears here right away.
    </Empty>
  );
}
