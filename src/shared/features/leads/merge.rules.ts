/** What a person may choose between when two leads become one; ZIP goes with the address, all of the fence together. */
export const MERGE_FIELDS = ['name', 'email', 'phone', 'address', 'fence'] as const;
export type MergeField = (typeof MERGE_FIELDS)[number];

/** Longest notes of one lead, as `leads.update` takes them. */
const MAX_NOTES = 4_000;

/** What of a lead is merged. Feet are decimal, money is cents. */
export interface Mergeable {
  name: string;
  /** Null for one who left only a phone. */
  email: string | null;
  phone: string | null;
  address: string | null;
  zip: string | null;
  perimeter: number | null;
  gateCount: number;
  materialId: string | null;
  materialType: string | null;
  quoteCents: number | null;
  notes: string;
}

interface Dated {
  id: string;
  /** ISO instant. */
  createdAt: string;
}

/** The older of two leads is kept, whichever way round they are given; ids decide between two of one instant. */
export const olderFirst = <L extends Dated>(one: L, other: L): { older: L; newer: L } =>
  one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id)
    ? { older: one, newer: other }
    : { older: other, newer: one };

/** One field as it is compared and shown: '' where there is nothing. */
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

/** The fields that both leads have and that differ: a person chooses, else the older one's stays. */
export const fieldsToChoose = (older: Mergeable, newer: Mergeable): MergeField[] =>
  MERGE_FIELDS.filter((field) => {
    const [before, after] = [TEXT[field](older), TEXT[field](newer)];
    return before !== '' && after !== '' && before !== after;
  });

/** What the lead that is kept will say: the older one's, the newer one's where that is empty or where it was chosen. */
export const mergeFields = (older: Mergeable, newer: Mergeable, takeNewer: readonly MergeField[]): Mergeable => {
  const from = (field: MergeField): Mergeable =>
    TEXT[field](newer) !== '' && (TEXT[field](older) === '' || takeNewer.includes(field)) ? newer : older;
  const { address, zip } = from('address');
  const { perimeter, gateCount, materialId, materialType, quoteCents } = from('fence');
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
    notes: mergeNotes(older.notes, newer.notes) ?? older.notes,
  };
};

/** Both notes, each once; null where together they are longer than notes may be. */
export const mergeNotes = (older: string, newer: string): string | null => {
  if (older.includes(newer)) return older;
  if (newer.includes(older)) return newer;
  const both = `${older}\n\n${newer}`;
  return both.length > MAX_NOTES ? null : both;
};
