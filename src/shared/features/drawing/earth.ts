/** A position in degrees. The longitude comes first, as in GeoJSON. */
export type Position = readonly [longitude: number, latitude: number];

/** A point on a flat map in feet: x to the east and y to the north of the map's origin. */
export type Point = readonly [x: number, y: number];

/** WGS84: the equatorial radius in meters, and the square of the eccentricity. */
const RADIUS = 6_378_137;
const ECCENTRICITY_2 = 0.006_694_379_990_14;
const METERS_PER_FOOT = 0.3048;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Returns the lengths of one degree of latitude and one degree of longitude, in feet, at this latitude (WGS84). */
const feetPerDegree = (latitude: number): { north: number; east: number } => {
  const bulge = 1 - ECCENTRICITY_2 * Math.sin(radians(latitude)) ** 2;
  const degree = radians(1) / METERS_PER_FOOT;
  return {
    north: ((RADIUS * (1 - ECCENTRICITY_2)) / bulge ** 1.5) * degree,
    east: (RADIUS / Math.sqrt(bulge)) * Math.cos(radians(latitude)) * degree,
  };
};

/**
 * Returns the geodesic distance between two positions in feet. For distances up to a few miles, the relative error is
 * below one millionth. For a fence, an error of 0.1% would be acceptable.
 */
export const feetBetween = ([fromEast, fromNorth]: Position, [toEast, toNorth]: Position): number => {
  const { north, east } = feetPerDegree((fromNorth + toNorth) / 2);
  return Math.hypot((toEast - fromEast) * east, (toNorth - fromNorth) * north);
};

/** A flat projection of the area around a position. The error is below 0.1% within a few miles. */
export interface Plane {
  toPoint: (position: Position) => Point;
  /** Rounded to 8 decimals, which is about a millimeter. */
  toPosition: (point: Point) => Position;
}

const rounded = (degrees: number): number => Math.round(degrees * 1e8) / 1e8;

export const planeAt = ([longitude, latitude]: Position): Plane => {
  const { north, east } = feetPerDegree(latitude);
  return {
    toPoint: (position) => [(position[0] - longitude) * east, (position[1] - latitude) * north],
    toPosition: ([x, y]) => [rounded(longitude + x / east), rounded(latitude + y / north)],
  };
};
