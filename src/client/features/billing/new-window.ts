/** A window that was opened before its URL is known. */
export interface NewWindow {
  /** Navigates the window to `url`. Returns false if the browser blocked it or it was closed in the meantime. */
  go: (url: string) => boolean;
  close: () => void;
}

/**
 * Opens a window directly in the click, because phones block a window that opens after a response (decisions.md,
 * contractor id). Its page can't access ours.
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
