import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';

export type Weight = 400 | 700;

/** One font file's family and part: Archivo or a Noto family (OFL-1.1), and the subset of its characters. */
export interface Face {
  family: string;
  subset: string;
}

const require = createRequire(import.meta.url);
const HEADER = 44;
const DIRECTORY_ENTRY = 20;

const fileOf = ({ family, subset }: Face, weight: Weight): string =>
  packageFile(family, `files/${family}-${subset}-${weight}-normal.woff`);

const folders = new Map<string, string>();

/** Returns the path of a file in a font's package. */
export const packageFile = (family: string, file: string): string => {
  let folder = folders.get(family);
  if (folder === undefined) {
    folder = require.resolve(`@fontsource/${family}/package.json`).replace(/package\.json$/, '');
    folders.set(family, folder);
  }
  return folder + file;
};

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

/** Returns the name used for a font file in the PDF. */
export const faceName = ({ family, subset }: Face, weight: Weight): string => `${family}-${subset}-${weight}`;

const unpacked = new Map<string, Buffer>();

/**
 * Returns a font file as TrueType. Each file is read and decompressed only once. Returns the regular weight if the
 * family has no bold one (symbols and math signs).
 */
export const fontFile = (face: Face, weight: Weight): Buffer => {
  const name = faceName(face, weight);
  let font = unpacked.get(name);
  if (!font) {
    const file = fileOf(face, weight);
    font = weight !== 400 && !existsSync(file) ? fontFile(face, 400) : unpack(readFileSync(file));
    unpacked.set(name, font);
  }
  return font;
};

const drawable = new Map<string, ReadonlySet<number>>();

/**
 * Returns the characters that a file contains. The ranges in its stylesheet include many characters that the file
 * lacks.
 */
export const codePointsOf = (face: Face): ReadonlySet<number> => {
  const name = faceName(face, 400);
  let known = drawable.get(name);
  if (!known) drawable.set(name, (known = readCodePoints(fontFile(face, 400))));
  return known;
};

/** Heights above and below the baseline, and the distance between lines, as parts of the font size. */
export interface Metrics {
  ascent: number;
  descent: number;
  gap: number;
}

const measured = new Map<string, Metrics>();

export const metricsOf = (face: Face, weight: Weight): Metrics => {
  const name = faceName(face, weight);
  let known = measured.get(name);
  if (!known) {
    const font = fontFile(face, weight);
    const unit = font.readUInt16BE(tableAt(font, 'head') + 18);
    const hhea = tableAt(font, 'hhea');
    known = {
      ascent: font.readInt16BE(hhea + 4) / unit,
      descent: -font.readInt16BE(hhea + 6) / unit,
      gap: font.readInt16BE(hhea + 8) / unit,
    };
    measured.set(name, known);
  }
  return known;
};

/** Reads a TrueType file's characters from its `cmap`: format 4 up to U+FFFF, and format 12 above. */
const readCodePoints = (font: Buffer): Set<number> => {
  const found = new Set<number>();
  const cmap = tableAt(font, 'cmap');
  for (let index = 0; index < font.readUInt16BE(cmap + 2); index++) {
    const at = cmap + font.readUInt32BE(cmap + 8 + 8 * index);
    const format = font.readUInt16BE(at);
    if (format === 4) addSegments(font, at, found);
    else if (format === 12) addGroups(font, at, found);
  }
  return found;
};

const addSegments = (font: Buffer, at: number, found: Set<number>): void => {
  const segments = font.readUInt16BE(at + 6) / 2;
  for (let segment = 0; segment < segments; segment++) {
    const end = font.readUInt16BE(at + 14 + 2 * segment);
    const start = font.readUInt16BE(at + 16 + 2 * (segments + segment));
    for (let point = start; point <= end && point < 0xff_ff; point++) found.add(point);
  }
};

const addGroups = (font: Buffer, at: number, found: Set<number>): void => {
  for (let group = 0; group < font.readUInt32BE(at + 12); group++) {
    const [start, end] = [font.readUInt32BE(at + 16 + 12 * group), font.readUInt32BE(at + 20 + 12 * group)];
    for (let point = start; point <= end; point++) found.add(point);
  }
};

const tableAt = (font: Buffer, tag: string): number => {
  for (let at = 12; at < 12 + 16 * font.readUInt16BE(4); at += 16)
    if (font.toString('latin1', at, at + 4) === tag) return font.readUInt32BE(at + 8);
  throw new Error(`a font without the table ${tag}`);
};
