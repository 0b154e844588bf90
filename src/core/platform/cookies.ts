/** The value of a cookie of ours; undefined where there is none. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const start = `${name}=`;
  const found = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(start));
  return found?.slice(start.length) || undefined;
}

export interface CookieOptions {
  name: string;
  /** Only characters that a cookie may hold as they are (base64url). */
  value: string;
  path: string;
  maxAgeSeconds: number;
  /** Follows PUBLIC_URL's scheme. */
  secure: boolean;
}

/** A Set-Cookie line that no script can read and no foreign site's form carries. */
export const cookieLine = ({ name, value, path, maxAgeSeconds, secure }: CookieOptions): string =>
  `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
