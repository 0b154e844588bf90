import { trpc } from '../../lib/trpc.ts';
import { useForm } from '../../lib/form.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { authSchemas, useAuthFlow } from './auth-flow.ts';
import { AuthLink } from './auth-link.tsx';
import { EmailField } from './email-field.tsx';
import { FormProblem } from './form-problem.tsx';
import { PasswordField } from './password-field.tsx';

const schema = async () => (await authSchemas()).signInInput;

/** Sign-in with email and password. */
export function PasswordForm() {
  const { typed, type, enter, leaving } = useAuthFlow();
  const signIn = trpc.auth.signIn.useMutation({ onSuccess: enter });
  const { form, field, errors, failure, working } = useForm({
    values: { email: typed.email, password: typed.password },
    type,
    schema,
    submit: (values) => signIn.mutate(values),
    call: signIn,
    secret: 'password',
  });
  return (
    <form {...form} className="stack" aria-label="Sign in">
      <FormProblem problem={failure} />
      {failure?.code === 'RATE_LIMITED' && (
        <AuthLink view="code" className={buttonClass('default', 'btn-block')}>
          Sign in with a one-time code
        </AuthLink>
      )}
      <EmailField {...field('email')} error={errors['email']} />
      <PasswordField
        {...field('password')}
        label="Password"
        autoComplete="current-password"
        error={errors['password']}
      />
      <AuthLink view="forgot" className="auth-link -my-2 justify-self-start">
        Forgot your password?
      </AuthLink>
      <Button
        variant="primary"
        type="submit"
        className="btn-block"
        working={working || leaving}
        workingText="Signing in..."
      >
        Sign in
      </Button>
    </form>
  );
}
