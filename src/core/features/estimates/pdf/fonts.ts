import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';

const SUBSETS = ['latin', 'latin-ext', 'vietnamese'] as const;
type Subset = (typeof SUBSETS)[number];
export type Weight = 400 | 700;

/** Returns the name used for a font file in the PDF. */
export const faceName = (subset: Subset, weight: Weight): string => `${subset}-${weight}`;

/** A part of a string that can be printed with a single font file. */
export interface Run {
  subset: Subset;
  text: string;
}

/** Replacements for characters that aren't in any font file and don't have a simpler form in Unicode. */
const STAND_INS: Readonly<Record<string, string>> = {
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2015': '\u2014',
  '\t': ' ',
  '≤': '<=',
  '≥': '>=',
  '→': '->',
};
/** Matches invisible characters: control characters, joiners, direction marks and variation selectors. */
const UNSEEN = /^[\p{Cc}\p{Cf}\uFE00-\uFE0F]$/u;

/**
 * Splits a string into runs, so that each run can be printed with one font file. Characters that aren't in any font
 * file are replaced with similar plain characters, for example '№' with 'No'. Invisible characters are removed. All
 * other characters, such as emoji and letters from other scripts, become question marks, because a contract must not
 * contain empty boxes.
 */
export const runsOf = (text: string): Run[] => {
  const runs: Run[] = [];
  for (const character of text.normalize('NFC')) {
    const subset = subsetOf(character);
    if (subset !== undefined) append(runs, subset, character);
    else for (const plain of plainly(character)) append(runs, subsetOf(plain) ?? 'latin', plain);
  }
  return runs;
};

const append = (runs: Run[], subset: Subset, text: string): void => {
  const last = runs.at(-1);
  if (last?.subset === subset) last.text += text;
  else runs.push({ subset, text });
};

const plainly = (character: string): string => {
  if (character === '\n') return character;
  const known = STAND_INS[character];
  if (known !== undefined) return known;
  if (UNSEEN.test(character)) return '';
  const simple = character.normalize('NFKC');
  return Array.from(simple, (each) => subsetOf(each)).includes(undefined) ? '?' : simple;
};

const subsetOf = (character: string): Subset | undefined =>
  SUBSETS.find((subset) => codePointsOf(subset).has(character.codePointAt(0) ?? 0));

const require = createRequire(import.meta.url);
const HEADER = 44;
const DIRECTORY_ENTRY = 20;

/**
 * Decompresses a WOFF file to a TrueType file. pdfkit can read WOFF too, but would decompress the file in JavaScript
 * for every document, which takes five times as long as the rest of the work.
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

/** Returns one Archivo file (OFL-1.1) as TrueType. Each file is decompressed only once. */
export const fontFile = (subset: Subset, weight: Weight): Buffer => {
  const name = faceName(subset, weight);
  let font = unpacked.get(name);
  if (!font) {
    const file = require.resolve(`@fontsource/archivo/files/archivo-${subset}-${weight}-normal.woff`);
    unpacked.set(name, (font = unpack(readFileSync(file))));
  }
  return font;
};

const drawable = new Map<Subset, Set<number>>();

/**
 * Returns the characters that a file contains. The ranges in its stylesheet include many characters that the file
 * lacks.
 */
const codePointsOf = (subset: Subset): Set<number> => {
  let known = drawable.get(subset);
  if (!known) drawable.set(subset, (known = readCodePoints(fontFile(subset, 400))));
  return known;
};

/** Reads a TrueType file's characters from its format 4 `cmap`: segments of code points up to U+FFFF. */
const readCodePoints = (font: Buffer): Set<number> => {
  const found = new Set<number>();
  const cmap = tableAt(font, 'cmap');
  for (let index = 0; index < font.readUInt16BE(cmap + 2); index++) {
    const at = cmap + font.readUInt32BE(cmap + 8 + 8 * index);
    if (font.readUInt16BE(at) !== 4) continue;
    const segments = font.readUInt16BE(at + 6) / 2;
    for (let segment = 0; segment < segments; segment++) {
      const end = font.readUInt16BE(at + 14 + 2 * segment);
      const start = font.readUInt16BE(at + 16 + 2 * (segments + segment));
      for (let point = start; point <= end && point < 0xff_ff; point++) found.add(point);
    }
  }
  return found;
};

const tableAt = (font: Buffer, tag: string): number => {
  for (let at = 12; at < 12 + 16 * font.readUInt16BE(4); at += 16)
    if (font.toString('latin1', at, at + 4) === tag) return font.readUInt32BE(at + 8);
  throw new Error(`a font without the table ${tag}`);
};
