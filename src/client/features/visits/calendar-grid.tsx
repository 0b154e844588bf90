import { type KeyboardEvent, useRef } from 'react';
import type { PlannedVisitView, VisitCalendarView } from '#shared/features/visits/visits.schema.ts';
import { formatTimeOfDay, type LocalDate } from '#shared/primitives/local-date.ts';
import { formatCalendarDay, formatTime } from '../../lib/dates.ts';
import { useMay } from '../../lib/role.ts';
import { type CalendarPlace, endMinutes, hoursShown, inLanes, instantAt, moved, placeOf } from './calendar.rules.ts';
import { useDrag } from './use-drag.ts';
import { useMembers } from './use-members.ts';
import { useMoveVisit } from './use-move-visit.ts';

/** The height of an hour, in CSS pixels. */
const HOUR_PX = 56;

interface GridProps {
  days: readonly LocalDate[];
  today: LocalDate;
  zone: string;
  /** The minutes between two starts. */
  step: number;
  visits: readonly PlannedVisitView[];
  busy: VisitCalendarView['busy'];
  chosen: string | null;
  onChoose: (visitId: string) => void;
}

const ARROWS: Readonly<Record<string, { days?: number; steps?: number }>> = {
  ArrowLeft: { days: -1 },
  ArrowRight: { days: 1 },
  ArrowUp: { steps: -1 },
  ArrowDown: { steps: 1 },
};

const weekdayOf = (day: LocalDate): string =>
  new Intl.DateTimeFormat('en-US', { weekday: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T12:00:00Z`),
  );

/** The days side by side, with the hours from top to bottom. */
export function CalendarGrid({ days, today, zone, step, visits, busy, chosen, onChoose }: GridProps) {
  const hours = hoursShown(visits, zone);
  const moving = useMoveVisit(zone);
  const { work } = useMay();
  const nameOf = useMembers();
  const layer = useRef<HTMLDivElement>(null);
  const topOf = (minutes: number) => ((minutes - hours.from * 60) / 60) * HOUR_PX;
  const placed = visits.map((visit) => {
    const place = moving.placeNow(visit);
    const startsAt = instantAt(place, zone);
    const length = Date.parse(visit.endsAt) - Date.parse(visit.startsAt);
    return { visit, place, startsAt, endsAt: new Date(Date.parse(startsAt) + length).toISOString() };
  });
  const laned = new Map(
    days.flatMap((day) =>
      inLanes(placed.filter(({ place }) => place.day === day)).map((one) => [one.item, one] as const),
    ),
  );
  const laneOf = (item: (typeof placed)[number]) => laned.get(item) ?? { lane: 0, lanes: 1 };
  const said = moving.carried && placeWords(moving.carried.to);
  return (
    <div
      className="calendar card"
      role="group"
      aria-label="Visits"
      style={{ gridTemplateColumns: `56px repeat(${days.length}, minmax(0, 1fr))` }}
    >
      <p className="sr-only" role="status">
        {said && `${said}. Press Enter to move the visit here, or Escape to leave it.`}
      </p>
      <div className="calendar-hours" aria-hidden style={{ height: (hours.to - hours.from) * HOUR_PX }}>
        {Array.from({ length: hours.to - hours.from }, (_, index) => (
          <span key={index} style={{ top: index * HOUR_PX }}>
            {formatTimeOfDay((hours.from + index) * 60).replace(':00', '')}
          </span>
        ))}
      </div>
      {days.map((day, index) => (
        <section
          key={day}
          className="calendar-day"
          style={{ gridColumn: index + 2 }}
          aria-label={formatCalendarDay(day)}
        >
          <h3 aria-current={day === today ? 'date' : undefined}>{weekdayOf(day)}</h3>
          <div className="calendar-column" style={{ height: (hours.to - hours.from) * HOUR_PX }}>
            {busyOn(day, busy, zone).map(({ key, from, to, userId }) => (
              <div
                key={key}
                className="calendar-busy"
                style={boxOf({
                  top: topOf(Math.max(from, hours.from * 60)),
                  bottom: topOf(Math.min(to, hours.to * 60)),
                })}
              >
                <span>{nameOf(userId) ? `${nameOf(userId)} is busy` : 'Busy'}</span>
              </div>
            ))}
          </div>
        </section>
      ))}
      {/* All visits are in one layer, so that one that is carried to another day stays the same element. */}
      <div className="calendar-visits" ref={layer}>
        {placed.map((item) => {
          const { visit, place } = item;
          const { lane, lanes } = laneOf(item);
          return (
            <Visit
              key={visit.id}
              visit={visit}
              chosen={visit.id === chosen}
              carried={moving.carried?.visitId === visit.id}
              time={formatTime(item.startsAt, zone)}
              day={formatCalendarDay(place.day)}
              style={{
                ...boxOf({ top: topOf(place.minutes), bottom: topOf(endMinutes(item, zone)) }),
                left: `${((days.indexOf(place.day) + lane / lanes) / days.length) * 100}%`,
                width: `${100 / (lanes * days.length)}%`,
              }}
              movable={work && visit.status === 'booked'}
              onKey={(event) => onKey(event, visit, place)}
              onDrag={(by) => moving.carry(visit.id, dragged(visit, by))}
              onPut={() => moving.put(visit)}
              onLeave={moving.drop}
              onChoose={() => onChoose(visit.id)}
            />
          );
        })}
      </div>
    </div>
  );

  function dragged(visit: PlannedVisitView, { x, y }: { x: number; y: number }): CalendarPlace {
    const column = (layer.current?.getBoundingClientRect().width ?? 1) / days.length;
    const by = { days: Math.round(x / column), minutes: (y / HOUR_PX) * 60 };
    return moved(placeOf(visit.startsAt, zone), by, { days, step });
  }

  function onKey(event: KeyboardEvent, visit: PlannedVisitView, place: CalendarPlace) {
    const arrow = ARROWS[event.key];
    if (arrow) {
      event.preventDefault();
      const by = { days: arrow.days ?? 0, minutes: (arrow.steps ?? 0) * step };
      moving.carry(visit.id, moved(place, by, { days, step }));
    } else if (event.key === 'Escape' && moving.carried) {
      event.preventDefault();
      moving.drop();
    } else if (event.key === 'Enter' && moving.carried?.visitId === visit.id) {
      event.preventDefault();
      moving.put(visit);
    }
  }
}

const placeWords = ({ day, minutes }: CalendarPlace): string =>
  `${formatCalendarDay(day)}, ${formatTimeOfDay(minutes)}`;

const boxOf = ({ top, bottom }: { top: number; bottom: number }) => ({ top, height: Math.max(bottom - top, 22) });

/** The parts of busy times that are on a day, in minutes after midnight. */
const busyOn = (day: LocalDate, busy: VisitCalendarView['busy'], zone: string) =>
  busy.flatMap(({ userId, startsAt, endsAt }) => {
    const [start, end] = [placeOf(startsAt, zone), placeOf(endsAt, zone)];
    if (start.day > day || end.day < day) return [];
    const from = start.day < day ? 0 : start.minutes;
    const to = end.day > day ? 24 * 60 : end.minutes;
    return to > from ? [{ key: `${userId} ${startsAt}`, userId, from, to }] : [];
  });

interface VisitProps {
  visit: PlannedVisitView;
  chosen: boolean;
  carried: boolean;
  time: string;
  day: string;
  style: object;
  movable: boolean;
  onKey: (event: KeyboardEvent) => void;
  onDrag: (by: { x: number; y: number }) => void;
  onPut: () => void;
  onLeave: () => void;
  onChoose: () => void;
}

/** One visit: pressing it shows it, and dragging it, with a held finger too, or the arrow keys carry it elsewhere. */
function Visit({
  visit,
  chosen,
  carried,
  time,
  day,
  style,
  movable,
  onKey,
  onDrag,
  onPut,
  onLeave,
  onChoose,
}: VisitProps) {
  const { handlers, held, wasDrag } = useDrag({ movable, onDrag, onPut, onLeave });
  return (
    <button
      type="button"
      className="calendar-visit"
      data-status={visit.status}
      data-carried={carried}
      data-held={held}
      aria-pressed={chosen}
      aria-label={`${time}, ${visit.name}, ${day}`}
      style={style}
      {...handlers}
      onKeyDown={movable ? onKey : undefined}
      onClick={() => {
        // The press after a drag isn't one.
        if (!wasDrag()) onChoose();
      }}
    >
      <b className="num">{time}</b> <span>{visit.name}</span>
    </button>
  );
}
