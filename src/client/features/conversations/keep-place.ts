/** Moves focus from a button to the list entry that contains it, before the button disappears. */
export const keepPlace = (): void => {
  document.activeElement?.closest('li')?.focus({ preventScroll: true });
};
