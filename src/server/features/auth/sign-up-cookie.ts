import type { Config } from '#core/platform/config.ts';
import { HOUR, SECOND } from '#shared/primitives/durations.ts';
import { cookieLine, readCookie } from '#core/platform/cookies.ts';

const COOKIE = 'picket_sign_up';

/** Marks the browser that began a sign-up, as long as its emailed link lives. */
export const keepSignUp = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>, browserToken: string): string =>
  cookieLine({
    name: COOKIE,
    value: browserToken,
    path: '/trpc',
    maxAgeSeconds: HOUR / SECOND,
    secure: PUBLIC_URL.startsWith('https:'),
  });

export const readSignUp = (cookieHeader: string | undefined): string | undefined => readCookie(cookieHeader, COOKIE);
