import { EyeOff } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { Field } from '../../ui/field.tsx';
import { Eye } from '../../ui/icons.ts';
import { Input } from '../../ui/input.tsx';

interface PasswordFieldProps extends Pick<ComponentProps<'input'>, 'name' | 'value' | 'onChange' | 'autoFocus'> {
  label: string;
  error: string | undefined;
  onBlur: () => void;
  autoComplete: 'current-password' | 'new-password';
  hint?: ReactNode;
}

/** A password field with a button that shows the password. It warns if caps lock is on. */
export function PasswordField({ label, error, hint, onBlur, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <Field
      label={label}
      error={error}
      hint={
        (capsLock || hint) && (
          <span role="status">
            {capsLock && 'Caps Lock is on. '}
            {hint}
          </span>
        )
      }
    >
      <span className="secret">
        <Input
          {...input}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onKeyDown={onKey}
          onKeyUp={onKey}
          onBlur={() => {
            setCapsLock(false);
            onBlur();
          }}
        />
        <button
          type="button"
          aria-label={`Show ${label.toLowerCase()}`}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff className="i" aria-hidden /> : <Eye className="i" aria-hidden />}
        </button>
      </span>
    </Field>
  );
}

type Words = (password: string, email: string) => string;

/** A field for a new password. It describes the password's strength as it's typed. */
export function NewPasswordField({
  email,
  ...field
}: Omit<PasswordFieldProps, 'autoComplete' | 'hint'> & { email: string }) {
  const [words, setWords] = useState<Words | null>(null);
  useEffect(() => {
    let here = true;
    void import('./password-words.ts').then(
      ({ passwordWords }) => here && setWords(() => passwordWords),
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, []);
  const said = words?.(String(field.value ?? ''), email) ?? '';
  const hint = said === '' ? 'At least 10 characters. A few words you can remember are best.' : said;
  return <PasswordField {...field} autoComplete="new-password" hint={field.error ? undefined : hint} />;
}
