import { useLayoutEffect } from 'react';

declare global {
  interface Window {
    /** Ends the keeping of presses, and returns the form or button that was pressed last (`before-paint.js`). */
    takePressed?: () => Element | null;
  }
}

/**
 * Once the page can react, presses again what was pressed before: a form that was sent, or a button. Otherwise, a quick
 * user would have to press twice.
 */
export function EarlyPress() {
  useLayoutEffect(() => {
    const pressed = window.takePressed?.();
    delete window.takePressed;
    if (!pressed) return;
    // what was typed early reaches the forms' state only after hydration
    setTimeout(() => {
      if (!pressed.isConnected) return;
      if (pressed instanceof HTMLFormElement) pressed.requestSubmit();
      else if (pressed instanceof HTMLElement) pressed.click();
    });
  }, []);
  return null;
}
