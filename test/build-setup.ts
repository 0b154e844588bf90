import { buildIfNeeded } from '../scripts/build.ts';

/**
 * Process and browser tests use the production build. It's built once, before the first of these tests, if the sources
 * have changed.
 */
export default async function setup(): Promise<void> {
  await buildIfNeeded({ say: () => undefined });
}
