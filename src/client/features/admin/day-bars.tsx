/** One day of a figure. */
export interface DayBar {
  /** 'Mon, Nov 9'. */
  day: string;
  value: number;
  /** The value as people read it: '$12.00', '3 min'. */
  text: string;
  /** The same in a few letters, above the bar. */
  short: string;
}

const WIDTH = 210;
const HEIGHT = 76;
const TOP = 18;
const GAP = 8;

/** A bar with its upper right corner folded, as posts are cut. */
const bar = (x: number, width: number, height: number): string => {
  const y = HEIGHT - height;
  const fold = Math.min(5, height);
  return `M${x} ${HEIGHT}V${y}h${width - fold}l${fold} ${fold}V${HEIGHT}Z`;
};

/** A figure day by day as bars, the marked one in cedar; the same as a table for screen readers. */
export function DayBars({ label, bars, marked }: { label: string; bars: readonly DayBar[]; marked: number }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const width = (WIDTH - GAP * (bars.length - 1)) / bars.length;
  return (
    <>
      <svg className="bars" viewBox={`0 0 ${WIDTH} ${HEIGHT + 2}`} aria-hidden="true">
        {bars.map(({ day, value, short }, index) => {
          const height = value === 0 ? 0 : Math.max(4, ((HEIGHT - TOP) * value) / most);
          const x = index * (width + GAP);
          return (
            <g key={day} className={index === marked ? 'bars-now' : undefined}>
              {height > 0 && <path d={bar(x, width, height)} />}
              <text x={x + width / 2} y={HEIGHT - height - 5} textAnchor="middle">
                {short}
              </text>
            </g>
          );
        })}
        <path className="bars-ground" d={`M0 ${HEIGHT + 1}H${WIDTH}`} />
      </svg>
      <table className="sr-only">
        <caption>{label} by day</caption>
        <tbody>
          {bars.map(({ day, text }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
