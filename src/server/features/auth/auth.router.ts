import { z } from 'zod';
import {
  accountView,
  addressInput,
  authOptions,
  checkMailAnswer,
  endSessionInput,
  recoveryCodesView,
  resetPasswordInput,
  secondFactorInput,
  sessionsView,
  sessionView,
  signInAnswer,
  type SignInAnswer,
  signInInput,
  signInWithCodeInput,
  signInWithLinkInput,
  signInWithTotpInput,
  signUpInput,
  switchCompanyInput,
  totpEnableInput,
  totpSetupInput,
  totpSetupView,
  updateUserInput,
  verifyEmailAnswer,
  verifyEmailInput,
} from '#shared/features/auth/auth.schema.ts';
import { notFound } from '#shared/primitives/app-error.ts';
import { HOUR, SECOND } from '#shared/primitives/durations.ts';
import { getAccount } from '#core/features/auth/account.ts';
import { disableTotp, enableTotp, renewRecoveryCodes, setUpTotp } from '#core/features/auth/two-factor.ts';
import { updateUser } from '#core/features/auth/update-user.ts';
import { requestPasswordReset, resetPassword } from '#core/features/auth/reset-password.ts';
import { readSessionView, toSignedIn } from '#core/features/auth/sessions.ts';
import { signIn } from '#core/features/auth/sign-in.ts';
import { requestCode, signInWithCode, signInWithLink } from '#core/features/auth/sign-in-with-code.ts';
import { signInWithTotp } from '#core/features/auth/sign-in-with-totp.ts';
import { resendVerification, signUp } from '#core/features/auth/sign-up.ts';
import { switchCompany } from '#core/features/auth/switch-company.ts';
import { verifyEmail } from '#core/features/auth/verify-email.ts';
import type { SignInOutcome } from '#core/features/auth/open-session.ts';
import type { Config } from '#core/platform/config.ts';
import { cookieLine, readCookie } from '#core/platform/cookies.ts';
import { publicProcedure, router, signedInProcedure } from '../../trpc/procedures.ts';
import type { Context } from '../../trpc/context.ts';

/** Procedures for the signed-in user's own account. They're part of the `auth` router. */
const accountProcedures = {
  account: signedInProcedure.output(accountView).query(({ ctx }) => getAccount(ctx.deps, ctx.userId)),

  /**
   * Changes only the given fields. A new password ends the other sessions. A new email address takes effect only after
   * `verifyEmail` confirms it.
   */
  updateUser: signedInProcedure
    .input(updateUserInput)
    .output(accountView)
    .mutation(async ({ ctx, input }) => {
      const { setCookies } = await updateUser(ctx.deps, ctx, { viewer: ctx.viewer, input });
      for (const line of setCookies) ctx.setCookie(line);
      return getAccount(ctx.deps, ctx.userId);
    }),

  totpSetup: signedInProcedure
    .input(totpSetupInput)
    .output(totpSetupView)
    .mutation(({ ctx, input }) =>
      setUpTotp(ctx.deps, ctx, { viewer: ctx.viewer, currentPassword: input?.currentPassword }),
    ),

  /** Turns on two-factor sign-in and returns the recovery codes, which are shown only once. Ends the other sessions. */
  totpEnable: signedInProcedure
    .input(totpEnableInput)
    .output(recoveryCodesView)
    .mutation(async ({ ctx, input }) => {
      const { recoveryCodes, setCookies } = await enableTotp(ctx.deps, ctx, { viewer: ctx.viewer, code: input.code });
      for (const line of setCookies) ctx.setCookie(line);
      return { recoveryCodes };
    }),

  totpDisable: signedInProcedure
    .input(secondFactorInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      const { setCookies } = await disableTotp(ctx.deps, ctx, { viewer: ctx.viewer, code: input.code });
      for (const line of setCookies) ctx.setCookie(line);
      return null;
    }),

  /** Replaces all recovery codes with ten new ones. */
  recoveryCodes: signedInProcedure
    .input(secondFactorInput)
    .output(recoveryCodesView)
    .mutation(({ ctx, input }) => renewRecoveryCodes(ctx.deps, ctx, { viewer: ctx.viewer, code: input.code })),

  listSessions: signedInProcedure.output(sessionsView).query(async ({ ctx }) => {
    const sessions = await ctx.deps.sessions.list(ctx.userId, ctx.cookieHeader);
    return sessions.map(({ createdAt, lastSeenAt, ...session }) => ({
      ...session,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    }));
  }),

  /** Ends one of the user's sessions, which can be the current one. Throws NOT_FOUND if the session doesn't exist. */
  endSession: signedInProcedure
    .input(endSessionInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      if (!(await ctx.deps.sessions.end(ctx.userId, input.id))) throw notFound('this session');
      return null;
    }),
};

export const authRouter = router({
  /** Returns the available sign-in options. Doesn't require a session. */
  options: publicProcedure.output(authOptions).query(({ ctx: { deps } }) => ({
    googleSignIn: deps.config.GOOGLE_CLIENT_ID !== undefined && deps.config.GOOGLE_CLIENT_SECRET !== undefined,
  })),

  /**
   * Starts a sign-up. The response is 'check your email' whether or not the email address already has an account. The
   * client then passes the code or token from the email to `verifyEmail`.
   */
  signUp: publicProcedure
    .input(signUpInput)
    .output(checkMailAnswer)
    .mutation(async ({ ctx, input }) => {
      const { browserToken } = await signUp(ctx.deps, ctx, input);
      ctx.setCookie(keepSignUp(ctx.deps.config, browserToken));
      return { next: 'verify' as const };
    }),

  /** Resends the sign-up email with a new code. The response is the same for every email address. */
  resendVerification: publicProcedure
    .input(addressInput)
    .output(checkMailAnswer)
    .mutation(async ({ ctx, input }) => {
      await resendVerification(ctx.deps, ctx, input);
      return { next: 'verify' as const };
    }),

  /**
   * Confirms an email address. This completes a sign-up and opens a session, or changes the signed-in account's email
   * address.
   */
  verifyEmail: publicProcedure
    .input(verifyEmailInput)
    .output(verifyEmailAnswer)
    .mutation(async ({ ctx, input: { password, ...proof } }) => {
      const viewer = await ctx.viewer();
      const browserToken = readSignUp(ctx.cookieHeader);
      const outcome = await verifyEmail(ctx.deps, ctx, { proof, password, browserToken, viewer });
      return outcome && answerSignIn(ctx, outcome);
    }),

  /** Opens a session (cookie) and returns the user, or returns the required next step (`next`). */
  signIn: publicProcedure
    .input(signInInput)
    .output(signInAnswer)
    .mutation(async ({ ctx, input }) => answerSignIn(ctx, await signIn(ctx.deps, ctx, input))),

  /**
   * Emails a six-digit code and a sign-in link. Returns null for every email address, so the response doesn't reveal
   * who has an account.
   */
  requestCode: publicProcedure
    .input(addressInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await requestCode(ctx.deps, ctx, input);
      return null;
    }),

  signInWithCode: publicProcedure
    .input(signInWithCodeInput)
    .output(signInAnswer)
    .mutation(async ({ ctx, input }) => answerSignIn(ctx, await signInWithCode(ctx.deps, ctx, input))),

  /** Signs in with the emailed link. */
  signInWithLink: publicProcedure
    .input(signInWithLinkInput)
    .output(signInAnswer)
    .mutation(async ({ ctx, input }) => answerSignIn(ctx, await signInWithLink(ctx.deps, ctx, input))),

  /** Completes the second step of a sign-in with the challenge that the first step returned. */
  signInWithTotp: publicProcedure
    .input(signInWithTotpInput)
    .output(signInAnswer)
    .mutation(async ({ ctx, input }) => answerSignIn(ctx, await signInWithTotp(ctx.deps, ctx, input))),

  /**
   * Emails a password reset link. Returns null for every email address, so the response doesn't reveal who has an
   * account.
   */
  requestPasswordReset: publicProcedure
    .input(addressInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await requestPasswordReset(ctx.deps, ctx, input);
      return null;
    }),

  /** Sets a new password using the emailed link, ends every session of the account and signs the user in. */
  resetPassword: publicProcedure
    .input(resetPasswordInput)
    .output(signInAnswer)
    .mutation(async ({ ctx, input }) => answerSignIn(ctx, await resetPassword(ctx.deps, ctx, input))),

  /** Ends every session of this user, in all browsers (spec, section 7). Does nothing if no one is signed in. */
  signOut: publicProcedure.output(z.null()).mutation(async ({ ctx }) => {
    const viewer = await ctx.viewer();
    if (viewer) ctx.setCookie((await ctx.deps.sessions.endAll(viewer.userId)).setCookie);
    return null;
  }),

  session: publicProcedure.output(sessionView).query(async ({ ctx }) => readSessionView(ctx.deps, await ctx.viewer())),

  /**
   * Switches the user to another of their companies, in every window. Throws FORBIDDEN if they aren't a member of it.
   */
  switchCompany: signedInProcedure
    .input(switchCompanyInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await switchCompany(ctx.deps, { userId: ctx.userId, companyId: input.companyId });
      return null;
    }),

  ...accountProcedures,
});

/** Returns the response to a successful sign-in step and sets the session and known-device cookies. */
function answerSignIn(ctx: Pick<Context, 'setCookie'>, outcome: SignInOutcome): SignInAnswer {
  switch (outcome.kind) {
    case 'session':
      for (const line of outcome.setCookies) ctx.setCookie(line);
      return toSignedIn(outcome.viewer);
    case 'totp':
      return { next: 'totp', challenge: outcome.challenge };
  }
}

const COOKIE = 'picket_sign_up';

/** Returns the cookie that identifies the browser where a sign-up began. It expires together with the emailed link. */
const keepSignUp = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>, browserToken: string): string =>
  cookieLine({
    name: COOKIE,
    value: browserToken,
    path: '/trpc',
    maxAgeSeconds: HOUR / SECOND,
    secure: PUBLIC_URL.startsWith('https:'),
  });

const readSignUp = (cookieHeader: string | undefined): string | undefined => readCookie(cookieHeader, COOKIE);
