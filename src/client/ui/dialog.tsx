import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';
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
  /** Read by screen readers after the title. */
  description?: string;
  /** Stays at the bottom while the body scrolls, such as the total and the buttons. */
  footer?: ReactNode;
  /** True while typed values would be lost. Escape, the close button, the backdrop and Back then ask first. */
  dirty?: boolean;
  /** The question to ask; by default whether to discard changes. */
  asks?: { title: string; words: string; action: string };
  /**
   * The maximum width from 768 px up, in px; by default 960. Below that, a dialog of at most 520 px is as tall as its
   * content, at the bottom of the screen; a wider one fills the screen.
   */
  width?: number;
  bodyClassName?: string;
  /** Whether nothing in the body can take the focus. The body then takes it, so that the keyboard can scroll it. */
  readOnly?: boolean;
  children: ReactNode;
}

const DISCARD = {
  title: 'Discard changes?',
  words: 'Your changes haven’t been saved.',
  action: 'Discard changes',
};

/** The widest dialog whose few fields don't need a phone's whole screen, in px. */
const SHORT = 520;

/** A dialog whose head and footer stay in place while the body scrolls. Import it lazily, because it includes Radix. */
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
  const close = () => (dirty ? setAsking(true) : onClose());
  // Going back closes the dialog, so no further navigation is needed.
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
          <div className={`body ${bodyClassName ?? ''}`} {...(readOnly && { tabIndex: 0 })}>
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

/** A button inside the dialog that closes it like the close button, and asks first if typed values would be lost. */
export const DialogClose = Radix.Close;

/**
 * Focuses the dialog itself, so that its title is read first and no phone keyboard opens. Tab then reaches the first
 * control.
 */
export const focusContent = (event: Event): void => {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus({ preventScroll: true });
};

/** Keeps the dialog open when a toast's button, which is above it, is pressed. */
export const keepForToasts = (event: { target: EventTarget | null; preventDefault: () => void }): void => {
  if (event.target instanceof Element && event.target.closest('[data-sonner-toaster]')) event.preventDefault();
};
