import type { Steps } from './steps-contract.ts';

let loading: Promise<Steps> | undefined;
let tries = 0;

const fetchSteps = async (host: string): Promise<Steps> => {
  // some browsers remember a module that failed: another address for another try
  const again = tries++ ? `?${tries}` : '';
  await import(/* @vite-ignore */ `${host}/widget-steps.js${again}`);
  const steps = window.Picket?.steps;
  if (!steps) throw new Error('no steps');
  return steps;
};

/**
 * Fetches the second script, once. `import()` and not a script tag: a host that asks for Trusted Types refuses a tag's
 * `src`, and one that trusts nonces lets a script with one import. Rejects where it can't be had; the next call tries
 * again.
 */
export const loadSteps = (host: string): Promise<Steps> =>
  (loading ??= fetchSteps(host).catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));
