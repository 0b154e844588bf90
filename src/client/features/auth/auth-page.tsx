import { useState } from 'react';
import { Link, Navigate, useSearch } from '../../lib/router.tsx';
import { usePageTitle } from '../../lib/title.ts';
import { trpc } from '../../lib/trpc.ts';
import { withServer } from '../../lib/with-server.tsx';
import { Logo } from '../../ui/logo.tsx';
import { DASHBOARD, safeNext } from './after-sign-in.ts';
import { SignInForm } from './sign-in-form.tsx';

/** One column, no marketing half. Who is signed in already goes on. */
function AuthPage() {
  usePageTitle('Sign in');
  const params = useSearch();
  const next = safeNext(params.get('next'));
  const session = trpc.auth.session.useQuery();
  const [target, setTarget] = useState(next ?? DASHBOARD);
  if (session.data) return <Navigate to={target} />;
  return (
    <main className="mx-auto grid min-h-dvh max-w-[432px] content-start gap-8 px-4 pt-[12vh] pb-10">
      <Link className="logo justify-self-start [--mark:var(--cedar)]" to="/">
        <Logo />
      </Link>
      <div className="stack gap-5">
        <div>
          <h1>Sign in</h1>
          {next && <p className="muted">Then you are back where you were.</p>}
        </div>
        <SignInForm next={next} onTarget={setTarget} />
      </div>
    </main>
  );
}

export default withServer(AuthPage);
