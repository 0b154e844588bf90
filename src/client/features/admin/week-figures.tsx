import type { FiguresView } from '#shared/features/admin/admin-failures.schema.ts';
import { MINUTE } from '#shared/primitives/durations.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { delayText } from './admin-words.ts';
import { type DayBar, DayBars } from './day-bars.tsx';

interface Figure {
  label: string;
  /** The total for the week, or the current value. Null if there's no data. */
  total: string | null;
  note: string;
  bars: DayBar[];
  /** The index of today's bar. */
  today: number;
}

const dayName = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });
const nameOf = (day: string): string => dayName.format(new Date(`${day}T00:00:00Z`));
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const whole = (value: number): string => value.toLocaleString('en-US');
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Formats a delay for the space above a bar: '4s', '3m', '2h'. */
const shortDelay = (seconds: number): string => {
  if (seconds < 60) return `${Math.round(seconds)}s`;
  return seconds < 3_600 ? `${Math.floor(seconds / 60)}m` : `${Math.floor(seconds / 3_600)}h`;
};

const counted = (days: readonly string[], values: readonly number[]): DayBar[] =>
  days.map((day, index) => {
    const value = values[index] ?? 0;
    return { day: nameOf(day), value, text: whole(value), short: value === 0 ? '' : compact.format(value) };
  });

/** The past days, with problems first. */
const pastOf = (data: FiguresView): Figure[] => {
  const last = data.days.length - 1;
  const count = (label: string, note: string, values: readonly number[]): Figure => ({
    label,
    note,
    total: whole(sum(values)),
    bars: counted(data.days, values),
    today: last,
  });
  const late = data.lateSeconds.filter((seconds) => seconds !== null);
  return [
    count('Failed', 'Messages that weren’t sent', data.failed),
    count('Unconfirmed', 'May or may not have arrived', data.unknown),
    count('Held for review', 'Requests that looked unusual', data.held),
    count('Sent', 'Accepted by a provider', data.sent),
    {
      label: 'Lateness',
      note:
        late.length === 0
          ? 'No scheduled messages were sent in the last 7 days'
          : '95% were sent within this time, even on the slowest day',
      total: late.length === 0 ? null : delayText(Math.max(...late)),
      bars: data.days.map((day, index) => {
        const seconds = data.lateSeconds[index] ?? null;
        return {
          day: nameOf(day),
          value: seconds ?? 0,
          text: seconds === null ? 'Nothing sent' : delayText(seconds),
          short: seconds === null ? '' : shortDelay(seconds),
        };
      }),
      today: last,
    },
    count('Sign-ups', 'New accounts', data.signUps),
    {
      label: 'Revenue',
      note: `Active plans bring in ${formatCents(data.plansCents)} a month`,
      total: formatCents(sum(data.revenueCents)),
      bars: data.days.map((day, index) => {
        const cents = data.revenueCents[index] ?? 0;
        return {
          day: nameOf(day),
          value: Math.max(0, cents),
          text: formatCents(cents),
          short: cents === 0 ? '' : `$${compact.format(Math.round(cents / 100))}`,
        };
      }),
      today: last,
    },
  ];
};

/** The messages that are due from today on. */
const aheadOf = ({ daysAhead, queued }: FiguresView): Figure => ({
  label: 'Queue',
  note: 'Messages to send',
  total: whole(sum(queued)),
  bars: counted(daysAhead, queued),
  today: 0,
});

export const useFigures = () => trpc.admin.figures.useQuery(undefined, { refetchInterval: 5 * MINUTE });

/** Extracts 'Nov 9' from 'Mon, Nov 9'. */
const dateIn = (bar: DayBar | undefined): string | undefined => bar?.day.split(', ')[1];

/** Figures with small charts. A figure whose values are all zero has no chart. */
const Charts = ({ figures }: { figures: readonly Figure[] }) => (
  <ul className="figures-grid">
    {figures.map(({ label, total, note, bars, today }) => (
      <li key={label}>
        <p className="figures-head">
          <span className={total === null ? 'figures-total figures-none' : 'figures-total num'}>
            {total ?? 'No data'}
          </span>{' '}
          <b>{label}</b>
        </p>
        <p className="sm muted">{note}</p>
        {bars.some(({ value }) => value > 0) && (
          <>
            <DayBars label={label} bars={bars} marked={today} />
            <p className="row between xs muted" aria-hidden>
              <span>{dateIn(bars[0])}</span>
              <span>{dateIn(bars.at(-1))}</span>
            </p>
          </>
        )}
      </li>
    ))}
  </ul>
);

/** The last seven days and the queue of the next seven. */
export function WeekFigures() {
  const figures = useFigures();
  return (
    <section className="card pad figures" aria-labelledby="figures-title">
      <h2 id="figures-title">
        Last 7 days <span className="sm muted">(UTC)</span>
      </h2>
      {figures.isError && (
        <Banner action={<Button onClick={() => void figures.refetch()}>Try again</Button>}>
          {problemOf(figures.error).message}
        </Banner>
      )}
      {figures.data && (
        <>
          <Charts figures={pastOf(figures.data)} />
          <h2 className="figures-next">
            Next 7 days <span className="sm muted">(UTC)</span>
          </h2>
          <Charts figures={[aheadOf(figures.data)]} />
        </>
      )}
    </section>
  );
}
