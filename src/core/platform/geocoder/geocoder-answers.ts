import { z } from 'zod';
import type { Config } from '../config.ts';
import { loadTextHours } from '../us-data/index.ts';

/** The geocoders that Picket supports. */
export type GeocoderKind = Config['GEOCODER_KIND'];

/** A street address in the US or its territories. `state` is the two-letter code, and `zip` has five digits. */
export interface StreetHit {
  label: string;
  street: string;
  city: string;
  state: string;
  zip: string;
  /** The latitude in degrees (WGS 84). `lon` is the longitude. */
  lat: number;
  lon: number;
}

interface Found {
  street: string;
  city: string | undefined;
  state: string | undefined;
  zip: string | undefined;
  lat: number;
  lon: number;
}

/** US territories that aren't in the table of texting hours. */
const TERRITORIES: Record<string, string> = {
  AS: 'American Samoa',
  GU: 'Guam',
  MP: 'Northern Mariana Islands',
  PR: 'Puerto Rico',
  VI: 'U.S. Virgin Islands',
};
/** The ISO 3166 codes of the US and its territories. */
const COUNTRIES = ['US', ...Object.keys(TERRITORIES)];

let codes: Map<string, string> | undefined;

/** Returns a US state's two-letter code from its code or name. */
function stateCode(text: string | undefined): string | undefined {
  codes ??= new Map(
    [
      ...Object.entries(loadTextHours().states).map(([code, { name }]) => [code, name]),
      ...Object.entries(TERRITORIES),
    ].flatMap(([code = '', name = '']) => [code, name].map((key) => [key.toLowerCase(), code] as const)),
  );
  return text === undefined ? undefined : codes.get(text.trim().toLowerCase());
}

/** Converts a geocoder's result. Returns undefined unless it's a complete US street address. */
function toHit({ street, city, state: stateText, zip: zipText, lat, lon }: Found): StreetHit | undefined {
  const state = stateCode(stateText);
  const zip = /^\d{5}/.exec(zipText ?? '')?.[0];
  if (street === '' || city === undefined || state === undefined || zip === undefined) return undefined;
  return { label: `${street}, ${city}, ${state} ${zip}`, street, city, state, zip, lat, lon };
}

const isUs = (country: string | undefined): boolean => COUNTRIES.includes((country ?? '').toUpperCase());
const words = (...parts: (string | undefined)[]): string => parts.filter((part) => part).join(' ');
const text = z.string().max(200).optional();
const degrees = z.coerce.number().min(-180).max(180);

const photonSchema = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([degrees, degrees]) }),
      properties: z.object({
        housenumber: text,
        street: text,
        name: text,
        type: text,
        city: text,
        state: text,
        postcode: text,
        countrycode: text,
      }),
    }),
  ),
});

/** https://github.com/komoot/photon: if the result is a street, `name` contains the street's name. */
const readPhoton = (body: unknown): (Found | undefined)[] =>
  photonSchema.parse(body).features.map(({ geometry, properties: { type, name, street, ...at } }) => {
    const road = street ?? (type === 'street' ? name : undefined);
    if (!isUs(at.countrycode) || road === undefined) return undefined;
    const [lon, lat] = geometry.coordinates;
    const state = at.countrycode?.toUpperCase() === 'US' ? at.state : at.countrycode;
    return { street: words(at.housenumber, road), city: at.city, state, zip: at.postcode, lat, lon };
  });

const nominatimSchema = z.array(
  z.object({
    lat: degrees,
    lon: degrees,
    address: z
      .object({
        house_number: text,
        road: text,
        city: text,
        town: text,
        village: text,
        hamlet: text,
        state: text,
        postcode: text,
        country_code: text,
      })
      .optional(),
  }),
);

/** https://nominatim.org/release-docs/latest/api/Search/, `format=jsonv2&addressdetails=1`. */
const readNominatim = (body: unknown): (Found | undefined)[] =>
  nominatimSchema.parse(body).map(({ lat, lon, address }) => {
    if (!isUs(address?.country_code) || address?.road === undefined) return undefined;
    const { house_number, road, city, town, village, hamlet, state, postcode, country_code } = address;
    return {
      street: words(house_number, road),
      city: city ?? town ?? village ?? hamlet,
      state: country_code?.toUpperCase() === 'US' ? state : country_code,
      zip: postcode,
      lat,
      lon,
    };
  });

const censusSchema = z.object({
  result: z.object({
    addressMatches: z.array(
      z.object({
        matchedAddress: z.string().max(300),
        coordinates: z.object({ x: degrees, y: degrees }),
        addressComponents: z.object({ city: text, state: text, zip: text }),
      }),
    ),
  }),
});

const DIRECTIONS = /^(N|S|E|W|NE|NW|SE|SW)$/i;

/** Converts the Census geocoder's all-caps text to title case: 'MILL ST' becomes 'Mill St'. */
const titled = (capitals: string): string =>
  capitals
    .split(' ')
    .map((word) =>
      DIRECTIONS.test(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase(),
    )
    .join(' ');

/**
 * https://geocoding.geo.census.gov/geocoder/: the street address is a single line, such as '640 MILL ST, BOISE, ID,
 * 83702'.
 */
const readCensus = (body: unknown): (Found | undefined)[] =>
  censusSchema.parse(body).result.addressMatches.map(({ matchedAddress, coordinates, addressComponents: at }) => ({
    street: titled((matchedAddress.split(',')[0] ?? '').trim()),
    city: at.city === undefined ? undefined : titled(at.city),
    state: at.state,
    zip: at.zip,
    lat: coordinates.y,
    lon: coordinates.x,
  }));

interface Geocoder {
  /**
   * Returns the search's path and query string, relative to the base URL. Requests at most `limit` results if the
   * geocoder supports a limit.
   */
  path(query: string, limit: number): string;
  read(body: unknown): (Found | undefined)[];
}

const GEOCODERS: Record<GeocoderKind, Geocoder> = {
  photon: {
    path: (query, limit) => `api?${String(new URLSearchParams({ q: query, limit: String(limit), lang: 'en' }))}`,
    read: readPhoton,
  },
  nominatim: {
    path: (query, limit) =>
      `search?${String(
        new URLSearchParams({
          q: query,
          format: 'jsonv2',
          addressdetails: '1',
          countrycodes: COUNTRIES.join(',').toLowerCase(),
          limit: String(limit),
        }),
      )}`,
    read: readNominatim,
  },
  census: {
    path: (query) =>
      `locations/onelineaddress?${String(
        new URLSearchParams({ address: query, benchmark: 'Public_AR_Current', format: 'json' }),
      )}`,
    read: readCensus,
  },
};

/** Returns the URL for a search with this kind of geocoder. `base` doesn't have a trailing slash. */
export const searchUrl = (kind: GeocoderKind, base: string, query: string, limit: number): string =>
  `${base}/${GEOCODERS[kind].path(query, limit)}`;

/**
 * Returns the US street addresses in a response, without duplicates. Throws ZodError if the response has an unexpected
 * format.
 */
export function readHits(kind: GeocoderKind, body: unknown): StreetHit[] {
  const hits = GEOCODERS[kind].read(body).flatMap((found) => (found && toHit(found)) ?? []);
  return [...new Map(hits.map((hit) => [hit.label, hit])).values()];
}
