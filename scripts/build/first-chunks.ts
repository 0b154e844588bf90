import type { Rolldown } from 'vite';

type Info = Rolldown.ChunkingContext['getModuleInfo'];

/** Returns the modules that a module imports statically. Modules that are loaded later aren't included. */
function needed(entry: string, info: Info, found = new Set<string>()): Set<string> {
  // The bundler puts a library in the same chunk as the modules that import it, and includes only the parts that these
  // modules use.
  if (found.has(entry) || entry.includes('/node_modules/')) return found;
  found.add(entry);
  for (const id of info(entry)?.importedIds ?? []) needed(id, info, found);
  return found;
}

/**
 * Assigns modules to the chunks of the first screens: `base` for every page, `server` for pages that call the server,
 * `dashboard` for the leads.
 */
function chunksOf(root: string, info: Info): Map<string, string> {
  const page = (name: string) => needed(`${root}/src/client/${name}`, info);
  const main = page('main.tsx');
  const landing = page('features/landing/landing-page.tsx');
  const auth = page('features/auth/auth-page.tsx');
  const first = [...main, ...page('features/dashboard/dashboard-page.tsx'), ...page('features/dashboard/quota.tsx')];
  const nameOf = (id: string) => (main.has(id) || landing.has(id) ? 'base' : auth.has(id) ? 'server' : 'dashboard');
  // The two entry modules stay in their own files.
  return new Map(first.filter((id) => !/\/(main|dashboard-page)\.tsx$/.test(id)).map((id) => [id, nameOf(id)]));
}

/**
 * Assigns the code that pages load first to a few chunks. Otherwise, the bundler would create twenty files for shared
 * modules. The four resulting files are smaller than those twenty files. They also shorten each lazy part's list of
 * files to preload (D1).
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
