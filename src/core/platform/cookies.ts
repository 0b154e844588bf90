/** The value of our cookie; undefined if it is missing. */
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
  /** Only characters that a cookie can contain unescaped (base64url). */
  value: string;
  path: string;
  maxAgeSeconds: number;
  /** Follows PUBLIC_URL's scheme. */
  secure: boolean;
}

/** A Set-Cookie line that scripts can't read and cross-site forms don't send. */
export const cookieLine = ({ name, value, path, maxAgeSeconds, secure }: CookieOptions): string =>
  `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
