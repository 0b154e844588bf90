import { STATE_NAMES } from '#shared/primitives/us-states.ts';
import { type Zip, zipsBeginning } from './us-zips.ts';

/** A suggested place. If the city has several ZIPs, `zip` is '', and the homeowner must enter it. */
export interface PlaceHit {
  label: string;
  city: string;
  state: string;
  zip: string;
}

interface City {
  /** The city's letters without spaces ('ofallon'), because 'O’Fallon' is 'O Fallon' in the list. */
  key: string;
  city: string;
  state: string;
  /** One of the city's ZIPs. `count` is how many ZIPs the city has. */
  zip: string;
  count: number;
}

const LONG_FORM = new Map(
  Object.entries({
    st: 'saint',
    ste: 'sainte',
    mt: 'mount',
    ft: 'fort',
    n: 'north',
    s: 'south',
    e: 'east',
    w: 'west',
    no: 'north',
    so: 'south',
  }),
);
/** What people call a city, and its name in the list. */
const CALLED = new Map(Object.entries({ newyorkcity: 'newyork', nyc: 'newyork', washingtondc: 'washington' }));

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
    .map((word) => LONG_FORM.get(word) ?? word)
    .join(' ');

const squeeze = (folded: string): string => folded.replaceAll(' ', '');

let cities: City[] | undefined;

/** The list has 'O Fallon' for O’Fallon. */
const withApostrophe = (city: string): string => city.replace(/^O (?=[A-Z])/, 'O’');

const loadCities = (): City[] => {
  const byKey = new Map<string, City>();
  for (const { zip, city, state } of zipsBeginning()) {
    const key = squeeze(expand(fold(city)));
    const known = byKey.get(`${key} ${state}`);
    if (known) known.count += 1;
    else byKey.set(`${key} ${state}`, { key, city: withApostrophe(city), state, zip, count: 1 });
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

/** The states that the text may mean: the one with this code, else those whose code or name it begins. */
const statesOf = (text: string): ReadonlySet<string> =>
  Object.hasOwn(STATE_NAMES, text.toUpperCase())
    ? new Set([text.toUpperCase()])
    : new Set(
        Object.entries(STATE_NAMES).flatMap(([code, name]) =>
          code.toLowerCase().startsWith(text) || fold(name).startsWith(text) ? [code] : [],
        ),
      );

const isState = (text: string): boolean =>
  Object.entries(STATE_NAMES).some(([code, name]) => text === code.toLowerCase() || text === fold(name));

const MOST_WORDS_OF_A_STATE = 3;

/** The ways to read a query as a city and a state: after a comma, or with the last words as the state. */
const readingsOf = (query: string): { city: string; states: ReadonlySet<string> | null }[] => {
  const comma = query.lastIndexOf(',');
  const [before, after] = [fold(query.slice(0, comma)), fold(query.slice(comma + 1))];
  if (comma > 0 && after !== '') return [{ city: before, states: statesOf(after) }];
  const words = fold(query).split(' ');
  const split = Array.from(
    { length: Math.min(MOST_WORDS_OF_A_STATE, words.length - 1) },
    (_, at) => words.length - 1 - at,
  );
  return [
    { city: words.join(' '), states: null },
    ...split.flatMap((at) => {
      const state = words.slice(at).join(' ');
      return isState(state) ? [{ city: words.slice(0, at).join(' '), states: statesOf(state) }] : [];
    }),
  ];
};

const citiesOf = ({ city, states }: ReturnType<typeof readingsOf>[number]): City[] => {
  const keys = new Set([city, expand(city)].map((said) => CALLED.get(squeeze(said)) ?? squeeze(said)));
  return [...keys].flatMap(startingWith).filter(({ state }) => states === null || states.has(state));
};

/**
 * Suggests at most `limit` US places (default 8). Digits match the start of a ZIP. Letters match the start of a city,
 * with or without its state ('Boise, Idaho', 'boise id'). Accents, apostrophes, spaces and short forms don't matter:
 * 'N', 'St', 'Ste', 'Ft' and 'Mt' also mean North, Saint, Sainte, Fort and Mount. Cities with the most ZIPs come first.
 * If a longer input ends with a ZIP ('Boise, ID 83702'), only the ZIP counts. Returns nothing for fewer than two
 * characters.
 */
export const searchPlaces = (query: string, limit = 8): PlaceHit[] => {
  const said = query.slice(0, 200);
  const folded = fold(said);
  if (folded.length < 2) return [];
  const zip = /(?:^|\s)(\d{5})(?: \d{4})?$/.exec(folded)?.[1] ?? /^\d{2,4}$/.exec(folded)?.[0];
  if (zip !== undefined) return byZip(zip, limit);
  return [...new Set(readingsOf(said).flatMap(citiesOf))]
    .toSorted((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
    .slice(0, limit)
    .map(ofCity);
};
