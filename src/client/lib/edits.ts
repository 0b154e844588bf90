/** Fields that were changed here: what stood there when the change began, and what stands there now. */
export type Edits<V> = { [K in keyof V]?: { from: V[K]; to: V[K] } };

type Values = Record<string, string>;

const keysOf = <V extends Values>(edits: Edits<V>): (keyof V & string)[] => Object.keys(edits);

/** What the form shows: what is stored, with what is typed laid over it. A field that nobody touched follows. */
export const layOver = <V extends Values>(stored: V, edits: Edits<V>): V => ({
  ...stored,
  ...Object.fromEntries(keysOf(edits).map((key) => [key, edits[key]?.to ?? stored[key]])),
});

/** The edits with a further change; one that leads back to what is stored is none. */
export const addEdits = <V extends Values>(stored: V, edits: Edits<V>, change: Partial<V>): Edits<V> => {
  const next = { ...edits };
  for (const key of Object.keys(change) as (keyof V & string)[]) {
    const to = change[key];
    if (to === undefined) continue;
    if (to === stored[key]) delete next[key];
    else next[key] = { from: edits[key]?.from ?? stored[key], to };
  }
  return next;
};

/** Fields in which something would be lost by leaving. */
export const unsavedFields = <V extends Values>(stored: V, edits: Edits<V>): (keyof V & string)[] =>
  keysOf(edits).filter((key) => edits[key]?.to !== stored[key]);

/** Fields that were changed here and, to something else, in another window since. */
export const changedElsewhere = <V extends Values>(stored: V, edits: Edits<V>): (keyof V & string)[] =>
  unsavedFields(stored, edits).filter((key) => edits[key]?.from !== stored[key]);

/**
 * What is left of the edits once the values that were `sent` are `stored` (trimmed, say): what was typed while they
 * were on their way.
 */
export const afterSaving = <V extends Values>({ sent, stored }: { sent: V; stored: V }, edits: Edits<V>): Edits<V> =>
  Object.fromEntries(
    unsavedFields(stored, edits)
      .filter((key) => edits[key]?.to !== sent[key])
      .map((key) => [key, { from: stored[key], to: edits[key]?.to }]),
  ) as Edits<V>;

const isEdit = (value: unknown): value is { from: string; to: string } =>
  typeof value === 'object' &&
  value !== null &&
  'from' in value &&
  'to' in value &&
  typeof value.from === 'string' &&
  typeof value.to === 'string';

/** Edits that were kept by `draft.ts`, checked; only fields that the form has. */
export const readEdits = <V extends Values>(kept: unknown, stored: V): Edits<V> => {
  if (typeof kept !== 'object' || kept === null) return {};
  const known = Object.entries(kept).filter(([key, edit]) => Object.hasOwn(stored, key) && isEdit(edit));
  return Object.fromEntries(known) as Edits<V>;
};
