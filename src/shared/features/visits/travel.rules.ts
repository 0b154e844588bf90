import { feetBetween, type Position } from '../drawing/earth.ts';
import type { VisitSettings } from './visits.schema.ts';

/** Roads are longer than the straight line by about this factor. */
const DETOUR = 1.3;
const MILES_PER_HOUR = 30;
const FEET_PER_MILE = 5_280;
/** The least travel time that is reckoned: to pack up, park and walk to the door. */
export const LEAST_TRAVEL = 10;
/** The travel time if one of the addresses isn't known. */
export const UNKNOWN_TRAVEL = 30;

/** Where a visit is. Undefined if its address isn't known. */
export type Place = Position | undefined;

/**
 * Returns the whole minutes between the end of one visit and the start of the next. Reckoned times are rounded up. They
 * are the same in both directions.
 */
export function travelMinutes(travel: VisitSettings['travel'], from: Place, to: Place): number {
  if (travel !== 'auto') return travel;
  if (from === undefined || to === undefined) return UNKNOWN_TRAVEL;
  const miles = (feetBetween(from, to) / FEET_PER_MILE) * DETOUR;
  return Math.max(LEAST_TRAVEL, Math.ceil((miles / MILES_PER_HOUR) * 60));
}
