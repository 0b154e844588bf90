// the origin is only there to resolve against: no real address has it
const HERE = 'http://here.invalid';

/** What a path becomes when someone decodes it, as often as it can be; null where it cannot. */
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
 * The page to go to after a sign-in: a path of ours with its query; null for whatever could lead to another
 * site (`//evil`, `/\evil`, `https:…`, and the same encoded) or back to `/auth`. Used by server and browser.
 */
export function safeNextPath(next: string | null | undefined): string | null {
  if (typeof next !== 'string' || next.length > 2_000 || leavesHere(next)) return null;
  const [path = ''] = next.split(/[?#]/, 1);
  const plain = decoded(path);
  if (plain === null || leavesHere(plain)) return null;
  if (!URL.canParse(next, HERE)) return null;
  const url = new URL(next, HERE);
  // dots may have made it '//…' again
  if (url.origin !== HERE || leavesHere(url.pathname)) return null;
  if (url.pathname === '/auth' || url.pathname.startsWith('/auth/')) return null;
  return url.pathname + url.search;
}
