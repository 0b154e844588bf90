/** One day in a bar chart. */
export interface DayBar {
  /** A label such as 'Mon, Nov 9'. */
  day: string;
  value: number;
  /** The displayed value, such as '$12.00' or '3 min'. */
  text: string;
  /** A short form of the value, shown above the bar. */
  short: string;
}

const WIDTH = 210;
const HEIGHT = 76;
const TOP = 18;
const GAP = 8;
/** The length of the ticks at the ends of the baseline. */
const TICK = 4;

/** Draws a bar with both upper corners cut off, like a picket. */
const bar = (x: number, width: number, height: number): string => {
  const y = HEIGHT - height;
  const fold = Math.min(5, height);
  return `M${x} ${HEIGHT}V${y + fold}l${fold} ${-fold}h${width - 2 * fold}l${fold} ${fold}V${HEIGHT}Z`;
};

/**
 * A daily bar chart. The bar with the index `marked` has the accent color. Screen readers get a table with the same
 * values.
 */
export function DayBars({ label, bars, marked }: { label: string; bars: readonly DayBar[]; marked: number }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  // Half a gap at each end keeps the bars off the baseline's ticks.
  const width = WIDTH / bars.length - GAP;
  return (
    <>
      <svg className="bars" viewBox={`0 0 ${WIDTH} ${HEIGHT + 1 + TICK}`} aria-hidden="true">
        {bars.map(({ day, value, short }, index) => {
          const height = value === 0 ? 0 : Math.max(4, ((HEIGHT - TOP) * value) / most);
          const x = GAP / 2 + index * (width + GAP);
          return (
            <g key={day} className={index === marked ? 'bars-now' : value === most ? 'bars-most' : undefined}>
              {height > 0 && <path d={bar(x, width, height)} />}
              <text x={x + width / 2} y={HEIGHT - height - 5} textAnchor="middle">
                {short}
              </text>
            </g>
          );
        })}
        <path
          className="bars-ground"
          d={`M0 ${HEIGHT + 1 - TICK}v${2 * TICK}m0 ${-TICK}H${WIDTH}m0 ${-TICK}v${2 * TICK}`}
        />
      </svg>
      {/* A table ignores the width that `sr-only` sets, so the class is on an element around the table. */}
      <div className="sr-only">
        <table>
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
      </div>
    </>
  );
}
