import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import ranges from '@fontsource/archivo/unicode.json' with { type: 'json' };

const SUBSETS = ['latin', 'latin-ext', 'vietnamese'] as const;
type Subset = (typeof SUBSETS)[number];
export type Weight = 400 | 700;

/** The name under which a document knows one file of the typeface. */
export const faceName = (subset: Subset, weight: Weight): string => `${subset}-${weight}`;

const parseRanges = (text: string): [from: number, to: number][] =>
  text.split(',').map((range) => {
    const [from = '', to = from] = range.replace('U+', '').split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });

const covered = SUBSETS.map((subset) => ({ subset, ranges: parseRanges(ranges[subset]) }));

const subsetOf = (codePoint: number): Subset | undefined =>
  covered.find(({ ranges: own }) => own.some(([from, to]) => codePoint >= from && codePoint <= to))?.subset;

/** Text of one face. */
export interface Run {
  subset: Subset;
  text: string;
}

/**
 * Cuts a text into runs by the file of the typeface that has its letters. What none has (an emoji, another script)
 * becomes a question mark: better than an empty box in a contract.
 */
export const runsOf = (text: string): Run[] => {
  const runs: Run[] = [];
  for (const character of text.normalize('NFC')) {
    const subset = subsetOf(character.codePointAt(0) ?? 0);
    const last = runs.at(-1);
    const wanted = subset ?? last?.subset ?? 'latin';
    const drawn = subset === undefined ? '?' : character;
    if (last?.subset === wanted) last.text += drawn;
    else runs.push({ subset: wanted, text: drawn });
  }
  return runs;
};

const require = createRequire(import.meta.url);
const HEADER = 44;
const DIRECTORY_ENTRY = 20;

/**
 * A WOFF unpacked to the TrueType file in it. pdfkit reads WOFF as well, but unpacks it in plain JavaScript for every
 * document, which takes five times as long as all the rest.
 */
const unpack = (woff: Buffer): Buffer => {
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const at = HEADER + index * DIRECTORY_ENTRY;
    const [offset, packed, length] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)];
    const data = woff.subarray(offset, offset + packed);
    return { entry: at, length, data: packed < length ? inflateSync(data) : data };
  });
  const head = Buffer.alloc(12 + 16 * count);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const parts: Buffer[] = [head];
  let offset = head.length;
  for (const [index, { entry, length, data }] of tables.entries()) {
    const at = 12 + 16 * index;
    woff.copy(head, at, entry, entry + 4);
    woff.copy(head, at + 4, entry + 16, entry + 20);
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(length, at + 12);
    const padding = (4 - (length % 4)) % 4;
    parts.push(data, Buffer.alloc(padding));
    offset += length + padding;
  }
  return Buffer.concat(parts);
};

const unpacked = new Map<string, Buffer>();

/** One file of Archivo (OFL-1.1) as TrueType; unpacked once. */
export const fontFile = (subset: Subset, weight: Weight): Buffer => {
  const name = faceName(subset, weight);
  let font = unpacked.get(name);
  if (!font) {
    const file = require.resolve(`@fontsource/archivo/files/archivo-${subset}-${weight}-normal.woff`);
    unpacked.set(name, (font = unpack(readFileSync(file))));
  }
  return font;
};
