import { expect } from 'vitest';
import { SECOND } from '#shared/primitives/durations.ts';
import type { Away } from '../queue-stores.ts';
import { untilOut } from './fault-scene.ts';
import type { Due, MortalLab } from './lab.ts';
import { type Ledger, ledgerOf } from './ledger.ts';

export interface Outage {
  away: Away;
  seconds: number;
  people: number;
}

export type OutageResult = Ledger & {
  /** How many of these messages were sent before Redis went away. */
  before: number;
  /** Real seconds from the return of Redis until the last message was sent. */
  recovery: number;
};

/**
 * The queue's store goes away while two workers are sending, and comes back. Half of the messages are due before the
 * outage. The others become due during it. Returns the outcome of all messages.
 */
export async function storeGoesAway(lab: MortalLab, { away, seconds, people }: Outage): Promise<OutageResult> {
  const company = await lab.a.company();
  const due = lab.now().getTime();
  const late = (person: number) => Math.max(0, person - people / 2) * ((seconds * SECOND * 2) / people);
  const made = Array.from({ length: people }, (_, person) =>
    lab.steps(company, person % 4 === 0 ? 'sms' : 'email', [new Date(due + late(person))]),
  );
  const messages: Due[] = (await Promise.all(made)).flat();
  const out = async () => (await lab.fates(messages)).filter(({ status }) => status === 'sent').length;
  await lab.crew.enlist(2);
  await expect.poll(out, { timeout: 60_000, interval: 20 }).toBeGreaterThan(0);
  const back = await away();
  const before = await out();
  await expect
    .poll(() => lab.now().getTime() - due > seconds * SECOND, { timeout: seconds * SECOND + 5_000, interval: 100 })
    .toBe(true);
  await back();
  const returned = Date.now();
  await untilOut(lab, messages);
  const recovery = Math.round((Date.now() - returned) / SECOND);
  return { ...(await ledgerOf(lab, messages)), before, recovery };
}
