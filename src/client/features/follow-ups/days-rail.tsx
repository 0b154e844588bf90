import type { CSSProperties } from 'react';

interface Post {
  day: number;
  /** 'Nov 6', as far as it is known. */
  date: string | undefined;
}

interface DaysRailProps {
  /** Rising days, each once. */
  posts: readonly Post[];
  /** The day that is counted from. */
  today: string | undefined;
  /** 'Texts', 'Emails'. */
  what: string;
}

const listFormat = new Intl.ListFormat('en-US');
/** Least distance of two labels, in percent of the rail. */
const ROOM = 13;
const MOST_TICKS = 31;

const at = (percent: number): CSSProperties => ({ left: `${percent}%` });

/** Where each post stands, and whether there is room for its label beside the ones before it and the last. */
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

/** The days of a schedule on one line, to scale; labels that would meet are left to the list below. */
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
