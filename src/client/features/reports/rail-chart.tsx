import { Fragment } from 'react';
import { Link } from '../../lib/router.tsx';
import { dimensionPath, railPath, type Scale, scaleOf } from './chart-shapes.ts';
import { type ChartProps, type Column, formatValue, type Kind, type Mark, shortValue } from './chart-values.ts';
import { useWidth } from './use-width.ts';

const RAIL = 14;
const ROW = RAIL + 6;
const AXIS = 34;
/** If a dimension line is shorter than this, its label is beside it. */
const LABEL_ROOM = 64;

/**
 * The position of a dimension line's label: above the line's middle, to its right, or on the rail, whichever fits
 * first.
 */
const labelPlace = (end: number, from: number, width: number) => {
  if (from - end > LABEL_ROOM) return { x: (end + 4 + from) / 2, textAnchor: 'middle' } as const;
  if (from + LABEL_ROOM <= width) return { x: from + 6, textAnchor: 'start' } as const;
  return { x: end - 8, textAnchor: 'end' } as const;
};

/** A rail, with a dimension line above it that shows the difference from the previous bar's value. */
function Rail({ mark: { size, before }, scale, width }: { mark: Mark; scale: Scale; width: number }) {
  const end = scale.at(size);
  const from = before === undefined || before <= size ? null : scale.at(before);
  return (
    <svg width={width} height={ROW} viewBox={`0 0 ${width} ${ROW}`}>
      <path className="chart-post" d={`M1.5 0V${ROW}`} />
      {size > 0 && <path className="chart-mark" data-size={size} d={railPath(3, Math.max(end, 5), 3, RAIL)} />}
      {from !== null && (
        <>
          <path className="chart-dimension" d={dimensionPath(end + 4, from, ROW / 2)} />
          <text className="chart-lost" y={ROW / 2 + 4.5} {...labelPlace(end, from, width)}>
            {formatValue('count', (before ?? 0) - size)} fewer
          </text>
        </>
      )}
    </svg>
  );
}

/** The dimension line below the rails, with round values. */
function Axis({ scale, width, unit }: { scale: Scale; width: number; unit: Kind }) {
  const ticks = scale.ticks(Math.max(2, Math.floor(width / 90)));
  const anchor = (place: number) => (scale.at(ticks[place] ?? 0) > width - 30 ? 'end' : 'middle');
  return (
    <svg width={width} height={AXIS} viewBox={`0 0 ${width} ${AXIS}`}>
      <path className="chart-base" d={dimensionPath(3, width - 1, 8)} />
      {ticks.map((tick, place) => (
        <Fragment key={tick}>
          <path className="chart-base" d={`M${Math.min(scale.at(tick), width - 1)} 8V13`} />
          <text className="chart-tick" x={scale.at(tick)} y={AXIS - 5} textAnchor={anchor(place)}>
            {shortValue(unit, tick)}
          </text>
        </Fragment>
      ))}
    </svg>
  );
}

const Cells = ({ columns, mark }: { columns: readonly Column[]; mark: Mark }) =>
  columns.map(({ head, kind }, place) => (
    <td key={head} className="num">
      {formatValue(kind, mark.values[place] ?? null)}
    </td>
  ));

/**
 * A bar chart that looks like the rails of a fence. All bars start at the same line, and their lengths are proportional
 * to their values. The chart is a table with a bar below each name, so the screen, a printout and a screen reader all
 * present the same values.
 */
export function RailChart({ of, columns, marks, unit }: ChartProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const scale = scaleOf(
    marks.flatMap(({ size, before = 0 }) => [size, before]),
    [3, Math.max(width - 1, 4)],
    4,
  );
  return (
    <div ref={ref}>
      <table className="chart-rails">
        <thead>
          <tr>
            <th scope="col">{of}</th>
            {columns.map(({ head }) => (
              <th scope="col" key={head}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {marks.map((mark) => (
            <Fragment key={mark.name}>
              <tr>
                <th scope="row">{mark.to === undefined ? mark.name : <Link to={mark.to}>{mark.name}</Link>}</th>
                <Cells columns={columns} mark={mark} />
              </tr>
              <tr aria-hidden className="chart-drawn">
                <td colSpan={columns.length + 1}>
                  <Rail mark={mark} scale={scale} width={width} />
                </td>
              </tr>
            </Fragment>
          ))}
        </tbody>
        <tfoot aria-hidden>
          <tr className="chart-drawn">
            <td colSpan={columns.length + 1}>
              <Axis scale={scale} width={width} unit={unit} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
