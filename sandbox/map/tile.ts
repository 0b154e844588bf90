import { type Feet, LOT, LOTS, STREET, STREET_HALF_WIDTH, toPosition } from './neighborhood.ts';

export interface TileAddress {
  z: number;
  x: number;
  y: number;
}

const SIZE = 256;
const GROUND = '#7d9a68';
const MOST_ZOOM = 24;

/** Whether the numbers are the coordinates of a Web Mercator tile. */
export const isTile = ({ z, x, y }: TileAddress): boolean =>
  [z, x, y].every((part) => Number.isInteger(part) && part >= 0) && z <= MOST_ZOOM && x < 2 ** z && y < 2 ** z;

/** Converts a point to a pixel on this tile, in Web Mercator. */
function pixel(point: Feet, { z, x, y }: TileAddress): [number, number] {
  const { lat, lon } = toPosition(point);
  const radians = (lat * Math.PI) / 180;
  const across = (lon + 180) / 360;
  const down = (1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2;
  return [(across * 2 ** z - x) * SIZE, (down * 2 ** z - y) * SIZE];
}

const STREET_END = ((STREET.to - STREET.from) / 2 + 1) * LOT.width;
const ROAD: Feet[] = [
  [0, -STREET_HALF_WIDTH],
  [STREET_END, -STREET_HALF_WIDTH],
  [STREET_END, STREET_HALF_WIDTH],
  [0, STREET_HALF_WIDTH],
];

/** Draws one map tile of the neighborhood as SVG, with the road, lots, houses and fence lines. */
export function drawTile(tile: TileAddress): string {
  const points = (line: readonly Feet[]) =>
    line
      .map((point) =>
        pixel(point, tile)
          .map((part) => part.toFixed(2))
          .join(','),
      )
      .join(' ');
  const inSight = (line: readonly Feet[]) => {
    const pixels = line.map((point) => pixel(point, tile));
    return [0, 1].every((axis) => {
      const along = pixels.map((each) => each[axis] ?? 0);
      return Math.max(...along) >= 0 && Math.min(...along) <= SIZE;
    });
  };
  const area = (line: readonly Feet[], fill: string) =>
    inSight(line) ? `<polygon points="${points(line)}" fill="${fill}"/>` : '';
  const lots = LOTS.filter(({ outline }) => inSight(outline)).map(
    ({ outline, house, fence, number }) =>
      `<polygon points="${points(outline)}" fill="#8fae77" stroke="#6f8a5c"/>${area(house, '#b9a894')}` +
      `<polyline points="${points(fence)}" fill="none" stroke="#fff" stroke-width="2" stroke-dasharray="6 4"/>` +
      `<text x="${points([house[0] ?? [0, 0]]).split(',')[0]}" y="${points([house[0] ?? [0, 0]]).split(',')[1]}" font-size="10" fill="#333">${number}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}"><rect width="${SIZE}" height="${SIZE}" fill="${GROUND}"/>${area(ROAD, '#777')}${lots.join('')}</svg>`;
}
