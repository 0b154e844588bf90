import { Mail } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { AdminFeedbackView } from '#shared/features/admin/admin-failures.schema.ts';
import { counted } from '#shared/primitives/counted.ts';
import { lazyPart } from '../../lib/parts.ts';
import { formatMoment } from '../../lib/dates.ts';
import { sayFailed } from '../../lib/errors.ts';
import { currentTime, useNow } from '../../lib/now.ts';
import { trpc } from '../../lib/trpc.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import { AdminList, type Column, TwoLines } from './admin-list.tsx';
import { useAfterAct } from './use-act.ts';

const AnswerDialog = lazyPart(() => import('./answer-dialog.tsx'));

/**
 * Shows feedback as read or unread immediately, with an undo button. If the server rejects the change, it's reverted
 * and an error appears.
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
    put(id, read ? currentTime().toISOString() : null);
    try {
      await mutateAsync({ id, read });
      await after();
      return true;
    } catch (error) {
      put(id, readAt);
      sayFailed('We couldn’t update the feedback', error);
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

const SENT: Readonly<Record<string, string>> = {
  scheduled: 'is being sent',
  sending: 'is being sent',
  failed: 'wasn’t sent',
  unknown: 'may not have been sent',
};

/** Our answers to a piece of feedback, and the author's replies. */
function Thread({ replies }: { replies: AdminFeedbackView['replies'] }) {
  return (
    <ol className="stack mt-2 gap-2" aria-label="Answers">
      {replies.map(({ id, direction, from, text, status, at }) => (
        <li key={id}>
          <small>
            <b>{direction === 'out' ? `Answer by ${from ?? 'an admin'}` : `Reply from ${from ?? 'the author'}`}</b>{' '}
            <When at={at} /> {status !== null && SENT[status]}
          </small>
          <small className="whitespace-pre-wrap!">{text}</small>
        </li>
      ))}
    </ol>
  );
}

/** Shows how often we answered Pro companies within one business day, as their plan promises. */
function Promised() {
  const { data } = trpc.admin.feedback.figures.useQuery();
  if (!data || data.waiting + data.answered === 0) return null;
  const { waiting, overdue, answered, inTime, medianHours } = data;
  return (
    <p className="muted">
      Pro, last 90 days: {counted(waiting, 'message is', 'messages are')} waiting, {overdue} of them for more than one
      business day.{' '}
      {medianHours !== null &&
        `${inTime} of ${answered} were answered within one business day. Median: ${medianHours} hours, not counting weekends or holidays.`}
    </p>
  );
}

const columnsOf = (
  mark: ReturnType<typeof useMark>,
  answer: (feedback: AdminFeedbackView) => void,
): readonly Column<AdminFeedbackView>[] => [
  {
    head: 'Feedback',
    width: '41%',
    cell: ({ subject, message, readAt, priority, answeredAt, overdue, replies, category, name, createdAt }) => (
      <span className="whole">
        <span className="row flex-wrap gap-2">
          <b className="max-md:grow">{subject}</b>
          {readAt === null && (
            <Badge tone="contacted" icon={<Mail className="i" aria-hidden />}>
              Unread
            </Badge>
          )}
          {priority && (
            <Badge tone={answeredAt === null ? 'sent' : 'paid'}>{answeredAt ? 'Pro, answered' : 'Pro'}</Badge>
          )}
          {overdue && <Badge tone="flag">Overdue</Badge>}
        </span>
        <span className="mt-1 block font-normal whitespace-pre-wrap">{message}</span>
        <small className="phone mt-1">
          {category} · {name} · <When at={createdAt} />
        </small>
        {replies.length > 0 && <Thread replies={replies} />}
      </span>
    ),
  },
  { head: 'Category', width: '12%', card: 'hidden', cell: ({ category }) => category },
  {
    head: 'From',
    width: '18%',
    card: 'hidden',
    cell: ({ name, email }) => (
      <TwoLines first={name} second={email === null ? null : <a href={`mailto:${email}`}>{email}</a>} />
    ),
  },
  { head: 'Written', width: '14%', card: 'hidden', cell: ({ createdAt }) => <When at={createdAt} /> },
  {
    head: 'Actions',
    width: '15%',
    actions: true,
    cell: (feedback) => (
      <>
        {feedback.answerTo !== null && (
          <Button
            variant="quiet"
            className="grow"
            aria-label={`Answer: ${feedback.subject}`}
            onClick={() => answer(feedback)}
          >
            Answer
          </Button>
        )}
        <Button
          className="grow"
          aria-label={`Mark as ${feedback.readAt === null ? 'read' : 'unread'}: ${feedback.subject}`}
          onClick={() => void mark(feedback, feedback.readAt === null)}
        >
          {feedback.readAt === null ? 'Mark as read' : 'Mark as unread'}
        </Button>
      </>
    ),
  },
];

/** Feedback that users sent us. */
export default function Feedback() {
  const [unread, setUnread] = useState(false);
  const [answering, setAnswering] = useState<AdminFeedbackView | null>(null);
  const filter = unread ? ({ unread: true } as const) : {};
  const query = trpc.admin.feedback.list.useInfiniteQuery(filter, {
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: (before) => before,
  });
  const mark = useMark(filter);
  return (
    <>
      <Promised />
      <Switch label="Unread only" checked={unread} onChange={(event) => setUnread(event.target.checked)} />
      <AdminList
        label="Feedback"
        query={query}
        columns={columnsOf(mark, setAnswering)}
        empty={<Empty title={unread ? 'No unread feedback' : 'No feedback yet'} />}
      />
      {answering && (
        <Suspense fallback={null}>
          <AnswerDialog feedback={answering} onClose={() => setAnswering(null)} />
        </Suspense>
      )}
    </>
  );
}
