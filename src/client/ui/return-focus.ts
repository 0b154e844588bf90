import { useState } from 'react';

/**
 * For `onCloseAutoFocus` of a dialog that no Radix trigger opens: gives the focus back to what had it, so that
 * nobody who works by keyboard begins at the top again. `first` is tried before, `first` and what had it may be gone.
 */
export const useReturnFocus = (first?: () => HTMLElement | null) => {
  const [before] = useState(() => document.activeElement);
  return (event: Event): void => {
    event.preventDefault();
    const target = first?.() ?? before;
    if (target instanceof HTMLElement && target.isConnected) target.focus({ preventScroll: true });
  };
};
