import { useState } from 'react';
import { trpc } from '../../lib/trpc.ts';
import { useForm } from '../../lib/form.ts';
import { Note } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { authSchemas, useAuthFlow } from './auth-flow.ts';
import { AuthLink } from './auth-link.tsx';
import { EmailField } from './email-field.tsx';
import { FormProblem } from './form-problem.tsx';
import { ResendButton } from './resend-button.tsx';
import { NewPasswordField } from './password-field.tsx';

const addressSchema = async () => (await authSchemas()).addressInput;

/** Requests an email with a password reset link. */
export function ForgotForm() {
  const { typed, type } = useAuthFlow();
  const request = trpc.auth.requestPasswordReset.useMutation();
  const { form, field, errors, failure, working, send } = useForm({
    values: { email: typed.email },
    type,
    schema: addressSchema,
    submit: (values) => request.mutate(values),
    call: request,
  });
  return (
    <form {...form} className="stack" aria-label="Choose a new password">
      <FormProblem problem={failure} />
      {!request.isSuccess && (
        <p className="muted">We’ll email you a link to choose a new password. The link works for one hour.</p>
      )}
      <EmailField {...field('email')} error={errors['email']} />
      {request.isSuccess ? (
        <>
          <div role="status">
            <Note tone="chalk">
              If there’s an account for this email address, we’ve emailed you a link. The link works for one hour. Your
              old password works until you choose a new one.
            </Note>
          </div>
          <ResendButton working={working} onResend={() => send()} />
        </>
      ) : (
        <Button variant="primary" type="submit" className="btn-block" working={working} workingText="Sending...">
          Email me a link
        </Button>
      )}
      <p className="muted">
        Remember your password? <AuthLink view="sign-in">Sign in</AuthLink>
      </p>
    </form>
  );
}

const newPasswordSchema = async () => (await authSchemas()).resetPasswordInput;

/** Asks for a new password after the user opens the emailed reset link. */
export function NewPasswordForm({ token }: { token: string }) {
  const { enter, leaving } = useAuthFlow();
  const [values, setValues] = useState({ password: '' });
  const reset = trpc.auth.resetPassword.useMutation({ onSuccess: enter });
  const { form, field, errors, failure, working } = useForm({
    values,
    type: (change) => setValues({ ...values, ...change }),
    schema: newPasswordSchema,
    also: { token },
    submit: ({ password }) => reset.mutate({ token, password }),
    call: reset,
  });
  return (
    <form {...form} className="stack" aria-label="Choose a new password">
      <FormProblem problem={failure} />
      <NewPasswordField {...field('password')} label="New password" email="" autoFocus error={errors['password']} />
      <p className="sm muted">You’ll be signed in here and signed out everywhere else.</p>
      <Button
        variant="primary"
        type="submit"
        className="btn-block"
        working={working || leaving}
        workingText="Saving..."
      >
        Save new password
      </Button>
      <AuthLink view="forgot" className="auth-link justify-self-start">
        Request a new link
      </AuthLink>
    </form>
  );
}
