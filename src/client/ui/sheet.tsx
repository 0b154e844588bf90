import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { focusContent, keepForToasts } from './dialog.tsx';
import { Foot } from './foot.tsx';
import { useReturnFocus } from './return-focus.ts';

interface SheetProps {
  open: boolean;
  onClose: () => void;
  /** The sheet's name, shown at its top. In a sheet on the left, it's only for screen readers. */
  title: string;
  /** Shown beside the title. Include the close button. */
  actions?: ReactNode;
  /** True while the body is a placeholder for content that is loading. */
  loading?: boolean;
  /** Content for the header, below the title. */
  under?: ReactNode;
  footer?: ReactNode;
  side?: 'right' | 'left';
  /**
   * Returns the element to focus when the sheet closes. By default, focus returns to where it was before the sheet
   * opened.
   */
  returnTo?: () => HTMLElement | null;
  children: ReactNode;
}

/**
 * A dialog at the side of the screen. On the right, it's 500 px wide, or covers the whole screen on phones. On the
 * left, it's the phone menu and 18rem wide. Import it lazily, because it includes Radix.
 */
export function Sheet(props: SheetProps) {
  const { open, onClose, title, actions, loading = false, under, footer, side = 'right', returnTo, children } = props;
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
              <div key={String(loading)} className="body">
                {children}
              </div>
              {footer && <Foot>{footer}</Foot>}
            </>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
