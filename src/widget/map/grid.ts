import type { Point } from '#shared/features/drawing/earth.ts';
import { svg } from './svg.ts';

/** The side length of a grid square in feet. Every fifth line is bold. */
export const SQUARE = 10;
const BOLD = 5;
/** The grid omits lines that would be closer together than this many pixels. */
const SMALLEST = 7;

/**
 * Returns the lines of a grid over the map: one every 10 ft, and a bold one every 50 ft. Lines that would be too close
 * together are left out. `toPixels` converts a point in feet to pixels in a box of this size.
 */
export const gridPaths = (
  toPixels: (point: Point) => Point,
  { width, height }: { width: number; height: number },
): SVGElement[] => {
  const [x, y] = toPixels([0, 0]);
  const unit = toPixels([SQUARE, 0])[0] - x;
  const path = (every: number, name: string) => {
    const step = unit * every;
    if (step < SMALLEST) return [];
    let d = '';
    for (let at = ((x % step) + step) % step; at < width; at += step) d += `M${at.toFixed(1)} 0v${height}`;
    for (let at = ((y % step) + step) % step; at < height; at += step) d += `M0 ${at.toFixed(1)}h${width}`;
    return [svg('path', { class: name, d })];
  };
  return [...path(1, 'gl'), ...path(BOLD, 'gl gb')];
};
