import { useState } from 'react';
import { trpc } from '../../lib/trpc.ts';
import { useForm } from '../../lib/form.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { authSchemas, useAuthFlow } from './auth-flow.ts';
import { AuthLink } from './auth-link.tsx';
import { CodeField } from './code-field.tsx';
import { FormProblem } from './form-problem.tsx';

const schema = async () => (await authSchemas()).signInWithTotpInput;

/** The second step of a sign-in: a code from the authenticator app, or a recovery code. */
export function SecondStep({ challenge }: { challenge: string }) {
  const { enter, leaving } = useAuthFlow();
  const [recovery, setRecovery] = useState(false);
  const [values, setValues] = useState({ code: '' });
  const signIn = trpc.auth.signInWithTotp.useMutation({ onSuccess: enter });
  const { form, field, errors, failure, working, send, change, clear } = useForm({
    values,
    type: (change) => setValues({ ...values, ...change }),
    schema,
    also: { challenge },
    submit: ({ code }) => signIn.mutate({ challenge, code }),
    call: signIn,
    secret: 'code',
  });
  const { onChange, ...code } = field('code');
  return (
    <form {...form} className="stack" aria-label="Second step">
      <FormProblem problem={failure} />
      {recovery ? (
        <Field
          label="Recovery code"
          error={errors['code']}
          hint="A code has 16 letters and digits. Each code works once."
        >
          <Input {...code} onChange={onChange} autoComplete="off" autoCapitalize="none" spellCheck={false} autoFocus />
        </Field>
      ) : (
        <CodeField
          {...code}
          label="Code from your authenticator app"
          autoFocus
          error={errors['code']}
          onCode={(value) => change('code', value)}
          onWhole={(value) => send({ code: value })}
        />
      )}
      <Button
        variant="primary"
        type="submit"
        className="btn-block"
        working={working || leaving}
        workingText="Signing in..."
      >
        Sign in
      </Button>
      <button
        type="button"
        className="auth-link justify-self-start"
        onClick={() => {
          setRecovery(!recovery);
          setValues({ code: '' });
          clear();
        }}
      >
        {recovery ? 'Use the authenticator app' : 'Use a recovery code'}
      </button>
      <AuthLink view="sign-in" className="auth-link justify-self-start">
        Start over
      </AuthLink>
    </form>
  );
}
