// Runs before the first paint, so that nothing flashes or moves. It's a file, because inline scripts aren't allowed.
{
  const page = document.documentElement.dataset;
  // Zod would try `eval`, which our content security policy blocks. Its settings are global, and read from here.
  globalThis.__zod_globalConfig = { jitless: true };
  /**
   * Reads from storage, which the browser may block.
   * @param {'localStorage' | 'sessionStorage'} storage
   * @param {string} key
   */
  const stored = (storage, key) => {
    try {
      return window[storage].getItem(key);
    } catch {
      return null;
    }
  };
  // lib/theme.ts: without a choice, the system's theme applies
  const theme = stored('localStorage', 'theme');
  if (theme === 'light' || theme === 'dark') page.theme = theme;
  // dashboard/dashboard.tsx
  const cookie = /(?:^|; )sidebar:state=(true|false)/.exec(document.cookie);
  const wide = cookie ? cookie[1] === 'true' : matchMedia('(min-width: 1024px)').matches;
  page.side = wide ? 'wide' : 'narrow';
  // dashboard-page.tsx: this browser last showed the menu of a user with the sales role, which has fewer tabs
  if (stored('localStorage', 'sales')) page.sales = '';
  // auth/mailed-link.ts and auth/invitation.tsx: only the browser knows that the next step isn't the one in the HTML. The
  // frame is hidden, and removed before the page's script runs.
  const link = /[#?&](verify|reset|sign-in|totp|invite)=/.test(location.hash + location.search);
  if (location.pathname.startsWith('/auth') && (link || stored('sessionStorage', 'picket:invitation'))) {
    page.unframed = '';
    document.addEventListener(
      'readystatechange',
      () => {
        const root = document.getElementById('root');
        root.replaceChildren();
        delete root.dataset.search;
        delete page.unframed;
      },
      { once: true },
    );
  }

  // lib/early-press.tsx: before the page's script runs, forms and buttons can't react. What is pressed last is kept.
  /** @type {Element | null} */
  let pressed = null;
  /** @param {Event} event */
  const keep = (event) => {
    const { target } = event;
    const button = target instanceof Element ? target.closest('button[type="button"]') : null;
    const found = target instanceof HTMLFormElement ? target : button;
    if (!found) return;
    event.preventDefault();
    pressed = found;
  };
  for (const kind of ['click', 'submit']) document.addEventListener(kind, keep, true);
  window.takePressed = () => {
    for (const kind of ['click', 'submit']) document.removeEventListener(kind, keep, true);
    return pressed;
  };
}
