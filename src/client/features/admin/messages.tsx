import { Check } from 'lucide-react';
import type { AdminFailureView } from '#shared/features/admin/admin-failures.schema.ts';
import { counted } from '#shared/primitives/counted.ts';
import { formatMoment } from '../../lib/dates.ts';
import { sayFailed } from '../../lib/errors.ts';
import { useNow } from '../../lib/now.ts';
import { Link } from '../../lib/router.tsx';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { MessageStateBadge } from '../../ui/state-badges.tsx';
import { toast } from '../../ui/toast.ts';
import { AdminList, type Column, TwoLines } from './admin-list.tsx';
import { adminTabAddress, useAdminAddress } from './admin-address.ts';
import { failedFirst, nameOf, reasonText, recipient, Retry } from './failed-message.tsx';
import { useAfterAct } from './use-act.ts';

/** Dismisses an unconfirmed message. It isn't sent again, because it may have arrived. */
function Dismiss({ message }: { message: AdminFailureView }) {
  const after = useAfterAct();
  const dismiss = trpc.admin.messages.dismiss.useMutation({
    onSuccess: () => toast.done('Message dismissed', { detail: 'We won’t resend this message' }),
    onError: (error) => sayFailed('We couldn’t dismiss the message', error),
    onSettled: after,
  });
  return (
    <Button
      icon={<Check className="i" aria-hidden />}
      working={dismiss.isPending}
      workingText="Saving..."
      aria-label={`Dismiss ${nameOf(message)}`}
      onClick={() => dismiss.mutate({ id: message.id })}
    >
      Dismiss
    </Button>
  );
}

function Tries({ message: { attempts, at } }: { message: AdminFailureView }) {
  return (
    <>
      {counted(attempts, 'try', 'tries')} · <When at={at} />
    </>
  );
}

function When({ at }: { at: string }) {
  return <time dateTime={at}>{formatMoment(at, useNow())}</time>;
}

const COLUMNS: readonly Column<AdminFailureView>[] = [
  {
    head: 'Message',
    width: '21%',
    cell: (row) => (
      <TwoLines
        first={
          <>
            <b>{row.what}</b>
            {row.lead && <span className="font-normal muted"> · {row.lead}</span>}
          </>
        }
        second={<span title={recipient(row)}>{recipient(row)}</span>}
      />
    ),
  },
  {
    head: 'State',
    width: '17%',
    roomy: true,
    card: 'badge',
    cell: (row) => (
      <span className="whole">
        <MessageStateBadge status={row.status} />
        <small className="mt-1 max-lg:hidden">
          <Tries message={row} />
        </small>
      </span>
    ),
  },
  {
    head: 'Reason',
    width: '25.5%',
    cell: (row) => (
      <span className="whole">
        {reasonText(row)}
        {/* Narrow tables and cards don't have the State column. */}
        <small className="lg:hidden">
          <span className="max-md:hidden">{row.status === 'failed' ? 'Failed' : 'Unconfirmed'} after </span>
          <Tries message={row} />
        </small>
        {row.status === 'unknown' && <small>Retrying may send a duplicate.</small>}
      </span>
    ),
  },
  {
    head: 'Company',
    width: '11%',
    cell: ({ company }) =>
      company ? <Link to={`${adminTabAddress('companies')}&company=${company.id}`}>{company.name}</Link> : 'none',
  },
  {
    head: 'Actions',
    width: '25.5%',
    actions: true,
    cell: (message) => (
      <span className="decide">
        {message.dismissable && <Dismiss message={message} />}
        <Retry message={message} />
      </span>
    ),
  },
];

const FILTERS = [
  { value: '', label: 'All' },
  { value: 'failed', label: 'Failed' },
  { value: 'unknown', label: 'Unconfirmed' },
] as const;

/** Failed and unconfirmed messages. Only messages that definitely weren't sent have a retry button. */
export default function Messages() {
  const { status, filterBy } = useAdminAddress();
  const query = trpc.admin.messages.failures.useInfiniteQuery(status ? { status } : {}, {
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: (before) => before,
    select: (data) => ({ ...data, pages: data.pages.map((page) => ({ ...page, items: failedFirst(page.items) })) }),
  });
  return (
    <>
      <div>
        <Segmented label="State" value={status ?? ''} onChange={filterBy} options={FILTERS} />
      </div>
      <AdminList
        label="Failed messages"
        query={query}
        columns={COLUMNS}
        empty={status === 'unknown' ? <Empty title="No unconfirmed messages" /> : <Empty title="No failed messages" />}
      />
    </>
  );
}
