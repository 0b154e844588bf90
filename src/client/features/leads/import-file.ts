import { cellsOf } from '#shared/features/leads/lead-csv.cells.ts';
import {
  type ColumnMapping,
  COLUMN_LABELS,
  type LeadCells,
  lineOf,
} from '#shared/features/leads/lead-csv.known-columns.ts';
import {
  BYTE_ORDER_MARK,
  type CsvFile,
  decodeCsv,
  MAX_CSV_BYTES,
  MAX_CSV_ROWS,
  readCsv,
  writeCsv,
} from '#shared/features/leads/lead-csv.file.ts';
import { findHeading } from '#shared/features/leads/lead-csv.recognize-columns.ts';
import { type CsvLead, readLeadRow } from '#shared/features/leads/lead-csv.rows.ts';
import { IMPORT_BATCH_ROWS, MAX_IMPORT_CHARS } from '#shared/features/leads/lead-csv.schema.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import type { LocalDate } from '#shared/primitives/local-date.ts';

/** The chosen or pasted rows or, if they can't be read, the reason and a fix. */
export type Chosen = { name: string; file: CsvFile } | { problem: string };

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

const checked = (name: string, text: string): Chosen => {
  const file = findHeading(readCsv(text));
  if (file.rows.length === 0)
    return { problem: 'This file has no rows. Put the column names in the first row and the leads below it' };
  if (file.rows.length > MAX_CSV_ROWS)
    return {
      problem: `This file has ${file.rows.length.toLocaleString('en-US')} rows. Split it into files with at most ${MAX_CSV_ROWS.toLocaleString('en-US')} rows each`,
    };
  return { name, file };
};

/** Reads a chosen file. */
export const readChosenFile = async (chosen: File): Promise<Chosen> => {
  if (chosen.size > MAX_CSV_BYTES)
    return {
      problem: `This file is ${megabytes(chosen.size)}. Choose a file that’s ${megabytes(MAX_CSV_BYTES)} or smaller`,
    };
  const bytes = new Uint8Array(await chosen.arrayBuffer());
  // By default, Excel and Numbers save a ZIP archive, not CSV.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    return {
      problem: 'This is a spreadsheet, not a CSV file. In Excel, choose File, Save As, CSV. Then choose that file here',
    };
  return checked(chosen.name, decodeCsv(bytes));
};

/** Reads pasted rows, for example from a spreadsheet. */
export const readPasted = (text: string): Chosen =>
  text.length > MAX_CSV_BYTES
    ? {
        problem: `You can paste at most ${megabytes(MAX_CSV_BYTES)} at a time. Paste fewer rows`,
      }
    : checked('Pasted rows', text);

export interface WrongRow {
  number: number;
  /** The row's original cells. */
  cells: string[];
  fields: FieldErrors;
}

export interface ReadyRow {
  number: number;
  cells: string[];
  lead: LeadCells;
  row: CsvLead;
  /** What isn't taken over as it is, by field. */
  left: FieldErrors;
}

/** The preview of an import. */
export interface Preview {
  ready: ReadyRow[];
  wrong: WrongRow[];
  /** The number of rows with consent to texts. */
  consents: number;
}

/** Validates every row with the server's rules. `today` is the current date in the company's time zone. */
export const previewOf = (file: CsvFile, mapping: ColumnMapping, today: LocalDate): Preview => {
  const preview: Preview = { ready: [], wrong: [], consents: 0 };
  for (const { number, cells } of file.rows) {
    const lead = cellsOf(cells, mapping);
    const read = readLeadRow(lead, today);
    if ('fields' in read) preview.wrong.push({ number, cells, fields: read.fields });
    else {
      preview.ready.push({ number, cells, lead, ...read });
      if (read.row.consent) preview.consents += 1;
    }
  }
  return preview;
};

/** Splits the rows into batches that stay within the server's row and character limits. */
export const batchesOf = (rows: readonly ReadyRow[]): { rows: ReadyRow[]; csv: string }[] => {
  const head = writeCsv([COLUMN_LABELS]);
  const batches: { rows: ReadyRow[]; csv: string }[] = [];
  for (const row of rows) {
    const line = writeCsv([lineOf(row.lead)]);
    const last = batches.at(-1);
    if (last && last.rows.length < IMPORT_BATCH_ROWS && last.csv.length + line.length <= MAX_IMPORT_CHARS) {
      last.rows.push(row);
      last.csv += line;
    } else batches.push({ rows: [row], csv: head + line });
  }
  return batches;
};

/**
 * Returns a CSV file of the rows that have errors. The cells are the same as in the imported file. An extra column says
 * what to fix in each row. The contractor can correct this file and import it again.
 */
export const fileOfWrong = (
  head: readonly string[],
  wrong: readonly WrongRow[],
  nameOf: (field: string) => string,
): string =>
  BYTE_ORDER_MARK +
  writeCsv([
    [...head, 'What to fix'],
    ...wrong.map(({ cells, fields }) => [
      ...head.map((_name, index) => cells[index] ?? ''),
      Object.entries(fields)
        .map(([field, words]) => `${nameOf(field)}: ${words}`)
        .join('. '),
    ]),
  ]);

/** Returns an example file with our columns and one lead. */
export const exampleFile = (): string =>
  BYTE_ORDER_MARK +
  writeCsv([
    [
      'Name',
      'Email',
      'Phone',
      'Address',
      'ZIP',
      'Perimeter (ft)',
      'Gates',
      'Material',
      'Notes',
      'SMS consent',
      'SMS consent date',
    ],
    [
      'Dana Whitfield',
      'dana@example.com',
      '(208) 555-0172',
      '118 Larkmeadow Ct, Boise, ID',
      '83702',
      '184',
      '1',
      'Vinyl',
      'Side gate by the alley',
      'verbal',
      '11/6/2026',
    ],
  ]);
