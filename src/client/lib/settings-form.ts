import { useRef, useState } from 'react';
import { draft } from './draft.ts';
import { addEdits, afterSaving, changedElsewhere, type Edits, layOver, readEdits, unsavedFields } from './edits.ts';

/**
 * What is typed in a form of settings that several browsers of a company may have open. Untouched fields follow
 * what is stored; touched ones stay as typed and are kept for this tab (`draft.ts`). `key` names form and owner
 * ('terms:COMPANY_ID'). Made for `useForm`, which takes `values` and `type`, and `SaveBar`.
 */
export const useSettingsForm = <V extends Record<string, string>>({ key, stored }: { key: string; stored: V }) => {
  const [edits, setEdits] = useState<Edits<V>>(() => readEdits(draft.find(key), stored));
  // an answer of the server comes later than the drawing it was asked from
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
    /** Fields that were changed both here and elsewhere: saving replaces what is stored. */
    newer: changedElsewhere(stored, edits),
    /** Back to what is stored. */
    reset: () => apply({}),
    /** What was `sent` is `stored` now; what was typed since stays. */
    saved: (values: { sent: V; stored: V }) => apply(afterSaving(values, latest.current)),
  };
};

export type SettingsForm<V extends Record<string, string>> = ReturnType<typeof useSettingsForm<V>>;
