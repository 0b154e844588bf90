import type { ComponentProps, ReactNode } from 'react';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import type { BookForm } from './book-form.rules.ts';
import type { BookFormState } from './use-book-form.ts';

interface BookFieldProps extends Pick<
  ComponentProps<typeof Input>,
  'unit' | 'inputMode' | 'maxLength' | 'placeholder'
> {
  state: BookFormState;
  /** The path of the field in the book, such as `heights.0.perFootCents`. */
  path: string;
  label: ReactNode;
  hint?: ReactNode;
  value: string;
  /** Returns the change of the form for a new text. */
  change: (text: string) => Partial<BookForm>;
  optional?: boolean;
  className?: string;
}

/** A text field of the price book, with its error beside it. */
export function BookField({ state, path, label, hint, value, change, optional, className, ...input }: BookFieldProps) {
  return (
    <Field
      label={label}
      hint={hint}
      error={state.errors[path]}
      {...(optional && { optional })}
      {...(className && { className })}
    >
      <Input
        {...input}
        name={path}
        value={value}
        autoComplete="off"
        className={input.inputMode === 'decimal' ? 'num' : ''}
        onChange={({ target }) => state.set(path, change(target.value))}
        onBlur={() => state.leave(path, value)}
      />
    </Field>
  );
}

/** A field for an amount in dollars or a percentage. */
export const AmountField = (props: BookFieldProps) => <BookField inputMode="decimal" {...props} />;
