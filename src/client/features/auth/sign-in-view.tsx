import { useState } from 'react';
import { trpc } from '../../lib/trpc.ts';
import { useForm } from '../../lib/form.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { problemOf } from '../../lib/errors.ts';
import { Link } from '../../lib/router.tsx';
import { authSchemas, useAuthFlow } from './auth-flow.ts';
import { AuthLink } from './auth-link.tsx';
import { EmailField } from './email-field.tsx';
import { FormProblem } from './form-problem.tsx';
import { PasswordField } from './password-field.tsx';
import { CodeField } from './code-field.tsx';
import { ResendButton } from './resend-button.tsx';
import { authAddress } from './auth-place.ts';

const schema = async () => (await authSchemas()).signInInput;

/** Sign-in with email and password. */
function PasswordForm() {
  const { typed, type, enter, leaving, invitation } = useAuthFlow();
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
      <EmailField {...field('email')} readOnly={invitation?.found !== undefined} error={errors['email']} />
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

const addressSchema = async () => (await authSchemas()).addressInput;
const codeSchema = async () => (await authSchemas()).signInWithCodeInput;

/** Sign-in without a password: asks for the email address, then for the code or link from the email. */
function CodeForm() {
  const [sent, setSent] = useState(false);
  return sent ? <TypeCode onBack={() => setSent(false)} /> : <AskForCode onSent={() => setSent(true)} />;
}

function AskForCode({ onSent }: { onSent: () => void }) {
  const { typed, type, invitation } = useAuthFlow();
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
      <p className="muted">We’ll email you a six-digit code and a link. Either one signs you in.</p>
      <EmailField {...field('email')} readOnly={invitation?.found !== undefined} error={errors['email']} />
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
        If there’s an account for <b className="text-ink break-words">{typed.email}</b>, we’ve emailed you a code. Enter
        the six-digit code within 10 minutes, or open the link in the newest email.
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
        Use another email address
      </button>
    </form>
  );
}

/** 'Sign in with Google', shown only if the server has Google credentials. */
function GoogleButton() {
  const { place } = useAuthFlow();
  const options = trpc.auth.options.useQuery(undefined, { staleTime: Infinity });
  if (!options.data?.googleSignIn) return null;
  const next = place.next ?? (place.plan && `/dashboard?tab=admin&section=account&plan=${place.plan}`);
  return (
    <>
      <p className="auth-or">or</p>
      <a
        className={buttonClass('default', 'btn-block')}
        href={next ? `/auth/google?${new URLSearchParams({ next })}` : '/auth/google'}
      >
        Sign in with Google
      </a>
    </>
  );
}

const WAYS = [
  { view: 'sign-in', label: 'With password' },
  { view: 'code', label: 'With a one-time code' },
] as const;

/** Sign-in by password or by code, each with its own URL, and a link to sign-up. */
export function SignInView() {
  const { place } = useAuthFlow();
  return (
    <>
      <nav className="auth-ways" aria-label="How to sign in">
        {WAYS.map(({ view, label }) => (
          <Link
            key={view}
            to={authAddress(view, place)}
            replace
            keepScroll
            aria-current={view === place.view ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      {place.view === 'code' ? <CodeForm /> : <PasswordForm />}
      <GoogleButton />
      <p className="muted">
        New here? <AuthLink view="sign-up">Sign up</AuthLink>
      </p>
    </>
  );
}
