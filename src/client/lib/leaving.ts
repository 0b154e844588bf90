/** Asks whether typed values may be discarded, and calls `go` if the user agrees. */
export type Guard = (go: () => void) => void;

const guards = new Set<Guard>();

/** The browser's own prompt, for closing the window and for leaving the app. */
const askBrowser = (event: BeforeUnloadEvent) => event.preventDefault();

/** Registers `guard`, which is called before every navigation. Returns a function that unregisters it. */
export const guardLeaving = (guard: Guard): (() => void) => {
  guards.add(guard);
  addEventListener('beforeunload', askBrowser);
  return () => {
    guards.delete(guard);
    if (guards.size === 0) removeEventListener('beforeunload', askBrowser);
  };
};

export const isGuarded = (): boolean => guards.size > 0;

/**
 * Calls `go` immediately if no form has unsaved changes. Otherwise, each form with unsaved changes first asks the user
 * whether to discard them.
 */
export const leave = (go: () => void): void =>
  [...guards].reduceRight<() => void>((next, guard) => () => guard(next), go)();

/** Refreshes the page without asking for confirmation, because `draft.ts` keeps typed values. */
export const reloadPage = (): void => {
  removeEventListener('beforeunload', askBrowser);
  location.reload();
};

let signsOut = false;

/** Whether the user is signing out, so an ended session is expected. */
export const isSigningOut = (): boolean => signsOut;

/** Marks the page as being left because the user is signing out. */
export const startSigningOut = (): void => {
  signsOut = true;
};

/** Leaves the app without asking for confirmation, because the session has ended and `draft.ts` keeps typed values. */
export const leavePage = (address: string): void => {
  removeEventListener('beforeunload', askBrowser);
  location.assign(address);
};
