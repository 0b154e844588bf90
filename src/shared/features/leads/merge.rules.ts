import type { Measured } from '../drawing/measured.ts';

/**
 * The fields for which the user can choose a value when merging two leads. Choosing a street address also chooses its
 * ZIP code. The fence can be chosen only as a whole.
 */
export const MERGE_FIELDS = ['name', 'email', 'phone', 'address', 'fence'] as const;
export type MergeField = (typeof MERGE_FIELDS)[number];

/** The maximum length of a lead's notes in characters, as in `leads.update`. */
const MAX_NOTES = 4_000;

/** The lead fields that a merge combines. Feet are decimal, and money is in cents. */
export interface Mergeable {
  name: string;
  /** Null if the lead has only a phone. */
  email: string | null;
  phone: string | null;
  address: string | null;
  zip: string | null;
  perimeter: number | null;
  gateCount: number;
  materialId: string | null;
  materialType: string | null;
  quoteCents: number | null;
  /** How the homeowner measured the fence. It's merged together with the fence. */
  measured: Measured | null;
  notes: string;
}

interface Dated {
  id: string;
  /** When the lead was created, as ISO 8601. */
  createdAt: string;
}

/** Sorts two leads by age. The older one is kept. If both were created at the same instant, they're ordered by ID. */
export const olderFirst = <L extends Dated>(one: L, other: L): { older: L; newer: L } =>
  one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id)
    ? { older: one, newer: other }
    : { older: other, newer: one };

/** Returns each field as text for comparison and display, or '' if it's empty. */
const TEXT: Record<MergeField, (lead: Mergeable) => string> = {
  name: ({ name }) => name,
  email: ({ email }) => email ?? '',
  phone: ({ phone }) => phone ?? '',
  address: ({ address, zip }) => [address, zip].filter((part) => part !== null && part !== '').join(' '),
  fence: ({ perimeter, gateCount, materialType }) =>
    perimeter === null && materialType === null && gateCount === 0
      ? ''
      : JSON.stringify([perimeter, gateCount, materialType]),
};

/**
 * Returns the fields where the two leads have different values. If the user doesn't choose, the older lead's value is
 * kept.
 */
export const fieldsToChoose = (older: Mergeable, newer: Mergeable): MergeField[] =>
  MERGE_FIELDS.filter((field) => {
    const [before, after] = [TEXT[field](older), TEXT[field](newer)];
    return before !== '' && after !== '' && before !== after;
  });

/**
 * Returns the fields of the merged lead. Each value comes from the older lead, unless it's empty there or the user
 * chose the newer lead's value.
 */
export const mergeFields = (older: Mergeable, newer: Mergeable, takeNewer: readonly MergeField[]): Mergeable => {
  const from = (field: MergeField): Mergeable =>
    TEXT[field](newer) !== '' && (TEXT[field](older) === '' || takeNewer.includes(field)) ? newer : older;
  const { address, zip } = from('address');
  const { perimeter, gateCount, materialId, materialType, quoteCents, measured } = from('fence');
  return {
    name: from('name').name,
    email: from('email').email,
    phone: from('phone').phone,
    address,
    zip,
    perimeter,
    gateCount,
    materialId,
    materialType,
    quoteCents,
    measured,
    notes: mergeNotes(older.notes, newer.notes) ?? older.notes,
  };
};

/** Joins the notes of both leads without repeating text. Returns null if the result would be too long. */
export const mergeNotes = (older: string, newer: string): string | null => {
  if (older.includes(newer)) return older;
  if (newer.includes(older)) return newer;
  const both = `${older}\n\n${newer}`;
  return both.length > MAX_NOTES ? null : both;
};
