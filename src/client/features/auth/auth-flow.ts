import { createContext, use } from 'react';
import type { SignInAnswer } from '#shared/features/auth/auth.schema.ts';
import type { AuthPlace } from './auth-place.ts';

/** What was typed on `/auth`; kept from view to view, and never stored. */
export interface Typed {
  name: string;
  companyName: string;
  email: string;
  password: string;
  code: string;
}

export const NOTHING_TYPED: Typed = { name: '', companyName: '', email: '', password: '', code: '' };

/** A step that has no address, because it rests on what came before it. */
export type Step =
  | { kind: 'check-mail' }
  | { kind: 'second-step'; challenge: string }
  | { kind: 'confirm-link'; token: string }
  | { kind: 'sign-in-link'; token: string }
  | { kind: 'new-password'; token: string }
  | { kind: 'address-changed' };

export interface AuthFlow {
  place: AuthPlace;
  typed: Typed;
  type: (change: Partial<Typed>) => void;
  go: (step: Step | null) => void;
  /** Goes on with what a right secret led to. */
  enter: (answer: SignInAnswer) => void;
  /** Signed in, and on the way to the dashboard. */
  leaving: boolean;
}

export const AuthFlowContext = createContext<AuthFlow | null>(null);

/** The sign-in that this form is a part of. Throws outside the page. */
export const useAuthFlow = (): AuthFlow => {
  const flow = use(AuthFlowContext);
  if (!flow) throw new Error('useAuthFlow belongs inside the auth page');
  return flow;
};

/** The schemas of the server; fetched beside the page. */
export const authSchemas = () => import('#shared/features/auth/auth.schema.ts');
