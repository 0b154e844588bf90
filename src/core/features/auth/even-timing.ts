import { setTimeout as wait } from 'node:timers/promises';

const STEP = 250;

/**
 * Runs `work`. Returns its result or throws its error at the next multiple of 250 ms after the start. The work takes
 * longer for an existing account than for an unknown email address. Both are expected to finish within the first 250
 * ms, so response times don't reveal which email addresses have an account.
 */
export async function withEvenTiming<T>(work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  try {
    return await work();
  } finally {
    await nextStep(start);
  }
}

/**
 * Like `withEvenTiming`, but delays only errors. Success isn't delayed, because only the account's owner can cause it.
 */
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
