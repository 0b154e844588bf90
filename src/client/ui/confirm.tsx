import { AlertDialog } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { buttonClass } from './button.tsx';
import { giveFocus } from './return-focus.ts';

interface ConfirmProps {
  open: boolean;
  /** The question to ask, such as 'Discard changes?'. It names what would be lost. */
  title: string;
  children?: ReactNode;
  /** The confirm button's label: a verb and a noun. `cancel` is the other button's label. */
  action: string;
  cancel?: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/**
 * A confirmation dialog for destructive actions. It has a filled red button and says what will be lost. When it closes,
 * focus returns to where it was.
 */
export function Confirm({ open, title, children, action, cancel = 'Keep editing', onConfirm, onCancel }: ConfirmProps) {
  const before = useRef<Element>(null);
  const giveBack = (event: Event) => {
    event.preventDefault();
    // The confirmed action may have already moved focus.
    if (document.activeElement?.matches('body, [role=dialog]')) giveFocus(before.current);
  };
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="scrim scrim-over" />
        <AlertDialog.Content
          className="confirm"
          onOpenAutoFocus={() => {
            before.current = document.activeElement;
          }}
          onCloseAutoFocus={giveBack}
        >
          <AlertDialog.Title asChild>
            <h2>{title}</h2>
          </AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="muted">{children}</div>
          </AlertDialog.Description>
          <div className="row mt-3 flex-wrap justify-end">
            <AlertDialog.Cancel className={buttonClass()}>{cancel}</AlertDialog.Cancel>
            <AlertDialog.Action className={buttonClass('danger-solid')} onClick={onConfirm}>
              {action}
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
