import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { focusContent } from './dialog.tsx';

interface SheetProps {
  open: boolean;
  onClose: () => void;
  /** Read as the sheet's name; shown by `head`. */
  title: string;
  /** The shown head; put the closing button in it. Absent for a menu at the left. */
  head?: ReactNode;
  footer?: ReactNode;
  side?: 'right' | 'left';
  children: ReactNode;
}

/** A sheet: 500 px at the right, the whole screen on phones; at the left the phone's menu, 18rem. Lazy: brings Radix. */
export function Sheet({ open, onClose, title, head, footer, side = 'right', children }: SheetProps) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content
          className={side === 'left' ? 'sheet sheet-left' : 'sheet'}
          aria-describedby={undefined}
          onOpenAutoFocus={focusContent}
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {side === 'left' ? (
            children
          ) : (
            <>
              <header>{head}</header>
              <div className="body">{children}</div>
              {footer && <footer>{footer}</footer>}
            </>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
