import { type ComponentProps, type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogClose } from './dialog.tsx';

interface FormDialogProps {
  title: string;
  onClose: () => void;
  /** The form's verb and noun. Enter in a field also submits it. */
  save: string;
  working: boolean;
  workingText?: string;
  /** True while typed values would be lost; closing then asks first. */
  dirty: boolean;
  /** Attributes of the form element, from `useForm`. */
  form: ComponentProps<'form'>;
  /** Shown left of the buttons: a consequence of the form, or another action. */
  aside?: ReactNode;
  /** The maximum width from 768 px up, in px. */
  width?: number;
  children: ReactNode;
}

/** A dialog with one form, and Cancel and the save button in its footer. Import it lazily, like `Dialog`. */
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
