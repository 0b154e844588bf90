import { type ComponentProps, type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogClose } from './dialog.tsx';

interface FormDialogProps {
  title: string;
  onClose: () => void;
  /** Verb and noun of what the form does; Enter in a field does it too. */
  save: string;
  working: boolean;
  workingText?: string;
  /** True while something typed would be lost: closing then asks first. */
  dirty: boolean;
  /** Of the form element; what `useForm` gives. */
  form: ComponentProps<'form'>;
  /** Left of the buttons: what follows from it, or another thing to do. */
  aside?: ReactNode;
  /** Widest width from 768 px up, in px. */
  width?: number;
  children: ReactNode;
}

/** A dialog that is one form, with Cancel and the button that saves at its foot. Import it lazily, as `Dialog`. */
export function FormDialog(props: FormDialogProps) {
  const { title, onClose, save, working, workingText = 'Saving...', dirty, form, aside, width = 460, children } = props;
  const id = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      width={width}
      title={title}
      dirty={dirty && !working}
      bodyClassName="pad stack"
      footer={
        <>
          {aside}
          <span className="grow" />
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" form={id} variant="primary" working={working} workingText={workingText}>
            {save}
          </Button>
        </>
      }
    >
      <form
        noValidate
        aria-label={title}
        className="stack"
        {...form}
        id={id}
        onSubmit={(event) => {
          event.preventDefault();
          form.onSubmit?.(event);
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
