import { useEffect, useEffectEvent, useState } from 'react';
import { usePhone } from '../../lib/media.ts';

const COOKIE = 'sidebar:state';
const SEVEN_DAYS_S = 7 * 24 * 60 * 60;

/**
 * The state of the side menu: wide or narrow. The cookie `sidebar:state` stores it for 7 days. `public/before-paint.js`
 * reads the cookie. The default is narrow below 1024 px. On phones, the menu is a sheet. Ctrl/Cmd+B toggles it (spec,
 * section 2).
 */
export const useSidebar = () => {
  const phone = usePhone();
  const [wide, setWide] = useState(() => document.documentElement.dataset['side'] === 'wide');
  const [sheetOpen, setSheetOpen] = useState(false);
  const toggle = () => {
    if (phone) return setSheetOpen(!sheetOpen);
    document.cookie = `${COOKIE}=${String(!wide)}; path=/; max-age=${SEVEN_DAYS_S}; samesite=lax`;
    document.documentElement.dataset['side'] = wide ? 'narrow' : 'wide';
    setWide(!wide);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    toggle();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return { phone, wide, sheetOpen: phone && sheetOpen, closeSheet: () => setSheetOpen(false), toggle };
};
