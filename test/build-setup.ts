import { buildIfNeeded } from '../scripts/build.ts';

/** Tests of whole processes and in the browser walk the production build: made once before the first of them, where sources have changed. */
export default async function setup(): Promise<void> {
  await buildIfNeeded({ say: () => undefined });
}
