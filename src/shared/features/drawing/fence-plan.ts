import { formatFeet } from '../../primitives/feet.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../primitives/language.ts';
import type { Point } from './earth.ts';
import { drawnFeet, type FenceDrawing, toLines } from './fence-drawing.ts';
import { boxOf, cornersOf, type FenceLine, GATE_FEET, lengthOf, pointAt, sidesOf } from './fence-line.ts';

/** Converts a point in feet to image units. The y axis points down. */
export type Projection = (point: Point) => Point;

export interface PlanLabel {
  at: Point;
  text: string;
}

/** A plan's shapes in image units: SVG paths, and labels with their center points. */
export interface PlanShapes {
  /** One path for each run. */
  runs: string[];
  /** For each gate: the opening as a path on its run, and the leaf with its swing's arc, as on a floor plan. */
  gates: { d: string; leaf: string; at: Point }[];
  posts: Point[];
  labels: PlanLabel[];
}

const round = (value: number): number => Math.round(value * 10) / 10;
const pathOf = (points: readonly Point[]): string =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('');

/**
 * Sizes in image units. `APART` is the gap between a side and its label. `HALF` is half of a label's height and half of
 * a character's width. A side shorter than `SHORTEST` doesn't get a label.
 */
const APART = 9;
const HALF = { height: 7, character: 4 };
const SHORTEST = 34;

/**
 * Returns the position of a side's label. It's the side's middle, moved away from the run's center so that the label
 * doesn't cover the fence.
 */
const besideSide = (from: Point, to: Point, center: Point, text: string): Point => {
  const middle: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const normal: Point = [(to[1] - from[1]) / length, (from[0] - to[0]) / length];
  const outward = (middle[0] - center[0]) * normal[0] + (middle[1] - center[1]) * normal[1] < 0 ? -1 : 1;
  const room = APART + Math.abs(normal[0]) * text.length * HALF.character + Math.abs(normal[1]) * HALF.height;
  return [middle[0] + normal[0] * outward * room, middle[1] + normal[1] * outward * room];
};

const centerOf = (points: readonly Point[]): Point => {
  const { left, right, bottom, top } = boxOf(points);
  return [(left + right) / 2, (bottom + top) / 2];
};

const labelsOf = (line: FenceLine, corners: readonly Point[], language: Language): PlanLabel[] => {
  const center = centerOf(corners);
  return sidesOf(line).flatMap((feet, index) => {
    const [from, to] = [corners[index], corners[index + 1]];
    if (!from || !to || Math.hypot(to[0] - from[0], to[1] - from[1]) < SHORTEST) return [];
    const text = formatFeet(Math.round(feet), language);
    return [{ at: besideSide(from, to, center, text), text }];
  });
};

/** A gate's minimum width in image units. Drawn to scale, a gate in a long fence would be too small to see. */
const NARROWEST = 16;

const gateOf = (line: FenceLine, { atFeet, kind }: FenceLine['gates'][number], project: Projection) => {
  const half = (GATE_FEET[kind] ?? GATE_FEET['walk'] ?? 4) / 2;
  const endAt = (feet: number) => project(pointAt(line, Math.min(lengthOf(line), Math.max(0, feet))).point);
  const at = endAt(atFeet);
  const [from, to] = widened(endAt(atFeet - half), endAt(atFeet + half));
  // a quarter turn around the hinge
  const open: Point = [from[0] + to[1] - from[1], from[1] - (to[0] - from[0])];
  const width = round(Math.hypot(to[0] - from[0], to[1] - from[1]));
  return {
    d: pathOf([from, to]),
    leaf: `${pathOf([from, open])}A${width} ${width} 0 0 1 ${round(to[0])} ${round(to[1])}`,
    at,
  };
};

/** Returns the ends of an opening, widened around its center to at least `NARROWEST`. */
const widened = (from: Point, to: Point): [Point, Point] => {
  const [along, across] = [to[0] - from[0], to[1] - from[1]];
  const width = Math.hypot(along, across);
  if (width >= NARROWEST || width === 0) return [from, to];
  const more = (NARROWEST / width - 1) / 2;
  return [
    [from[0] - along * more, from[1] - across * more],
    [to[0] + along * more, to[1] + across * more],
  ];
};

/** Returns a fence's shapes, seen from above: its runs, corner posts and gates, and a length label for each side. */
export const planShapes = (
  lines: readonly FenceLine[],
  project: Projection,
  language: Language = DEFAULT_LANGUAGE,
): PlanShapes => {
  const shapes: PlanShapes = { runs: [], gates: [], posts: [], labels: [] };
  for (const line of lines) {
    const corners = cornersOf(line).map((point) => project(point));
    if (corners.length === 0) continue;
    shapes.posts.push(...line.points.map((point) => project(point)));
    if (corners.length < 2) continue;
    shapes.runs.push(pathOf(corners));
    shapes.labels.push(...labelsOf(line, corners, language));
    shapes.gates.push(...line.gates.map((gate) => gateOf(line, gate, project)));
  }
  return shapes;
};

export interface PlanSize {
  width: number;
  height: number;
}

/** The margin for labels around the fence, in image units. */
const MARGIN = { x: 56, y: 34 };
/** The maximum scale in image units per foot, so that a short fence isn't enlarged too much. */
const MOST_SCALE = 6;

/** Returns a projection that scales the lines to fit the image. */
export const fitFence = (lines: readonly FenceLine[], { width, height }: PlanSize): Projection => {
  const { left, right, bottom, top } = boxOf(lines.flatMap(({ points }) => points));
  const scale = Math.min(
    (width - 2 * MARGIN.x) / Math.max(right - left, 1),
    (height - 2 * MARGIN.y) / Math.max(top - bottom, 1),
    MOST_SCALE,
  );
  return ([x, y]) => [width / 2 + (x - (left + right) / 2) * scale, height / 2 - (y - (bottom + top) / 2) * scale];
};

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The default size of a plan's view box. */
export const PLAN_SIZE: PlanSize = { width: 600, height: 300 };

/**
 * Renders a drawing as SVG: `path` elements with the classes `wire`, `gap`, `door` and `post`, and `text` elements with
 * the class `feet`. `label` is for screen readers. The estimate page, the dashboard and the PDF each style these
 * elements themselves.
 */
export const fencePlanSvg = (
  drawing: FenceDrawing,
  {
    label,
    language = DEFAULT_LANGUAGE,
    size = PLAN_SIZE,
  }: { label?: string; language?: Language; size?: PlanSize } = {},
): string => {
  const lines = toLines(drawing);
  const shapes = planShapes(lines, fitFence(lines, size), language);
  const path = (name: string, d: string) => `<path class="${name}" d="${d}"/>`;
  const post = ([x, y]: Point) => path('post', `M${round(x - 3)} ${round(y - 3)}h6v6h-6z`);
  const text = ({ at: [x, y], text: words }: PlanLabel) =>
    `<text class="feet" x="${round(x)}" y="${round(y)}">${escapeText(words)}</text>`;
  const inside = [
    ...shapes.runs.map((d) => path('wire', d)),
    ...shapes.posts.map(post),
    ...shapes.gates.flatMap(({ d, leaf }) => [path('gap', d), path('door', leaf)]),
    ...shapes.labels.map(text),
  ];
  const said = escapeText(label ?? formatFeet(drawnFeet(drawing), language));
  return `<svg class="plan" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${said}">${inside.join('')}</svg>`;
};
