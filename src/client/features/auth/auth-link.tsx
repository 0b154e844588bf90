import type { ReactNode } from 'react';
import { Link } from '../../lib/router.tsx';
import { useAuthFlow } from './auth-flow.ts';
import { authAddress, type View } from './auth-place.ts';

/** A link to another view of the auth page. The typed values are kept. */
export function AuthLink({ view, className, children }: { view: View; className?: string; children: ReactNode }) {
  const { place, go } = useAuthFlow();
  return (
    <Link to={authAddress(view, place)} className={className ?? 'auth-link'} onClick={() => go(null)}>
      {children}
    </Link>
  );
}
