import { trpc } from '../../lib/trpc.ts';
import { problemOf } from '../../lib/errors.ts';
import { useForm } from '../../lib/form.ts';
import { Button } from '../../ui/button.tsx';
import { authSchemas, useAuthFlow } from './auth-flow.ts';
import { AuthLink } from './auth-link.tsx';
import { CodeField } from './code-field.tsx';
import { FormProblem } from './form-problem.tsx';
import { ResendButton } from './resend-button.tsx';

const schema = async () => (await authSchemas()).signInWithCodeInput;

/** After a sign-up, asks for the six-digit code that confirms the address and opens the dashboard. */
export function CheckMail() {
  const { typed, type, enter, leaving } = useAuthFlow();
  const { email } = typed;
  const verify = trpc.auth.verifyEmail.useMutation({ onSuccess: (answer) => answer && enter(answer) });
  const again = trpc.auth.resendVerification.useMutation({ onSuccess: () => type({ code: '' }) });
  const { form, field, errors, failure, working, send, change } = useForm({
    values: { code: typed.code },
    type,
    schema,
    also: { email },
    // The password chosen in this form applies, even if someone else has stored one for this address before.
    submit: ({ code }) => verify.mutate({ email, code, password: typed.password }),
    call: verify,
    secret: 'code',
  });
  const { onChange: _typed, ...code } = field('code');
  return (
    <form {...form} className="stack" aria-label="Check your email">
      <FormProblem problem={failure ?? (again.error ? problemOf(again.error) : null)} />
      <p className="muted">
        We emailed <b className="text-ink break-words">{email}</b>. Enter the six-digit code within 10 minutes, or open
        the link in the newest email.
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
        workingText="Confirming..."
      >
        Confirm
      </Button>
      <ResendButton working={again.isPending} onResend={() => again.mutate({ email })} />
      <AuthLink view="sign-up" className="auth-link justify-self-start">
        Use another address
      </AuthLink>
    </form>
  );
}
