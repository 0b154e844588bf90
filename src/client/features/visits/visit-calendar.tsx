import { roleMay } from '#shared/features/team/roles.rules.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { type LocalDate, addDays, localDate, localDateOf } from '#shared/primitives/local-date.ts';
import { useTimeZone } from '../../lib/company.ts';
import { browserZone, formatCalendarDay } from '../../lib/dates.ts';
import { problemOf } from '../../lib/errors.ts';
import { usePhone } from '../../lib/media.ts';
import { useNow } from '../../lib/now.ts';
import { useRole } from '../../lib/role.ts';
import { Link, navigate, useSearch } from '../../lib/router.tsx';
import { trpc } from '../../lib/trpc.ts';
import { Banner, Note } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { leadsAddress } from '../leads/leads-address.ts';
import { daysShown } from './calendar.rules.ts';
import { CalendarGrid } from './calendar-grid.tsx';
import { ShownVisit } from './shown-visit.tsx';
import { useMembers } from './use-members.ts';
import './visit-calendar.css';

const LEADS = '/dashboard?tab=leads';

const dayIn = (text: string | null): LocalDate | null => {
  try {
    return text === null ? null : localDate(text);
  } catch {
    return null;
  }
};

/** The day and the member in the URL. */
const useCalendarAddress = () => {
  const params = useSearch();
  const go = (change: Record<string, string | null>) =>
    navigate(leadsAddress(params, change), { replace: true, keepScroll: true });
  return { day: dayIn(params.get('day')), userId: params.get('user'), go };
};

/** Chooses whose visits are shown. Nothing while the company has only one member. */
function WhoseVisits({ userId, onChange }: { userId: string | null; onChange: (userId: string | null) => void }) {
  const role = useRole();
  const office = role !== undefined && roleMay(role, 'office');
  const team = trpc.team.list.useQuery(undefined, { enabled: office, staleTime: 60_000 });
  const members = (team.data?.members ?? []).filter((member) => roleMay(member.role, 'work'));
  if (members.length < 2) return null;
  return (
    <select
      className="input sort"
      aria-label="Whose visits"
      value={userId ?? ''}
      onChange={(event) => onChange(event.target.value || null)}
    >
      <option value="">Everyone’s visits</option>
      {members.map((member) => (
        <option key={member.userId} value={member.userId}>
          {member.name}
        </option>
      ))}
    </select>
  );
}

/** The visits of a week or, on phones, a day. A visit can be moved with the mouse or the arrow keys. */
export default function VisitCalendar() {
  const phone = usePhone();
  const zone = useTimeZone().zone ?? browserZone();
  const today = localDateOf(useNow(), zone);
  const address = useCalendarAddress();
  const nameOf = useMembers();
  const [chosen, setChosen] = useState<string | null>(null);
  const day = address.day ?? today;
  const days = daysShown(day, !phone);
  const [from = day, to = day] = [days[0], days.at(-1)];
  const { userId } = address;
  const asked = { from, to, ...(userId !== null && { userId }) };
  const calendar = trpc.visits.calendar.useQuery(asked, { placeholderData: (before) => before });
  const settings = trpc.visits.settings.useQuery(undefined, { staleTime: 60_000 });
  const turn = (steps: number) => address.go({ day: addDays(day, steps * days.length) });
  const visits = calendar.data?.visits ?? [];
  const visit = visits.find(({ id }) => id === chosen);
  const title = from === to ? formatCalendarDay(from) : `${formatCalendarDay(from)} to ${formatCalendarDay(to)}`;
  const period = phone ? 'day' : 'week';
  return (
    <div className="stack">
      <div>
        <h1>Calendar</h1>
        <p className="muted">
          <Link to={LEADS}>Back to all leads</Link>
        </p>
      </div>
      <div className="row between flex-wrap gap-2">
        <div className="row">
          <IconButton label={`Previous ${period}`} variant="default" onClick={() => turn(-1)}>
            <ChevronLeft className="i" aria-hidden />
          </IconButton>
          <IconButton label={`Next ${period}`} variant="default" onClick={() => turn(1)}>
            <ChevronRight className="i" aria-hidden />
          </IconButton>
          <Button onClick={() => address.go({ day: null })}>Today</Button>
        </div>
        <h2 className="calendar-title" aria-live="polite">
          {title}
        </h2>
        <WhoseVisits userId={userId} onChange={(user) => address.go({ user })} />
      </div>
      {calendar.data?.problems.map((problem) => (
        <Note key={problem.userId}>
          <b>{nameOf(problem.userId) || 'A member'}’s own calendar can’t be read.</b> {problem.error}.
        </Note>
      ))}
      {calendar.isError && (
        <Banner action={<Button onClick={() => void calendar.refetch()}>Try again</Button>}>
          {problemOf(calendar.error).message}
        </Banner>
      )}
      {calendar.isPending || !settings.data ? (
        <SkeletonRows rows={8} height={56} label="Loading the calendar" />
      ) : (
        <CalendarGrid
          days={days}
          today={today}
          zone={zone}
          step={settings.data.stepMinutes}
          visits={visits}
          busy={calendar.data?.busy ?? []}
          chosen={chosen}
          onChoose={(id) => setChosen(id)}
        />
      )}
      {visit && <ShownVisit key={visit.id} visit={visit} onClose={() => setChosen(null)} />}
    </div>
  );
}
