import { scaleBand } from 'd3-scale';
import { Fragment, useLayoutEffect } from 'react';
import { Link } from '../../lib/router.tsx';
import { dimensionPath, picketPath, type Scale, scaleOf } from './chart-shapes.ts';
import { type ChartProps, formatValue, type Kind, type Mark, shortValue } from './chart-values.ts';
import { useWidth } from './use-width.ts';

const LEFT = 52;
const RIGHT = 8;
const TOP = 26;
const PLOT = 196;
/** The height below the baseline for the first label line, and for each additional line. */
const NAMES = 26;
const LINE = 16;
/** The chart scrolls horizontally if a picket would otherwise be narrower than this. */
const LEAST_STEP = 30;
const WIDEST = 48;
/** The width of a digit in the charts' font. */
const LETTER = 7.4;

interface Place {
  /** The x coordinate of the picket's center. */
  middle: number;
  step: number;
  width: number;
}

function placesOf(marks: readonly Mark[], width: number): Place[] {
  const band = scaleBand<number>()
    .domain(marks.map((_, place) => place))
    .range([LEFT, width - RIGHT])
    .paddingInner(0.4)
    .paddingOuter(0.25);
  return marks.map((_, place) => ({
    middle: (band(place) ?? 0) + band.bandwidth() / 2,
    step: band.step(),
    width: Math.min(band.bandwidth(), WIDEST),
  }));
}

/** Returns the longest format of the value that fits above the picket, or '' if none fits. */
const labelOf = ({ label, size }: Mark, unit: Kind, room: number): string =>
  [label ?? formatValue(unit, size), shortValue(unit, size)].find((text) => text.length * LETTER <= room) ?? '';

interface PicketProps {
  mark: Mark;
  place: Place;
  /** The height of the chart's drawing. */
  height: number;
  scale: Scale;
  unit: Kind;
}

function Picket({ mark, place: { middle, step, width }, height, scale, unit }: PicketProps) {
  const { name, size, of, lines = [name], current = false } = mark;
  const top = scale.at(Math.max(size, of ?? 0, 0));
  const left = middle - width / 2;
  return (
    <>
      <rect className="chart-room" x={middle - step / 2} y={0} width={step} height={height} />
      {of !== undefined && <path className="chart-whole" d={picketPath(left, width, scale.at(0), scale.at(of))} />}
      <path
        className={current ? 'chart-mark chart-current' : 'chart-mark'}
        data-size={size}
        d={picketPath(left, width, scale.at(0), scale.at(size))}
      />
      <text className="chart-value" x={middle} y={top - 7} textAnchor="middle">
        {labelOf(mark, unit, step)}
      </text>
      {lines.map((line, row) => (
        <text className="chart-tick" key={line} x={middle} y={PLOT + 18 + row * LINE} textAnchor="middle">
          {line}
        </text>
      ))}
    </>
  );
}

/** The axis on the left, drawn as a post, with round values. */
const Axis = ({ scale, unit }: { scale: Scale; unit: Kind }) => (
  <g aria-hidden>
    <path className="chart-base" d={`M${LEFT} ${scale.at(scale.most)}V${scale.at(scale.least)}`} />
    {scale.ticks(4).map((tick) => (
      <Fragment key={tick}>
        <path className="chart-base" d={`M${LEFT - 5} ${scale.at(tick)}H${LEFT}`} />
        <text className="chart-tick" x={LEFT - 9} y={scale.at(tick) + 4.5} textAnchor="end">
          {shortValue(unit, tick)}
        </text>
      </Fragment>
    ))}
  </g>
);

/** Dog-eared pickets on a dimensioned baseline. Each links to its leads. A table contains the same values. */
export function PicketChart({ title, marks, unit }: ChartProps) {
  const [ref, room] = useWidth<HTMLDivElement>();
  const width = Math.max(room, LEFT + RIGHT + marks.length * LEAST_STEP);
  const scale = scaleOf(
    marks.flatMap(({ size, of = 0 }) => [size, of]),
    [PLOT, TOP],
    4,
  );
  const places = placesOf(marks, width);
  const height = PLOT + NAMES + LINE * (Math.max(...marks.map(({ lines = [] }) => lines.length), 1) - 1);
  // Scrolls to the end, which shows the newest month.
  useLayoutEffect(() => {
    if (ref.current) ref.current.scrollLeft = width;
  }, [ref, width]);
  return (
    <div ref={ref} className="chart-pickets">
      <svg role="group" aria-label={title} width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
        <Axis scale={scale} unit={unit} />
        {marks.map((mark, index) => {
          const place = places[index];
          if (!place) return null;
          const picket = <Picket mark={mark} place={place} height={height} scale={scale} unit={unit} />;
          const value = mark.label ?? formatValue(unit, mark.size);
          return mark.to === undefined ? (
            <g key={mark.name} aria-hidden>
              {picket}
            </g>
          ) : (
            <Link key={mark.name} to={mark.to}>
              <text className="chart-said" x={place.middle} y={PLOT}>
                {mark.name}: {value}
              </text>
              <g aria-hidden>{picket}</g>
            </Link>
          );
        })}
        <path className="chart-base" d={dimensionPath(LEFT, width - RIGHT, scale.at(0))} />
      </svg>
    </div>
  );
}
