import { type ComponentProps, useCallback } from 'react';

const feet = new Set<Element>();

/** Tells the stylesheet how high the highest foot is (`--foot`, px), so that toasts are shown above it. */
const measure = (): void => {
  const heights = [...feet].map((foot) => foot.getBoundingClientRect().height);
  document.documentElement.style.setProperty('--foot', `${Math.ceil(Math.max(0, ...heights))}px`);
};

/** The foot of a dialog, a sheet or the page on phones: buttons that toasts must not cover. */
export function Foot({ as: Element = 'footer', ...rest }: ComponentProps<'footer'> & { as?: 'footer' | 'nav' }) {
  const watch = useCallback((foot: HTMLElement | null) => {
    if (!foot) return;
    const observer = new ResizeObserver(measure);
    feet.add(foot);
    observer.observe(foot);
    return () => {
      observer.disconnect();
      feet.delete(foot);
      measure();
    };
  }, []);
  return <Element {...rest} ref={watch} />;
}
