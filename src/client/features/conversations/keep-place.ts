/** Moves the focus from a button to the button's list entry, before the button disappears. */
export const keepPlace = (): void => {
  document.activeElement?.closest('li')?.focus({ preventScroll: true });
};
