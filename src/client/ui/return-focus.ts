import { useState } from 'react';

const IN_FRONT = '[role=dialog], [role=alertdialog], [role=menu]';

/** The last focused element of the page behind dialogs and menus. */
let behind: Element | null = null;
const note = (): void => {
  const now = document.activeElement;
  if (now !== document.body && !now?.closest(IN_FRONT)) behind = now;
};
// The rules of forms are tested without a document.
if (typeof document !== 'undefined') {
  note();
  document.addEventListener('focusin', note);
}

/** Focuses the first of these elements that is still in the document, or else the last focused element of the page. */
export const giveFocus = (...wanted: (Element | null | undefined)[]): void => {
  const target = [...wanted, behind].find(
    (one) => one instanceof HTMLElement && one !== document.body && one.isConnected,
  );
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
};

/**
 * For `onCloseAutoFocus` of a dialog without a Radix trigger: returns the focus to the previously focused element, so
 * that keyboard users don't start at the top again. `first` is tried before it; both may be gone if the dialog replaced
 * another one that was waiting for its data.
 */
export const useReturnFocus = (first?: () => HTMLElement | null) => {
  const [before] = useState(() => document.activeElement);
  return (event: Event): void => {
    event.preventDefault();
    giveFocus(first?.(), before);
  };
};
