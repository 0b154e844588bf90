import { useState } from 'react';

const IN_FRONT = '[role=dialog], [role=alertdialog], [role=menu]';

/** The last focused element on the page itself, not in a dialog or menu. */
let behind: Element | null = null;
const note = (): void => {
  const now = document.activeElement;
  if (now !== document.body && !now?.closest(IN_FRONT)) behind = now;
};
// Unit tests of form rules run without a `document`.
if (typeof document !== 'undefined') {
  note();
  document.addEventListener('focusin', note);
}

/** Focuses the first of these elements that is still in the document, or else the last focused element on the page. */
export const giveFocus = (...wanted: (Element | null | undefined)[]): void => {
  const target = [...wanted, behind].find(
    (one) => one instanceof HTMLElement && one !== document.body && one.isConnected,
  );
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
};

/**
 * Returns a handler for `onCloseAutoFocus` of a dialog that has no Radix trigger. It returns focus to the element that
 * had it before the dialog opened, so keyboard users keep their place. If `first` is given, the handler first tries the
 * element that `first` returns. It skips elements that are no longer on the page, for example because the dialog
 * replaced a placeholder that was loading its data.
 */
export const useReturnFocus = (first?: () => HTMLElement | null) => {
  const [before] = useState(() => document.activeElement);
  return (event: Event): void => {
    event.preventDefault();
    giveFocus(first?.(), before);
  };
};
