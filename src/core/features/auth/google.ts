import { createHash } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { z } from 'zod';
import { safeNextPath } from '#shared/features/auth/next-path.ts';
import { email } from '#shared/primitives/text.ts';
import { MINUTE, SECOND } from '#shared/primitives/durations.ts';
import type { Config } from '../../platform/config.ts';
import { open, randomToken, seal } from '../../platform/secrets.ts';

/** A person with an identity and email address verified by Google. */
export interface GoogleProfile {
  sub: string;
  email: string;
  name: string;
}

/** The reason Google's response was rejected, for the log. Doesn't include any part of the response. */
export class GoogleRefusal extends Error {}

export interface GoogleSignIn {
  /**
   * Returns the URL to redirect the browser to, and a value that the browser keeps in a cookie until it returns from
   * Google (at most 10 minutes).
   */
  begin(next: string | null): { url: string; kept: string };
  /** Verifies the callback. Throws GoogleRefusal if anything doesn't match. */
  finish(
    query: { code?: unknown; state?: unknown },
    kept: string | undefined,
  ): Promise<{ profile: GoogleProfile; next: string | null }>;
}

/** How long a user may take to sign in with Google, in milliseconds of wall-clock time. */
export const GOOGLE_PATIENCE = 10 * MINUTE;
const CONTEXT = 'google-sign-in';
const ISSUERS = ['https://accounts.google.com', 'accounts.google.com'];

const keptSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string().nullable(),
  until: z.number(),
});
const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  email,
  email_verified: z.union([z.literal(true), z.literal('true')]),
  name: z.string().optional(),
  nonce: z.string(),
});
const tokensSchema = z.object({ id_token: z.string() });

/** Returns Google's URLs. GOOGLE_API_BASE replaces the host in all three. */
const addresses = (base: string | undefined) => ({
  authorize: `${base ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`,
  token: `${base ?? 'https://oauth2.googleapis.com'}/token`,
  keys: `${base ?? 'https://www.googleapis.com'}/oauth2/v3/certs`,
});

/**
 * Sets up sign-in with Google: an authorization code flow with PKCE, a state parameter and a nonce. The browser that
 * started the sign-in stores these values in an encrypted cookie. Returns null if Google's keys aren't configured.
 */
export function createGoogleSignIn(config: Config): GoogleSignIn | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, APP_SECRET: secret } = config;
  if (clientId === undefined || clientSecret === undefined) return null;
  const at = addresses(config.GOOGLE_API_BASE?.replace(/\/+$/, ''));
  const keys = createRemoteJWKSet(new URL(at.keys));
  const redirectUri = `${config.PUBLIC_URL}/auth/google/callback`;

  const exchange = async (code: string, verifier: string): Promise<string> => {
    const answer = await fetch(at.token, {
      method: 'POST',
      signal: AbortSignal.timeout(10 * SECOND),
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uri: redirectUri,
        code_verifier: verifier,
        code,
      }),
    }).catch((cause: unknown) => {
      throw new GoogleRefusal('Google isn’t responding', { cause });
    });
    if (!answer.ok) throw new GoogleRefusal(`Google returned ${answer.status} for the code`);
    const tokens = tokensSchema.safeParse(await answer.json().catch(() => null));
    if (!tokens.success) throw new GoogleRefusal('Google returned no ID token');
    return tokens.data.id_token;
  };

  const readIdToken = async (token: string, nonce: string): Promise<GoogleProfile> => {
    const { payload } = await jwtVerify(token, keys, {
      issuer: ISSUERS,
      audience: clientId,
      algorithms: ['RS256'],
      clockTolerance: 60,
      requiredClaims: ['exp', 'iat'],
    }).catch((cause: unknown) => {
      throw new GoogleRefusal('the ID token is invalid', { cause });
    });
    const claims = claimsSchema.safeParse(payload);
    if (!claims.success) throw new GoogleRefusal('the ID token has no confirmed email address');
    if (claims.data.nonce !== nonce) throw new GoogleRefusal('the ID token is for another sign-in');
    const { sub, email: address, name } = claims.data;
    return { sub, email: address, name: personName(name, address) };
  };

  return {
    begin(next) {
      const kept = { state: randomToken(), nonce: randomToken(), verifier: randomToken() };
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: kept.state,
        nonce: kept.nonce,
        code_challenge: createHash('sha256').update(kept.verifier).digest('base64url'),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      });
      const value = JSON.stringify({ ...kept, next: safeNextPath(next), until: Date.now() + GOOGLE_PATIENCE });
      return { url: `${at.authorize}?${query}`, kept: seal(value, secret, CONTEXT) };
    },

    async finish({ code, state }, sealed) {
      const opened = sealed === undefined ? undefined : open(sealed, secret, CONTEXT);
      if (opened === undefined) throw new GoogleRefusal('this browser didn’t start a sign-in');
      const kept = keptSchema.parse(JSON.parse(opened));
      if (kept.until < Date.now()) throw new GoogleRefusal('the sign-in took too long');
      if (typeof state !== 'string' || state !== kept.state) throw new GoogleRefusal('the state doesn’t match');
      if (typeof code !== 'string' || code === '') throw new GoogleRefusal('Google returned no code');
      const profile = await readIdToken(await exchange(code, kept.verifier), kept.nonce);
      return { profile, next: safeNextPath(kept.next) };
    },
  };
}

const personName = (name: string | undefined, address: string): string =>
  (name ?? '')
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 200) ||
  (address.split('@')[0] ?? address);
