import { type ComponentProps, type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogClose } from './dialog.tsx';

interface FormDialogProps {
  title: string;
  onClose: () => void;
  /** The save button's label: a verb and a noun. Pressing Enter in a field also submits the form. */
  save: string;
  /** Set if saving destroys something: the save button is then red. */
  danger?: boolean;
  working: boolean;
  workingText?: string;
  /** True while closing would lose typed values. Closing then asks for confirmation first. */
  dirty: boolean;
  /** Attributes of the form element, as returned by `useForm`. */
  form: ComponentProps<'form'>;
  /** Shown to the left of the buttons, such as a consequence of saving or another action. */
  aside?: ReactNode;
  /** The maximum width in px on screens 768 px or wider. */
  width?: number;
  children: ReactNode;
}

/** A dialog with one form. Its footer has Cancel and the save button. Import it lazily, like `Dialog`. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    onClose,
    save,
    danger = false,
    working,
    workingText = 'Saving...',
    dirty,
    form,
    aside,
    width = 460,
    children,
  } = props;
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
          <Button
            type="submit"
            form={id}
            variant={danger ? 'danger-solid' : 'primary'}
            working={working}
            workingText={workingText}
          >
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
