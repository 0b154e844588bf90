import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { focusContent } from './dialog.tsx';
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
        >
          {side === 'left' ? (
            <>
              <Radix.Title className="sr-only">{title}</Radix.Title>
              {children}
            </>
          ) : (
            <>
              <header>
                <div className="row gap-2">
                  <Radix.Title className="line-clamp-3 grow [overflow-wrap:anywhere]">{title}</Radix.Title>
                  {actions}
                </div>
                {under}
              </header>
              <div className="body">{children}</div>
              {footer && <footer>{footer}</footer>}
            </>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
