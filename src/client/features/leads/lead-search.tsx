import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { usePhone } from '../../lib/media.ts';
import { useLeadsAddress } from './leads-address.ts';

const PAUSE_MS = 250;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/**
 * Searches leads by name, street, phone and email. The search text is stored in the URL. Pressing `/` focuses the
 * field.
 */
export function LeadSearch() {
  const { search, searchFor } = useLeadsAddress();
  const phone = usePhone();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(search);
  const [known, setKnown] = useState(search);
  // The URL changed outside this field (Back, 'Clear search'), so the typed text is replaced with the URL's search.
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

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"], [role="menu"]')) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  return (
    <input
      ref={input}
      className="input grow md:max-w-[340px]"
      type="search"
      maxLength={200}
      placeholder={phone ? 'Name, street or phone' : 'Name, street, phone or email'}
      aria-label="Search leads"
      aria-keyshortcuts="/"
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
