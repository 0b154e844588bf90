import { trpc } from '../../lib/trpc.ts';
import { navigate } from '../../lib/router.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useAuthFlow } from './auth-flow.ts';
import { AuthLink } from './auth-link.tsx';
import { authAddress } from './auth-place.ts';
import { CodeForm } from './code-form.tsx';
import { PasswordForm } from './password-form.tsx';

/** 'Sign in with Google', only where the server has its keys. */
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

/** Password or code as tabs, and the ways to an account for who has none. */
export function SignInView() {
  const { place } = useAuthFlow();
  const tab = place.view === 'code' ? 'code' : 'sign-in';
  return (
    <>
      <Tabs
        label="How to sign in"
        value={tab}
        onChange={(view) => navigate(authAddress(view, place), { replace: true })}
        panelClassName="pt-5"
        tabs={[
          { value: 'sign-in', label: 'With password', content: tab === 'sign-in' && <PasswordForm /> },
          { value: 'code', label: 'With a one-time code', content: tab === 'code' && <CodeForm /> },
        ]}
      />
      <GoogleButton />
      <p className="muted">
        New here? <AuthLink view="sign-up">Sign up</AuthLink>
      </p>
    </>
  );
}
