import type { FindStreets } from '../../platform/geocoder/geocoder.ts';
import { MOST_HITS } from '../../platform/geocoder/geocoder.ts';
import { type PlaceHit, searchPlaces } from '../../platform/us-data/index.ts';

/** A suggested address: a town or ZIP, or a street address with its position in degrees. */
export type AddressHit = PlaceHit & { street?: string; lat?: number; lon?: number };

/** `complete`: every source answered, so that the answer may be kept for long. */
export interface AddressHits {
  items: AddressHit[];
  complete: boolean;
}

const isStreet = (query: string): boolean => /\d/.test(query) && /\p{L}{2}/u.test(query);
const isLong = (query: string): boolean => query.replace(/[^\p{L}]/gu, '').length >= 4;

/**
 * US addresses for what a homeowner has typed, at most 8 (contract.md, widget). Towns and ZIPs come from the packaged
 * tables; the geocoder is asked for what they don't know or what has a house number. Without its answer the tables'
 * remain.
 */
export async function findAddresses(findStreets: FindStreets, typed: string): Promise<AddressHits> {
  const query = typed.trim();
  const places = searchPlaces(query, MOST_HITS);
  const asks = isStreet(query) || (places.length === 0 && isLong(query));
  if (!asks) return { items: places, complete: true };
  const streets = await findStreets(query);
  const items = [...(streets ?? []), ...places].slice(0, MOST_HITS);
  return { items, complete: streets !== undefined };
}
