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
  /** Beside the title, before the closing cross. */
  headExtra?: ReactNode;
  /** Read aloud after the title. */
  description?: string;
  /** Stays at the bottom while the body scrolls: the total, the buttons. */
  footer?: ReactNode;
  /** True while something typed would be lost: Escape, cross, scrim and the back button then ask first. */
  dirty?: boolean;
  /** What is asked then; default whether to discard changes. */
  asks?: { title: string; words: string; action: string };
  /** Widest width from 768 px up, in px; default 960. Below, the dialog fills the screen. */
  width?: number;
  bodyClassName?: string;
  /** Nothing in the body takes the focus: then it does itself, so that it can be scrolled by keyboard. */
  readOnly?: boolean;
  children: ReactNode;
}

const DISCARD = {
  title: 'Discard changes?',
  words: 'Your changes haven’t been saved.',
  action: 'Discard changes',
};

/** A dialog: head and foot stay, the body scrolls. Import it lazily: it brings Radix. */
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
  // one step back is what closes it, so the answer is the same
  useEffect(() => (dirty && open ? guardLeaving(() => setAsking(true)) : undefined), [dirty, open]);
  const style = { '--w': `${width}px` } as CSSProperties;
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && close()}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content
          className="dialog"
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

/** A button of the dialog's own that closes it as the cross does, asking first where something would be lost. */
export const DialogClose = Radix.Close;

/**
 * Focus goes to the dialog itself, so that its title is read first and no phone keyboard jumps up; Tab then
 * reaches the first control.
 */
export const focusContent = (event: Event): void => {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus({ preventScroll: true });
};

/** Pressing a toast's button, which is shown above what floats, closes nothing. */
export const keepForToasts = (event: { target: EventTarget | null; preventDefault: () => void }): void => {
  if (event.target instanceof Element && event.target.closest('[data-sonner-toaster]')) event.preventDefault();
};
