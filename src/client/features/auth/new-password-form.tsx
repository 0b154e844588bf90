import { useState } from 'react';
import { trpc } from '../../lib/trpc.ts';
import { useForm } from '../../lib/form.ts';
import { Button } from '../../ui/button.tsx';
import { authSchemas, useAuthFlow } from './auth-flow.ts';
import { AuthLink } from './auth-link.tsx';
import { FormProblem } from './form-problem.tsx';
import { NewPasswordField } from './password-field.tsx';

const schema = async () => (await authSchemas()).resetPasswordInput;

/** Asks for a new password after an emailed link was opened. */
export function NewPasswordForm({ token }: { token: string }) {
  const { enter, leaving } = useAuthFlow();
  const [values, setValues] = useState({ password: '' });
  const reset = trpc.auth.resetPassword.useMutation({ onSuccess: enter });
  const { form, field, errors, failure, working } = useForm({
    values,
    type: (change) => setValues({ ...values, ...change }),
    schema,
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
