import type { Rolldown } from 'vite';

type Info = Rolldown.ChunkingContext['getModuleInfo'];

/** What a module needs at once, without what it fetches later. */
function needed(entry: string, info: Info, found = new Set<string>()): Set<string> {
  // a library comes along with who uses it, and only the part that is used
  if (found.has(entry) || entry.includes('/node_modules/')) return found;
  found.add(entry);
  for (const id of info(entry)?.importedIds ?? []) needed(id, info, found);
  return found;
}

/** What the first screens need: `base` each page, `server` each that asks the server, `dashboard` the leads. */
function chunksOf(root: string, info: Info): Map<string, string> {
  const page = (name: string) => needed(`${root}/src/client/${name}`, info);
  const main = page('main.tsx');
  const landing = page('features/landing/landing-page.tsx');
  const auth = page('features/auth/auth-page.tsx');
  const first = [...main, ...page('features/dashboard/dashboard-page.tsx'), ...page('features/dashboard/quota.tsx')];
  const nameOf = (id: string) => (main.has(id) || landing.has(id) ? 'base' : auth.has(id) ? 'server' : 'dashboard');
  // the two entries stay files of their own
  return new Map(first.filter((id) => !/\/(main|dashboard-page)\.tsx$/.test(id)).map((id) => [id, nameOf(id)]));
}

/**
 * Chunk groups for what the pages load first. In four files it is smaller than in the twenty that the bundler makes of
 * what is shared, and the list of files that go with each later part is shorter (D1).
 */
export function firstChunks(root: string): Rolldown.CodeSplittingGroup[] {
  let chunks: Map<string, string> | undefined;
  return ['base', 'server', 'dashboard'].map((name, index) => ({
    name: (id, context) => {
      chunks ??= chunksOf(root, (one) => context.getModuleInfo(one));
      return chunks.get(id) === name ? name : null;
    },
    debugName: name,
    priority: 3 - index,
  }));
}
