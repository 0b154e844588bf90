import { loadTextHours } from './text-hours-by-state.ts';
import { searchPlaces } from './search-places.ts';
import { findZip, type Zip } from './us-zips.ts';

/** The location in an address, as far as the tables include it. */
export interface ReadAddress {
  zip: Zip | undefined;
  /** Whether it ends with a ZIP, known or not. */
  saysZip: boolean;
  /** The two-letter state code, as written in the address. */
  state: string | undefined;
}

const COUNTRY = /[\s,]*\b(?:USA?|U\.S\.A?|United States(?: of America)?)[\s.]*$/i;
/** A ZIP at the end of an address; a five-digit house number isn't one. */
const LAST_ZIP = /(?<!\d)(\d{5})(?:-\d{4})?[\s.]*$/;
/** 'CA' after a comma or before a ZIP: alone at the end, 'Ct' is a court. */
const CODE_AT_END = /(?:^|[\s,])([A-Z]{2})[\s.,]*$/i;
const CODE_BEHIND_COMMA = /,\s*([A-Z]{2})[\s.,]*$/i;
const CITY_AND_STATE = /([^,]+),\s*([^,]+?)[\s.]*$/;

const isState = (code: string): boolean => Object.hasOwn(loadTextHours().states, code);

const hasCity = (state: string, city: string): boolean =>
  searchPlaces(`${city.trim()}, ${state}`).some((hit) => hit.state === state);

const stateNamed = (name: string): string | undefined =>
  Object.entries(loadTextHours().states).find(([, row]) => row.name.toLowerCase() === name.trim().toLowerCase())?.[0];

/** A state after one of its cities: 'Los Angeles, California'. Otherwise the name may be a city ('Washington'). */
const namedState = (text: string): string | undefined => {
  const [, city = '', name = ''] = CITY_AND_STATE.exec(text) ?? [];
  const code = stateNamed(name);
  return code !== undefined && hasCity(code, city) ? code : undefined;
};

/** Streets also end this way: '12 Windsor Ct' is a court in any state; '12 Elm St Hartford CT' is longer. */
const isStreet = (words: readonly string[], said: string): boolean =>
  ['CT', 'LA'].includes(said.toUpperCase()) && /^\d/.test(words[0] ?? '') && words.length <= 4;
const MOST_WORDS_OF_A_CITY = 4;

/** 'Los Angeles CA', '640 Mill St Boise Idaho': no comma before the state, but one of its cities. */
const stateBehindCity = (text: string): string | undefined => {
  const words = (
    text
      .replace(/[\s.,]+$/, '')
      .split(/[,\n]/)
      .at(-1) ?? ''
  )
    .trim()
    .split(/\s+/);
  for (const length of [1, 2]) {
    const said = words.slice(-length).join(' ');
    const code = isState(said.toUpperCase()) ? said.toUpperCase() : stateNamed(said);
    if (code === undefined || isStreet(words, said)) continue;
    const before = words.slice(0, -length).slice(-MOST_WORDS_OF_A_CITY);
    if (before.some((_, from) => hasCity(code, before.slice(from).join(' ')))) return code;
  }
  return undefined;
};

const stateAtEnd = (text: string, code: RegExp): string | undefined => {
  const letters = code.exec(text)?.[1]?.toUpperCase();
  if (letters !== undefined && isState(letters)) return letters;
  return namedState(text) ?? stateBehindCity(text);
};

/**
 * Parses the end of an address in common notations: '640 Mill St, Boise, ID 83702, USA', 'Boise, ID', 'Boise Idaho'.
 */
export const readAddress = (address: string): ReadAddress => {
  const text = address.replace(COUNTRY, '');
  const zip = LAST_ZIP.exec(text);
  return {
    zip: zip?.[1] === undefined ? undefined : findZip(zip[1]),
    saysZip: zip !== null,
    state: zip ? stateAtEnd(text.slice(0, zip.index), CODE_AT_END) : stateAtEnd(text, CODE_BEHIND_COMMA),
  };
};
