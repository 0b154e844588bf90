import { type PointerEvent, useEffect, useRef, useState } from 'react';

/** A shorter movement is a press. */
const DRAG_PX = 6;
/** How long a finger has to stay before it drags. A finger that moves sooner scrolls. */
const HOLD_MS = 400;

interface DragOptions {
  movable: boolean;
  /** Called with the distance from where the drag began, in CSS pixels. */
  onDrag: (by: { x: number; y: number }) => void;
  onPut: () => void;
  onLeave: () => void;
}

interface Begun {
  x: number;
  y: number;
  /** Whether it drags: at once with a mouse or pen, and with a finger that was held. */
  lifted: boolean;
  moves: boolean;
}

/**
 * Drags an element with a mouse, a pen or a held finger. `wasDrag` tells whether the press that follows was a drag, and
 * forgets it.
 */
export function useDrag({ movable, onDrag, onPut, onLeave }: DragOptions) {
  const begun = useRef<Begun | null>(null);
  const hold = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [held, setHeld] = useState(false);
  const [element, ref] = useState<HTMLElement | null>(null);
  const end = () => {
    clearTimeout(hold.current);
    setHeld(false);
  };
  useEffect(() => {
    // React's own listener is passive, so it can't stop the page from scrolling.
    const stay = (event: TouchEvent) => {
      if (begun.current?.lifted) event.preventDefault();
    };
    element?.addEventListener('touchmove', stay, { passive: false });
    return () => {
      element?.removeEventListener('touchmove', stay);
      clearTimeout(hold.current);
    };
  }, [element]);

  const down = (event: PointerEvent<HTMLElement>) => {
    if (!movable || event.button !== 0) return;
    const { currentTarget: target, pointerId, pointerType, clientX: x, clientY: y } = event;
    const byFinger = pointerType === 'touch';
    begun.current = { x, y, lifted: !byFinger, moves: false };
    if (!byFinger) return target.setPointerCapture(pointerId);
    hold.current = setTimeout(() => {
      if (!begun.current) return;
      begun.current = { ...begun.current, lifted: true, moves: true };
      setHeld(true);
      if (target.isConnected) target.setPointerCapture(pointerId);
      onDrag({ x: 0, y: 0 });
    }, HOLD_MS);
  };
  const move = (event: PointerEvent) => {
    const from = begun.current;
    if (!from) return;
    const by = { x: event.clientX - from.x, y: event.clientY - from.y };
    const far = Math.hypot(by.x, by.y) >= DRAG_PX;
    if (!from.lifted) {
      // It scrolls.
      if (far) clearTimeout(hold.current);
      return;
    }
    from.moves ||= far;
    if (from.moves) onDrag(by);
  };
  const up = () => {
    end();
    if (begun.current?.moves) onPut();
    // A finger's drag isn't followed by a press.
    setTimeout(() => {
      begun.current = null;
    }, 50);
  };
  return {
    held,
    wasDrag: () => {
      const dragged = begun.current?.moves === true;
      begun.current = null;
      return dragged;
    },
    handlers: {
      ref,
      onPointerDown: down,
      onPointerMove: move,
      onPointerUp: up,
      onPointerCancel: () => {
        end();
        begun.current = null;
        onLeave();
      },
      // A held finger would open the browser's menu.
      onContextMenu: (event: { preventDefault: () => void }) => {
        if (begun.current) event.preventDefault();
      },
    },
  };
}
