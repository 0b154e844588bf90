import { trpc } from '../../lib/trpc.ts';
import { useForm } from '../../lib/form.ts';
import { Note } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { authSchemas, useAuthFlow } from './auth-flow.ts';
import { AuthLink } from './auth-link.tsx';
import { EmailField } from './email-field.tsx';
import { FormProblem } from './form-problem.tsx';
import { ResendButton } from './resend-button.tsx';

const schema = async () => (await authSchemas()).addressInput;

/** Requests an email with a link for a new password. */
export function ForgotForm() {
  const { typed, type } = useAuthFlow();
  const request = trpc.auth.requestPasswordReset.useMutation();
  const { form, field, errors, failure, working, send } = useForm({
    values: { email: typed.email },
    type,
    schema,
    submit: (values) => request.mutate(values),
    call: request,
  });
  return (
    <form {...form} className="stack" aria-label="Choose a new password">
      <FormProblem problem={failure} />
      <EmailField {...field('email')} error={errors['email']} />
      {request.isSuccess ? (
        <>
          <div role="status">
            <Note tone="chalk">
              If this address has an account, we’ve emailed it a link. It works for one hour. Your old password works
              until you choose a new one.
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
        You remember it? <AuthLink view="sign-in">Sign in</AuthLink>
      </p>
    </form>
  );
}
