import { type Plane, planeAt, type Point, type Position } from './earth.ts';
import { cornersOf, type FenceLine, lengthOf, type LineGate, toTenths } from './fence-line.ts';

/**
 * A drawn fence in the GeoJSON form that is sent and stored: one LineString per run. A run that ends where it begins is
 * closed. Lengths in feet have at most one decimal.
 */
export interface FenceDrawing {
  type: 'FeatureCollection';
  features: DrawnRun[];
  /**
   * Whether the fence was drawn on a map. If false, it was drawn on the plain grid, so its location is meaningless.
   * Missing means true.
   */
  located?: boolean | undefined;
}

export interface DrawnRun {
  type: 'Feature';
  geometry: { type: 'LineString'; coordinates: Position[] };
  properties: { feet: number; label?: string | undefined; gates?: LineGate[] | undefined };
}

/** The position assigned to drawings on the plain grid: the geographic center of the 48 contiguous states. */
export const NOWHERE: Position = [-98.5795, 39.8283];

/** Converts lines on a plane to a drawing. Lines with only one point are left out. */
export const toDrawing = (lines: readonly FenceLine[], plane: Plane, located: boolean): FenceDrawing => ({
  type: 'FeatureCollection',
  ...(located ? {} : { located }),
  features: lines
    .filter(({ points }) => points.length > 1)
    .map((line) => ({
      type: 'Feature',
      geometry: { type: 'LineString', coordinates: cornersOf(line).map((point) => plane.toPosition(point)) },
      properties: {
        feet: toTenths(lengthOf(line)),
        ...(line.gates.length > 0
          ? { gates: line.gates.map(({ atFeet, kind }) => ({ atFeet: toTenths(atFeet), kind })) }
          : {}),
      },
    })),
});

const isSame = (one: Position | undefined, other: Position | undefined): boolean =>
  one !== undefined && other !== undefined && one[0] === other[0] && one[1] === other[1];

/** Converts a drawing's coordinates to feet, with its first point as the origin. */
export const toLines = ({ features }: FenceDrawing, plane?: Plane): FenceLine[] => {
  const flat = plane ?? planeAt(features[0]?.geometry.coordinates[0] ?? NOWHERE);
  return features.map(({ geometry: { coordinates }, properties }) => {
    const closed = coordinates.length > 3 && isSame(coordinates[0], coordinates[coordinates.length - 1]);
    const corners: Point[] = (closed ? coordinates.slice(0, -1) : coordinates).map((at) => flat.toPoint(at));
    return { points: corners, closed, gates: properties.gates ?? [] };
  });
};

/** Returns the runs' total length in feet. */
export const drawnFeet = ({ features }: FenceDrawing): number =>
  toTenths(features.reduce((sum, { properties }) => sum + properties.feet, 0));

export const drawnGates = ({ features }: FenceDrawing): LineGate[] =>
  features.flatMap(({ properties }) => properties.gates ?? []);
