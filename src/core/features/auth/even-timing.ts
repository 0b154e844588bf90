import { setTimeout as wait } from 'node:timers/promises';

const STEP = 250;

/**
 * Runs `work` and answers, with its result or its error, at the next whole quarter of a second after the start.
 * Work for an address with an account takes longer than for one without; both end within the first step, so that
 * the time of the answer tells nobody which addresses are known.
 */
export async function withEvenTiming<T>(work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  try {
    return await work();
  } finally {
    await nextStep(start);
  }
}

/** The same for refusals only: a success may answer at once, because it tells nobody but the owner. */
export async function withEvenTimingIfRefused<T>(work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  try {
    return await work();
  } catch (error) {
    await nextStep(start);
    throw error;
  }
}

async function nextStep(start: number): Promise<void> {
  const taken = performance.now() - start;
  await wait(Math.ceil(taken / STEP) * STEP - taken);
}
