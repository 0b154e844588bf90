import type { FieldErrors } from '../../primitives/app-error.ts';
import { parseDollars } from '../../primitives/cents.ts';
import { type CsvLine, readCsv } from '../leads/lead-csv.file.ts';
import { BOOK_COLUMNS, type BookCells, type BookColumn, type ListedMaterial } from './book-csv.ts';
import { neutralBook } from './price-book.ts';
import { type BookInput, bookInput } from './price-book.schema.ts';

/** How many rows a file may have. A full book is smaller. */
const MAX_ROWS = 5_000;

/** A book before it's checked, and where each of its parts was read. */
interface Draft {
  book: { [Name in keyof BookInput]: unknown } & {
    heights: unknown[];
    gateKinds: (Record<string, unknown> & { key: string; byMaterial?: unknown[] })[];
    items: unknown[];
    zones: unknown[];
    slope: { moderatePercent: number; steepPercent: number };
    corners: { cornerCents: number; endCents: number };
    tax: { bps: number; on: string; text: string };
    range: { percent: number };
  };
  /** The row of each path's first part, such as 'heights.0' or 'hardDigPercent'. */
  rows: Map<string, number>;
  /** The row of each amount that a book has only once, by what it is. */
  once: Map<string, number>;
}

const emptyDraft = (): Draft => ({
  book: { ...neutralBook(0), gateKinds: [] },
  rows: new Map(),
  once: new Map(),
});

/** Reads dollars. NaN if the cell isn't an amount, so that the schema's own sentence names the fault. */
const readCents = (text = ''): number => parseDollars(text) ?? Number.NaN;
const readNumber = (text = ''): number => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(/%$/, '')));
/** Undoes the error of binary fractions: 8.25 per cent is 825 basis points. */
const readBps = (text = ''): number => Number((readNumber(text) * 100).toFixed(6));
const readYes = (text = ''): unknown =>
  /^(yes|y|true|1)$/i.test(text.trim()) ? true : /^(no|n|false|0|)$/i.test(text.trim()) ? false : text;

type Reading = { cells: BookCells; draft: Draft; materialId: string };

const readHeight = (text = ''): { heightFt?: number } => (text.trim() === '' ? {} : { heightFt: readNumber(text) });

const pushRow = (draft: Draft, name: 'heights' | 'items' | 'zones', entry: unknown): string => {
  draft.book[name].push(entry);
  return `${name}.${draft.book[name].length - 1}`;
};

/** Each kind of row: adds it to the draft, and returns its path. A string that isn't a path is a fault. */
const READERS: Record<string, (reading: Reading) => { path: string } | { fault: string }> = {
  height: ({ cells, draft, materialId }) => ({
    path: pushRow(draft, 'heights', {
      materialId,
      heightFt: readNumber(cells.height),
      perFootCents: readCents(cells.amount),
    }),
  }),
  gate: ({ cells, draft }) => {
    draft.book.gateKinds.push({
      key: cells.key ?? '',
      label: cells.name,
      leaves: readNumber(cells.leaves),
      widthFt: readNumber(cells.width),
      priceCents: readCents(cells.amount),
    });
    return { path: `gateKinds.${draft.book.gateKinds.length - 1}` };
  },
  'gate price': ({ cells, draft, materialId }) => {
    const at = draft.book.gateKinds.findIndex(({ key }) => key === cells.key);
    const kind = draft.book.gateKinds[at];
    if (!kind) return { fault: `Put a gate row with the key “${cells.key ?? ''}” above this row` };
    kind.byMaterial = [
      ...(kind.byMaterial ?? []),
      { materialId, ...readHeight(cells.height), priceCents: readCents(cells.amount) },
    ];
    return { path: `gateKinds.${at}.byMaterial.${kind.byMaterial.length - 1}` };
  },
  item: (reading) => readItem(reading, false),
  'optional item': (reading) => readItem(reading, true),
  zone: ({ cells, draft }) => {
    const zips = (cells.zips ?? '').split(/[\s,;]+/).filter(Boolean);
    const refuses = /^no service$/i.test(cells.amount?.trim() ?? '');
    return {
      path: pushRow(draft, 'zones', { zips, ...(refuses ? { refuse: true } : { cents: readCents(cells.amount) }) }),
    };
  },
  removal: ({ cells, draft }) => single(draft, { removalPerFootCents: readCents(cells.amount) }),
  'moderate slope': ({ cells, draft }) => {
    draft.book.slope.moderatePercent = readNumber(cells.amount);
    return { path: 'slope.moderatePercent' };
  },
  'steep slope': ({ cells, draft }) => {
    draft.book.slope.steepPercent = readNumber(cells.amount);
    return { path: 'slope.steepPercent' };
  },
  'hard digging': ({ cells, draft }) => single(draft, { hardDigPercent: readNumber(cells.amount) }),
  corner: ({ cells, draft }) => {
    draft.book.corners.cornerCents = readCents(cells.amount);
    return { path: 'corners.cornerCents' };
  },
  end: ({ cells, draft }) => {
    draft.book.corners.endCents = readCents(cells.amount);
    return { path: 'corners.endCents' };
  },
  minimum: ({ cells, draft }) => single(draft, { minimumCents: readCents(cells.amount) }),
  rounding: ({ cells, draft }) => single(draft, { roundToCents: readCents(cells.amount) }),
  tax: ({ cells, draft }) =>
    single(draft, {
      tax: { bps: readBps(cells.amount), on: cells.key?.trim() ? cells.key.trim() : 'all', text: cells.name ?? '' },
    }),
  'gate takes width': ({ cells, draft }) => single(draft, { gateTakesWidth: readYes(cells.amount) }),
  'price range': ({ cells, draft }) => single(draft, { range: { percent: readNumber(cells.amount) } }),
};

const readItem = ({ cells, draft }: Reading, optional: boolean) => ({
  path: pushRow(draft, 'items', {
    ...(cells.key?.trim() && { id: cells.key.trim() }),
    label: cells.name,
    unit: cells.unit?.trim().toLowerCase(),
    cents: readCents(cells.amount),
    optional,
  }),
});

const single = (draft: Draft, change: Partial<Draft['book']>): { path: string } => {
  Object.assign(draft.book, change);
  return { path: Object.keys(change)[0] ?? '' };
};

const WITH_MATERIAL = new Set(['height', 'gate price']);
/** What a book can have several of. */
const MANY = new Set(['height', 'gate', 'gate price', 'item', 'optional item', 'zone']);

/** Reads one row into the draft. Returns why it can't be read, or undefined. */
const readRow = (
  cells: BookCells,
  draft: Draft,
  { number, materials }: { number: number; materials: readonly ListedMaterial[] },
) => {
  const what = cells.what?.trim().toLowerCase().replaceAll(/\s+/g, ' ') ?? '';
  const read = READERS[what];
  if (!Object.hasOwn(READERS, what) || !read)
    return `We don’t know “${cells.what ?? ''}”. Use one of these: ${Object.keys(READERS).join(', ')}`;
  const named = cells.material?.trim().toLowerCase() ?? '';
  const material = materials.find(({ name }) => name.trim().toLowerCase() === named);
  if (WITH_MATERIAL.has(what) && !material)
    return `“${cells.material ?? ''}” isn’t one of your materials. Use one of these: ${materials.map(({ name }) => name).join(', ')}`;
  const before = draft.once.get(what);
  if (before !== undefined) return `Row ${before} already has this. Keep one of them`;
  if (!MANY.has(what)) draft.once.set(what, number);
  const result = read({ cells, draft, materialId: material?.id ?? '' });
  if ('fault' in result) return result.fault;
  draft.rows.set(result.path, number);
  return undefined;
};

/** Returns the row that a fault's path comes from, by its longest known beginning. */
const rowOf = ({ rows }: Draft, path: readonly PropertyKey[]): number | undefined => {
  for (let length = path.length; length > 0; length--) {
    const row = rows.get(path.slice(0, length).join('.'));
    if (row !== undefined) return row;
  }
  return undefined;
};

const columnsOf = (head: readonly string[]): Map<BookColumn, number> => {
  const names = head.map((name) => name.trim().toLowerCase());
  return new Map(
    BOOK_COLUMNS.flatMap((column) => (names.includes(column) ? [[column, names.indexOf(column)] as const] : [])),
  );
};

const cellsIn = ({ cells }: CsvLine, columns: ReadonlyMap<BookColumn, number>): BookCells =>
  Object.fromEntries([...columns].map(([column, at]) => [column, cells[at] ?? '']));

/**
 * Reads a price book from CSV, in the columns that `bookToCsv` writes. Rows that are left out are neutral. Returns the
 * book, or the faults by row (`rows.7`, counted as in a spreadsheet). A fault of the whole file is at `csv`. All rows are
 * checked before anything is returned.
 */
export const bookFromCsv = (
  csv: string,
  materials: readonly ListedMaterial[],
): { book: BookInput } | { faults: FieldErrors } => {
  const { head, rows, isCut } = readCsv(csv, MAX_ROWS + 1);
  const columns = columnsOf(head);
  if (!columns.has('what') || !columns.has('amount'))
    return { faults: { csv: `Put these column names in the first row: ${BOOK_COLUMNS.join(', ')}` } };
  if (isCut) return { faults: { csv: `Use at most ${MAX_ROWS.toLocaleString('en-US')} rows` } };
  const draft = emptyDraft();
  const faults: FieldErrors = {};
  for (const line of rows) {
    const fault = readRow(cellsIn(line, columns), draft, { number: line.number, materials });
    if (fault !== undefined) faults[`rows.${line.number}`] = fault;
  }
  const read = bookInput.safeParse(draft.book);
  for (const { path, message } of read.error?.issues ?? []) {
    const row = rowOf(draft, path);
    const at = row === undefined ? 'csv' : `rows.${row}`;
    faults[at] ??= message;
  }
  if (Object.keys(faults).length > 0 || !read.success) return { faults };
  return { book: read.data };
};
