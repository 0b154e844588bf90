import { useState } from 'react';
import { draft } from './draft.ts';

/**
 * A line of text, stored in this browser tab while the user types. It's kept when the session ends. Call `forget` once
 * it's saved. Don't use it for passwords or codes.
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
