/** Asks whether typed values may be discarded, and calls `go` if so. */
export type Guard = (go: () => void) => void;

const guards = new Set<Guard>();

/** The browser's own question, for closing the window and for leaving the app. */
const askBrowser = (event: BeforeUnloadEvent) => event.preventDefault();

/** While registered, `guard` is asked before every navigation. Returns a function that removes it. */
export const guardLeaving = (guard: Guard): (() => void) => {
  guards.add(guard);
  addEventListener('beforeunload', askBrowser);
  return () => {
    guards.delete(guard);
    if (guards.size === 0) removeEventListener('beforeunload', askBrowser);
  };
};

export const isGuarded = (): boolean => guards.size > 0;

/** Navigates immediately if no form has unsaved changes. Otherwise, navigates after the user confirms for each form. */
export const leave = (go: () => void): void =>
  [...guards].reduceRight<() => void>((next, guard) => () => guard(next), go)();

/** Loads the page again without asking, because `draft.ts` stores typed values. */
export const reloadPage = (): void => {
  removeEventListener('beforeunload', askBrowser);
  location.reload();
};

/** Leaves the app without asking: the session is over, and `draft.ts` stores typed values. */
export const leavePage = (address: string): void => {
  removeEventListener('beforeunload', askBrowser);
  location.assign(address);
};
