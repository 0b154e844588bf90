import { buildIfNeeded } from '../scripts/build.ts';

/**
 * Process and browser tests use the production build. It is built once before the first of them if the sources have
 * changed.
 */
export default async function setup(): Promise<void> {
  await buildIfNeeded({ say: () => undefined });
}
