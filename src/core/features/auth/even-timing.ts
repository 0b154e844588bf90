import { setTimeout as wait } from 'node:timers/promises';

const STEP = 250;

/**
 * Runs `work` and returns its result or error at the next multiple of 250 ms after the start. Work for an existing
 * account takes longer than for an unknown one. Because both finish within the first 250 ms, response times don't
 * reveal which addresses have an account.
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
 * Like `withEvenTiming`, but delays only errors. A success returns at once, because only the account's owner can cause
 * one.
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
