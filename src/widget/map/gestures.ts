import type { Point } from '#shared/features/drawing/earth.ts';
import { on } from '../dom.ts';

/** A touch that moved less than this many pixels is a tap. */
const TAP = 8;

export interface Gestures {
  tap: (at: Point) => void;
  /**
   * Called when the view moves: the point at `from` moves to `to`. With two fingers or the wheel, the view is also
   * scaled by `scale`.
   */
  move: (from: Point, to: Point, scale: number) => void;
}

const middle = ([x, y]: Point, [otherX, otherY]: Point): Point => [(x + otherX) / 2, (y + otherY) / 2];
const apart = ([x, y]: Point, [otherX, otherY]: Point): number => Math.hypot(otherX - x, otherY - y);

/**
 * Converts a position in the window to an element's own pixels. On a page with `zoom` or a scaled parent, these differ
 * from the window's.
 */
export const inPixelsOf = (element: HTMLElement, [x, y]: Point): Point => {
  const { left, top, width } = element.getBoundingClientRect();
  const scale = element.offsetWidth / width || 1;
  return [(x - left) * scale, (y - top) * scale];
};

/**
 * Handles gestures on a pane with one or two fingers, the mouse, or the mouse wheel. Points are in the pane's pixels.
 */
export const followFingers = (pane: HTMLElement, { tap, move }: Gestures): void => {
  const fingers = new Map<number, Point>();
  let start: Point | undefined;
  const at = ({ clientX, clientY }: MouseEvent): Point => {
    return inPixelsOf(pane, [clientX, clientY]);
  };

  on(pane, 'pointerdown', (event) => {
    const down = event as PointerEvent;
    if (down.button > 0) return;
    const point = at(down);
    fingers.set(down.pointerId, point);
    // A touch with two fingers isn't a tap.
    start = fingers.size === 1 ? point : undefined;
    pane.setPointerCapture(down.pointerId);
  });
  on(pane, 'pointermove', (event) => {
    const { pointerId } = event as PointerEvent;
    const before = fingers.get(pointerId);
    if (!before) return;
    const now = at(event as PointerEvent);
    if (start && apart(start, now) < TAP) return;
    start = undefined;
    const other = [...fingers].find(([id]) => id !== pointerId)?.[1];
    fingers.set(pointerId, now);
    if (other) move(middle(before, other), middle(now, other), apart(now, other) / (apart(before, other) || 1));
    else move(before, now, 1);
  });
  on(pane, 'pointerup', (event) => {
    const known = fingers.delete((event as PointerEvent).pointerId);
    if (known && start) tap(start);
    start = undefined;
  });
  on(pane, 'pointercancel', (event) => {
    fingers.delete((event as PointerEvent).pointerId);
    start = undefined;
  });
  pane.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const point = at(event);
      move(point, point, 2 ** (-Math.sign(event.deltaY) * Math.min(1, Math.abs(event.deltaY) / 200)));
    },
    { passive: false },
  );
};
