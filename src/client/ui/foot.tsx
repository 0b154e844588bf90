import { type ComponentProps, useCallback } from 'react';

/** How far toasts reach in from the right edge, in px: their width and the gap beside them. */
const TOAST_REACH = 388;

const feet = new Set<Element>();

/** How much of the screen's bottom a foot takes where toasts appear, in px. */
const roomOf = (foot: Element): number => {
  const { top, right, height } = foot.getBoundingClientRect();
  return right > innerWidth - TOAST_REACH ? Math.max(height, innerHeight - top) : 0;
};

/** Tells the stylesheet how much room the highest foot takes (`--foot`, px), so that toasts are shown above it. */
const measure = (): void => {
  document.documentElement.style.setProperty('--foot', `${Math.ceil(Math.max(0, ...[...feet].map(roomOf)))}px`);
};

/** The foot of a dialog, a sheet or the page on phones: buttons that toasts must not cover. */
export function Foot({ as: Element = 'footer', ...rest }: ComponentProps<'footer'> & { as?: 'footer' | 'nav' }) {
  const watch = useCallback((foot: HTMLElement | null) => {
    if (!foot) return;
    const panel = foot.parentElement ?? foot;
    const observer = new ResizeObserver(measure);
    feet.add(foot);
    // a panel in the middle of the screen moves its foot as it grows, and as it comes in
    for (const watched of [foot, panel, document.documentElement]) observer.observe(watched);
    panel.addEventListener('animationend', measure);
    return () => {
      observer.disconnect();
      panel.removeEventListener('animationend', measure);
      feet.delete(foot);
      measure();
    };
  }, []);
  return <Element {...rest} ref={watch} />;
}
