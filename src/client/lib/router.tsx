import { type ComponentProps, type MouseEvent, useEffect, useSyncExternalStore } from 'react';
import { isGuarded, leave } from './leaving.ts';

/**
 * Address and history for five pages without parameters in their paths: what stands after `?` does the rest.
 * Names and meaning are react-router's; its declarative half alone is 7.5 kB of the first screen's 110 (D1), so
 * screens import from here, and going over to it would change this one file.
 */
export interface Place {
  pathname: string;
  search: string;
  /** What the step that led here left behind; lasts through reload and the back button. */
  state: unknown;
}

interface NavigateOptions {
  /** Takes the place of the present entry in the history. */
  replace?: boolean;
  state?: unknown;
  /** Stays where the page is scrolled to; else a new entry begins at the top. */
  keepScroll?: boolean;
  /** Asks no form: what is typed in it is kept for the way back. */
  keepsTyping?: boolean;
}

/** What stands in `history.state`: how many entries of ours lie below, and what the step left behind. */
interface Entry {
  index: number;
  state: unknown;
}

const listeners = new Set<() => void>();

const isEntry = (state: unknown): state is Entry =>
  typeof state === 'object' && state !== null && 'index' in state && typeof state.index === 'number';

const entry = (): Entry => (isEntry(history.state) ? history.state : { index: 0, state: null });

const read = (): Place => ({ pathname: location.pathname, search: location.search, state: entry().state });

let place = read();
let { index } = entry();
/** The step that comes is our own, or was agreed to. */
let free = false;

const arrive = () => {
  place = read();
  ({ index } = entry());
  for (const listener of listeners) listener();
};

const isElsewhere = () => location.pathname !== place.pathname || location.search !== place.search;

/** The browser's back and forward. The address has changed already: a form that asks puts it back until the answer. */
const onPop = () => {
  if (free || !isGuarded() || !isElsewhere()) {
    free = false;
    return arrive();
  }
  const steps = entry().index - index || -1;
  history.go(-steps);
  leave(() => {
    free = true;
    history.go(steps);
  });
};

const subscribe = (listener: () => void) => {
  if (listeners.size === 0) addEventListener('popstate', onPop);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('popstate', onPop);
  };
};

const go = (to: string, { replace = false, state = null, keepScroll = false }: NavigateOptions) => {
  if (replace) history.replaceState({ index, state } satisfies Entry, '', to);
  else history.pushState({ index: index + 1, state } satisfies Entry, '', to);
  arrive();
  if (!replace && !keepScroll) scrollTo(0, 0);
};

/** Goes to a path of ours ('/dashboard?tab=leads'). A form with unsaved changes asks before a new entry. */
export const navigate = (to: string, options: NavigateOptions = {}) => {
  if (options.replace || options.keepsTyping) go(to, options);
  else leave(() => go(to, options));
};

/** As the browser's back button, for what closes itself: no form asks. */
export const goBack = () => {
  free = true;
  history.back();
};

/** Where we are, kept current. */
export const useLocation = (): Place => useSyncExternalStore(subscribe, () => place);

/** What follows `?` in the address, to be read; `navigate` changes it. */
export const useSearch = (): URLSearchParams => new URLSearchParams(useLocation().search);

/** Goes on at once, without an entry in the history. */
export function Navigate({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to]);
  return null;
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'>, NavigateOptions {
  /** A path of ours, from the root. */
  to: string;
}

/** A link within the app: a real one, followed without loading the page again. */
export function Link({ to, state, replace, keepScroll, keepsTyping, onClick, children, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !isPlainClick(event)) return;
        event.preventDefault();
        navigate(to, { state, replace, keepScroll, keepsTyping });
      }}
    >
      {children}
    </a>
  );
}
