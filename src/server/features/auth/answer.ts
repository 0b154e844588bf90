import type { SignInOutcome } from '#core/features/auth/open-session.ts';
import { toSignedIn } from '#core/features/auth/sessions.ts';
import type { SignInAnswer } from '#shared/features/auth/auth.schema.ts';
import type { Context } from '../../trpc/context.ts';

/** Says what a right secret led to; a session and the known device go into their cookies. */
export function answerSignIn(ctx: Pick<Context, 'setCookie'>, outcome: SignInOutcome): SignInAnswer {
  switch (outcome.kind) {
    case 'session':
      for (const line of outcome.setCookies) ctx.setCookie(line);
      return toSignedIn(outcome.viewer);
    case 'totp':
      return { next: 'totp', challenge: outcome.challenge };
  }
}
