import { useEffect } from 'react';
import { ROLE_LABEL } from '#shared/features/team/role.words.ts';
import { problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Note } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import type { Invitation } from './auth-flow.ts';
import { FormProblem } from './form-problem.tsx';

const KEY = 'picket:invitation';

/** Returns an invitation's token, or null if there's none. This window stores it until the user signs in. */
export const keptInvitation = (): string | null => {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
};

export const keepInvitation = (token: string): void => {
  try {
    sessionStorage.setItem(KEY, token);
  } catch {
    // without storage, the user must open the link again after sign-in
  }
};

const forgetInvitation = (): void => {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // nothing was stored
  }
};

/** Shown above sign-in and sign-up if the user opened an invitation link. */
export function InvitationWaits({ invitation: { found, problem } }: { invitation: Invitation }) {
  if (problem) return <FormProblem problem={problem} />;
  return (
    <Note tone="pine">
      {found ? (
        <>
          <b>{found.companyName}</b> invited you to its team. Sign in or sign up, then accept the invitation.
        </>
      ) : (
        'You’re invited to a team. Sign in or sign up, then accept the invitation.'
      )}
    </Note>
  );
}

/** Accepts an invitation. The user must press a button, because the browser may be signed in to another account. */
export function AcceptInvitation({ token, email }: { token: string; email: string }) {
  const utils = trpc.useUtils();
  const accept = trpc.team.accept.useMutation({ onSuccess: () => forgetInvitation() });
  const signOut = trpc.auth.signOut.useMutation({ onSuccess: () => utils.auth.session.setData(undefined, null) });
  const joined = accept.data;
  useEffect(() => {
    // loads a new page, because all cached data belongs to the previous company
    if (joined) location.assign('/dashboard');
  }, [joined]);
  return (
    <div className="stack">
      <FormProblem problem={accept.error ? problemOf(accept.error) : null} />
      <p className="muted">
        {joined
          ? `You joined ${joined.companyName}. Your role is ${ROLE_LABEL[joined.role].toLowerCase()}.`
          : `You’re signed in as ${email}.`}
      </p>
      <Button
        variant="primary"
        className="btn-block"
        working={accept.isPending || joined !== undefined}
        workingText="Joining..."
        onClick={() => accept.mutate({ token })}
      >
        Accept the invitation
      </Button>
      <Button working={signOut.isPending} workingText="Signing out..." onClick={() => signOut.mutate()}>
        Use another account
      </Button>
      <a className="auth-link justify-self-start" href="/dashboard" onClick={() => forgetInvitation()}>
        Not now
      </a>
    </div>
  );
}
