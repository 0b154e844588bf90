import type { GeocoderKind } from '../../platform/geocoder/geocoder-answers.ts';
import { type FindStreets, MOST_HITS } from '../../platform/geocoder/geocoder.ts';
import { type PlaceHit, searchPlaces } from '../../platform/us-data/index.ts';

/** A suggested place: a town, a ZIP, or a street address with coordinates in degrees. */
export type AddressHit = PlaceHit & { street?: string; lat?: number; lon?: number };

/** `complete` is true if every source answered. Complete results can be cached for longer. */
export interface AddressHits {
  items: AddressHit[];
  /** The attribution that the data source requires next to the suggestions. Missing if no source requires one. */
  credit?: string;
  complete: boolean;
}

const isStreet = (query: string): boolean => /\d/.test(query) && /\p{L}{2}/u.test(query);
const isLong = (query: string): boolean => query.replace(/[^\p{L}]/gu, '').length >= 4;

const GEONAMES = 'Towns: GeoNames';
const CREDIT: Record<GeocoderKind, string> = {
  photon: 'Addresses: © OpenStreetMap contributors',
  nominatim: 'Addresses: © OpenStreetMap contributors',
  census: 'Addresses: US Census Bureau',
};

/**
 * Suggests up to 8 US towns, ZIPs or street addresses for the text that a homeowner has typed. Towns and ZIPs come from
 * the bundled tables. The geocoder is called only if the text has both a number and letters, or if it has at least four
 * letters and the tables have no match. If the geocoder fails, returns only the tables' results, and `complete` is
 * false.
 */
export async function findAddresses(
  { findStreets, kind }: { findStreets: FindStreets; kind: GeocoderKind },
  typed: string,
): Promise<AddressHits> {
  const query = typed.trim();
  const places = searchPlaces(query, MOST_HITS);
  const asks = isStreet(query) || (places.length === 0 && isLong(query));
  if (!asks) return { items: places, complete: true, ...(places.length > 0 && { credit: GEONAMES }) };
  const streets = await findStreets(query);
  const items = [...(streets ?? []), ...places].slice(0, MOST_HITS);
  const credits = [streets?.length ? CREDIT[kind] : '', places.length > 0 ? GEONAMES : ''].filter(Boolean);
  return { items, complete: streets !== undefined, ...(credits.length > 0 && { credit: credits.join(' · ') }) };
}
