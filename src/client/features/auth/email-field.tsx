import type { ComponentProps } from 'react';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

/** The account's email address. Password managers use it as the username. */
export function EmailField({
  error,
  label = 'Email',
  ...input
}: ComponentProps<'input'> & { error: string | undefined; label?: string }) {
  return (
    <Field label={label} error={error}>
      <Input
        {...input}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
    </Field>
  );
}
