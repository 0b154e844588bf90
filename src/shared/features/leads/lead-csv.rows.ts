import { z } from 'zod';
import { MAX_NOTES } from '../estimates/estimates.schema.ts';
import { FEET_HINT, GATES_HINT, MAX_GATES } from '../pricing/price.rules.ts';
import type { FieldErrors } from '../../primitives/app-error.ts';
import { parseDollars } from '../../primitives/cents.ts';
import { parseFeet } from '../../primitives/feet.ts';
import { localDate, type LocalDate } from '../../primitives/local-date.ts';
import { phone } from '../../primitives/phone.ts';
import { email, line, optional, paragraph, zip } from '../../primitives/text.ts';
import type { LeadCells } from './lead-csv.columns.ts';
import { type ConsentMethod, EMAIL_OR_PHONE } from './lead-edits.schema.ts';

const DATE_HINT = 'Enter a date, such as 11/6/2026';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
// A time after the date is ignored: 'T10:00Z', ' 10:00', ', 10:00 AM'.
const TIME = String.raw`(?:[T ,]+\d{1,2}:\d{2}.*)?$`;
const ISO = new RegExp(String.raw`^(\d{4})-(\d{1,2})-(\d{1,2})${TIME}`, 'i');
const SLASHED = new RegExp(String.raw`^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})${TIME}`, 'i');
const NAMED = new RegExp(String.raw`^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})${TIME}`, 'i');

const day = (year: number, month: number, date: number): LocalDate | undefined => {
  const two = (value: number) => String(value).padStart(2, '0');
  try {
    return localDate(`${String(year).padStart(4, '0')}-${two(month)}-${two(date)}`);
  } catch {
    return undefined;
  }
};

/**
 * Parses a day in the formats of US spreadsheets: 2026-11-06, 11/6/2026, 11/6/26, Nov 6, 2026. A time after the day is
 * ignored. Returns undefined if the text isn't a day from 1970 to 2099.
 */
export const parseDay = (text: string): LocalDate | undefined => {
  const trimmed = text.trim();
  const [iso, slashed, named] = [ISO.exec(trimmed), SLASHED.exec(trimmed), NAMED.exec(trimmed)];
  let found: LocalDate | undefined;
  if (iso) found = day(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  else if (slashed) {
    const year = Number(slashed[3]);
    found = day(year < 100 ? 2000 + year : year, Number(slashed[1]), Number(slashed[2]));
  } else if (named) found = day(Number(named[3]), MONTHS.indexOf(named[1]?.toLowerCase() ?? '') + 1, Number(named[2]));
  return found !== undefined && found >= '1970-01-01' && found < '2100-01-01' ? found : undefined;
};

/** Parses a cell. An empty cell becomes undefined. A cell that `parse` can't read is rejected with `hint`. */
const cell = <T>(parse: (text: string) => T | undefined, hint: string) =>
  z
    .string()
    .optional()
    .transform((text, context) => {
      if (text === undefined || text.trim() === '') return undefined;
      const value = parse(text.trim());
      if (value === undefined) context.addIssue({ code: 'custom', message: hint });
      return value;
    });

const parseGates = (text: string): number | undefined =>
  /^\d{1,3}(\.0+)?$/.test(text) && Number(text) <= MAX_GATES ? Number(text) : undefined;

const parseQuote = (text: string): number | undefined => {
  const value = parseDollars(text);
  return value === undefined || value < 0 ? undefined : value;
};

/**
 * How a homeowner consented. Consent from our widget's check box counts as written. 'No' and similar words mean no
 * consent.
 */
const CONSENTS = new Map<string, ConsentMethod | 'none'>(
  Object.entries({
    verbal: 'verbal',
    'by phone': 'verbal',
    phone: 'verbal',
    paper: 'paper',
    written: 'written',
    'in writing': 'written',
    widget: 'written',
    no: 'none',
    none: 'none',
    false: 'none',
    '0': 'none',
  }),
);

/** Maps another program's status to ours. An import can't set a status that implies a sent estimate or a payment. */
const statusOf = (text: string): 'new' | 'contacted' =>
  /^(contacted|estimate sent|quote sent|quoted|paid|won|lost|closed.*|customer|active)$/i.test(text.trim())
    ? 'contacted'
    : 'new';

const outcomeOf = (...texts: (string | undefined)[]): 'won' | 'lost' | null => {
  const said = texts.map((text) =>
    text
      ?.trim()
      .toLowerCase()
      .replace(/^closed[ -]*/, ''),
  );
  return said.includes('won') ? 'won' : said.includes('lost') ? 'lost' : null;
};

// Spreadsheets drop leading zeros, and New England's ZIP codes start with 0.
const withZeros = (text: unknown): unknown =>
  typeof text === 'string' && /^\d{3,4}$/.test(text.trim()) ? text.trim().padStart(5, '0') : text;

const rowSchema = z.object({
  name: line('a name', 200),
  email: optional(email),
  phone: optional(phone),
  address: optional(line('the street address', 300)),
  zip: z.preprocess(withZeros, optional(zip)),
  perimeter: cell(parseFeet, FEET_HINT),
  gates: cell(parseGates, GATES_HINT),
  material: optional(line('a material', 80)),
  quote: cell(parseQuote, 'Enter an amount in dollars, such as 3542.08'),
  notes: optional(paragraph(MAX_NOTES)),
  consent: cell(
    (text) => CONSENTS.get(text.toLowerCase()),
    'Enter “verbal,” “paper” or “written” for how they agreed to texts. Leave it empty if they didn’t',
  ),
  consentDate: cell(parseDay, DATE_HINT),
  added: cell(parseDay, DATE_HINT),
});

/** A row that can become a lead. Feet are decimal, money is in cents, and days are in the company's time zone. */
export interface CsvLead {
  name: string;
  /** Null if the row has only a phone. */
  email: string | null;
  phone: string | null;
  address: string | null;
  zip: string | null;
  perimeter: number | null;
  gateCount: number;
  material: string | null;
  quoteCents: number | null;
  notes: string;
  status: 'new' | 'contacted';
  outcome: 'won' | 'lost' | null;
  /** Null if the row has no phone number to text, even if the file says that the homeowner consented. */
  consent: { method: ConsentMethod; day: LocalDate | null } | null;
  added: LocalDate | null;
}

export type ReadRow = { row: CsvLead } | { fields: FieldErrors };

const joined = (parts: readonly (string | undefined)[], by: string): string =>
  parts
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join(by);

/** Replaces line breaks inside a name or street address with spaces. Spreadsheets allow line breaks in cells. */
const flat = (text: string): string => text.replaceAll(/\s*[\r\n]+\s*/g, ' ');

/** Reads one row. Returns a lead, or an error with a fix for each invalid field. Days after `today` are rejected. */
export const readLeadRow = (cells: LeadCells, today: LocalDate): ReadRow => {
  const read = rowSchema.safeParse({
    ...cells,
    name: flat(cells.name?.trim() ? cells.name : joined([cells.firstName, cells.lastName], ' ')),
    address: flat(joined([cells.address, cells.city, cells.state], ', ')),
  });
  const fields: FieldErrors = {};
  for (const issue of read.error?.issues ?? []) fields[issue.path.join('.')] ??= issue.message;
  for (const field of ['added', 'consentDate'] as const)
    if ((read.data?.[field] ?? today) > today) fields[field] = 'This date is in the future';
  if (read.data && read.data.email === undefined && read.data.phone === undefined) fields['email'] = EMAIL_OR_PHONE;
  if (!read.success || Object.keys(fields).length > 0) return { fields };
  const { gates, quote, consent, consentDate, ...row } = read.data;
  return {
    row: {
      name: row.name,
      email: row.email ?? null,
      phone: row.phone ?? null,
      address: row.address ?? null,
      zip: row.zip ?? null,
      perimeter: row.perimeter ?? null,
      gateCount: gates ?? 0,
      material: row.material ?? null,
      quoteCents: quote ?? null,
      notes: row.notes ?? '',
      status: statusOf(cells.status ?? ''),
      outcome: outcomeOf(cells.outcome, cells.status),
      consent:
        consent === undefined || consent === 'none' || row.phone === undefined
          ? null
          : { method: consent, day: consentDate ?? null },
      added: row.added ?? null,
    },
  };
};
