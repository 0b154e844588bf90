import { useState } from 'react';
import { draft } from './draft.ts';

/**
 * A line of text that is kept in this browser tab while it is typed, so that a session that ended costs nobody his
 * typing. `forget` it once it is saved. Not for passwords and codes.
 */
export function useKeptText(key: string, initial: string) {
  const [text, setText] = useState(() => {
    const kept = draft.find(key);
    return typeof kept === 'string' ? kept : initial;
  });
  const type = (value: string) => {
    setText(value);
    draft.keep(key, value);
  };
  return { text, type, forget: () => draft.forget(key) };
}
