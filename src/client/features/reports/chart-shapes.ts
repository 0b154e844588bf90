import { scaleLinear } from 'd3-scale';
import { curveLinearClosed, line } from 'd3-shape';

/** A linear scale from 0, or from the lowest value if that is negative, to a round number. Lengths are in pixels. */
export interface Scale {
  at: (value: number) => number;
  /** Returns about `count` round values along the scale. Fractions are left out. */
  ticks: (count: number) => number[];
  least: number;
  most: number;
}

export function scaleOf(values: readonly number[], [start, end]: readonly [number, number], ticks: number): Scale {
  const scale = scaleLinear()
    .domain([Math.min(0, ...values), Math.max(1, ...values)])
    .range([start, end])
    .nice(ticks);
  const [least = 0, most = 1] = scale.domain();
  return {
    at: (value) => scale(value),
    ticks: (count) => scale.ticks(count).filter((tick) => Number.isInteger(tick)),
    least,
    most,
  };
}

type Point = readonly [x: number, y: number];
const outline = line<Point>()
  .x(([x]) => x)
  .y(([, y]) => y)
  .curve(curveLinearClosed);
const drawn = (points: readonly Point[]): string => outline(points) ?? '';

/** The size of a cut corner, as on a dog-eared picket. */
const EAR = 5;

/** The SVG path of a rail that starts at `from` and has a dog-eared end on the right. */
export function railPath(from: number, to: number, top: number, height: number): string {
  const ear = Math.min(EAR, (to - from) / 2);
  return drawn([
    [from, top],
    [to - ear, top],
    [to, top + ear],
    [to, top + height - ear],
    [to - ear, top + height],
    [from, top + height],
  ]);
}

/** The SVG path of a picket from the line `base` to `end`. It points down for a value below 0. */
export function picketPath(left: number, width: number, base: number, end: number): string {
  const ear = Math.min(EAR, width / 3, Math.abs(base - end)) * (end <= base ? 1 : -1);
  const cut = Math.abs(ear);
  return drawn([
    [left, base],
    [left, end + ear],
    [left + cut, end],
    [left + width - cut, end],
    [left + width, end + ear],
    [left + width, base],
  ]);
}

/** A dimension line with end ticks. */
export const dimensionPath = (from: number, to: number, y: number, half = 5): string =>
  `M${from} ${y - half}V${y + half}M${from} ${y}H${to}M${to} ${y - half}V${y + half}`;
