import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { guardLeaving } from '../lib/leaving.ts';
import { Confirm } from './confirm.tsx';
import { Foot } from './foot.tsx';
import { IconButton } from './icon-button.tsx';
import { useReturnFocus } from './return-focus.ts';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Shown beside the title, before the close button. */
  headExtra?: ReactNode;
  /** A description that screen readers read after the title. */
  description?: string;
  /** The footer, such as the total and the buttons. It stays at the bottom while the body scrolls. */
  footer?: ReactNode;
  /**
   * True while closing would lose typed values. Escape, the close button, the backdrop and Back then ask for
   * confirmation first.
   */
  dirty?: boolean;
  /** The question to ask before closing. By default, it asks whether to discard changes. */
  asks?: { title: string; words: string; action: string };
  /**
   * The maximum width in px on screens 768 px or wider. Default: 960. On smaller screens, a dialog up to 520 px wide
   * opens at the bottom of the screen and is as tall as its content. A wider dialog fills the screen.
   */
  width?: number;
  bodyClassName?: string;
  /**
   * Whether the body contains nothing focusable. The body itself is then focusable, so that the keyboard can scroll it.
   */
  readOnly?: boolean;
  children: ReactNode;
}

const DISCARD = {
  title: 'Discard changes?',
  words: 'Your changes haven’t been saved.',
  action: 'Discard changes',
};

/** In px. A dialog of at most this width has few fields, so on a phone it doesn't need the whole screen. */
const SHORT = 520;

/** A dialog with a fixed header and footer around a scrolling body. Import it lazily, because it includes Radix. */
export function Dialog(props: DialogProps) {
  const {
    open,
    onClose,
    title,
    headExtra,
    description,
    footer,
    dirty = false,
    asks = DISCARD,
    width = 960,
    bodyClassName,
    readOnly = false,
    children,
  } = props;
  const [asking, setAsking] = useState(false);
  const returnFocus = useReturnFocus();
  const body = useRef<HTMLDivElement>(null);
  // A document that replaces a form is read from its beginning.
  useLayoutEffect(() => {
    if (readOnly) body.current?.scrollTo(0, 0);
  }, [readOnly]);
  const close = () => (dirty ? setAsking(true) : onClose());
  // Doesn't continue the navigation. Going back would only close the dialog, and confirming already closes it.
  useEffect(() => (dirty && open ? guardLeaving(() => setAsking(true)) : undefined), [dirty, open]);
  const style = { '--w': `${width}px` } as CSSProperties;
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && close()}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content
          className={width <= SHORT ? 'dialog dialog-short' : 'dialog'}
          style={style}
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => focusContent(event)}
          onCloseAutoFocus={returnFocus}
          onInteractOutside={keepForToasts}
        >
          <header>
            <Radix.Title asChild>
              <h2 className="grow">{title}</h2>
            </Radix.Title>
            {description && <Radix.Description className="sr-only">{description}</Radix.Description>}
            {headExtra}
            <IconButton label="Close" onClick={close}>
              <X className="i" aria-hidden />
            </IconButton>
          </header>
          <div ref={body} className={`body ${bodyClassName ?? ''}`} {...(readOnly && { tabIndex: 0 })}>
            {children}
          </div>
          {footer && <Foot>{footer}</Foot>}
          <Confirm
            open={asking}
            title={asks.title}
            action={asks.action}
            onCancel={() => setAsking(false)}
            onConfirm={() => {
              setAsking(false);
              onClose();
            }}
          >
            {asks.words}
          </Confirm>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/**
 * A button inside the dialog that closes it. Like the dialog's close button, it asks for confirmation first if typed
 * values would be lost.
 */
export const DialogClose = Radix.Close;

/**
 * Focuses the dialog itself, so that screen readers read its title first and no on-screen keyboard opens. Tab then
 * moves to the first control.
 */
export const focusContent = (event: Event): void => {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus({ preventScroll: true });
};

/** Keeps the dialog open when a toast's button is pressed, because toasts are outside the dialog. */
export const keepForToasts = (event: { target: EventTarget | null; preventDefault: () => void }): void => {
  if (event.target instanceof Element && event.target.closest('[data-sonner-toaster]')) event.preventDefault();
};
