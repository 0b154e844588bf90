import { useEffect, useEffectEvent, useState } from 'react';
import { useAdminAddress } from './admin-address.ts';

const PAUSE_MS = 250;

/** A search field that stores its text in the URL. */
export function AdminSearch({ label, placeholder }: { label: string; placeholder: string }) {
  const { search, searchFor } = useAdminAddress();
  const [text, setText] = useState(search);
  const [known, setKnown] = useState(search);
  // The URL changed outside this field (Back, 'Clear search'), so the URL's search replaces the typed text.
  if (search !== known) {
    setKnown(search);
    if (search !== text.trim()) setText(search);
  }
  const send = useEffectEvent(() => searchFor(text));
  useEffect(() => {
    if (text.trim() === search) return;
    const timer = setTimeout(() => send(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, search]);
  return (
    <input
      className="input grow md:max-w-[340px]"
      type="search"
      maxLength={200}
      placeholder={placeholder}
      aria-label={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
