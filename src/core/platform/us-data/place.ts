import type { RecipientPlace } from '#shared/features/permission/may-text-now.rules.ts';
import { loadTextHours } from './text-hours-by-state.ts';
import { searchPlaces } from './search-places.ts';
import { findZip, type Zip, zipsBeginning } from './us-zips.ts';
import { areaCode } from './area-codes.ts';

/** The location parsed from a street address. Parts that aren't in the tables are undefined. */
interface ReadAddress {
  zip: Zip | undefined;
  /** Whether the street address ends with a ZIP, even an unknown one. */
  saysZip: boolean;
  /** The two-letter code of the US state. */
  state: string | undefined;
}

const COUNTRY = /[\s,]*\b(?:USA?|U\.S\.A?|United States(?: of America)?)[\s.]*$/i;
/** Matches a ZIP at the end of a street address. A five-digit house number at the start isn't a ZIP. */
const LAST_ZIP = /(?<!\d)(\d{5})(?:-\d{4})?[\s.]*$/;
/**
 * Matches a two-letter state code at the end of a street address, such as 'CA', once the ZIP is removed. If there was
 * no ZIP, a comma must precede the code, because 'Ct' at the end of a street address means 'court'.
 */
const CODE_AT_END = /(?:^|[\s,])([A-Z]{2})[\s.,]*$/i;
const CODE_BEHIND_COMMA = /,\s*([A-Z]{2})[\s.,]*$/i;
const CITY_AND_STATE = /([^,]+),\s*([^,]+?)[\s.]*$/;

const isState = (code: string): boolean => Object.hasOwn(loadTextHours().states, code);

const hasCity = (state: string, city: string): boolean =>
  searchPlaces(`${city.trim()}, ${state}`).some((hit) => hit.state === state);

const stateNamed = (name: string): string | undefined =>
  Object.entries(loadTextHours().states).find(([, row]) => row.name.toLowerCase() === name.trim().toLowerCase())?.[0];

/**
 * Returns the US state if the text ends with a city and the name of its state, as in 'Los Angeles, California'. Without
 * the city, the name could itself be a city ('Washington').
 */
const namedState = (text: string): string | undefined => {
  const [, city = '', name = ''] = CITY_AND_STATE.exec(text) ?? [];
  const code = stateNamed(name);
  return code !== undefined && hasCity(code, city) ? code : undefined;
};

/**
 * Returns true if `said`, the end of the text, may be part of a street name. '12 Windsor Ct' may be a court in any
 * state. '12 Elm St Hartford CT' has too many words for a street name, so CT is the state.
 */
const isStreet = (words: readonly string[], said: string): boolean =>
  ['CT', 'LA'].includes(said.toUpperCase()) && /^\d/.test(words[0] ?? '') && words.length <= 4;
const MOST_WORDS_OF_A_CITY = 4;

/**
 * Returns a US state that follows one of its cities without a comma, as in 'Los Angeles CA' or '640 Mill St Boise
 * Idaho'.
 */
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
 * Parses the end of a lead's street address in common formats: '640 Mill St, Boise, ID 83702, USA', 'Boise, ID', 'Boise
 * Idaho'.
 */
const readAddress = (address: string): ReadAddress => {
  const text = address.replace(COUNTRY, '');
  const zip = LAST_ZIP.exec(text);
  return {
    zip: zip?.[1] === undefined ? undefined : findZip(zip[1]),
    saysZip: zip !== null,
    state: zip ? stateAtEnd(text.slice(0, zip.index), CODE_AT_END) : stateAtEnd(text, CODE_BEHIND_COMMA),
  };
};

/** The job's location as stored with the lead, and the homeowner's phone (E.164). */
interface Whereabouts {
  zip: string | null;
  address: string | null;
  phone: string | null;
}

/** A lead's location. `zone` is the time zone that determines the send time. */
export interface Located {
  place: RecipientPlace;
  zone: string;
}

const distinct = (values: readonly (string | undefined)[]): string[] => [
  ...new Set(values.filter((value) => value !== undefined)),
];

const isSaid = (text: string | null): text is string => text !== null && text.trim() !== '';

let zonesByState: Map<string, string[]> | undefined;

/** Returns all of a state's time zones. The one with the most ZIPs comes first. Computed once from all ZIPs. */
const zonesOfState = (state: string): string[] => (zonesByState ??= readZones()).get(state) ?? [];

function readZones(): Map<string, string[]> {
  const counts = new Map<string, Map<string, number>>();
  for (const { state, zone, also } of zipsBeginning()) {
    const zones = counts.get(state) ?? new Map<string, number>();
    for (const each of [zone, ...also]) zones.set(each, (zones.get(each) ?? 0) + 1);
    counts.set(state, zones);
  }
  const mostFirst = (zones: Map<string, number>) => [...zones].toSorted(([, a], [, b]) => b - a).map(([zone]) => zone);
  return new Map([...counts].map(([state, zones]) => [state, mostFirst(zones)]));
}

/**
 * The job's possible locations. The first time zone determines the send time. `isUnknown` is true if the lead has a
 * ZIP, but no time zone can be determined from its ZIP or street address.
 */
interface Job {
  zones: string[];
  states: string[];
  isUnknown: boolean;
}

/**
 * Returns the job's possible time zones and states. They come from the lead's ZIP and from the street address, which
 * may contain a different ZIP. If the street address names a US state that neither ZIP is in, all of that state's time
 * zones count too.
 */
const jobOf = ({ zip, address }: Whereabouts): Job => {
  const read = isSaid(address) ? readAddress(address) : undefined;
  const zips: Zip[] = [zip === null ? undefined : findZip(zip.slice(0, 5)), read?.zip].filter(
    (found) => found !== undefined,
  );
  const state = zips.some((found) => found.state === read?.state) ? undefined : read?.state;
  const zones = [...zips.flatMap((found) => [found.zone, ...found.also]), ...(state ? zonesOfState(state) : [])];
  return {
    zones: distinct(zones),
    states: distinct([...zips.map((found) => found.state), state]),
    isUnknown: zones.length === 0 && (isSaid(zip) || read?.saysZip === true),
  };
};

/**
 * Returns a lead's location (docs/decisions.md, 'How a lead's location is determined', and C16). `zone` is the job's
 * first time zone if the job has one, otherwise the first time zone for the phone's area code. If neither is known,
 * `zone` is the company's time zone. `place` has every time zone and state for the ZIP, the street address and the
 * phone. A text must be within the texting hours of all of them. `place` doesn't have any time zones if the job's ZIP
 * is unknown, or if only the company's time zone is known. A text must then be within texting hours everywhere.
 */
export const placeOf = (lead: Whereabouts & { companyZone: string }): Located => {
  const job = jobOf(lead);
  const line = lead.phone === null ? undefined : areaCode(lead.phone);
  return {
    place: {
      zones: job.isUnknown ? [] : distinct([...job.zones, ...(line?.zones ?? [])]),
      states: distinct([...job.states, line?.state]),
    },
    zone: job.zones[0] ?? line?.zones[0] ?? lead.companyZone,
  };
};

/**
 * Returns the US state of the first street address that has one. If the street address has a known ZIP, the ZIP
 * determines the state. Otherwise, the state's code or name does ('640 Mill St, Boise, ID'). Returns null if no street
 * address has a state.
 */
export const stateIn = (...addresses: readonly (string | null)[]): string | null => {
  for (const address of addresses) {
    const read = address === null ? undefined : readAddress(address);
    const state = read?.zip?.state ?? read?.state;
    if (state !== undefined) return state;
  }
  return null;
};
