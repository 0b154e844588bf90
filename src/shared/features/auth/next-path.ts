// A placeholder origin for resolving relative paths. No real URL uses it.
const HERE = 'http://here.invalid';

/** Decodes a path until it no longer changes. Returns null if it can't be decoded. */
function decoded(path: string): string | null {
  let before = path;
  for (let round = 0; round < 5; round += 1) {
    let after: string;
    try {
      after = decodeURIComponent(before);
    } catch {
      return null;
    }
    if (after === before) return after;
    before = after;
  }
  return null;
}

const leavesHere = (path: string): boolean =>
  !/^\/(?![/\\])/.test(path) || path.includes('\\') || /[\p{Cc}\p{Cf}]/u.test(path);

/**
 * Returns the page to open after sign-in: a path on our site with its query. Returns null for a path that could lead
 * back to `/auth` or to another site (`//evil`, `/\evil`, `https:…`, or encoded forms). The server and the browser both
 * use this function.
 */
export function safeNextPath(next: string | null | undefined): string | null {
  if (typeof next !== 'string' || next.length > 2_000 || leavesHere(next)) return null;
  const [path = ''] = next.split(/[?#]/, 1);
  const plain = decoded(path);
  if (plain === null || leavesHere(plain)) return null;
  if (!URL.canParse(next, HERE)) return null;
  const url = new URL(next, HERE);
  // Resolving dot segments can produce '//…' again.
  if (url.origin !== HERE || leavesHere(url.pathname)) return null;
  if (url.pathname === '/auth' || url.pathname.startsWith('/auth/')) return null;
  return url.pathname + url.search;
}
