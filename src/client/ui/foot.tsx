import { type ComponentProps, useCallback } from 'react';

/** How far toasts extend from the screen's right edge in px: their width plus the margin. */
const TOAST_REACH = 388;

const feet = new Set<Element>();

/** Returns the height in px that a footer covers at the bottom of the screen, or 0 if no toasts appear there. */
const roomOf = (foot: Element): number => {
  const { top, right, height } = foot.getBoundingClientRect();
  return right > innerWidth - TOAST_REACH ? Math.max(height, innerHeight - top) : 0;
};

/**
 * Sets `--foot`, the height in px of the tallest footer on the screen. The style sheet uses it to show toasts above the
 * footer.
 */
const measure = (): void => {
  document.documentElement.style.setProperty('--foot', `${Math.ceil(Math.max(0, ...[...feet].map(roomOf)))}px`);
};

/** A footer in a dialog or sheet or, on phones, on the page. Toasts must not cover its buttons. */
export function Foot({ as: Element = 'footer', ...rest }: ComponentProps<'footer'> & { as?: 'footer' | 'nav' }) {
  const watch = useCallback((foot: HTMLElement | null) => {
    if (!foot) return;
    const panel = foot.parentElement ?? foot;
    const observer = new ResizeObserver(measure);
    feet.add(foot);
    // The footer of a centered dialog moves when the dialog grows and during its opening animation.
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
