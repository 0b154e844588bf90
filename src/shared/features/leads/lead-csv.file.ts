import Papa from 'papaparse';

/** The largest accepted file: 5 MB, and 10,000 rows below the heading. */
export const MAX_CSV_BYTES = 5 * 1024 * 1024;
export const MAX_CSV_ROWS = 10_000;

/** A row with text. `number` is its number in a spreadsheet, counted from 1. */
export interface CsvLine {
  number: number;
  cells: string[];
}

/**
 * A parsed file. `lines` are all its rows with text. `head` is one of them, and `rows` are those below it
 * (`lead-csv.recognize-columns.ts`). `headNumber` is null if the file has no heading.
 */
export interface CsvFile {
  head: string[];
  headNumber: number | null;
  rows: CsvLine[];
  lines: CsvLine[];
  /** Present if the text has more rows than the maximum. */
  isCut?: true;
}

const BYTE_ORDER: readonly { mark: readonly number[]; encoding: string }[] = [
  { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
];

/** Detects UTF-16 without a byte order mark: every second byte of Latin text is 0. */
const unmarked = (bytes: Uint8Array): string | undefined => {
  const sample = bytes.subarray(0, 200);
  if (sample.length < 4 || !sample.includes(0)) return undefined;
  const zeros = (parity: number) => sample.filter((byte, index) => index % 2 === parity && byte === 0).length;
  return zeros(1) > zeros(0) ? 'utf-16le' : 'utf-16be';
};

/**
 * Decodes a file's bytes: UTF-8 or UTF-16, with or without a byte order mark, otherwise Windows-1252 (used by old
 * spreadsheets).
 */
export const decodeCsv = (bytes: Uint8Array): string => {
  const marked = BYTE_ORDER.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte));
  const encoding = marked?.encoding ?? unmarked(bytes);
  if (encoding) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

const DELIMITERS = [',', ';', '\t', '|'];

/** The lines that are looked at to find the delimiter. */
const FIRST_LINES = 20;

/** Counts a delimiter in each of the first lines, outside cells that are quoted, whatever delimits them. */
const countsOf = (text: string, delimiter: string): number[] => {
  const counts: number[] = [0];
  let quoted = false;
  /** The character before, empty after a quote that ended a cell. Another quote there means one within the cell. */
  let before = '\n';
  for (const character of text.slice(0, 50_000)) {
    if (character === '"' && (quoted || before === '' || before === '\n' || DELIMITERS.includes(before))) {
      quoted = !quoted;
      before = '';
      continue;
    }
    if (!quoted && character === delimiter) counts.push((counts.pop() ?? 0) + 1);
    else if (!quoted && character === '\n' && counts.push(0) > FIRST_LINES) break;
    before = character;
  }
  return counts;
};

/**
 * Returns the delimiter that divides most of the first lines into the same number of cells. Titles above the heading
 * have few delimiters, and commas within cells differ from line to line.
 */
const delimiterOf = (text: string): string => {
  const score = (delimiter: string): number => {
    const counts = countsOf(text, delimiter).filter((count) => count > 0);
    return Math.max(0, ...counts.map((count) => count * counts.filter((other) => other === count).length));
  };
  const scores = new Map(DELIMITERS.map((delimiter) => [delimiter, score(delimiter)]));
  return DELIMITERS.toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0))[0] ?? ',';
};

/**
 * Matches the start of a cell that a spreadsheet would run as a formula (OWASP, 'CSV Injection'). The formula's first
 * character may be full-width. It may come after a separator, quotes, spaces or invisible characters. The lookahead
 * comes first, so that long texts are read in one pass.
 */
const SIGN = '(?=[=+\\-@＝＋－＠])';
const CELL_BEGINS = '(?<=(?:^|[,;|\\t\\r\\n])["\'\\s\\p{Cc}\\p{Cf}]*)';
const FORMULA = new RegExp(SIGN + CELL_BEGINS, 'gu');
const MARKED = new RegExp(`'${SIGN}${CELL_BEGINS}`, 'gu');

/** The import would trim a tab or line break at a cell's start. An apostrophe before it prevents that. */
const BREAK = /^'*[\t\r\n]/;
const KEPT_BREAK = /^'+[\t\r\n]/;

/**
 * Inserts an apostrophe before anything that a spreadsheet would run as a formula. `bareCell` removes these apostrophes
 * again.
 */
export const safeCell = (text: string): string => {
  const marked = text.replaceAll(FORMULA, "'");
  return BREAK.test(marked) ? `'${marked}` : marked;
};
export const bareCell = (text: string): string => (KEPT_BREAK.test(text) ? text.slice(1) : text).replaceAll(MARKED, '');

const isBlank = (cell: string): boolean => cell.trim() === '';

/**
 * Parses CSV text separated by commas, semicolons, tabs or vertical bars, with quoted line breaks and an optional
 * `sep=` line. Rows without text are left out. The first row is the heading, which `findHeading` may change. `head` is
 * empty if the file is empty. An unclosed quote extends to the end of the text. Stops after `most` rows, including rows without text, because each row takes half a kilobyte of
 * memory while it's parsed.
 */
export const readCsv = (text: string, most = Infinity): CsvFile => {
  const plain = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const told = /^"?sep=(.)"?\n/i.exec(plain);
  const body = told ? plain.slice(told[0].length) : plain;
  const delimiter = told?.[1] ?? delimiterOf(body.trimStart());
  const lines: CsvFile['rows'] = [];
  let number = told ? 1 : 0;
  Papa.parse<string[]>(body, {
    delimiter,
    newline: '\n',
    // Parses row by row, because splitting the whole text into lines first could use up memory for a file of empty
    // rows.
    fastMode: false,
    step: ({ data: row }, parser) => {
      number += 1;
      if (number > most) return parser.abort();
      if (row.every(isBlank)) return;
      const cells = row.map((cell) => bareCell(cell));
      if (!cells.every(isBlank)) lines.push({ number, cells });
    },
  });
  const [head, ...rows] = lines;
  return {
    head: (head?.cells ?? []).map((cell) => cell.trim()),
    headNumber: head?.number ?? null,
    rows,
    lines,
    ...(number > most && { isCut: true }),
  };
};

/** Returns CSV text that spreadsheets open correctly and safely: CRLF line endings, every cell quoted, no formulas. */
export const writeCsv = (lines: readonly (readonly string[])[]): string =>
  lines.length === 0
    ? ''
    : `${Papa.unparse(
        lines.map((cells) => cells.map(safeCell)),
        { newline: '\r\n', quotes: true },
      )}\r\n`;

/** The file's first character. It marks the file as UTF-8 for spreadsheets. */
export const BYTE_ORDER_MARK = '\uFEFF';
