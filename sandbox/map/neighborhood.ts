import { planeAt } from '#shared/features/drawing/earth.ts';

/** A point in feet: x to the east and y to the north of the street's western end. */
export type Feet = readonly [x: number, y: number];

/** The origin of the plane: the western end of the street's center line. */
const street = planeAt([-116.2145, 43.6152]);

export const STREET = { name: 'Sandbox Ln', city: 'Boise', state: 'Idaho', zip: '83702', from: 100, to: 180 } as const;
export const LOT = { width: 70, depth: 120 };
export const STREET_HALF_WIDTH = 20;
/** The length of each side of a backyard's fence. With the back, the total is 57 + 70 + 57 = 184 ft. */
const SIDE = 57;

/** A plot of land in the neighborhood, in feet. */
export interface Lot {
  number: number;
  outline: Feet[];
  house: Feet[];
  /** The fence line drawn on the map, 184 ft long. */
  fence: Feet[];
}

const mirrored = (points: Feet[], side: 1 | -1): Feet[] => points.map(([x, y]) => [x, y * side]);

/** Even numbers are on the south side of the street, odd ones on the north side. */
function lotOf(number: number): Lot {
  const side = number % 2 === 0 ? -1 : 1;
  const west = Math.floor((number - STREET.from) / 2) * LOT.width;
  const east = west + LOT.width;
  const front = STREET_HALF_WIDTH;
  const back = front + LOT.depth;
  const box = (left: number, near: number, right: number, far: number): Feet[] => [
    [left, near],
    [right, near],
    [right, far],
    [left, far],
  ];
  const fence: Feet[] = [
    [west, back - SIDE],
    [west, back],
    [east, back],
    [east, back - SIDE],
  ];
  return {
    number,
    outline: mirrored(box(west, front, east, back), side),
    house: mirrored(box(west + 15, front + 18, east - 15, front + 52), side),
    fence: mirrored(fence, side),
  };
}

export const LOTS: readonly Lot[] = Array.from({ length: STREET.to - STREET.from + 1 }, (_, index) =>
  lotOf(STREET.from + index),
);

/** Converts a point to degrees on WGS84. */
export const toPosition = (point: Feet): { lat: number; lon: number } => {
  const [lon, lat] = street.toPosition(point);
  return { lat, lon };
};

/** The center of a lot's backyard. A map centered here shows the whole fence. */
export const middleOf = ({ fence }: Lot): { lat: number; lon: number } => {
  const middle = (index: 0 | 1) => fence.reduce((sum, point) => sum + point[index], 0) / fence.length;
  return toPosition([middle(0), middle(1)]);
};
