import { type Zip, zipsBeginning } from './us-zips.ts';

/** A suggested place. If the city has several ZIPs, `zip` is '', and the homeowner must enter it. */
export interface PlaceHit {
  label: string;
  city: string;
  state: string;
  zip: string;
}

interface City {
  key: string;
  city: string;
  state: string;
  /** One of the city's ZIPs. `count` is how many ZIPs the city has. */
  zip: string;
  count: number;
}

const LONG_FORM: Record<string, string> = { st: 'saint', mt: 'mount', ft: 'fort' };

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['\u2019.]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

const expand = (folded: string): string =>
  folded
    .split(' ')
    .map((word) => LONG_FORM[word] ?? word)
    .join(' ');

let cities: City[] | undefined;

const loadCities = (): City[] => {
  const byKey = new Map<string, City>();
  for (const { zip, city, state } of zipsBeginning()) {
    const key = `${expand(fold(city))} ${state.toLowerCase()}`;
    const known = byKey.get(key);
    if (known) known.count += 1;
    else byKey.set(key, { key, city, state, zip, count: 1 });
  }
  return [...byKey.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
};

/**
 * Returns the cities whose keys start with `prefix`. They're adjacent in the sorted list, so a binary search finds
 * them.
 */
const startingWith = (prefix: string): City[] => {
  cities ??= loadCities();
  let [low, high] = [0, cities.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cities[middle]?.key ?? '') < prefix) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (cities[end]?.key.startsWith(prefix)) end += 1;
  return cities.slice(low, end);
};

const ofCity = ({ city, state, zip, count }: City): PlaceHit => ({
  label: `${city}, ${state}`,
  city,
  state,
  zip: count === 1 ? zip : '',
});

const ofZip = ({ zip, city, state }: Zip): PlaceHit => ({ label: `${city}, ${state} ${zip}`, city, state, zip });

const byZip = (digits: string, limit: number): PlaceHit[] => {
  const hits: PlaceHit[] = [];
  for (const zip of zipsBeginning(digits)) {
    if (hits.length >= limit) break;
    hits.push(ofZip(zip));
  }
  return hits;
};

/**
 * Suggests at most `limit` US places (default 8). Digits match the start of a ZIP. Letters match the start of 'City,
 * ST', and 'st', 'mt' and 'ft' also mean Saint, Mount and Fort. Cities with the most ZIPs come first. If a longer input
 * ends with a ZIP ('Boise, ID 83702'), only the ZIP counts. Returns nothing for fewer than two characters.
 */
export const searchPlaces = (query: string, limit = 8): PlaceHit[] => {
  const folded = fold(query.slice(0, 200));
  if (folded.length < 2) return [];
  const zip = /(?:^|\s)(\d{5})(?: \d{4})?$/.exec(folded)?.[1] ?? /^\d{2,4}$/.exec(folded)?.[0];
  if (zip !== undefined) return byZip(zip, limit);
  const prefixes = new Set([expand(folded), folded]);
  return [...new Set([...prefixes].flatMap(startingWith))]
    .toSorted((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
    .slice(0, limit)
    .map(ofCity);
};
