/** A window that is opened before its URL is known. */
export interface NewWindow {
  /** Navigates the window to `url`. Returns false if the browser blocked the window or the user closed it. */
  go: (url: string) => boolean;
  close: () => void;
}

/**
 * Opens a window synchronously in the click handler, because phones block windows that are opened after a response
 * (decisions.md, contractor id). The new page can't access ours.
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
    // An empty page works too.
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
