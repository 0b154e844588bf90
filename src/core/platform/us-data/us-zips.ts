import { existsSync, readFileSync } from 'node:fs';

/** A ZIP code with its city, state, IANA zone, and the other zones nearby (C16). */
export interface Zip {
  zip: string;
  city: string;
  state: string;
  zone: string;
  also: string[];
}

/** Beside this file in the sources; in `us-data/` beside the bundle in `dist`. */
const PLACES = ['./us-zips.tsv', './us-data/us-zips.tsv'];
const HEADER = 'zip\tcity\tstate\tcounty\tlat\tlon\ttz\talso';
const ROW = /^(\d{5})\t([^\t]+)\t([A-Z]{2})\t[^\t]*\t[^\t]*\t[^\t]*\t([A-Za-z_]+\/[A-Za-z_/]+)\t([A-Za-z_/, ]*)$/;

let loaded: Map<string, Zip> | undefined;

const tableFile = (): URL => {
  const found = PLACES.map((place) => new URL(place, import.meta.url)).find((url) => existsSync(url));
  if (!found) throw new Error('us-zips.tsv is missing: run the build again');
  return found;
};

const readZips = (): Map<string, Zip> => {
  const [header, ...lines] = readFileSync(tableFile(), 'utf8')
    .replace(/[\r\n]+$/, '')
    .split(/\r?\n/);
  if (header !== HEADER) throw new Error('us-zips.tsv has other columns than expected');
  const zips = new Map<string, Zip>();
  for (const [index, line] of lines.entries()) {
    const [, zip, city, state, zone, also] = ROW.exec(line) ?? [];
    if (!zip || !city || !state || !zone) throw new Error(`us-zips.tsv, line ${index + 2} is no ZIP`);
    zips.set(zip, { zip, city, state, zone, also: also ? also.split(/[, ]+/) : [] });
  }
  return zips;
};

/** Every ZIP (41,886), read at first use: about 0.1 s and 14 MB. Throws where the file is missing or has a fault. */
export const allZips = (): ReadonlyMap<string, Zip> => (loaded ??= readZips());

/** A ZIP of five digits; undefined where it is none of the 50 states, DC or Puerto Rico. */
export const findZip = (zip: string): Zip | undefined => allZips().get(zip);
