import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import type { SessionView } from '#shared/features/auth/auth.schema.ts';
import { problemOf } from '../../lib/errors.ts';
import { navigate, useSearch } from '../../lib/router.tsx';
import { trpc } from '../../lib/trpc.ts';
import { afterSignIn, takeChosenPlan } from './after-sign-in.ts';
import { type AuthFlow, type Invitation, NOTHING_TYPED, type Step } from './auth-flow.ts';
import { authAddress, readAuthPlace } from './auth-place.ts';
import { keepInvitation, keptInvitation } from './invitation.tsx';
import { findLink, type MailedLink, withoutLink } from './mailed-link.ts';

const STEP_OF_LINK = { verify: 'confirm-link', reset: 'new-password', 'sign-in': 'sign-in-link' } as const;

const stepOf = (link: MailedLink | null): Step | null => {
  if (!link || link.kind === 'invite') return null;
  const { kind, token } = link;
  return kind === 'totp' ? { kind: 'second-step', challenge: token } : { kind: STEP_OF_LINK[kind], token };
};

/**
 * An emailed link works even for a signed-in user, because it may belong to another account or change the current
 * account.
 */
const staysFor = (step: Step | null): boolean =>
  step !== null && ['confirm-link', 'sign-in-link', 'new-password', 'address-changed'].includes(step.kind);

/** Redirects a signed-in user to the next page (spec, section 4). */
const useOnward = (session: SessionView | undefined, stays: boolean) => {
  const utils = trpc.useUtils();
  const place = readAuthPlace(useSearch());
  const goOn = useEffectEvent(async (roles: NonNullable<SessionView>['user']['roles'], isCurrent: () => boolean) => {
    const subscription = await utils.subscription.check.fetch().catch(() => null);
    if (!isCurrent()) return;
    const { next } = place;
    const kept = takeChosenPlan();
    const plan = place.plan ?? (subscription?.subscribed === false ? kept : null);
    navigate(afterSignIn({ subscription, roles, next, plan }), { replace: true });
  });
  const roles = stays ? undefined : session?.user.roles;
  useEffect(() => {
    if (!roles) return;
    let current = true;
    void goOn(roles, () => current);
    return () => {
      current = false;
    };
  }, [roles]);
  return roles !== undefined;
};

/**
 * Looks up an invitation for a visitor who isn't signed in. Someone without an account is taken to sign-up once, and can
 * still go to sign-in.
 */
const useInvitation = (token: string | null, signedOut: boolean): Invitation | null => {
  const lookUp = trpc.team.invitation.useMutation();
  const { mutate } = lookUp;
  useEffect(() => {
    if (token !== null && signedOut) mutate({ token });
  }, [token, signedOut, mutate]);
  const hasAccount = lookUp.data?.hasAccount;
  useEffect(() => {
    if (hasAccount === false) navigate(authAddress('sign-up'), { replace: true });
  }, [hasAccount]);
  if (token === null) return null;
  return { found: lookUp.data, problem: lookUp.error ? problemOf(lookUp.error) : undefined };
};

/** What was typed, or filled in by the browser, into the page's frame before its script ran. */
const typedBefore = (): Record<string, string> =>
  Object.fromEntries(
    typeof document === 'undefined'
      ? []
      : [...document.querySelectorAll<HTMLInputElement>('.auth input')].map(({ name, value }) => [name, value]),
  );

/** The sign-in state: the values in the URL, the typed values, and the current step. */
export const useAuthPage = (): AuthFlow & { step: Step | null } => {
  const utils = trpc.useUtils();
  const place = readAuthPlace(useSearch());
  const [typed, setTyped] = useState(() => ({ ...NOTHING_TYPED, ...typedBefore() }));
  const [ownStep, go] = useState(() => stepOf(findLink(location)));
  const [invitation] = useState(() => {
    const link = findLink(location);
    if (link?.kind === 'invite') keepInvitation(link.token);
    return keptInvitation();
  });
  const session = trpc.auth.session.useQuery();
  const invited = useInvitation(invitation, session.data === null);
  const email = session.data?.user.email;
  const step: Step | null =
    ownStep ?? (invitation !== null && email !== undefined ? { kind: 'invitation', token: invitation, email } : null);
  const leaving = useOnward(session.data, staysFor(ownStep) || invitation !== null || place.signOutUnsure);

  useLayoutEffect(() => {
    if (findLink(location)) navigate(withoutLink(location), { replace: true });
  }, []);

  return {
    place,
    typed: { ...typed, email: invited?.found?.email ?? typed.email },
    type: (change) => setTyped((now) => ({ ...now, ...change })),
    go,
    step,
    invitation: invited,
    leaving,
    enter: (answer) => {
      if (!('next' in answer)) {
        go(null);
        utils.auth.session.setData(undefined, { ...answer, companies: answer.company ? [answer.company] : [] });
        void utils.auth.session.invalidate();
      } else go({ kind: 'second-step', challenge: answer.challenge });
    },
  };
};
