import { trpc } from '../../lib/trpc.ts';
import { problemOf } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { useAuthFlow } from './auth-flow.ts';
import { AuthLink } from './auth-link.tsx';
import { FormProblem } from './form-problem.tsx';

/** For who opened the link of a sign-in email. A press, because mail scanners open links too and would use it up. */
export function SignInLink({ token }: { token: string }) {
  const { enter, leaving } = useAuthFlow();
  const signIn = trpc.auth.signInWithLink.useMutation({ onSuccess: enter });
  return (
    <div className="stack">
      <FormProblem problem={signIn.error ? problemOf(signIn.error) : null} />
      <p className="muted">The link in your email works once.</p>
      <Button
        variant="primary"
        className="btn-block"
        working={signIn.isPending || leaving}
        workingText="Signing in..."
        onClick={() => signIn.mutate({ token })}
      >
        Sign in
      </Button>
      <AuthLink view="code" className="auth-link justify-self-start">
        Email me a new link
      </AuthLink>
    </div>
  );
}
