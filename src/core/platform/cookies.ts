/** Returns the value of a cookie, or undefined if it's missing or empty. */
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
  /** Must contain only characters that cookies allow unescaped, such as base64url characters. */
  value: string;
  path: string;
  maxAgeSeconds: number;
  /** True if PUBLIC_URL uses HTTPS. */
  secure: boolean;
}

/** Returns a Set-Cookie value. Scripts can't read the cookie, and forms on other sites don't send it. */
export const cookieLine = ({ name, value, path, maxAgeSeconds, secure }: CookieOptions): string =>
  `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
