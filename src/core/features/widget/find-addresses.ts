import type { GeocoderKind } from '../../platform/geocoder/geocoder-answers.ts';
import { type FindStreets, MOST_HITS } from '../../platform/geocoder/geocoder.ts';
import { type PlaceHit, searchPlaces } from '../../platform/us-data/index.ts';

/** A suggested address: a town or ZIP, or a street address with its position in degrees. */
export type AddressHit = PlaceHit & { street?: string; lat?: number; lon?: number };

/** `complete`: whether every source answered, so that the answer can be cached for longer. */
export interface AddressHits {
  items: AddressHit[];
  /** The data source, which must be shown with the items. Missing if no source requires it. */
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
 * US addresses for what a homeowner has typed, at most 8 (contract.md, widget). Towns and ZIPs come from the packaged
 * tables. The geocoder is asked for text that the tables don't contain or that has a house number. If it doesn't
 * answer, only the tables' results are returned.
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
