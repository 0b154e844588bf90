import { watch } from 'node:fs';
import { join } from 'node:path';
import { createBuilder } from 'vite';
import { ROOT } from '../build/root.ts';
import { forgetBuilt } from '../build/sources.ts';
import type { Company } from '../start/company.ts';

/** How long to wait after a change, because an editor may write a file in several parts. */
const SETTLE_MS = 100;

/** Rebuilds the widget when its sources change, and restarts the server, which keeps the widget in memory. */
export function watchWidget(company: Company, say: (line: string) => void): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let building = Promise.resolve();
  const rebuild = async () => {
    forgetBuilt('browser');
    try {
      const builder = await createBuilder({
        configFile: join(ROOT, 'vite.config.ts'),
        mode: 'production',
        logLevel: 'warn',
      });
      for (const [name, environment] of Object.entries(builder.environments))
        if (name.startsWith('widget')) await builder.build(environment);
      say('Changed: widget.');
      company.restart(['server']);
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    }
  };
  const watchers = ['src/widget', 'src/shared', 'src/client/homeowner'].map((folder) =>
    watch(join(ROOT, folder), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        building = building.then(rebuild);
      }, SETTLE_MS);
    }),
  );
  return async () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
    await building;
  };
}
