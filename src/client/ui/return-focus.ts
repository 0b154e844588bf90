import { useState } from 'react';

const IN_FRONT = '[role=dialog], [role=alertdialog], [role=menu]';

/** What had the focus last on the page itself. */
let behind: Element | null = null;
const note = (): void => {
  const now = document.activeElement;
  if (now !== document.body && !now?.closest(IN_FRONT)) behind = now;
};
// rules of a form are tested without a page
if (typeof document !== 'undefined') {
  note();
  document.addEventListener('focusin', note);
}

/** Gives the focus to the first of these that is still there, else to what had it last behind all that floats. */
export const giveFocus = (...wanted: (Element | null | undefined)[]): void => {
  const target = [...wanted, behind].find(
    (one) => one instanceof HTMLElement && one !== document.body && one.isConnected,
  );
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
};

/**
 * For `onCloseAutoFocus` of a dialog that no Radix trigger opens: gives the focus back to what had it, so that
 * nobody who works by keyboard begins at the top again. `first` is tried before, `first` and what had it may be gone:
 * a dialog that took the place of another one, which waited for its answers.
 */
export const useReturnFocus = (first?: () => HTMLElement | null) => {
  const [before] = useState(() => document.activeElement);
  return (event: Event): void => {
    event.preventDefault();
    giveFocus(first?.(), before);
  };
};
