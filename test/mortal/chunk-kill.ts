import { MAILS_UNDER_WAY } from '#core/features/delivery/limits.ts';
import { HOUR } from '#shared/primitives/durations.ts';
import { writePlan } from './kill-plan.ts';
import { type Autopsy, autopsies, settled, type Toll, tollOf } from './kills.ts';
import type { Due, MortalLab } from './lab.ts';
import { ledgerOf } from './ledger.ts';

/** The emails that a company alone has in a chunk (`drain-channel.ts`). */
export const CHUNK = Math.floor(MAILS_UNDER_WAY / 3);
/** Words of the statements before which workers die. */
export const BEFORE = {
  /** The check of the chunk is committed. */
  checked: 'commit',
  /** It is written that the server took the email; those after it are marked in the same transaction. */
  taken: 'set provider_id',
  /** The note of acceptances, in its middle. */
  note: 'set last_message_at',
};
/** Emails that are with the server at the last death, and not taken. */
export const HELD = 5;
/** Further in than any of those that are with the server first: it is never held. */
const VICTIM = Math.floor(CHUNK * 0.6);
const WITH_SECOND_STEP = 3;

export interface ChunkResult {
  toll: Toll;
  deaths: Autopsy[];
  disordered: number;
  failedJobs: number;
  /** What became of the email that they died at. */
  victim: { status: string | undefined; received: number };
  /** Of the unknown ones, how many arrived and how many never did. */
  unknown: { arrived: number; missing: number };
}

/**
 * A company's chunk of emails becomes due in one instant, and second steps of its first people. Of two workers the one
 * that has the chunk dies at the first of these points, who takes it over at the next; the mail server holds some of
 * it. Gives what all of it came to.
 */
export async function killInChunk(lab: MortalLab, points: string[]): Promise<ChunkResult> {
  const kills = lab.crew.deaths();
  const { firsts, seconds } = await chunkOfMails(lab);
  const messages = [...firsts, ...seconds];
  const victim = firsts[VICTIM];
  if (!victim) throw new Error('a chunk is too small');
  writePlan(lab.folder, [{ id: victim.id, marks: victim.marks, points }]);
  lab.sandbox.faults.set('smtp', 'timeout', HELD);
  await lab.crew.enlist(2);
  await lab.moveClock(1);
  await settled(lab, messages);
  const [toll, { disordered, failedJobs }, fates] = await Promise.all([
    tollOf(lab, messages, lab.crew.deaths() - kills),
    ledgerOf(lab, messages),
    lab.fates(messages),
  ]);
  const status = new Map(fates.map((fate) => [fate.id, fate.status]));
  const unknown = messages.filter(({ id }) => status.get(id) === 'unknown');
  const arrived = unknown.filter((message) => lab.arrived(message).length > 0).length;
  return {
    toll,
    deaths: autopsies(lab, messages),
    disordered,
    failedJobs,
    victim: { status: status.get(victim.id), received: lab.arrived(victim).length },
    unknown: { arrived, missing: unknown.length - arrived },
  };
}

/** Due within the next hour, in this order. */
async function chunkOfMails(lab: MortalLab): Promise<{ firsts: Due[]; seconds: Due[] }> {
  const company = await lab.a.company();
  const due = lab.now().getTime() + HOUR / 2;
  const people = Array.from({ length: CHUNK }, (_, person) => {
    const second = person < WITH_SECOND_STEP ? [new Date(due + CHUNK)] : [];
    return lab.steps(company, 'email', [new Date(due + person), ...second]);
  });
  const messages = (await Promise.all(people)).flat();
  return { firsts: messages.filter(({ step }) => step === 1), seconds: messages.filter(({ step }) => step > 1) };
}
