import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { focusContent, keepForToasts } from './dialog.tsx';
import { Foot } from './foot.tsx';
import { useReturnFocus } from './return-focus.ts';

interface SheetProps {
  open: boolean;
  onClose: () => void;
  /** The sheet's name, shown at its top; at the left only read aloud. */
  title: string;
  /** Beside the title; put the closing button here. */
  actions?: ReactNode;
  /** Below the title, still in the head. */
  under?: ReactNode;
  footer?: ReactNode;
  side?: 'right' | 'left';
  /** What takes the focus when it closes; default what had it before. */
  returnTo?: () => HTMLElement | null;
  children: ReactNode;
}

/** A sheet: 500 px at the right, the whole screen on phones; at the left the phone's menu, 18rem. Lazy: brings Radix. */
export function Sheet(props: SheetProps) {
  const { open, onClose, title, actions, under, footer, side = 'right', returnTo, children } = props;
  const returnFocus = useReturnFocus(returnTo);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content
          className={side === 'left' ? 'sheet sheet-left' : 'sheet'}
          aria-describedby={undefined}
          onOpenAutoFocus={focusContent}
          onCloseAutoFocus={returnFocus}
          onInteractOutside={keepForToasts}
        >
          {side === 'left' ? (
            <>
              <Radix.Title className="sr-only">{title}</Radix.Title>
              {children}
            </>
          ) : (
            <>
              <header>
                <div className="sheet-head">
                  <Radix.Title className="sheet-title">{title}</Radix.Title>
                  <div className="row gap-2">{actions}</div>
                </div>
                {under}
              </header>
              <div className="body">{children}</div>
              {footer && <Foot>{footer}</Foot>}
            </>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
