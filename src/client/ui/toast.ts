export interface ToastMessage {
  title: string;
  detail?: string | undefined;
  tone: 'done' | 'error';
  /** How long the toast is shown, in ms. Default: 4 s. An error stays until the user closes it. */
  lasts?: number | undefined;
  /** An optional button, such as Undo or 'Try again'. */
  action?: { label: string; onClick: () => void } | undefined;
}

type Options = Pick<ToastMessage, 'detail' | 'action' | 'lasts'>;
type Show = (message: ToastMessage) => void;

const waiting: ToastMessage[] = [];
const listeners = new Set<() => void>();
let show: Show | null = null;

const push = (message: ToastMessage) => {
  if (show) show(message);
  else waiting.push(message);
  for (const listener of listeners) listener();
};

/**
 * Shows what was done, in the past tense, for 4 s. An error stays until the user closes it. The toaster is loaded on
 * the user's first action or with the first toast.
 */
export const toast = {
  done: (title: string, options: Options = {}) => push({ ...options, title, tone: 'done' }),
  error: (title: string, options: Options = {}) => push({ ...options, title, tone: 'error' }),
};

/** Used only by `ToastHost` and the toaster. */
export const toasts = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  isWanted: () => waiting.length > 0 || show !== null,
  attach: (target: Show) => {
    show = target;
    for (const message of waiting.splice(0)) target(message);
    return () => {
      show = null;
    };
  },
};
