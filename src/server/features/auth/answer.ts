import type { SignInOutcome } from '#core/features/auth/proceed.ts';
import { toSignedIn } from '#core/features/auth/sessions.ts';
import type { SignInAnswer } from '#shared/features/auth/auth.schema.ts';
import type { Context } from '../../trpc/context.ts';

/** Says what a right secret led to; a session goes into its cookie. */
export function answerSignIn(ctx: Pick<Context, 'setCookie'>, outcome: SignInOutcome): SignInAnswer {
  switch (outcome.kind) {
    case 'session':
      ctx.setCookie(outcome.setCookie);
      return toSignedIn(outcome.viewer);
    case 'totp':
      return { next: 'totp', challenge: outcome.challenge };
  }
}
