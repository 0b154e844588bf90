import { useState } from 'react';
import type { AdminFeedbackView } from '#shared/features/admin/admin-failures.schema.ts';
import { formatMoment } from '../../lib/dates.ts';
import { sayFailed } from '../../lib/errors.ts';
import { useNow } from '../../lib/now.ts';
import { trpc } from '../../lib/trpc.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import { AdminList, type Column, TwoLines } from './admin-list.tsx';
import { useAfterAct } from './use-act.ts';

/**
 * Marks feedback on the screen immediately, with an undo. If the server rejects it, the mark is reverted and an error
 * appears.
 */
const useMark = (filter: { unread?: true }) => {
  const utils = trpc.useUtils();
  const after = useAfterAct();
  const put = (id: string, readAt: string | null) =>
    utils.admin.feedback.list.setInfiniteData(
      filter,
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            items: page.items.map((item) => (item.id === id ? { ...item, readAt } : item)),
          })),
        },
    );
  const { mutateAsync } = trpc.admin.feedback.markRead.useMutation();
  const mark = async ({ id, readAt }: AdminFeedbackView, read: boolean): Promise<boolean> => {
    put(id, read ? new Date().toISOString() : null);
    try {
      await mutateAsync({ id, read });
      await after();
      return true;
    } catch (error) {
      put(id, readAt);
      sayFailed('We couldn’t mark the feedback', error);
      return false;
    }
  };
  return async (feedback: AdminFeedbackView, read: boolean): Promise<void> => {
    if (!(await mark(feedback, read))) return;
    toast.done(read ? 'Marked as read' : 'Marked as unread', {
      detail: feedback.subject,
      action: { label: 'Undo', onClick: () => void mark(feedback, !read) },
    });
  };
};

function When({ at }: { at: string }) {
  return <time dateTime={at}>{formatMoment(at, useNow())}</time>;
}

const columnsOf = (mark: ReturnType<typeof useMark>): readonly Column<AdminFeedbackView>[] => [
  {
    head: 'Feedback',
    width: '41%',
    cell: ({ subject, message, readAt }) => (
      <span className="whole">
        <span className="row flex-wrap gap-2">
          {readAt === null && <Badge tone="new">Unread</Badge>}
          <b>{subject}</b>
        </span>
        <small className="whitespace-pre-wrap!">{message}</small>
      </span>
    ),
  },
  { head: 'Category', width: '12%', cell: ({ category }) => category },
  {
    head: 'From',
    width: '18%',
    cell: ({ name, email }) => (
      <TwoLines first={name} second={email === null ? null : <a href={`mailto:${email}`}>{email}</a>} />
    ),
  },
  { head: 'Written', width: '14%', cell: ({ createdAt }) => <When at={createdAt} /> },
  {
    head: 'Actions',
    width: '15%',
    actions: true,
    cell: (feedback) => (
      <Button
        aria-label={`Mark ${feedback.readAt === null ? 'read' : 'unread'}: ${feedback.subject}`}
        onClick={() => void mark(feedback, feedback.readAt === null)}
      >
        {feedback.readAt === null ? 'Mark read' : 'Mark unread'}
      </Button>
    ),
  },
];

/** The feedback that users sent us. */
export default function Feedback() {
  const [unread, setUnread] = useState(false);
  const filter = unread ? ({ unread: true } as const) : {};
  const query = trpc.admin.feedback.list.useInfiniteQuery(filter, {
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: (before) => before,
  });
  const mark = useMark(filter);
  return (
    <>
      <Switch label="Unread only" checked={unread} onChange={(event) => setUnread(event.target.checked)} />
      <AdminList
        label="Feedback"
        query={query}
        columns={columnsOf(mark)}
        empty={<Empty title={unread ? 'Everything is read' : 'No feedback yet'} />}
      />
    </>
  );
}
