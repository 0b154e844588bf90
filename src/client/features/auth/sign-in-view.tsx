import { trpc } from '../../lib/trpc.ts';
import { Link } from '../../lib/router.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { useAuthFlow } from './auth-flow.ts';
import { AuthLink } from './auth-link.tsx';
import { authAddress } from './auth-place.ts';
import { CodeForm } from './code-form.tsx';
import { PasswordForm } from './password-form.tsx';

/** 'Sign in with Google', shown only if the server has Google's keys. */
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

/** Sign-in by password or by code, each with its own URL, and a link to the sign-up. */
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
