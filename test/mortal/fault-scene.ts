import { expect } from 'vitest';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import type { FaultMode } from '../../sandbox/faults.ts';
import type { Due, MortalLab } from './lab.ts';
import { type Ledger, ledgerOf } from './ledger.ts';

const CHANNELS: readonly MessageChannel[] = ['sms', 'email'];
const COMPANIES = 4;

export interface FaultScene {
  /** The faults of both providers, one after another. Each lasts until both providers were called and have failed. */
  modes: readonly FaultMode[];
  /** The minimum duration of each fault. */
  seconds: number;
  /** The number of messages per channel. */
  people: number;
  /** Whether the clock moves past the delays between retries. */
  hurried: boolean;
}

export type FaultResult = Ledger & {
  /** Real seconds from the repair to the last sent message. */
  recovery: number;
};

/**
 * Both providers fail while the first and second steps of many people become due, with two workers running. Then the
 * providers recover, and the clock moves to when the second texts may be sent. Returns the outcome of all messages.
 */
export async function providersBreak(lab: MortalLab, scene: FaultScene): Promise<FaultResult> {
  const { modes, seconds, people } = scene;
  const hurry = async () => {
    if (scene.hurried) await lab.moveClock(1 / 120);
  };
  let messages: Due[] = [];
  for (const [index, mode] of modes.entries()) {
    const until = Date.now() + seconds * SECOND;
    setBoth(lab, mode);
    const what = index === 0 ? 'openings' : 'failures';
    const before = await ofBreakers(lab, what);
    if (index === 0) {
      messages = await peopleWithTwoSteps(lab, { people, spread: modes.length * seconds * SECOND });
      await lab.crew.enlist(2);
    }
    const failed = async () => {
      await hurry();
      return (await ofBreakers(lab, what)).every((count, provider) => count > (before[provider] ?? 0));
    };
    await expect.poll(failed, { timeout: 120_000, interval: 250 }).toBe(true);
    await expect.poll(() => Date.now() >= until, { timeout: seconds * SECOND + 1_000, interval: 100 }).toBe(true);
  }
  setBoth(lab, 'none');
  const mended = Date.now();
  const now = messages.filter(({ step, channel }) => step === 1 || channel === 'email');
  await untilOut(lab, now, hurry);
  const recovery = Math.round((Date.now() - mended) / SECOND);
  // The second text may be sent four hours after the first (C17).
  await lab.moveClock();
  await untilOut(lab, messages, hurry);
  return { ...(await ledgerOf(lab, messages)), recovery };
}

const setBoth = (lab: MortalLab, mode: FaultMode): void => {
  for (const provider of ['twilio', 'smtp'] as const) lab.sandbox.faults.set(provider, mode, null);
};

/** Returns how often each circuit breaker opened, or its current number of failures. */
async function ofBreakers(lab: MortalLab, what: 'failures' | 'openings'): Promise<number[]> {
  const states = await lab.system.selectFrom('provider_states').select(what).orderBy('provider').execute();
  return states.map((state) => state[what]);
}

/**
 * Creates people of several companies. Each has two steps that become due within a second of each other. The due times
 * are spread over the duration of the fault.
 */
async function peopleWithTwoSteps(
  lab: MortalLab,
  { people, spread }: { people: number; spread: number },
): Promise<Due[]> {
  const companies = await Promise.all(Array.from({ length: COMPANIES }, () => lab.a.company()));
  const now = lab.now().getTime();
  const made = CHANNELS.flatMap((channel) =>
    Array.from({ length: people }, (_, person) => {
      const company = companies[person % COMPANIES];
      const due = now + Math.round((spread * Math.max(0, person - people / 2)) / people);
      return company ? [lab.steps(company, channel, [new Date(due - SECOND), new Date(due)])] : [];
    }).flat(),
  );
  return (await Promise.all(made)).flat();
}

const ON_THE_WAY = ['draft', 'scheduled', 'sending'];

/** Waits until each of these messages is sent or unconfirmed. Calls `meanwhile` at each check. */
export async function untilOut(
  lab: MortalLab,
  messages: readonly Due[],
  meanwhile = (): Promise<void> => Promise.resolve(),
): Promise<void> {
  const left = async () => {
    await meanwhile();
    return (await lab.fates(messages)).filter(({ status }) => ON_THE_WAY.includes(status));
  };
  await expect.poll(left, { timeout: 240_000, interval: 250 }).toEqual([]);
}
