/** Asks whether what is typed may be lost, and calls `go` once it may. */
export type Guard = (go: () => void) => void;

const guards = new Set<Guard>();

/** The browser's own question, for closing the window and for what leads out of the app. */
const askBrowser = (event: BeforeUnloadEvent) => event.preventDefault();

/** While it stands, every step away asks it first. Answers how to take it away. */
export const guardLeaving = (guard: Guard): (() => void) => {
  guards.add(guard);
  addEventListener('beforeunload', askBrowser);
  return () => {
    guards.delete(guard);
    if (guards.size === 0) removeEventListener('beforeunload', askBrowser);
  };
};

export const isGuarded = (): boolean => guards.size > 0;

/** Goes at once where nothing would be lost, else when the person has said so for each form. */
export const leave = (go: () => void): void =>
  [...guards].reduceRight<() => void>((next, guard) => () => guard(next), go)();

/** Loads the page again without a question: what was typed is kept by `draft.ts`. */
export const reloadPage = (): void => {
  removeEventListener('beforeunload', askBrowser);
  location.reload();
};

/** Leaves the app without a question: the session is over, and what was typed is kept by `draft.ts`. */
export const leavePage = (address: string): void => {
  removeEventListener('beforeunload', askBrowser);
  location.assign(address);
};
