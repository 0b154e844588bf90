import type { ClipboardEvent } from 'react';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

const DIGITS = 6;
const sixDigits = (text: string): string | undefined =>
  /(?<!\d)\d{3}[\s-]?\d{3}(?!\d)/.exec(text)?.[0].replace(/\D/g, '');

interface CodeFieldProps {
  label?: string;
  name: string;
  value: string;
  error: string | undefined;
  hint?: string;
  autoFocus?: boolean;
  onBlur: () => void;
  onCode: (code: string) => void;
  /** Called once the field contains six digits, so that no button press is needed. */
  onWhole: (code: string) => void;
  /** Called on Enter. Set it if the field is inside a form with another purpose. */
  onEnter?: () => void;
}

/**
 * A field for a six-digit code. The digits can be typed, pasted as part of a sentence, or filled in automatically by
 * the phone.
 */
export function CodeField({
  label = 'Six-digit code',
  error,
  hint,
  onCode,
  onWhole,
  onEnter,
  ...input
}: CodeFieldProps) {
  const take = (text: string) => {
    const code = text.replace(/[^\d]/g, '').slice(0, DIGITS);
    onCode(code);
    if (code.length === DIGITS && code !== input.value) onWhole(code);
  };
  const onPaste = (event: ClipboardEvent) => {
    const found = sixDigits(event.clipboardData.getData('text'));
    if (!found) return;
    event.preventDefault();
    take(found);
  };
  return (
    <Field label={label} error={error} hint={hint}>
      <Input
        {...input}
        className="code-input num"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={DIGITS + 1}
        onPaste={onPaste}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !onEnter) return;
          event.preventDefault();
          onEnter();
        }}
        onChange={(event) => take(event.target.value)}
      />
    </Field>
  );
}
