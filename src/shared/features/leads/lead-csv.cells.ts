import {
  type ColumnMapping,
  LEAD_COLUMNS,
  type LeadCells,
  type LeadColumn,
  type Source,
} from './lead-csv.known-columns.ts';

/** What programs and people write into a cell that has no value. */
const NOTHING =
  /^(?:n\/?a|#n\/a|#value!|#ref!|none|null|nil|undefined|unknown|not (?:provided|available|given|set)|-+|–|—|\.|\?+|x+)$/i;

/** The longest cell that may say that it has no value. */
const MAX_NOTHING = 100;

/** Whether a cell has no value: it's empty or says so ('N/A', '-', '[not provided]'). */
export const isNothing = (cell: string): boolean => {
  const trimmed = cell.trim();
  if (trimmed.length > MAX_NOTHING) return false;
  const text = trimmed.replace(/^[[(<]+|[\])>]+$/g, '');
  return text === '' || NOTHING.test(text);
};

/** Fields whose columns are all read: several emails and phones are told apart later, and all notes are kept. */
const ALL: ReadonlySet<LeadColumn> = new Set(['email', 'phone', 'notes', 'address2']);
/** Fields that belong to one address. They're read from the same address as the street. */
const OF_A_PLACE = ['address', 'address2', 'city', 'state', 'zip'] as const;
const isOfPlace = (id: LeadColumn): boolean => (OF_A_PLACE as readonly LeadColumn[]).includes(id);

/** The place whose address is used: the first one with a street, otherwise the first one with any part. */
const placeIn = (row: readonly string[], mapping: ColumnMapping): string => {
  const isFilled = ({ at }: Source) => !isNothing(row[at] ?? '');
  const street = mapping.address?.find(isFilled);
  return (street ?? OF_A_PLACE.flatMap((id) => mapping[id] ?? []).find(isFilled))?.place ?? '';
};

/** Returns the columns of one place or, if it has none, those that belong to no place in particular. */
const ofPlace = (sources: readonly Source[], place: string): readonly Source[] => {
  const own = sources.filter((source) => source.place === place);
  if (own.length > 0) return own;
  const general = sources.filter((source) => source.place === '');
  return general.length > 0 || sources.length > 1 ? general : sources;
};

/**
 * Returns the cells of one row by field. Each field is read from its first filled column. The columns for emails,
 * phones and notes are all read, with a line break between them.
 */
export const cellsOf = (row: readonly string[], mapping: ColumnMapping): LeadCells => {
  const cells: LeadCells = {};
  const place = placeIn(row, mapping);
  for (const { id } of LEAD_COLUMNS) {
    const all = mapping[id];
    if (all === undefined) continue;
    const sources = isOfPlace(id) ? ofPlace(all, place) : all;
    const filled = [...new Set(sources.map(({ at }) => row[at] ?? '').filter((text) => !isNothing(text)))];
    cells[id] = ALL.has(id) ? filled.join('\n') : (filled[0] ?? '');
  }
  // 'Name' beside 'Last name' is the first name.
  const { name = '', lastName = '' } = cells;
  if (mapping.firstName === undefined && lastName !== '' && !name.toLowerCase().includes(lastName.toLowerCase()))
    return { ...cells, name: '', firstName: name };
  return cells;
};
