import type { CSSProperties } from 'react';

interface Post {
  day: number;
  /** A date such as 'Nov 6'. Undefined while loading. */
  date: string | undefined;
}

interface DaysRailProps {
  /** The days with steps, in ascending order, without duplicates. */
  posts: readonly Post[];
  /** The date of day 0, which all other days are counted from. */
  today: string | undefined;
  /** 'Texts' or 'Emails'. */
  what: string;
}

const listFormat = new Intl.ListFormat('en-US');
/** The minimum distance between two labels, as a percentage of the width. */
const ROOM = 13;
const MOST_TICKS = 31;

const at = (percent: number): CSSProperties => ({ left: `${percent}%` });

/**
 * Returns the position of each step, and whether its label fits between the previous label and the last day's label.
 */
const placePosts = (posts: readonly Post[], last: number) => {
  let labelled = 0;
  return posts.map((post, index) => {
    const percent = (post.day * 100) / last;
    const isLast = index === posts.length - 1;
    const fits = percent - labelled >= ROOM && 100 - percent >= ROOM;
    if (fits) labelled = percent;
    return { ...post, percent, isLast, named: fits || isLast };
  });
};

/**
 * A schedule's days on a line, drawn to scale. Labels that would overlap are left out. The list below the line contains
 * all days.
 */
export function DaysRail({ posts, today, what }: DaysRailProps) {
  const last = posts.at(-1)?.day ?? 1;
  const every = last <= MOST_TICKS ? 1 : 7;
  const ticks = Array.from({ length: Math.floor(last / every) + 1 }, (_, index) => (index * every * 100) / last);
  const places = placePosts(posts, last);
  const words = `${what} on ${listFormat.format(posts.map(({ day }) => `day ${day}`))}`;
  return (
    <div className="days">
      <p className="sr-only">{words}</p>
      <div aria-hidden>
        {ticks.map((percent) => (
          <i key={percent} className="tick" style={at(percent)} />
        ))}
        <div className="post now" style={at(0)}>
          <i />
          <span>
            <b>Today</b>
            {today}
          </span>
        </div>
        {places.map(({ day, date, percent, isLast, named }) => (
          <div key={day} className={isLast ? 'post last' : 'post'} style={at(percent)}>
            <i />
            {named && (
              <span>
                <b>Day {day}</b>
                {date}
              </span>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
