/** A window that opens before its URL is known. */
export interface NewWindow {
  /** Navigates the window to `url`. Returns false if the browser blocked the window or the user has closed it. */
  go: (url: string) => boolean;
  close: () => void;
}

/**
 * Opens a window that shows `words` until it gets its URL. Call this synchronously in the click handler, because phones
 * block windows that are opened after a server response. The new window can't access this page.
 */
export const openNewWindow = (words: string): NewWindow => {
  const opened = window.open('', '_blank');
  try {
    if (opened) {
      opened.document.title = words;
      opened.document.body.textContent = words;
      opened.opener = null;
    }
  } catch {
    // The text is optional, so an empty page is fine.
  }
  return {
    go: (url) => {
      if (!opened || opened.closed) return false;
      opened.location.replace(url);
      return true;
    },
    close: () => opened?.close(),
  };
};
