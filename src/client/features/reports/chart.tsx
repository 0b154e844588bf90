import type { ReactNode } from 'react';
import { Link } from '../../lib/router.tsx';

/** One bar: its name, how long it is, and the values beside it. */
export interface Bar {
  name: string;
  /** The length; bars of one chart share a scale that begins at 0. */
  size: number;
  values: readonly string[];
  /** The leads behind it; without it the name is no link. */
  to?: string;
}

interface ChartProps {
  title: string;
  /** What the values are, in their order. */
  heads: readonly string[];
  /** What a bar is of, such as 'Source'. */
  of: string;
  bars: readonly Bar[];
  /** Said instead of an empty chart. */
  none: string;
  children?: ReactNode;
}

/**
 * Rails from one post, as long as their value. The chart is a table: a bar is drawn below its name, so what is
 * seen, printed and read aloud is the same.
 */
export function Chart({ title, heads, of, bars, none, children }: ChartProps) {
  const most = Math.max(...bars.map(({ size }) => size), 0);
  return (
    <section className="card pad report-chart" aria-label={title}>
      <h2>{title}</h2>
      {bars.length === 0 ? (
        <p className="muted">{none}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{of}</th>
              {heads.map((head) => (
                <th scope="col" key={head}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map(({ name, size, values, to }) => (
              <tr key={name}>
                <th scope="row">
                  {to === undefined ? name : <Link to={to}>{name}</Link>}
                  <span className="report-post" aria-hidden>
                    <span className="report-rail" style={{ width: `${most === 0 ? 0 : (100 * size) / most}%` }} />
                  </span>
                </th>
                {values.map((value, place) => (
                  <td key={heads[place]} className="num">
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {children}
    </section>
  );
}
