import { CircleAlert } from 'lucide-react';
import { createContext, type ReactNode, use, useId } from 'react';

interface FieldAria {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
}

const FieldContext = createContext<FieldAria | null>(null);

/**
 * Returns the attributes that a control inside a `Field` needs: its ID, the IDs of its descriptions, and whether it's
 * invalid.
 */
export const useFieldAria = () => {
  const field = use(FieldContext);
  return field
    ? { id: field.id, 'aria-describedby': field.describedBy, 'aria-invalid': field.invalid || undefined }
    : {};
};

/** A field's error: an icon and a sentence, with an example if there's one. */
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
  /** The error, as a sentence that says what to do. Screen readers read it before the hint. */
  error?: string | undefined;
  /** Shows 'optional' beside the label. */
  optional?: boolean;
  /** Shows 'required' beside the label, for forms that also have optional fields. */
  required?: boolean;
  className?: string;
  /** A single control: `Input`, `Textarea` or `Select`. It's connected to the label, hint and error. */
  children: ReactNode;
}

/** A field with the label above the control, and the hint and error below. */
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
