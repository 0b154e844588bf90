import { createContext, use } from 'react';
import type { SignInAnswer } from '#shared/features/auth/auth.schema.ts';
import type { Problem } from '../../lib/errors.ts';
import type { AuthPlace } from './auth-place.ts';

/** The values typed on `/auth`. They're kept when the view changes, but are never written to storage. */
export interface Typed {
  name: string;
  companyName: string;
  email: string;
  password: string;
  code: string;
}

export const NOTHING_TYPED: Typed = { name: '', companyName: '', email: '', password: '', code: '' };

/** A step that doesn't have its own URL, because it depends on the previous step. */
export type Step =
  | { kind: 'check-mail' }
  | { kind: 'second-step'; challenge: string }
  | { kind: 'confirm-link'; token: string }
  | { kind: 'sign-in-link'; token: string }
  | { kind: 'new-password'; token: string }
  | { kind: 'address-changed' }
  /** Shown after sign-in. Until then, the sign-in or sign-up view is shown. */
  | { kind: 'invitation'; token: string; email: string };

/** An opened invitation link. `found` and `problem` are undefined while it's being looked up. */
export interface Invitation {
  found: { email: string; companyName: string } | undefined;
  problem: Problem | undefined;
}

export interface AuthFlow {
  place: AuthPlace;
  typed: Typed;
  type: (change: Partial<Typed>) => void;
  go: (step: Step | null) => void;
  /** Continues the sign-in once a password, code or link is accepted. */
  enter: (answer: SignInAnswer) => void;
  /** The invitation that the user will accept after signing in. */
  invitation: Invitation | null;
  /** Whether the sign-in succeeded and the dashboard is opening. */
  leaving: boolean;
}

export const AuthFlowContext = createContext<AuthFlow | null>(null);

/** Returns the auth page's sign-in flow. Throws outside that page. */
export const useAuthFlow = (): AuthFlow => {
  const flow = use(AuthFlowContext);
  if (!flow) throw new Error('useAuthFlow belongs inside the auth page');
  return flow;
};

/** Loads the server's schemas in parallel with the page. */
export const authSchemas = () => import('#shared/features/auth/auth.schema.ts');
