import Papa from 'papaparse';

/** The largest accepted file: 5 MB, and 10,000 rows below the heading. */
export const MAX_CSV_BYTES = 5 * 1024 * 1024;
export const MAX_CSV_ROWS = 10_000;

/** A parsed file: its heading and its rows, numbered as in a spreadsheet. */
export interface CsvFile {
  head: string[];
  rows: { number: number; cells: string[] }[];
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

/**
 * Returns the most frequent delimiter in the heading, outside quotes. Headings rarely contain other punctuation, but
 * cells often do.
 */
const delimiterOf = (text: string): string => {
  const counts = new Map(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let quoted = false;
  for (const character of text) {
    if (character === '"') quoted = !quoted;
    else if (character === '\n' && !quoted) break;
    else if (!quoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return DELIMITERS.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))[0] ?? ',';
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
 * `sep=` line. Rows without text are left out. `head` is empty if the file is empty. An unclosed quote extends to the
 * end of the text. Stops after `most` rows, including rows without text, because each row takes half a kilobyte of
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
  return { head: (head?.cells ?? []).map((cell) => cell.trim()), rows, ...(number > most && { isCut: true }) };
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
