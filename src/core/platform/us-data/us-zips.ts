import { existsSync, readFileSync } from 'node:fs';

/** A ZIP with its city and state. `zone` is its IANA time zone, and `also` lists other time zones nearby (C16). */
export interface Zip {
  zip: string;
  city: string;
  state: string;
  zone: string;
  also: string[];
}

/** In the source tree, the file is next to this one. In `dist`, it's in `us-data/` next to the bundle. */
const PLACES = ['./us-zips.tsv', './us-data/us-zips.tsv'];
const HEADER = 'zip\tcity\tstate\tcounty\tlat\tlon\ttz\talso';
const ROW =
  /^(\d{5})\t([^\t]+\t[A-Z]{2})\t[^\t]*\t(-?\d{1,3}\.\d+)\t(-?\d{1,3}\.\d+)\t([A-Za-z_]+\/[A-Za-z_/]+\t[A-Za-z_/, ]*)$/;
const LINE_END = 10;

/** The rows as parallel arrays, sorted by ZIP. An array of objects would use 11 MB of memory. */
interface Table {
  numbers: Uint32Array;
  /** The city and state of every row in UTF-8 ('Boise\tID'). `cityEnds` has the offset where each row ends. */
  cities: Buffer;
  cityEnds: Uint32Array;
  /** The distinct time zones, each with other time zones nearby. `zoneOf` has each row's index in this list. */
  zones: { zone: string; also: string[] }[];
  zoneOf: Uint8Array;
  /** The longitude and latitude of every row's middle, one after the other, in degrees. */
  middles: Float32Array;
}

let loaded: Table | undefined;

const tableFile = (): URL => {
  const found = PLACES.map((place) => new URL(place, import.meta.url)).find((url) => existsSync(url));
  if (!found) throw new Error('us-zips.tsv is missing: run the build again');
  return found;
};

/** Yields a file's lines. The last line may end with a line break. */
function* linesOf(file: Buffer): Generator<string> {
  for (let from = 0; from < file.length;) {
    const end = file.indexOf(LINE_END, from);
    yield file.toString('utf8', from, end < 0 ? undefined : end).replace(/\r$/, '');
    from = end < 0 ? file.length : end + 1;
  }
}

function readZips(): Table {
  const file = readFileSync(tableFile());
  const cities = Buffer.alloc(file.length);
  const [numbers, cityEnds, zoneOf, middles]: [number[], number[], number[], number[]] = [[], [], [], []];
  const zones = new Map<string, number>();
  let line = 0;
  for (const text of linesOf(file)) {
    line += 1;
    if (line === 1 && text !== HEADER) throw new Error('us-zips.tsv has unexpected columns');
    if (line === 1) continue;
    const [, zip, city, latitude, longitude, zone] = ROW.exec(text) ?? [];
    if (!zip || !city || !zone || Number(zip) <= (numbers.at(-1) ?? 0))
      throw new Error(`us-zips.tsv, line ${line} isn't a ZIP in ascending order`);
    const at = cityEnds.at(-1) ?? 0;
    numbers.push(Number(zip));
    cityEnds.push(at + cities.write(city, at));
    if (!zones.has(zone)) zones.set(zone, zones.size);
    zoneOf.push(zones.get(zone) ?? 0);
    middles.push(Number(longitude), Number(latitude));
  }
  return {
    numbers: Uint32Array.from(numbers),
    cities: Buffer.from(cities.subarray(0, cityEnds.at(-1))),
    cityEnds: Uint32Array.from(cityEnds),
    zones: [...zones.keys()].map(readZone),
    zoneOf: Uint8Array.from(zoneOf),
    middles: Float32Array.from(middles),
  };
}

const readZone = (text: string): { zone: string; also: string[] } => {
  const [zone = '', also = ''] = text.split('\t');
  return { zone, also: also ? also.split(/[, ]+/) : [] };
};

/** Returns the table. Loading it on first use takes about 0.1 s and 1 MB. Throws if the file is missing or invalid. */
const table = (): Table => (loaded ??= readZips());

/** Returns the index of the first row with a ZIP of at least `number`, by binary search. */
function placeOfNumber(number: number): number {
  const { numbers } = table();
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

function rowAt(place: number): Zip | undefined {
  const { numbers, cities, cityEnds, zones, zoneOf } = table();
  const number = numbers[place];
  const zone = zones[zoneOf[place] ?? -1];
  if (number === undefined || zone === undefined) return undefined;
  const [city = '', state = ''] = cities.toString('utf8', cityEnds[place - 1] ?? 0, cityEnds[place]).split('\t');
  return { zip: String(number).padStart(5, '0'), city, state, ...zone };
}

/** Yields every ZIP that starts with these digits, in ascending order. There are 41,886 in total. */
export function* zipsBeginning(digits = ''): Generator<Zip> {
  for (let place = placeOfNumber(Number(digits.padEnd(5, '0'))); ; place += 1) {
    const row = rowAt(place);
    if (!row?.zip.startsWith(digits)) return;
    yield row;
  }
}

/** Returns a five-digit ZIP's location data. Undefined if the ZIP isn't in the 50 states, DC or Puerto Rico. */
export const findZip = (zip: string): Zip | undefined => {
  const row = /^\d{5}$/.test(zip) ? rowAt(placeOfNumber(Number(zip))) : undefined;
  return row?.zip === zip ? row : undefined;
};

/** Returns the middle of a ZIP's area as longitude and latitude, to within a few feet. Undefined if it's unknown. */
export const middleOfZip = (zip: string): [longitude: number, latitude: number] | undefined => {
  if (findZip(zip) === undefined) return undefined;
  const at = placeOfNumber(Number(zip)) * 2;
  const { middles } = table();
  return [middles[at] ?? 0, middles[at + 1] ?? 0];
};
