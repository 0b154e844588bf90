/** The changed fields. `from` is the stored value from when the change began. `to` is the typed value. */
export type Edits<V> = { [K in keyof V]?: { from: V[K]; to: V[K] } };

type Values = Record<string, string>;

const keysOf = <V extends Values>(edits: Edits<V>): (keyof V & string)[] => Object.keys(edits);

/**
 * Returns the form's values: the stored values with the edits applied. Fields without edits follow the stored values.
 */
export const layOver = <V extends Values>(stored: V, edits: Edits<V>): V => ({
  ...stored,
  ...Object.fromEntries(keysOf(edits).map((key) => [key, edits[key]?.to ?? stored[key]])),
});

/** Adds a change to the edits. Changing a field back to the stored value removes its edit. */
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

/** Returns the fields with unsaved changes. */
export const unsavedFields = <V extends Values>(stored: V, edits: Edits<V>): (keyof V & string)[] =>
  keysOf(edits).filter((key) => edits[key]?.to !== stored[key]);

/** Returns the fields that were changed here and also, to a different value, in another window. */
export const changedElsewhere = <V extends Values>(stored: V, edits: Edits<V>): (keyof V & string)[] =>
  unsavedFields(stored, edits).filter((key) => edits[key]?.from !== stored[key]);

/**
 * Returns the edits that still aren't saved after the server saved `sent` as `stored`. These are the edits that the
 * user typed during the request. `stored` may differ from `sent`, for example because it was trimmed.
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

/** Validates edits that were stored with `draft.ts`. Keeps only edits to fields that the form still has. */
export const readEdits = <V extends Values>(kept: unknown, stored: V): Edits<V> => {
  if (typeof kept !== 'object' || kept === null) return {};
  const known = Object.entries(kept).filter(([key, edit]) => Object.hasOwn(stored, key) && isEdit(edit));
  return Object.fromEntries(known) as Edits<V>;
};
