import { z } from 'zod';
import { toSessionView } from '#core/features/auth/sessions.ts';
import { signIn } from '#core/features/auth/sign-in.ts';
import { sessionView, signInInput } from '#shared/features/auth/auth.schema.ts';
import { publicProcedure, router } from '../../trpc/procedures.ts';

export const authRouter = router({
  /** Opens a session (cookie) and says whose it is. */
  signIn: publicProcedure
    .input(signInInput)
    .output(sessionView)
    .mutation(async ({ ctx, input }) => {
      const { viewer, setCookie } = await signIn(ctx.deps, { ...input, ip: ctx.ip, cookieHeader: ctx.cookieHeader });
      ctx.setCookie(setCookie);
      return toSessionView(viewer);
    }),

  /** Ends every session of this user, in all browsers (spec, section 7). No error where nobody is signed in. */
  signOut: publicProcedure.output(z.null()).mutation(async ({ ctx }) => {
    const viewer = await ctx.viewer();
    if (viewer) ctx.setCookie((await ctx.deps.sessions.endAll(viewer.userId)).setCookie);
    return null;
  }),

  session: publicProcedure.output(sessionView).query(async ({ ctx }) => toSessionView(await ctx.viewer())),
});
