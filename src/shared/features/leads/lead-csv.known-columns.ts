/**
 * The columns of a lead file, in the order of our own export. `part` marks a column that contains only part of a field,
 * such as the first name. Only files from other programs have such columns. `lead-csv.heading-meanings.ts` recognizes other
 * programs' headings.
 */
export const LEAD_COLUMNS = [
  { id: 'name', label: 'Name' },
  { id: 'firstName', label: 'First name', part: true },
  { id: 'middleName', label: 'Middle name', part: true },
  { id: 'lastName', label: 'Last name', part: true },
  { id: 'company', label: 'Company', part: true },
  { id: 'email', label: 'Email' },
  { id: 'phone', label: 'Phone' },
  { id: 'address', label: 'Address' },
  { id: 'address2', label: 'Address line 2', part: true },
  { id: 'city', label: 'City', part: true },
  { id: 'state', label: 'State', part: true },
  { id: 'zip', label: 'ZIP' },
  { id: 'perimeter', label: 'Perimeter (ft)' },
  { id: 'gates', label: 'Gates' },
  { id: 'material', label: 'Material' },
  { id: 'quote', label: 'Estimate' },
  { id: 'notes', label: 'Notes' },
  { id: 'status', label: 'Status' },
  { id: 'outcome', label: 'Outcome' },
  { id: 'consent', label: 'SMS consent' },
  { id: 'consentDate', label: 'SMS consent date' },
  { id: 'added', label: 'Date added' },
] as const satisfies readonly { id: string; label: string; part?: true }[];

export type LeadColumn = (typeof LEAD_COLUMNS)[number]['id'];

/** A column of the file. `at` is its index, counted from 0. `place` says which of several addresses it belongs to. */
export interface Source {
  at: number;
  place: string;
}

/** The columns that a field is read from, the best one first. A field is missing if the file has no column for it. */
export type ColumnMapping = Partial<Record<LeadColumn, readonly Source[]>>;

/** The cells of one row by field, untrimmed. */
export type LeadCells = Partial<Record<LeadColumn, string>>;

/** Returns the row with all fields, in the order of `LEAD_COLUMNS`. */
export const lineOf = (cells: LeadCells): string[] => LEAD_COLUMNS.map(({ id }) => cells[id] ?? '');

export const COLUMN_LABELS: readonly string[] = LEAD_COLUMNS.map(({ label }) => label);

/** The columns of our own export, which has no partial columns. */
const WHOLE = LEAD_COLUMNS.filter((column) => !('part' in column));
export const EXPORT_HEAD: readonly string[] = WHOLE.map(({ label }) => label);
export const exportLineOf = (cells: LeadCells): string[] => WHOLE.map(({ id }) => cells[id] ?? '');

/** The columns that can name a lead. Without them, a lead is named by its email or phone. */
const NAMES = ['name', 'firstName', 'lastName', 'company'] as const;
export const hasNames = (mapping: ColumnMapping): boolean => NAMES.some((id) => mapping[id] !== undefined);

/** Returns why a file with these columns can't be imported, or null if it can. A lead needs an email or a phone. */
export const missingColumns = (mapping: ColumnMapping): string | null => {
  if (mapping.email !== undefined || mapping.phone !== undefined) return null;
  return hasNames(mapping)
    ? 'Choose the column with the email addresses or phone numbers'
    : 'Choose the columns with the names and the email addresses or phone numbers';
};
