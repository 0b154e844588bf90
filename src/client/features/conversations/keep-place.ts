/** Gives the entry of a list the focus that one of its buttons has, before that button goes. */
export const keepPlace = (): void => {
  document.activeElement?.closest('li')?.focus({ preventScroll: true });
};
