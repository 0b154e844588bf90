/** A window that waits for its address. */
export interface NewWindow {
  /** Leads it to `url`; false where the browser refused to open it, or it was closed meanwhile. */
  go: (url: string) => boolean;
  close: () => void;
}

/**
 * Opens a window at once, in the click itself: phones block one that is opened after an answer has come (decisions.md,
 * contractor id). The page in it can't reach ours.
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
    // an empty page is as good
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
