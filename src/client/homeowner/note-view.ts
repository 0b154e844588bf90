/** How long the page must be visible before someone is taken to be looking at it, in milliseconds. */
const LOOKED = 1_000;

/**
 * Tells the server once that a person looked at the page: it was visible for a second. A page that's loaded in the
 * background, prerendered or fetched by a link scanner doesn't count. A failed request isn't repeated.
 */
export const noteView = (): void => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    clearTimeout(timer);
    if (document.visibilityState !== 'visible') return;
    timer = setTimeout(() => {
      document.removeEventListener('visibilitychange', check);
      void fetch(`${location.pathname}/seen`, { method: 'POST', keepalive: true }).catch(() => undefined);
    }, LOOKED);
  };
  document.addEventListener('visibilitychange', check);
  check();
};
