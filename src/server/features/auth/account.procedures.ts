import { z } from 'zod';
import { getAccount } from '#core/features/auth/account.ts';
import { disableTotp, enableTotp, renewRecoveryCodes, setUpTotp } from '#core/features/auth/two-factor.ts';
import { updateUser } from '#core/features/auth/update-user.ts';
import {
  accountView,
  endSessionInput,
  recoveryCodesView,
  secondFactorInput,
  sessionsView,
  totpEnableInput,
  totpSetupInput,
  totpSetupView,
  updateUserInput,
} from '#shared/features/auth/auth.schema.ts';
import { notFound } from '#shared/primitives/app-error.ts';
import { signedInProcedure } from '../../trpc/procedures.ts';

/** The signed-in user's own account. These procedures are part of the `auth` router. */
export const accountProcedures = {
  account: signedInProcedure.output(accountView).query(({ ctx }) => getAccount(ctx.deps, ctx.userId)),

  /**
   * Changes only the given fields. A new password ends the other sessions. A new email address takes effect after
   * `verifyEmail`.
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

  /** Ends one session. It can be the current one. */
  endSession: signedInProcedure
    .input(endSessionInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      if (!(await ctx.deps.sessions.end(ctx.userId, input.id))) throw notFound('This session');
      return null;
    }),
};
