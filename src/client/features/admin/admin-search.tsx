import { useEffect, useEffectEvent, useState } from 'react';
import { useAdminAddress } from './admin-address.ts';

const PAUSE_MS = 250;

/** Search that is kept in the address. */
export function AdminSearch({ label, placeholder }: { label: string; placeholder: string }) {
  const { search, searchFor } = useAdminAddress();
  const [text, setText] = useState(search);
  const [known, setKnown] = useState(search);
  // the address changed by other means (back button, 'Clear search'): it wins over what stands in the field
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
