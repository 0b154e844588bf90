import { CircleAlert } from 'lucide-react';
import { createContext, type ReactNode, use, useId } from 'react';

interface FieldAria {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
}

const FieldContext = createContext<FieldAria | null>(null);

/** What a control inside a `Field` needs: its id, what describes it, whether it is wrong. */
export const useFieldAria = () => {
  const field = use(FieldContext);
  return field
    ? { id: field.id, 'aria-describedby': field.describedBy, 'aria-invalid': field.invalid || undefined }
    : {};
};

/** An error where it belongs: an icon and a sentence, with an example where there is one. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="error" id={id} role="alert">
      <CircleAlert className="i" aria-hidden />
      <span>{children}</span>
    </p>
  );
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** A sentence that says what to do; takes the hint's place in what is read first. */
  error?: string | undefined;
  /** Says 'optional' beside the label. */
  optional?: boolean;
  /** Says 'required' beside the label: in a form where some fields aren't. */
  required?: boolean;
  className?: string;
  /** One control: `Input`, `Textarea` or `Select`, wired to label, hint and error. */
  children: ReactNode;
}

/** Label above, control, hint and error below. */
export function Field({ label, hint, error, optional, required, className, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined;
  return (
    <FieldContext value={{ id, describedBy, invalid: Boolean(error) }}>
      <div className={`field ${className ?? ''}`}>
        <label htmlFor={id}>
          {label}
          {(optional || required) && <span className="muted font-normal"> ({required ? 'required' : 'optional'})</span>}
        </label>
        {children}
        {error && <FieldError id={errorId}>{error}</FieldError>}
        {hint && (
          <p className="hint" id={hintId}>
            {hint}
          </p>
        )}
      </div>
    </FieldContext>
  );
}
