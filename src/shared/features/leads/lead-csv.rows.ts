import { joinAddressParts, zipAtEnd } from '../../primitives/address.ts';
import type { FieldErrors } from '../../primitives/app-error.ts';
import { formatPhone } from '../../primitives/format-phone.ts';
import type { LocalDate } from '../../primitives/local-date.ts';
import { PHONE_HINT, readPhone } from '../../primitives/phone.ts';
import { email, line, storable } from '../../primitives/text.ts';
import { FEET_HINT, GATES_HINT } from '../pricing/fence-limits.ts';
import { alsoUnder, withLine } from './also-under.ts';
import { isNothing } from './lead-csv.cells.ts';
import { LEAD_COLUMNS, type LeadCells, type LeadColumn } from './lead-csv.known-columns.ts';
import { parseDay } from './lead-csv.days.ts';
import { readConsent, readEmails, readFeet, readGates, readName, readQuote, readZip } from './lead-csv.values.ts';
import { type ConsentMethod, EMAIL_OR_PHONE } from './lead-edits.schema.ts';
import { MAX_NOTES } from '../estimates/estimates.schema.ts';

const DATE_HINT = 'Enter a date, such as 11/6/2026';
const STAYS_OFF = 'Automated texts stay off, because this doesn’t say how they agreed: verbal, paper or written';
const MAX_NAME = 200;
const MAX_ADDRESS = 300;
const MAX_MATERIAL = 80;
/**
 * The longest cell, other than notes, that is read. The time that reading takes grows with the square of the length,
 * and a file that isn't a list of leads may have all its text in one cell.
 */
const MAX_CELL = 2_000;

// Prior conversations, quotes and jobs mean that somebody has been in contact.
const CONTACTED =
  /^(?:contacted|working - contacted|estimate sent|quote sent|quoted|proposal sent|paid|won|lost|sold|hired|closed.*|customer|active)$/i;
const statusOf = (text: string): 'new' | 'contacted' => (CONTACTED.test(text.trim()) ? 'contacted' : 'new');

/** How other programs say that a lead was won. */
const WON = new Set(['won', 'sold', 'hired']);

const outcomeOf = (...texts: (string | undefined)[]): 'won' | 'lost' | null => {
  const said = texts.map((text) =>
    text
      ?.trim()
      .toLowerCase()
      .replace(/^closed[ -]*/, ''),
  );
  return said.some((text) => text && WON.has(text)) ? 'won' : said.includes('lost') ? 'lost' : null;
};

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
  /** The row's notes, and a line for everything else that the row says but no field can hold. */
  notes: string;
  status: 'new' | 'contacted';
  outcome: 'won' | 'lost' | null;
  /** Null if the row has no phone number to text, even if the file says that the homeowner consented. */
  consent: { method: ConsentMethod; day: LocalDate | null } | null;
  added: LocalDate | null;
}

/**
 * A row as a lead, or the errors that keep it from being one. `left` says by field what wasn't taken over as it is,
 * and why.
 */
export type ReadRow = { row: CsvLead; left: FieldErrors } | { fields: FieldErrors };

const labelOf = (field: LeadColumn): string => LEAD_COLUMNS.find(({ id }) => id === field)?.label ?? field;
/** A label within a sentence: 'Date added' becomes 'date added', but 'ZIP' and 'SMS consent' stay. */
const inSentence = (label: string): string =>
  /^[A-Z]{2}/.test(label) ? label : label[0]?.toLowerCase() + label.slice(1);

/** Collects the lines for the notes, and what to tell the contractor. */
class Leftovers {
  readonly left: FieldErrors = {};
  private readonly lines: string[] = [];
  /** Keeps a cell that can't be read in the notes. */
  unread(field: LeadColumn, text: string, why: string): void {
    const flat = text.replaceAll(/\s+/g, ' ').trim();
    this.lines.push(`Not read under ${inSentence(labelOf(field))}: ${flat}`);
    this.left[field] = `“${flat.slice(0, 60)}” is in the notes. ${why}`;
  }
  /** Keeps further values of a cell in the notes. */
  also(field: LeadColumn, rest: string): void {
    this.lines.push(alsoUnder(inSentence(labelOf(field)), rest));
    this.left[field] = `“${rest.slice(0, 60)}” is in the notes`;
  }
  /** Cuts a text that is too long. The notes have all of it. */
  cut(field: LeadColumn, text: string, most: number): string {
    if (text.length <= most) return text;
    this.unread(field, text, `Use at most ${most} characters`);
    return text.slice(0, most).trimEnd();
  }
  notesWith(notes: string): string {
    if (notes.length > MAX_NOTES) this.left['notes'] = `The end was left out. Use at most ${MAX_NOTES} characters`;
    // The lines come from fields, so they're kept even if the notes are too long.
    const room = Math.max(0, MAX_NOTES - this.lines.reduce((sum, each) => sum + each.length + 1, 0));
    return this.lines.reduce(withLine, notes.slice(0, room).toWellFormed().trimEnd());
  }
}

/** Leaves out cells that are too long to be read. Their text goes to the notes. */
const readable = (rest: Leftovers, cells: LeadCells): LeadCells => {
  const kept = { ...cells };
  for (const { id } of LEAD_COLUMNS) {
    const text = kept[id] ?? '';
    if (id === 'notes' || text.length <= MAX_CELL) continue;
    rest.unread(id, text, `Use at most ${MAX_CELL.toLocaleString('en-US')} characters`);
    delete kept[id];
  }
  return kept;
};

/** A choice in a form, which some programs write as 'vinyl_privacy'. */
const plainChoice = (text: string): string => {
  const flat = storable(text).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  return flat.includes(' ') ? flat : flat.replaceAll('_', ' ').trim();
};

/** Reads an optional cell. A cell that can't be read goes to the notes. */
const readCell = <T>(
  rest: Leftovers,
  field: LeadColumn,
  { text, read, hint }: { text: string | undefined; read: (text: string) => T | undefined; hint: string },
): T | null => {
  const plain = text?.trim() ?? '';
  if (isNothing(plain)) return null;
  const value = read(plain);
  if (value === undefined) rest.unread(field, plain, hint);
  return value ?? null;
};

/** The email and phone of a row. Either may be in the other's cell. */
const readReach = (rest: Leftovers, cells: LeadCells): { email: string | null; phone: string | null } => {
  const [mail = '', call = ''] = [cells.email, cells.phone].map((cell) => storable(cell ?? '').trim());
  const [first, ...others] = [...new Set([...readEmails(mail), ...readEmails(call)])];
  if (others.length > 0) rest.also('email', others.join(', '));
  const typed = readEmails(call).length > 0 ? call.replaceAll(/\S*@\S*/g, ' ').trim() : call;
  const inMail = first === undefined ? readPhone(mail) : undefined;
  const read = readPhone(typed) ?? inMail;
  const more = read && read.rest && othersBeside(read.phone, read.rest);
  if (more) rest.also('phone', more);
  if (first === undefined && !isNothing(mail) && inMail === undefined)
    rest.unread('email', mail, email.safeParse(mail).error?.issues[0]?.message ?? '');
  if (read === undefined && !isNothing(typed)) rest.unread('phone', typed, PHONE_HINT);
  return { email: first ?? null, phone: read?.phone ?? null };
};

/** Drops the same number, which several columns often repeat. */
const othersBeside = (phone: string, rest: string): string => {
  const pieces = rest
    .split(/\s*[\n;/|]\s*|,\s+/)
    .filter((piece) => readPhone(piece)?.phone !== phone || readPhone(piece)?.rest);
  return pieces.join(', ');
};

const readAddress = (
  rest: Leftovers,
  { address = '', address2 = '', city = '', state = '' }: LeadCells,
  name: string,
): string | null => {
  const lines = [address, ...address2.split('\n')]
    .map((text) => text.replaceAll(/\s*[\r\n]+\s*/g, ', ').trim())
    // The first line of a mailing address is often the name.
    .filter((text) => !isNothing(text) && text !== name);
  const joined = joinAddressParts({
    street: [...new Set(lines)].join(', '),
    city: isNothing(city) ? '' : city,
    state: isNothing(state) ? '' : state,
  });
  const flat = line('the street address', Infinity).safeParse(joined.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '));
  return flat.success ? rest.cut('address', flat.data, MAX_ADDRESS) : null;
};

/**
 * Reads one row. Returns a lead if the row has an email or a phone, otherwise an error with a fix. Any other cell that
 * can't be read, and every value beyond the first, goes to the notes. Days after `today` aren't used.
 */
export const readLeadRow = (given: LeadCells, today: LocalDate): ReadRow => {
  const rest = new Leftovers();
  const cells = readable(rest, given);
  const reach = readReach(rest, cells);
  if (reach.email === null && reach.phone === null) {
    const fields: FieldErrors = {};
    if (rest.left['email']) fields['email'] = 'Enter an email address, such as dana@example.com';
    if (rest.left['phone']) fields['phone'] = PHONE_HINT;
    return { fields: Object.keys(fields).length > 0 ? fields : { email: EMAIL_OR_PHONE } };
  }
  const said = line('a name', Infinity).safeParse(readName(cells));
  const name = said.success ? said.data : (reach.email?.split('@')[0] ?? formatPhone(reach.phone ?? ''));
  const address = readAddress(rest, cells, name);
  const dayIn = (field: 'added' | 'consentDate'): LocalDate | null => {
    const day = readCell(rest, field, { text: cells[field], read: parseDay, hint: DATE_HINT });
    if (day === null || day <= today) return day;
    rest.unread(field, cells[field] ?? '', 'This date is in the future');
    return null;
  };
  const method = readCell(rest, 'consent', { text: cells.consent, read: readConsent, hint: STAYS_OFF });
  const consentDay = dayIn('consentDate');
  const zip = readCell(rest, 'zip', {
    text: cells.zip,
    read: readZip,
    hint: 'Enter a five-digit ZIP code, such as 83642',
  });
  const zeroOr = (text: string | undefined) => (/^\$?0+(?:\.0+)?$/.test(text?.trim() ?? '') ? '' : text);
  const row: Omit<CsvLead, 'notes'> = {
    ...reach,
    name: rest.cut('name', name, MAX_NAME),
    address,
    zip: zip ?? zipAtEnd([cells.address, cells.address2, cells.city].filter(Boolean).join(', ')) ?? null,
    perimeter: readCell(rest, 'perimeter', { text: zeroOr(cells.perimeter), read: readFeet, hint: FEET_HINT }),
    gateCount: readCell(rest, 'gates', { text: cells.gates, read: readGates, hint: GATES_HINT }) ?? 0,
    material: readCell(rest, 'material', {
      text: cells.material,
      read: (text) => rest.cut('material', plainChoice(text), MAX_MATERIAL),
      hint: '',
    }),
    quoteCents: readCell(rest, 'quote', {
      text: zeroOr(cells.quote),
      read: readQuote,
      hint: 'Enter an amount in dollars, such as 3542.08',
    }),
    status: statusOf(cells.status ?? ''),
    outcome: outcomeOf(cells.outcome, cells.status),
    consent: method === null || method === 'none' || reach.phone === null ? null : { method, day: consentDay },
    added: dayIn('added'),
  };
  const notes = isNothing(cells.notes ?? '') ? '' : storable(cells.notes ?? '').trim();
  return { row: { ...row, notes: rest.notesWith(notes) }, left: rest.left };
};
