import { useEffect, useLayoutEffect, useRef, useState } from 'react';

const DELAY_MS = 700;
const GAP = 6;

interface Tip {
  text: string;
  at: DOMRect;
}

const tipOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tip]:not([data-tip=""])') : null;

/**
 * One tooltip for the whole page. It shows an element's `data-tip` after 700 ms of hover or keyboard focus. It's
 * hidden from screen readers, because it only repeats the accessible name. Escape or any press hides it.
 */
export function Tooltips() {
  const [tip, setTip] = useState<Tip | null>(null);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let owner: HTMLElement | null = null;
    const hide = () => {
      clearTimeout(timer);
      owner = null;
      setTip(null);
    };
    const show = (element: HTMLElement) => {
      if (element === owner) return;
      hide();
      owner = element;
      timer = setTimeout(() => {
        // Shows no tooltip while the element's menu is open.
        if (element.ariaExpanded === 'true' && element.ariaHasPopup) return;
        setTip({ text: element.dataset['tip'] ?? '', at: element.getBoundingClientRect() });
      }, DELAY_MS);
    };
    const over = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || box.current?.contains(event.target as Node)) return;
      const element = tipOf(event.target);
      if (element) show(element);
      else hide();
    };
    const focus = (event: FocusEvent) => {
      const element = tipOf(event.target);
      if (element?.matches(':focus-visible')) show(element);
    };
    const key = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    document.addEventListener('pointerover', over);
    document.addEventListener('focusin', focus);
    document.addEventListener('focusout', hide);
    document.addEventListener('pointerdown', hide);
    document.addEventListener('scroll', hide, true);
    document.addEventListener('keydown', key);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', over);
      document.removeEventListener('focusin', focus);
      document.removeEventListener('focusout', hide);
      document.removeEventListener('pointerdown', hide);
      document.removeEventListener('scroll', hide, true);
      document.removeEventListener('keydown', key);
    };
  }, []);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !tip) return;
    const { width, height } = element.getBoundingClientRect();
    const below = tip.at.bottom + GAP + height < window.innerHeight;
    const left = tip.at.left + tip.at.width / 2 - width / 2;
    element.style.left = `${Math.max(4, Math.min(left, window.innerWidth - width - 4))}px`;
    element.style.top = `${below ? tip.at.bottom + GAP : tip.at.top - GAP - height}px`;
  }, [tip]);

  return tip ? (
    <div ref={box} className="tip" aria-hidden="true">
      {tip.text}
    </div>
  ) : null;
}
