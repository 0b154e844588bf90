import { z } from 'zod';
import { submitFeedback } from '#core/features/feedback/submit-feedback.ts';
import { feedbackInput } from '#shared/features/feedback/feedback.schema.ts';
import { publicProcedure, router } from '../../trpc/procedures.ts';

export const feedbackRouter = router({
  /**
   * Stores feedback. Doesn't require a session. Submissions are limited per account, or per IP address if no user is
   * signed in.
   */
  submit: publicProcedure
    .input(feedbackInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      const viewer = await ctx.viewer();
      const sender = { userId: viewer?.userId ?? null, companyId: viewer?.company?.id ?? null, ip: ctx.ip };
      await submitFeedback(ctx.deps, sender, input);
      return null;
    }),
});
