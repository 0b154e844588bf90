/**
 * The columns of a lead file, in the order of our own export. `names` are the names that other programs use. `part`
 * marks a column that contains only part of a field, such as the first name. Only files from other programs have such
 * columns.
 */
export const LEAD_COLUMNS = [
  {
    id: 'name',
    label: 'Name',
    names: [
      'full name',
      'customer',
      'customer name',
      'client',
      'client name',
      'contact',
      'contact name',
      'lead',
      'lead name',
      'display name',
      'homeowner',
    ],
  },
  { id: 'firstName', label: 'First name', part: true, names: ['given name', 'first'] },
  { id: 'lastName', label: 'Last name', part: true, names: ['family name', 'surname', 'last'] },
  {
    id: 'email',
    label: 'Email',
    names: [
      'e-mail',
      'email address',
      'e-mail address',
      'mail',
      'main email',
      'primary email',
      'e-mail 1 - value',
      'email 1',
    ],
  },
  {
    id: 'phone',
    label: 'Phone',
    names: [
      'phone number',
      'mobile',
      'mobile phone',
      'mobile number',
      'cell',
      'cell phone',
      'telephone',
      'tel',
      'main phone',
      'primary phone',
      'phone 1 - value',
      'phone 1',
    ],
  },
  {
    id: 'address',
    label: 'Address',
    names: [
      'street',
      'street address',
      'address 1',
      'address line 1',
      'service address',
      'job address',
      'property address',
      'billing street',
      'service street 1',
    ],
  },
  { id: 'city', label: 'City', part: true, names: ['town', 'service city', 'billing city'] },
  { id: 'state', label: 'State', part: true, names: ['province', 'region', 'service state', 'billing state'] },
  {
    id: 'zip',
    label: 'ZIP',
    names: ['zip code', 'zipcode', 'postal code', 'postcode', 'service zip code', 'billing zip'],
  },
  {
    id: 'perimeter',
    label: 'Perimeter (ft)',
    names: ['perimeter', 'feet', 'ft', 'length', 'linear feet', 'linear ft', 'total feet', 'footage'],
  },
  { id: 'gates', label: 'Gates', names: ['gate', 'gate count', 'number of gates'] },
  { id: 'material', label: 'Material', names: ['material type', 'fence type', 'fence material', 'style'] },
  {
    id: 'quote',
    label: 'Estimate',
    names: ['quote', 'quote amount', 'estimate amount', 'estimate total', 'amount', 'price', 'total', 'value'],
  },
  {
    id: 'notes',
    label: 'Notes',
    names: ['note', 'comment', 'comments', 'message', 'details', 'description', 'remarks'],
  },
  { id: 'status', label: 'Status', names: ['lead status', 'stage'] },
  { id: 'outcome', label: 'Outcome', names: ['won or lost', 'result'] },
  { id: 'consent', label: 'SMS consent', names: ['consent', 'text consent', 'sms opt in', 'consent method'] },
  { id: 'consentDate', label: 'SMS consent date', names: ['consent date', 'date of consent', 'opt in date'] },
  {
    id: 'added',
    label: 'Date added',
    names: ['date', 'created', 'created at', 'created date', 'date created', 'added', 'added on'],
  },
] as const satisfies readonly { id: string; label: string; part?: true; names: readonly string[] }[];

export type LeadColumn = (typeof LEAD_COLUMNS)[number]['id'];

/** The index of each field's column, counted from 0. A field is missing if the file has no column for it. */
export type ColumnMapping = Partial<Record<LeadColumn, number>>;

/** The cells of one row by field, untrimmed. */
export type LeadCells = Partial<Record<LeadColumn, string>>;

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Recognizes columns by their headings: our own labels and other programs' labels. Each column is used only once. */
export const recognizeColumns = (heads: readonly string[]): ColumnMapping => {
  const seen = heads.map(plain);
  const mapping: ColumnMapping = {};
  for (const { id, label, names } of LEAD_COLUMNS) {
    const at = [label, id, ...names].map((name) => seen.indexOf(plain(name))).find((index) => index >= 0);
    if (at !== undefined && !Object.values(mapping).includes(at)) mapping[id] = at;
  }
  return mapping;
};

/** Returns the cells of one row by field. */
export const cellsOf = (row: readonly string[], mapping: ColumnMapping): LeadCells => {
  const cells: LeadCells = {};
  for (const { id } of LEAD_COLUMNS) {
    const at = mapping[id];
    if (at !== undefined) cells[id] = row[at] ?? '';
  }
  return cells;
};

/** Returns the row with all fields, in the order of `LEAD_COLUMNS`. */
export const lineOf = (cells: LeadCells): string[] => LEAD_COLUMNS.map(({ id }) => cells[id] ?? '');

export const COLUMN_LABELS: readonly string[] = LEAD_COLUMNS.map(({ label }) => label);

/** The columns of our own export, which has no partial columns. */
const WHOLE = LEAD_COLUMNS.filter((column) => !('part' in column));
export const EXPORT_HEAD: readonly string[] = WHOLE.map(({ label }) => label);
export const exportLineOf = (cells: LeadCells): string[] => WHOLE.map(({ id }) => cells[id] ?? '');

/**
 * Returns why a file with these columns can't be imported, or null if it can. A lead needs a name, and an email or a
 * phone.
 */
export const missingColumns = (mapping: ColumnMapping): string | null => {
  const named = mapping.name !== undefined || mapping.firstName !== undefined || mapping.lastName !== undefined;
  const reached = mapping.email !== undefined || mapping.phone !== undefined;
  if (named && reached) return null;
  if (named) return 'Choose the column with the email addresses or phone numbers';
  return reached
    ? 'Choose the column with the names'
    : 'Choose the columns with the names and the email addresses or phone numbers';
};
