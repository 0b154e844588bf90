import { useRef, useState } from 'react';
import { draft } from './draft.ts';
import { addEdits, afterSaving, changedElsewhere, type Edits, layOver, readEdits, unsavedFields } from './edits.ts';

/**
 * The values of a settings form. Several browsers may have the same company's form open. An unchanged field shows the
 * stored value, even when another browser changes it. A changed field keeps the typed value, which is stored in this
 * browser tab (`draft.ts`). `key` names the form and its owner ('terms:COMPANY_ID'). Use it with `useForm`, which takes
 * `values` and `type`, and with `SaveBar`.
 */
export const useSettingsForm = <V extends Record<string, string>>({ key, stored }: { key: string; stored: V }) => {
  const [edits, setEdits] = useState<Edits<V>>(() => readEdits(draft.find(key), stored));
  // A ref, so that a late response uses the current edits.
  const latest = useRef(edits);
  const apply = (next: Edits<V>) => {
    latest.current = next;
    setEdits(next);
    if (Object.keys(next).length === 0) draft.forget(key);
    else draft.keep(key, next);
  };
  return {
    values: layOver(stored, edits),
    type: (change: Partial<V>) => apply(addEdits(stored, latest.current, change)),
    dirty: unsavedFields(stored, edits).length > 0,
    /** The names of the fields that differ from the stored values. */
    unsaved: unsavedFields(stored, edits),
    /** Fields that were changed both here and elsewhere. Saving overwrites the change made elsewhere. */
    newer: changedElsewhere(stored, edits),
    /** Resets the form to the stored values. */
    reset: () => apply({}),
    /** Call this when the `sent` values are stored as `stored`. Anything typed since they were sent is kept. */
    saved: (values: { sent: V; stored: V }) => apply(afterSaving(values, latest.current)),
  };
};

export type SettingsForm<V extends Record<string, string>> = ReturnType<typeof useSettingsForm<V>>;
