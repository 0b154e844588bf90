import { Link } from '../../lib/router.tsx';
import { usePageTitle } from '../../lib/title.ts';
import { withServer } from '../../lib/with-server.tsx';
import { Banner, Note } from '../../ui/banner.tsx';
import { Logo } from '../../ui/logo.tsx';
import './auth.css';
import { AuthFlowContext, type Step, useAuthFlow } from './auth-flow.ts';
import { AcceptInvitation, InvitationWaits } from './invitation.tsx';
import { AuthLink } from './auth-link.tsx';
import { type AuthPlace, type View, VIEW_TITLE } from './auth-place.ts';
import { planName } from '../billing/plan-words.ts';
import { CheckMail, SignUpForm } from './sign-up.tsx';
import { ForgotForm, NewPasswordForm } from './reset-password.tsx';
import { SecondStep } from './second-step.tsx';
import { SignInView } from './sign-in-view.tsx';
import { useAuthPage } from './use-auth-flow.ts';
import { draft } from '../../lib/draft.ts';
import { trpc } from '../../lib/trpc.ts';
import { problemOf } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { FormProblem } from './form-problem.tsx';

/**
 * Confirms an email address with an emailed link. The user must press a button. Otherwise, an email scanner that opens
 * the link would use it up.
 */
function ConfirmLink({ token }: { token: string }) {
  const { enter, go, leaving } = useAuthFlow();
  const verify = trpc.auth.verifyEmail.useMutation({
    onSuccess: (answer) => (answer ? enter(answer) : go({ kind: 'address-changed' })),
  });
  return (
    <div className="stack">
      <FormProblem problem={verify.error ? problemOf(verify.error) : null} />
      <p className="muted">Press the button to confirm the email address that we sent the link to.</p>
      <Button
        variant="primary"
        className="btn-block"
        working={verify.isPending || leaving}
        workingText="Confirming..."
        onClick={() => verify.mutate({ token })}
      >
        Confirm my email address
      </Button>
      <AuthLink view="sign-in" className="auth-link justify-self-start">
        Sign in instead
      </AuthLink>
    </div>
  );
}

/**
 * Signs in with an emailed link. The user must press a button. Otherwise, an email scanner that opens the link would
 * use it up.
 */
function SignInLink({ token }: { token: string }) {
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

/** Warns that the user may still be signed in, because the server didn't respond to the sign-out (spec, section 8). */
function SignOutUnsure() {
  const signOut = trpc.auth.signOut.useMutation({
    onSuccess: () => {
      draft.forgetAll();
      location.assign('/auth');
    },
  });
  return (
    <Banner
      action={
        <Button working={signOut.isPending} workingText="Signing out..." onClick={() => signOut.mutate()}>
          Sign out again
        </Button>
      }
    >
      We couldn’t confirm that you’re signed out. You may still be signed in here.
    </Banner>
  );
}

const STEP_TITLE: Record<Step['kind'], string> = {
  'check-mail': 'Check your email',
  'second-step': 'Second step',
  'confirm-link': 'Confirm your email address',
  'sign-in-link': 'Sign in',
  'new-password': 'Choose a new password',
  'address-changed': 'Your email address was changed',
  invitation: 'You’re invited to a team',
};

function StepForm({ step }: { step: Step }) {
  switch (step.kind) {
    case 'check-mail':
      return <CheckMail />;
    case 'second-step':
      return <SecondStep challenge={step.challenge} />;
    case 'confirm-link':
      return <ConfirmLink token={step.token} />;
    case 'sign-in-link':
      return <SignInLink token={step.token} />;
    case 'new-password':
      return <NewPasswordForm token={step.token} />;
    case 'invitation':
      return <AcceptInvitation token={step.token} email={step.email} />;
    case 'address-changed':
      return (
        <p>
          Your new email address is confirmed. <AuthLink view="sign-in">Sign in with this email</AuthLink>.
        </p>
      );
  }
}

function ViewForm({ view }: { view: View }) {
  if (view === 'sign-up') return <SignUpForm />;
  return view === 'forgot' ? <ForgotForm /> : <SignInView />;
}

/** Explains why the browser was redirected here. Shows nothing if the user opened the page directly. */
function Reason({ place }: { place: AuthPlace }) {
  if (place.signOutUnsure) return <SignOutUnsure />;
  if (place.googleFailed)
    return <Banner>Google couldn’t sign you in. Try again, or use your password or a one-time code.</Banner>;
  if (place.plan)
    return (
      <Note tone="chalk">
        Please log in to subscribe to a plan
        {place.view === 'sign-up' && `, or sign up below. You chose ${planName(place.plan)}.`}
      </Note>
    );
  return place.next && <p className="muted">Sign in to continue where you left off.</p>;
}

/** `/auth`, in a single column without marketing. Redirects users who are already signed in. */
function AuthPage() {
  const flow = useAuthPage();
  const { step, place } = flow;
  const title = step ? STEP_TITLE[step.kind] : VIEW_TITLE[place.view];
  usePageTitle(title);
  return (
    <AuthFlowContext value={flow}>
      <main className="auth">
        <Link className="logo logo-tile justify-self-start" to="/">
          <Logo />
        </Link>
        <div className="stack gap-5">
          <h1>{title}</h1>
          {!step && (flow.invitation ? <InvitationWaits invitation={flow.invitation} /> : <Reason place={place} />)}
          {step ? <StepForm step={step} /> : <ViewForm view={place.view} />}
        </div>
      </main>
    </AuthFlowContext>
  );
}

export default withServer(AuthPage);
