import { type ComponentProps, type MouseEvent, useEffect, useSyncExternalStore } from 'react';
import { isGuarded, leave } from './leaving.ts';

/**
 * A router for five pages. Their paths have no parameters, because all other values are in the query. The router's
 * names and behavior match react-router. With react-router's declarative mode, the first screen would exceed its limit
 * (D1). Screens import only from here, so switching to react-router would change only this file.
 */
export interface Place {
  pathname: string;
  search: string;
  /** The history entry's state. It's kept after a refresh and when the user goes back. */
  state: unknown;
}

interface NavigateOptions {
  /** Replaces the current history entry. */
  replace?: boolean;
  state?: unknown;
  /** Keeps the scroll position. Otherwise, a new entry starts at the top. */
  keepScroll?: boolean;
  /** Navigates without asking for confirmation, because typed values are stored and restored when the user returns. */
  keepsTyping?: boolean;
}

/**
 * The value of `history.state`: the number of entries that the app added before this one, and the entry's own state.
 */
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
/** The place that the page's HTML was rendered for at build time. Hydration starts with it. */
let framed = place;
/** Sets the query that the HTML of the current page was rendered for. */
export const startFrom = (search: string): void => {
  framed = { ...place, search };
};
let { index } = entry();
/**
 * True if this file started the next navigation or the user has already confirmed it. If so, no form asks for
 * confirmation.
 */
let free = false;

const arrive = () => {
  place = read();
  ({ index } = entry());
  for (const listener of listeners) listener();
};

const isElsewhere = () => location.pathname !== place.pathname || location.search !== place.search;

/**
 * Handles the browser's Back and Forward. The URL has already changed at this point. If a form asks for confirmation,
 * the old URL is restored until the user answers.
 */
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

/**
 * Navigates to one of our paths ('/dashboard?tab=leads'). Forms with unsaved changes ask for confirmation before a new
 * entry is added.
 */
export const navigate = (to: string, options: NavigateOptions = {}) => {
  if (options.replace || options.keepsTyping) go(to, options);
  else leave(() => go(to, options));
};

/**
 * Goes back like the browser's Back button. For dialogs and sheets that close themselves, so no form asks for
 * confirmation.
 */
export const goBack = () => {
  free = true;
  history.back();
};

/** Returns the current URL. Updates when it changes. */
export const useLocation = (): Place =>
  useSyncExternalStore(
    subscribe,
    () => place,
    () => framed,
  );

const pathname = () => place.pathname;

/** Returns the current URL's path. Unlike with `useLocation`, hydration never renders the caller twice. */
export const usePathname = (): string => useSyncExternalStore(subscribe, pathname, pathname);

/** Returns the current URL's query. It's read-only. Use `navigate` to change the URL. */
export const useSearch = (): URLSearchParams => new URLSearchParams(useLocation().search);

/** Navigates when rendered, without adding a history entry. */
export function Navigate({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to]);
  return null;
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'>, NavigateOptions {
  /** One of our paths, from the root. */
  to: string;
}

/** A link within the app. It's a real link, but navigates without a page load. */
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
