import { trpc } from '../../lib/trpc.ts';
import { problemOf } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { useAuthFlow } from './auth-flow.ts';
import { AuthLink } from './auth-link.tsx';
import { FormProblem } from './form-problem.tsx';

/** For who opened the emailed link. A press, because mail scanners open links too and would use it up. */
export function ConfirmLink({ token }: { token: string }) {
  const { enter, go, leaving } = useAuthFlow();
  const verify = trpc.auth.verifyEmail.useMutation({
    onSuccess: (answer) => (answer ? enter(answer) : go({ kind: 'address-changed' })),
  });
  return (
    <div className="stack">
      <FormProblem problem={verify.error ? problemOf(verify.error) : null} />
      <p className="muted">Is this your address? Press the button to confirm it.</p>
      <Button
        variant="primary"
        className="btn-block"
        working={verify.isPending || leaving}
        workingText="Confirming..."
        onClick={() => verify.mutate({ token })}
      >
        Confirm my address
      </Button>
      <AuthLink view="sign-in" className="auth-link justify-self-start">
        Sign in instead
      </AuthLink>
    </div>
  );
}
