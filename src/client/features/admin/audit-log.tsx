import type { AuditView } from '#shared/features/admin/admin-failures.schema.ts';
import { formatMoment } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { trpc } from '../../lib/trpc.ts';
import { Empty } from '../../ui/empty.tsx';
import { AdminList, type Column, TwoLines } from './admin-list.tsx';
import { actionText, changeTexts } from './admin-words.ts';

function When({ at }: { at: string }) {
  return <time dateTime={at}>{formatMoment(at, useNow())}</time>;
}

const COLUMNS: readonly Column<AuditView>[] = [
  { head: 'What', width: '18%', cell: ({ action }) => <b>{actionText(action)}</b> },
  {
    head: 'On',
    width: '21%',
    cell: ({ subject, subjectKind }) => <TwoLines first={subject} second={KIND[subjectKind]} />,
  },
  {
    head: 'Change',
    width: '27%',
    cell: (entry) => (
      <span className="whole">
        {changeTexts(entry).map((text) => (
          <span key={text} className="block">
            {text}
          </span>
        ))}
      </span>
    ),
  },
  { head: 'Who', width: '20%', cell: ({ actor, ip }) => <TwoLines first={actor} second={ip} /> },
  { head: 'When', width: '14%', cell: ({ at }) => <When at={at} /> },
];

const KIND: Record<AuditView['subjectKind'], string> = {
  user: 'user',
  company: 'company',
  message: 'message',
  stripe_event: 'Stripe event',
  provider: 'provider',
  feedback: 'feedback',
  platform: 'platform',
};

/** All admin actions, newest first. */
export default function AuditLog() {
  const query = trpc.admin.audit.list.useInfiniteQuery(
    {},
    { getNextPageParam: (page) => page.nextCursor ?? undefined },
  );
  return (
    <AdminList
      label="Audit log"
      query={query}
      columns={COLUMNS}
      empty={
        <Empty title="No admin actions yet">Each change that an admin makes on the platform is listed here.</Empty>
      }
    />
  );
}
