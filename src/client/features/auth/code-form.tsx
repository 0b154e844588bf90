import { useState } from 'react';
import { trpc } from '../../lib/trpc.ts';
import { problemOf } from '../../lib/errors.ts';
import { useForm } from '../../lib/form.ts';
import { Button } from '../../ui/button.tsx';
import { authSchemas, useAuthFlow } from './auth-flow.ts';
import { CodeField } from './code-field.tsx';
import { EmailField } from './email-field.tsx';
import { FormProblem } from './form-problem.tsx';
import { ResendButton } from './resend-button.tsx';

const addressSchema = async () => (await authSchemas()).addressInput;
const codeSchema = async () => (await authSchemas()).signInWithCodeInput;

/** Sign-in without a password: asks for the email address, then for the emailed code or link. */
export function CodeForm() {
  const [sent, setSent] = useState(false);
  return sent ? <TypeCode onBack={() => setSent(false)} /> : <AskForCode onSent={() => setSent(true)} />;
}

function AskForCode({ onSent }: { onSent: () => void }) {
  const { typed, type } = useAuthFlow();
  const request = trpc.auth.requestCode.useMutation({ onSuccess: onSent });
  const { form, field, errors, failure, working } = useForm({
    values: { email: typed.email },
    type,
    schema: addressSchema,
    submit: (values) => request.mutate(values),
    call: request,
  });
  return (
    <form {...form} className="stack" aria-label="Sign in with a code">
      <FormProblem problem={failure} />
      <EmailField {...field('email')} error={errors['email']} />
      <Button variant="primary" type="submit" className="btn-block" working={working} workingText="Sending...">
        Email me a code
      </Button>
    </form>
  );
}

function TypeCode({ onBack }: { onBack: () => void }) {
  const { typed, type, enter, leaving } = useAuthFlow();
  const signIn = trpc.auth.signInWithCode.useMutation({ onSuccess: enter });
  const again = trpc.auth.requestCode.useMutation({ onSuccess: () => type({ code: '' }) });
  const { form, field, errors, failure, working, send, change } = useForm({
    values: { code: typed.code },
    type,
    schema: codeSchema,
    also: { email: typed.email },
    submit: ({ code }) => signIn.mutate({ email: typed.email, code }),
    call: signIn,
    secret: 'code',
  });
  const { onChange: _typed, ...code } = field('code');
  return (
    <form {...form} className="stack" aria-label="Sign in with a code">
      <FormProblem problem={failure ?? (again.error ? problemOf(again.error) : null)} />
      <p className="muted" role="status">
        If <b className="text-ink break-words">{typed.email}</b> has an account, we’ve emailed it a code. Enter the
        six-digit code within 10 minutes, or open the link in the newest email.
      </p>
      <CodeField
        {...code}
        autoFocus
        error={errors['code']}
        onCode={(value) => change('code', value)}
        onWhole={(value) => send({ code: value })}
      />
      <Button
        variant="primary"
        type="submit"
        className="btn-block"
        working={working || leaving}
        workingText="Signing in..."
      >
        Sign in
      </Button>
      <ResendButton working={again.isPending} onResend={() => again.mutate({ email: typed.email })} />
      <button type="button" className="auth-link justify-self-start" onClick={onBack}>
        Use another address
      </button>
    </form>
  );
}
