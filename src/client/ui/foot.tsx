import { type ComponentProps, useCallback } from 'react';

/** How far toasts extend from the right edge, in px: their width and the margin. */
const TOAST_REACH = 388;

const feet = new Set<Element>();

/** Returns how much of the screen's bottom a footer covers where toasts appear, in px. */
const roomOf = (foot: Element): number => {
  const { top, right, height } = foot.getBoundingClientRect();
  return right > innerWidth - TOAST_REACH ? Math.max(height, innerHeight - top) : 0;
};

/** Sets the height of the highest footer (`--foot`, in px) for the style sheet, so that toasts are shown above it. */
const measure = (): void => {
  document.documentElement.style.setProperty('--foot', `${Math.ceil(Math.max(0, ...[...feet].map(roomOf)))}px`);
};

/** The footer of a dialog, a sheet, or the page on phones. Toasts must not cover its buttons. */
export function Foot({ as: Element = 'footer', ...rest }: ComponentProps<'footer'> & { as?: 'footer' | 'nav' }) {
  const watch = useCallback((foot: HTMLElement | null) => {
    if (!foot) return;
    const panel = foot.parentElement ?? foot;
    const observer = new ResizeObserver(measure);
    feet.add(foot);
    // A centered dialog moves its footer as it grows and during its opening animation.
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
