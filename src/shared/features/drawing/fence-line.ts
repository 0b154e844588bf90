import type { Point } from './earth.ts';

/** The gate kinds that every company has. The price book can add others. */
export const GATE_KINDS = ['walk', 'double'] as const;
/** The width of the opening in feet. Gates of an unlisted kind are drawn as walk gates. */
export const GATE_FEET: Readonly<Record<string, number>> = { walk: 4, double: 10 };

/** The position of a gate's center, in feet from the start of its run. */
export interface LineGate {
  atFeet: number;
  kind: string;
}

/** One run of fence on a flat map. A closed run ends at its first point, but `points` doesn't repeat it. */
export interface FenceLine {
  points: readonly Point[];
  closed: boolean;
  gates: readonly LineGate[];
}

const between = ([x, y]: Point, [toX, toY]: Point): number => Math.hypot(toX - x, toY - y);

/** Returns the points of the run. A closed run repeats its first point at the end. */
export const cornersOf = ({ points, closed }: Pick<FenceLine, 'points' | 'closed'>): Point[] =>
  closed && points[0] ? [...points, points[0]] : [...points];

/** Returns the lengths of the run's sides in feet. */
export const sidesOf = (line: Pick<FenceLine, 'points' | 'closed'>): number[] => {
  const corners = cornersOf(line);
  return corners.slice(1).map((corner, index) => between(corners[index] ?? corner, corner));
};

export const lengthOf = (line: Pick<FenceLine, 'points' | 'closed'>): number =>
  sidesOf(line).reduce((sum, side) => sum + side, 0);

/** Rounds to a tenth of a foot, because a line drawn with a finger isn't more precise. */
export const toTenths = (feet: number): number => Math.round(feet * 10) / 10;

/** Returns the total length of the lines: the sum of their displayed lengths. */
export const totalOf = (lines: readonly Pick<FenceLine, 'points' | 'closed'>[]): number =>
  toTenths(lines.reduce((sum, line) => sum + toTenths(lengthOf(line)), 0));

/**
 * Returns the point at a distance along the run, and the direction of that side in radians. For a distance beyond the
 * run, returns the nearer end.
 */
export const pointAt = (
  line: Pick<FenceLine, 'points' | 'closed'>,
  feet: number,
): { point: Point; direction: number } => {
  const corners = cornersOf(line);
  let rest = Math.max(0, feet);
  for (const [index, side] of sidesOf(line).entries()) {
    const [from, to] = [corners[index], corners[index + 1]];
    if (!from || !to) break;
    const isLast = index === corners.length - 2;
    if (rest <= side || isLast) {
      const share = side === 0 ? 0 : Math.min(1, rest / side);
      const point: Point = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
      return { point, direction: Math.atan2(to[1] - from[1], to[0] - from[0]) };
    }
    rest -= side;
  }
  return { point: corners[0] ?? [0, 0], direction: 0 };
};

/**
 * Finds the location on the run that is nearest to a point. Returns its distance along the run and its distance from
 * the point, in feet.
 */
export const nearestOn = (
  line: Pick<FenceLine, 'points' | 'closed'>,
  [x, y]: Point,
): { atFeet: number; away: number } => {
  const corners = cornersOf(line);
  let before = 0;
  let best = { atFeet: 0, away: Number.POSITIVE_INFINITY };
  for (const [index, side] of sidesOf(line).entries()) {
    const [from, to] = [corners[index], corners[index + 1]];
    if (!from || !to) break;
    const [east, north] = [to[0] - from[0], to[1] - from[1]];
    const along = side === 0 ? 0 : ((x - from[0]) * east + (y - from[1]) * north) / side ** 2;
    const share = Math.min(1, Math.max(0, along));
    const away = between([x, y], [from[0] + east * share, from[1] + north * share]);
    if (away < best.away) best = { atFeet: before + share * side, away };
    before += side;
  }
  return best;
};

const RIGHT = Math.PI / 2;
/** A corner within 12 degrees of a right angle snaps to it. */
const SNAP = (12 * Math.PI) / 180;

/**
 * Snaps a point to a right angle. The side from `corner` to the returned point is exactly perpendicular or parallel to
 * the previous side. Returns `point` unchanged if its side isn't close to either direction, or if there's no previous
 * side.
 */
export const squared = (before: Point | undefined, corner: Point, point: Point): Point => {
  if (!before || between(before, corner) === 0) return point;
  const [east, north] = [point[0] - corner[0], point[1] - corner[1]];
  const base = Math.atan2(corner[1] - before[1], corner[0] - before[0]);
  const turn = Math.atan2(north, east) - base;
  const wanted = Math.round(turn / RIGHT) * RIGHT;
  if (Math.abs(turn - wanted) > SNAP) return point;
  const angle = base + wanted;
  const feet = east * Math.cos(angle) + north * Math.sin(angle);
  return [corner[0] + feet * Math.cos(angle), corner[1] + feet * Math.sin(angle)];
};

/**
 * Returns the end of the next side, `feet` long, after a turn: right (1), left (-1) or none (0). The first side goes
 * east.
 */
export const nextCorner = (points: readonly Point[], feet: number, turn: -1 | 0 | 1): Point => {
  const [before, last] = [points[points.length - 2], points[points.length - 1]];
  if (!last) return [feet, 0];
  const heading = before ? Math.atan2(last[1] - before[1], last[0] - before[0]) : 0;
  const angle = heading - turn * RIGHT;
  return [last[0] + feet * Math.cos(angle), last[1] + feet * Math.sin(angle)];
};

/** Changes the length of one side of an open run. The corners after it move by the same amount. */
export const withSide = (points: readonly Point[], index: number, feet: number): Point[] => {
  const [from, to] = [points[index], points[index + 1]];
  const side = from && to ? between(from, to) : 0;
  if (!from || !to || side === 0) return [...points];
  const by = feet / side - 1;
  return points.map(([x, y], at) => (at <= index ? [x, y] : [x + (to[0] - from[0]) * by, y + (to[1] - from[1]) * by]));
};

/** Returns the smallest box that contains the points. */
export const boxOf = (points: readonly Point[]): { left: number; right: number; bottom: number; top: number } => ({
  left: Math.min(...points.map(([x]) => x)),
  right: Math.max(...points.map(([x]) => x)),
  bottom: Math.min(...points.map(([, y]) => y)),
  top: Math.max(...points.map(([, y]) => y)),
});
