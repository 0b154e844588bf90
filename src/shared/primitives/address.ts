import { STATE_NAMES } from './us-states.ts';

/** The parts of an address as given, each of them possibly empty. `street` may already contain the city. */
export interface AddressParts {
  street: string;
  city: string;
  state?: string;
}

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’ʼ.]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The names and the code of a state, as words at the end of an address. */
const waysOf = (state: string): string[] => {
  const said = folded(state);
  const known = Object.entries(STATE_NAMES).find(
    ([code, name]) => said === code.toLowerCase() || said === folded(name),
  );
  return known ? [known[0].toLowerCase(), folded(known[1])] : [said];
};

/** Removes a country, a ZIP and whitespace from the end. */
const withoutEnd = (text: string): string =>
  text
    .replace(/(?: (?:usa|us|united states(?: of america)?))$/, '')
    .replace(/ \d{5}(?: \d{4})?$/, '')
    .replace(/(?: (?:usa|us))$/, '');

const endsWith = (text: string, end: string): boolean => end !== '' && ` ${text}`.endsWith(` ${end}`);

/** Whether the street ends with the city, with or without a state and a ZIP: '3 Spruce Ct, Aurora CO 80012'. */
const hasCity = (street: string, city: string, states: readonly string[]): boolean => {
  // The city itself isn't the whole street: 'Boise' for both is one place, not a street and a place.
  const end = withoutEnd(folded(street));
  const town = folded(city);
  return town !== '' && [town, ...states.map((state) => `${town} ${state}`)].some((said) => endsWith(end, said));
};

/**
 * Joins an address in one line: '41 Alder Ct, Boise, ID'. A city or state that the street already ends with isn't
 * repeated.
 */
export const joinAddressParts = ({ street, city, state = '' }: AddressParts): string => {
  const flat = (text: string) =>
    text
      .replaceAll(/\s+/g, ' ')
      .trim()
      .replace(/^[,\s]+|[,\s]+$/g, '');
  const [first, town, region] = [flat(street), flat(city), flat(state)];
  const states = region === '' ? Object.keys(STATE_NAMES).flatMap(waysOf) : waysOf(region);
  // 'Boise, ID' may be given as the city. Its state then counts too.
  const comma = town.lastIndexOf(',');
  const townOnly = comma > 0 ? town.slice(0, comma) : town;
  const saysCity =
    hasCity(first, town, states) ||
    (comma > 0 && hasCity(first, townOnly, waysOf(town.slice(comma + 1).replace(/\s*\d{5}(-\d{4})?$/, ''))));
  const rest = saysCity ? [] : [town];
  const line = [first, ...rest].filter(Boolean).join(', ');
  const end = withoutEnd(folded(line));
  const saysState = region !== '' && waysOf(region).some((said) => end.includes(' ') && endsWith(end, said));
  return [line, saysState ? '' : region].filter(Boolean).join(', ');
};

const TOWN_AT_END = /^(.+), ([^,]+), ([A-Z]{2})((?: \d{5}(?:-\d{4})?)?)$/s;

/**
 * Removes a town that an address names twice, because it was typed in the street field and in the city field: '3 Spruce
 * Ct, Aurora CO, Aurora, CO 80012' becomes '3 Spruce Ct, Aurora CO 80012'.
 */
export const withoutDoubledTown = (address: string): string => {
  const [, street = '', city = '', state = '', zip = ''] = TOWN_AT_END.exec(address) ?? [];
  if (!Object.hasOwn(STATE_NAMES, state) || !/[,\s]/.test(street.trim())) return address;
  if (!hasCity(street, city, waysOf(state))) return address;
  const said = withoutEnd(folded(street));
  const saysState = waysOf(state).some((way) => endsWith(said, `${folded(city)} ${way}`));
  const saysZip = zip !== '' && zipAtEnd(street) !== undefined;
  return `${street}${saysState ? '' : `, ${state}`}${saysZip ? '' : zip}`;
};

const ZIP_AT_END = /(?:^|[\s,])(\d{5})(?:-\d{4})?(?:[\s,]*(?:USA?|United States(?: of America)?))?[\s.,]*$/i;

/** Returns the ZIP at the end of an address. A number at the start is a house number. */
export const zipAtEnd = (address: string): string | undefined => {
  const match = ZIP_AT_END.exec(address);
  return match && address.slice(0, match.index).trim() !== '' ? match[1] : undefined;
};
