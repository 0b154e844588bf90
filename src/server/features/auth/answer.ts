import type { SignInOutcome } from '#core/features/auth/proceed.ts';
import { toSignedIn } from '#core/features/auth/sessions.ts';
import type { SignInAnswer } from '#shared/features/auth/auth.schema.ts';
import type { Context } from '../../trpc/context.ts';

/** Answers after a right secret, with cookies for the session and the known device. */
export function answerSignIn(ctx: Pick<Context, 'setCookie'>, outcome: SignInOutcome): SignInAnswer {
  switch (outcome.kind) {
    case 'session':
      for (const line of outcome.setCookies) ctx.setCookie(line);
      return toSignedIn(outcome.viewer);
    case 'totp':
      return { next: 'totp', challenge: outcome.challenge };
  }
}
