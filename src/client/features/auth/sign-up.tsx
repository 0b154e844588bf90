import { trpc } from '../../lib/trpc.ts';
import { useForm } from '../../lib/form.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { NameCost } from '../company/name-cost.tsx';
import { problemOf } from '../../lib/errors.ts';
import { keepChosenPlan } from './after-sign-in.ts';
import { authSchemas, useAuthFlow } from './auth-flow.ts';
import { AuthLink } from './auth-link.tsx';
import { EmailField } from './email-field.tsx';
import { FormProblem } from './form-problem.tsx';
import { NewPasswordField } from './password-field.tsx';
import { CodeField } from './code-field.tsx';
import { ResendButton } from './resend-button.tsx';

const signUpSchema = async () => (await authSchemas()).signUpInput;

/** Asks for name, email, password and company, and then for the emailed code. */
export function SignUpForm() {
  const { place, typed, type, go, invitation } = useAuthFlow();
  const invited = invitation?.found;
  const signUp = trpc.auth.signUp.useMutation({
    onSuccess: () => {
      type({ code: '' });
      keepChosenPlan(place.plan);
      go({ kind: 'check-mail' });
    },
  });
  const { name, email, companyName, password } = typed;
  const { form, field, errors, failure, working } = useForm({
    values: { name, companyName, email, password },
    type,
    schema: signUpSchema,
    submit: (values) => signUp.mutate(values),
    call: signUp,
  });
  return (
    <form {...form} className="stack" aria-label="Sign up">
      <FormProblem problem={failure} />
      <Field label="Your name" error={errors['name']}>
        <Input {...field('name')} autoComplete="name" />
      </Field>
      {!invited && (
        <Field
          label="Company name"
          optional
          error={errors['companyName']}
          hint={
            <>
              Homeowners see this name on estimates. You can change it later.
              <NameCost name={companyName} />
            </>
          }
        >
          <Input {...field('companyName')} autoComplete="organization" />
        </Field>
      )}
      <EmailField {...field('email')} readOnly={invited !== undefined} error={errors['email']} />
      <NewPasswordField {...field('password')} label="Password" email={email} error={errors['password']} />
      <Button variant="primary" type="submit" className="btn-block" working={working} workingText="Signing up...">
        Sign up
      </Button>
      <p className="muted">
        Already have an account? <AuthLink view="sign-in">Sign in</AuthLink>
      </p>
    </form>
  );
}

const codeSchema = async () => (await authSchemas()).signInWithCodeInput;

/** After sign-up, asks for the six-digit code that confirms the email address, then opens the dashboard. */
export function CheckMail() {
  const { typed, type, enter, leaving } = useAuthFlow();
  const { email } = typed;
  const verify = trpc.auth.verifyEmail.useMutation({ onSuccess: (answer) => answer && enter(answer) });
  const again = trpc.auth.resendVerification.useMutation({ onSuccess: () => type({ code: '' }) });
  const { form, field, errors, failure, working, send, change } = useForm({
    values: { code: typed.code },
    type,
    schema: codeSchema,
    also: { email },
    // Sets the password from this form, even if someone else has already set one for this email address.
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
        Use another email address
      </AuthLink>
    </form>
  );
}
