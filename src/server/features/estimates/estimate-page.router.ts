import { acceptEstimate } from '#core/features/agreements/accept-estimate.ts';
import { chooseAddOns } from '#core/features/agreements/choose-add-ons.ts';
import { askQuestion } from '#core/features/agreements/ask-question.ts';
import { declineEstimate } from '#core/features/agreements/decline-estimate.ts';
import { payEstimate } from '#core/features/agreements/pay-estimate.ts';
import { readEstimatePage, viewEstimatePage } from '#core/features/agreements/read-page.ts';
import {
  acceptInput,
  answeredView,
  askInput,
  chooseInput,
  declineInput,
  type EstimatePageView,
  estimatePageInput,
  estimatePageView,
  payInput,
} from '#shared/features/estimates/estimate-page.schema.ts';
import { urlView } from '#shared/features/billing/billing.schema.ts';
import type { Language } from '#shared/primitives/language.ts';
import { notFound } from '#shared/primitives/app-error.ts';
import type { Context } from '../../trpc/context.ts';
import { publicProcedure, router } from '../../trpc/procedures.ts';
import { countAnswer, countChoice, countMiss, countQuestion } from './answer-limits.ts';

const view = async (
  { deps, ip }: Context,
  asked: { token: string; optionId?: string | undefined; language?: Language | undefined },
): Promise<EstimatePageView> => {
  const page = await readEstimatePage(deps, asked);
  if (page) return viewEstimatePage(page, deps.clock.now());
  await countMiss(deps, ip);
  throw notFound('this estimate');
};

/** Procedures for the homeowner's private link. The token is the only authorization. */
export const estimatePageRouter = router({
  /** Returns the page's content as JSON for programs. Doesn't count as a view. */
  get: publicProcedure
    .input(estimatePageInput)
    .output(estimatePageView)
    .query(({ ctx, input }) => view(ctx, input)),

  /** Signs the estimate with the homeowner's typed name or drawn signature. */
  accept: publicProcedure
    .input(acceptInput)
    .output(answeredView)
    .mutation(async ({ ctx, input: { agreed: _agreed, ...signing } }) => {
      await countAnswer(ctx.deps, { token: signing.token, ip: ctx.ip });
      await acceptEstimate(ctx.deps, { ...signing, ip: ctx.ip, userAgent: ctx.userAgent });
      return view(ctx, { token: signing.token });
    }),

  /** Ticks these add-ons of an option, and unticks its others. Returns the page. */
  choose: publicProcedure
    .input(chooseInput)
    .output(estimatePageView)
    .mutation(async ({ ctx, input }) => {
      await countChoice(ctx.deps, { token: input.token, ip: ctx.ip });
      await chooseAddOns(ctx.deps, input);
      const { token, optionId, language } = input;
      return view(ctx, { token, optionId, language });
    }),

  decline: publicProcedure
    .input(declineInput)
    .output(answeredView)
    .mutation(async ({ ctx, input }) => {
      await countAnswer(ctx.deps, { token: input.token, ip: ctx.ip });
      await declineEstimate(ctx.deps, input);
      return view(ctx, { token: input.token });
    }),

  ask: publicProcedure
    .input(askInput)
    .output(answeredView)
    .mutation(async ({ ctx, input }) => {
      await countQuestion(ctx.deps, { token: input.token, ip: ctx.ip });
      await askQuestion(ctx.deps, input);
      return view(ctx, { token: input.token });
    }),

  /** Returns the URL where the homeowner pays for the signed estimate. */
  pay: publicProcedure
    .input(payInput)
    .output(urlView)
    .mutation(async ({ ctx, input }) => {
      await countAnswer(ctx.deps, { token: input.token, ip: ctx.ip });
      return payEstimate(ctx.deps, input);
    }),
});
