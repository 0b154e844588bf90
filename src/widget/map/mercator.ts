import type { Point, Position } from '#shared/features/drawing/earth.ts';

/** The width of a map tile in pixels. */
export const TILE = 256;

/** Converts a position to the Web Mercator square, from 0 to 1. The y axis points down. */
export const toMercator = ([longitude, latitude]: Position): Point => [
  (longitude + 180) / 360,
  (1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2,
];

export const fromMercator = ([x, y]: Point): Position => [
  x * 360 - 180,
  (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
];

/**
 * The visible part of the map: its center on the Web Mercator square, and its zoom, which may be fractional. `size` is
 * in pixels.
 */
export interface Camera {
  center: Point;
  zoom: number;
  size: Point;
}

const worldOf = (zoom: number): number => TILE * 2 ** zoom;

export const toScreen = ({ center, zoom, size }: Camera, [x, y]: Point): Point => {
  const world = worldOf(zoom);
  return [(x - center[0]) * world + size[0] / 2, (y - center[1]) * world + size[1] / 2];
};

export const fromScreen = ({ center, zoom, size }: Camera, [x, y]: Point): Point => {
  const world = worldOf(zoom);
  return [center[0] + (x - size[0] / 2) / world, center[1] + (y - size[1] / 2) / world];
};

/** Returns the camera after a pan and zoom that move the point at `from` to `to`. */
export const moved = (camera: Camera, { from, to, zoom }: { from: Point; to: Point; zoom: number }): Camera => {
  const held = fromScreen(camera, from);
  const world = worldOf(zoom);
  const center: Point = [
    held[0] - (to[0] - camera.size[0] / 2) / world,
    held[1] - (to[1] - camera.size[1] / 2) / world,
  ];
  return { ...camera, zoom, center };
};

/** Returns the visible tiles at a zoom level. */
export const tilesIn = (camera: Camera, level: number): { x: number; y: number }[] => {
  const count = 2 ** level;
  const [left, top] = fromScreen(camera, [0, 0]);
  const [right, bottom] = fromScreen(camera, camera.size);
  const found: { x: number; y: number }[] = [];
  for (let x = Math.floor(left * count); x <= Math.floor(right * count); x++)
    for (let y = Math.floor(top * count); y <= Math.floor(bottom * count); y++)
      if (x >= 0 && y >= 0 && x < count && y < count) found.push({ x, y });
  return found;
};
