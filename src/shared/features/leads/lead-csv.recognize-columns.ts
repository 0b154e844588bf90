import { readPhone } from '../../primitives/phone.ts';
import { type ColumnMapping, LEAD_COLUMNS, type LeadColumn, type Source } from './lead-csv.known-columns.ts';
import type { CsvFile, CsvLine } from './lead-csv.file.ts';
import { meaningOf } from './lead-csv.heading-meanings.ts';

type Found = Source & { id: LeadColumn; rank: number };

const byField = (found: readonly Found[]): ColumnMapping => {
  const mapping: ColumnMapping = {};
  for (const { id } of LEAD_COLUMNS) {
    const sources = found.filter((source) => source.id === id).toSorted((a, b) => a.rank - b.rank || a.at - b.at);
    if (sources.length > 0) mapping[id] = sources.map(({ at, place }) => ({ at, place }));
  }
  // Mailing programs only know when somebody opted in to their emails.
  if (mapping.consentDate && !mapping.consent && !mapping.added) {
    mapping.added = mapping.consentDate;
    delete mapping.consentDate;
  }
  return mapping;
};

const EMAIL = /[^\s@<>,;:"]+@[^\s@<>,;:"]+\.[a-z]{2,}/i;
const NAME = /^\p{Lu}[\p{L}.'’-]*(?:,? (?:&|and|[\p{L}.'’-]+)){1,4}$/u;
/** The longest cell that is looked at. Searching a long text for an address takes the square of its length. */
const MAX_LOOKED_AT = 500;
const CONTENT = {
  email: (cell: string) => cell.length <= MAX_LOOKED_AT && EMAIL.test(cell),
  phone: (cell: string) => cell.length <= 40 && readPhone(cell) !== undefined,
  name: (cell: string) => cell.length <= MAX_LOOKED_AT && NAME.test(cell),
} as const;

/** The rows that are looked at to find out what a column contains. */
const SAMPLE = 60;

/** Returns the first of these columns in which most cells have this content. */
const columnWith = (
  rows: readonly CsvLine[],
  columns: readonly number[],
  content: keyof typeof CONTENT,
): number | undefined =>
  columns.find((at) => {
    const cells = rows.slice(0, SAMPLE).flatMap(({ cells: row }) => row[at]?.trim() || []);
    return cells.length > 0 && cells.filter(CONTENT[content]).length / cells.length > 0.6;
  });

/** A heading that says that its numbers aren't phone numbers. */
const NOT_A_PHONE = /\b(?:id|ids|fax|number of|sku|invoice|order|account|created|modified|time|timestamp|owner|rep)\b/i;

/**
 * Recognizes columns by the meaning of their headings. If no heading means an email or a phone, the cells below say
 * where they are. In a file without headings, they also say where the names are.
 */
export const recognizeColumns = (
  heads: readonly string[],
  rows: readonly CsvLine[] = [],
  isHeadless = false,
): ColumnMapping => {
  const found: Found[] = heads.flatMap((head, at) => {
    const meaning = isHeadless ? undefined : meaningOf(head);
    return meaning ? [{ ...meaning, at }] : [];
  });
  for (const id of ['email', 'phone', ...(isHeadless ? (['name'] as const) : [])] as const) {
    if (found.some((source) => source.id === id)) continue;
    const free = heads.flatMap((head, at) =>
      found.some((source) => source.at === at) || (id === 'phone' && NOT_A_PHONE.test(head)) ? [] : [at],
    );
    const at = columnWith(rows, free, id);
    if (at !== undefined) found.push({ id, at, rank: 0, place: '' });
  }
  return byField(found);
};

/** The rows among which the heading is looked for. */
const TOP = 20;
const isContact = (cell: string): boolean =>
  cell.length <= MAX_LOOKED_AT && (EMAIL.test(cell) || (/\d/.test(cell) && readPhone(cell) !== undefined));
const meant = (cells: readonly string[]): number =>
  new Set(cells.map((cell) => (cell.length > 120 ? undefined : meaningOf(cell)?.id)).filter((id) => id !== undefined))
    .size;

/** Returns the file with another row as the heading, or with none (null). Rows above the heading aren't leads. */
export const withHeading = (file: CsvFile, number: number | null): CsvFile => {
  const { lines } = file;
  if (number === null) {
    const width = Math.max(0, ...lines.slice(0, SAMPLE).map(({ cells }) => cells.length));
    const head = Array.from({ length: width }, (_, at) => `Column ${at + 1}`);
    return { ...file, head, headNumber: null, rows: lines };
  }
  const at = Math.max(
    0,
    lines.findIndex((line) => line.number === number),
  );
  const head = (lines[at]?.cells ?? []).map((cell) => cell.replaceAll(/\s+/g, ' ').trim());
  return { ...file, head, headNumber: lines[at]?.number ?? null, rows: lines.slice(at + 1) };
};

/**
 * Finds the heading among the first rows: the row with the most headings that mean something. Titles above it are
 * skipped. If no row is a heading and the first one has an email or a phone, the file has no heading.
 */
export const findHeading = (file: CsvFile): CsvFile => {
  let best: { number: number; count: number } | undefined;
  for (const { number, cells } of file.lines.slice(0, TOP)) {
    if (cells.some(isContact)) continue;
    const count = meant(cells);
    if (count > (best?.count ?? 0)) best = { number, count };
  }
  const first = file.lines[0];
  if (best === undefined && first?.cells.some(isContact)) return withHeading(file, null);
  return withHeading(file, best?.number ?? first?.number ?? 1);
};

/** Recognizes a file's columns. */
export const mappingOf = (file: CsvFile): ColumnMapping =>
  recognizeColumns(file.head, file.rows, file.headNumber === null);
