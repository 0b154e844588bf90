import {
  CalendarDays,
  CircleDollarSign,
  CircleHelp,
  FilePenLine,
  Inbox,
  type LucideIcon,
  Phone,
  Reply,
  ShieldQuestion,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { TodayView } from '#shared/features/today/today.schema.ts';
import type { PlannedVisitView } from '#shared/features/visits/visits.schema.ts';
import { usePhone } from '../../lib/media.ts';
import { recall, remember } from '../../lib/remember.ts';
import { useMay } from '../../lib/role.ts';
import { Link } from '../../lib/router.tsx';
import { CallLink } from '../leads/call-link.tsx';
import { awaitingText, reviewText, unreadText } from '../leads/lead-words.ts';
import { ALL_LEADS, CALENDAR, OPENED, OWED, useLeadsAddress } from '../leads/leads-address.ts';
import { CALL_WHY, decisionText, estimatesText, moneyText, todayParts } from './today-words.ts';
import './today.css';
import { useTimeZone } from '../../lib/company.ts';
import { formatTime } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { useMembers } from '../visits/use-members.ts';
import { VisitOutcome } from '../visits/visit-outcome.tsx';
import { VisitReach } from '../visits/visit-reach.tsx';

const DONE = { done: 'Done', no_show: 'No-show' } as const;

/** One of today's visits: when and where it is, what was asked for, and once it has begun, how it went. */
function TodayVisit({ visit }: { visit: PlannedVisitView }) {
  const { zone } = useTimeZone();
  const { linkTo } = useLeadsAddress();
  const { work } = useMay();
  const nameOf = useMembers();
  const begun = useNow().getTime() >= Date.parse(visit.startsAt);
  const { status } = visit;
  const who = visit.userId === null ? '' : nameOf(visit.userId);
  return (
    <li className="today-visit">
      <time className="num" dateTime={visit.startsAt}>
        {formatTime(visit.startsAt, zone)}
      </time>
      <div className="stack-s min-w-0">
        <p>
          <Link
            className="font-semibold wrap-anywhere"
            to={linkTo({ lead: visit.leadId, view: null })}
            state={OPENED}
            keepScroll
          >
            {visit.name}
          </Link>
          {who !== '' && <span className="muted">, {who}</span>}
          {(status === 'done' || status === 'no_show') && <b className="muted"> {DONE[status]}</b>}
        </p>
        <VisitReach visit={visit} />
        {work && begun && status === 'booked' && (
          <div className="row flex-wrap">
            <VisitOutcome visit={visit} />
          </div>
        )}
      </div>
    </li>
  );
}

interface LineProps {
  icon: LucideIcon;
  to: string;
  /** Whether the link opens something above the list, so that Back closes it. */
  opens?: boolean;
  children: ReactNode;
}

function Line({ icon: Icon, to, opens = false, children }: LineProps) {
  return (
    <li>
      <Link to={to} {...(opens ? { state: OPENED, keepScroll: true } : {})}>
        <Icon className="i" aria-hidden /> {children}
      </Link>
    </li>
  );
}

/** The lines other than visits. One lead is opened where the step is taken, several are listed. */
function Lines({ today }: { today: TodayView }) {
  const { linkTo } = useLeadsAddress();
  const { work } = useMay();
  const { decisions, answers, unread, review, calls, estimates, money } = today;
  const talkTo = (leadId: string) => linkTo({ lead: leadId, view: 'conversation' });
  const single = <One,>(count: number, one: One | null) => (count === 1 ? one : null);
  const undecided = decisions.first;
  const answer = single(answers.count, answers.first);
  const unreadOf = single(unread.count, unread.first);
  const fresh = single(estimates.count, estimates.first);
  const owing = single(money.count, money.first);
  return (
    <ul className="today-lines">
      {undecided && (
        <Line icon={ShieldQuestion} to={talkTo(undecided.leadId)} opens>
          {decisionText(decisions)}
        </Line>
      )}
      {answers.first && (
        <Line
          icon={answers.first.answer === 'question' ? CircleHelp : Reply}
          to={answer ? talkTo(answer.leadId) : linkTo({ awaiting: 'yes', status: null })}
          opens={answer !== null}
        >
          {awaitingText(answers.first, answers.count)}
        </Line>
      )}
      {unread.count > 0 && (
        <Line
          icon={Inbox}
          to={unreadOf ? talkTo(unreadOf.leadId) : linkTo({ unread: 'yes', status: null })}
          opens={unreadOf !== null}
        >
          {unreadText(unread.messages)}
        </Line>
      )}
      {review > 0 && (
        <Line icon={Inbox} to={linkTo({ ...ALL_LEADS, search: null, review: 'yes' })}>
          {reviewText(review)}
        </Line>
      )}
      {calls.first.map(({ leadId, name, phone, why }) => (
        <li key={leadId} className="today-call">
          <CallLink lead={{ id: leadId, name, phone }}>
            <Phone className="i" aria-hidden /> Call {name}
          </CallLink>
          <Link className="muted sm" to={linkTo({ lead: leadId, view: null })} state={OPENED} keepScroll>
            {CALL_WHY[why]}
          </Link>
          {work && (
            <Link className="sm" to={linkTo({ lead: leadId, dialog: 'call' })} state={OPENED} keepScroll>
              Log call
            </Link>
          )}
        </li>
      ))}
      {estimates.first && (
        <Line
          icon={FilePenLine}
          to={
            fresh
              ? linkTo(work ? { lead: fresh.leadId, dialog: 'estimate' } : { lead: fresh.leadId, view: null })
              : linkTo({ status: 'new' })
          }
          opens={fresh !== null}
        >
          {estimatesText(estimates)}
        </Line>
      )}
      {money.first && (
        <Line
          icon={CircleDollarSign}
          to={owing ? linkTo({ lead: owing.leadId, view: 'overview' }) : OWED}
          opens={owing !== null}
        >
          {moneyText(money)}
        </Line>
      )}
    </ul>
  );
}

const FOLD = 'today';

/**
 * What to do today, above the leads: a line for each kind of step, and the day's visits. On phones it's folded to one line
 * until the user opens it. The browser keeps whether it's open. Shown only if there's something to do.
 */
export default function Today({ today }: { today: TodayView }) {
  const phone = usePhone();
  const [chosen, setChosen] = useState(() => recall(FOLD));
  const open = chosen === null ? !phone : chosen === 'open';
  const { visits } = today;
  const parts = todayParts(today);
  const hasLines = parts.length > (visits.length > 0 ? 1 : 0);
  return (
    <section className="card today" aria-labelledby="today">
      <details
        open={open}
        onToggle={({ currentTarget }) => {
          if (currentTarget.open === open) return;
          const now = currentTarget.open ? 'open' : 'closed';
          remember(FOLD, now);
          setChosen(now);
        }}
      >
        <summary>
          <h2 id="today">Today</h2>
          <span className="muted sm num">{parts.join(' · ')}</span>
        </summary>
        {hasLines && <Lines today={today} />}
        {visits.length > 0 && (
          <>
            <div className="row between items-baseline today-head">
              <h3>Visits</h3>
              <Link to={CALENDAR}>
                <CalendarDays className="i" aria-hidden /> Calendar
              </Link>
            </div>
            <ol>
              {visits.map((visit) => (
                <TodayVisit key={visit.id} visit={visit} />
              ))}
            </ol>
          </>
        )}
      </details>
    </section>
  );
}
