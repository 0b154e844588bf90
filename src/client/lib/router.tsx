import { type ComponentProps, type MouseEvent, useEffect, useSyncExternalStore } from 'react';

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
}

const listeners = new Set<() => void>();

const read = (): Place => ({ pathname: location.pathname, search: location.search, state: history.state as unknown });

let place = read();

const arrive = () => {
  place = read();
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  if (listeners.size === 0) addEventListener('popstate', arrive);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('popstate', arrive);
  };
};

/** Goes to a path of ours ('/dashboard?tab=leads'). */
export const navigate = (to: string, { replace = false, state = null, keepScroll = false }: NavigateOptions = {}) => {
  if (replace) history.replaceState(state, '', to);
  else history.pushState(state, '', to);
  arrive();
  if (!replace && !keepScroll) scrollTo(0, 0);
};

/** As the browser's back button. */
export const goBack = () => history.back();

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

/** A link within the app: a real one, followed without loading the page anew. */
export function Link({ to, state, replace, keepScroll, onClick, children, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !isPlainClick(event)) return;
        event.preventDefault();
        navigate(to, { state, replace, keepScroll });
      }}
    >
      {children}
    </a>
  );
}
