import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { context, type Plugin } from 'esbuild';
import { copyData, type NODE_ENTRIES, serverBundleOptions, workerBundleOptions } from '../build/node-bundles.ts';
import { ROOT } from '../build/root.ts';
import { forgetBuilt } from '../build/sources.ts';
import type { Company } from '../start/company.ts';

/** The process that runs each bundle. The sandbox's entry files run the server and worker with the movable clock. */
const PROCESS_OF = {
  'server/main': 'server',
  'worker/main': 'worker',
  'sandbox/main': 'sandbox',
  'sandbox/entry-server': 'server',
  'sandbox/entry-worker': 'worker',
} satisfies Partial<Record<keyof typeof NODE_ENTRIES, string>>;

/**
 * Rebuilds when a source changes, and restarts the processes with a changed bundle. Returns a function that stops
 * watching.
 */
export async function watchProcesses(company: Company, say: (line: string) => void): Promise<() => Promise<void>> {
  let before = bundles();
  const restartChanged: Plugin = {
    name: 'restart-changed',
    setup(build) {
      build.onEnd(({ errors }) => {
        if (errors.length > 0) return say(errors.map((error) => `${error.location?.file}: ${error.text}`).join('\n'));
        copyData();
        const after = bundles();
        const changed = [...after]
          .filter(([entry, text]) => before.get(entry) !== text)
          .map(([entry]) => PROCESS_OF[entry]);
        before = after;
        if (changed.length === 0) return undefined;
        say(`Changed: ${[...new Set(changed)].join(', ')}.`);
        return company.restart(changed);
      });
    },
  };
  // From here on, `dist` differs from the last complete build.
  forgetBuilt('node');
  const watching = await Promise.all(
    [serverBundleOptions(), ...workerBundleOptions()].map((options) =>
      context({ ...options, plugins: [...(options.plugins ?? []), restartChanged] }),
    ),
  );
  await Promise.all(watching.map((one) => one.watch()));
  return async () => void (await Promise.all(watching.map((one) => one.dispose())));
}

function bundles(): Map<keyof typeof PROCESS_OF, string> {
  const found = new Map<keyof typeof PROCESS_OF, string>();
  for (const entry of Object.keys(PROCESS_OF) as (keyof typeof PROCESS_OF)[])
    found.set(entry, readFileSync(join(ROOT, 'dist', `${entry}.js`), 'utf8'));
  return found;
}
