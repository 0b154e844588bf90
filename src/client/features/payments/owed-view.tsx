import { dueInWords } from '#shared/features/payments/stage-words.ts';
import { localDate, localDateOf } from '#shared/primitives/local-date.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { useTimeZone } from '../../lib/company.ts';
import { formatCalendarDay, formatDay } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { problemOf } from '../../lib/errors.ts';
import { Link } from '../../lib/router.tsx';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/figures.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

const LEADS = '/dashboard?tab=leads';

/** The list of customers who owe money for an open job, starting with the one who has owed it longest. */
export default function OwedView() {
  const owed = trpc.payments.owed.useQuery();
  const { zone } = useTimeZone();
  const today = localDateOf(useNow(), zone ?? 'UTC');
  const total = (owed.data ?? []).reduce((sum, { balanceCents }) => sum + balanceCents, 0);
  return (
    <div className="stack">
      <div>
        <h1>Who owes you</h1>
        <p className="muted">
          {owed.data && owed.data.length > 0 && <span className="num">{formatCents(total)} in all. </span>}
          <Link to={LEADS}>Back to all leads</Link>
        </p>
      </div>
      {owed.isError && (
        <Banner action={<Button onClick={() => void owed.refetch()}>Try again</Button>}>
          {problemOf(owed.error).message}
        </Banner>
      )}
      {owed.isPending && <SkeletonRows rows={4} height={60} label="Loading who owes you" />}
      {owed.data?.length === 0 && <p className="card p-5">No one owes you money for a signed estimate.</p>}
      {owed.data && owed.data.length > 0 && (
        <ol className="stack" aria-label="Who owes you">
          {owed.data.map(({ leadId, name, balanceCents, since, nextDue, nextStep }) => (
            <li key={leadId} className="card row between gap-3 p-4">
              <div className="grow">
                <Link className="font-semibold wrap-anywhere" to={`${LEADS}&lead=${leadId}`}>
                  {name}
                </Link>
                <p className="sm muted">
                  Agreed {formatDay(since, zone)}.{' '}
                  {nextDue === null
                    ? `Due ${dueInWords(nextStep ?? 'done')}.`
                    : `${nextDue > today ? 'Next due' : 'Due since'} ${formatCalendarDay(localDate(nextDue))}.`}
                </p>
              </div>
              <b className="num">
                <Money cents={balanceCents} />
              </b>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
