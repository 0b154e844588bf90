import express, { type Request, type Router } from 'express';
import { googleLimit } from '#core/features/auth/auth-limits.ts';
import { createGoogleSignIn, GOOGLE_PATIENCE, GoogleRefusal } from '#core/features/auth/google.ts';
import type { SignInOutcome } from '#core/features/auth/open-session.ts';
import { signInWithGoogle } from '#core/features/auth/sign-in-with-google.ts';
import { errorForLog } from '#core/platform/log-error.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { networkOf } from '#shared/primitives/network.ts';
import type { ServerDeps } from '../../server-deps.ts';
import { cookieLine, readCookie } from '#core/platform/cookies.ts';

const COOKIE = 'picket_google';
const PATH = '/auth/google';

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * Returns the URL of `/auth` for the redirect after Google's callback. If the user is now signed in, `/auth` redirects
 * them as section 4 of the spec says. If a second step is needed, the URL ends with `#totp=` and the challenge, and
 * `/auth` shows that step.
 */
const backTo = (outcome: SignInOutcome, next: string | null): string => {
  const query = next === null ? '' : `?${new URLSearchParams({ next })}`;
  return `/auth${query}${outcome.kind === 'totp' ? `#totp=${outcome.challenge}` : ''}`;
};

/** Serves `/auth/google` and its callback. Returns no routes if Google's keys aren't set. */
export function googleRoutes(deps: ServerDeps): Router {
  const routes = express.Router();
  const google = createGoogleSignIn(deps.config);
  if (!google) return routes;
  const secure = deps.config.PUBLIC_URL.startsWith('https:');
  const cookie = (value: string, maxAgeSeconds: number) =>
    cookieLine({ name: COOKIE, value, path: PATH, maxAgeSeconds, secure });

  routes.get(PATH, (req, res) => {
    const { url, kept } = google.begin(textOf(req.query['next']));
    res.set('Cache-Control', 'no-store').append('Set-Cookie', cookie(kept, GOOGLE_PATIENCE / SECOND));
    res.redirect(302, url);
  });

  routes.get(`${PATH}/callback`, async (req, res) => {
    // the cookie is always deleted, because it's valid for only one attempt
    res.set('Cache-Control', 'no-store').append('Set-Cookie', cookie('', 0));
    try {
      const { outcome, next } = await finish(req);
      if (outcome.kind === 'session') for (const line of outcome.setCookies) res.append('Set-Cookie', line);
      res.redirect(303, backTo(outcome, next));
    } catch (error) {
      if (!(error instanceof GoogleRefusal)) throw error;
      deps.logger.warn({ err: errorForLog(error) }, 'a sign-in with Google was refused');
      res.redirect(303, '/auth?problem=google');
    }
  });

  const finish = async (req: Request) => {
    const limit = googleLimit(deps);
    const network = networkOf(req.ip ?? '');
    await limit.consume(network);
    const { profile, next } = await google.finish(req.query, readCookie(req.headers.cookie, COOKIE));
    const visit = { ip: req.ip ?? '', cookieHeader: req.headers.cookie, userAgent: req.get('user-agent') ?? '' };
    const outcome = await signInWithGoogle(deps, visit, profile);
    await limit.giveBack(network);
    return { outcome, next };
  };
  return routes;
}
