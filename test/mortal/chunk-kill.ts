import { MAILS_UNDER_WAY } from '#core/features/delivery/limits.ts';
import { HOUR } from '#shared/primitives/durations.ts';
import { writePlan } from './kill-plan.ts';
import { type Autopsy, autopsies, settled, type Toll, tollOf } from './kills.ts';
import type { Due, MortalLab } from './lab.ts';
import { ledgerOf } from './ledger.ts';

/** The number of emails that one company sends in one chunk (`drain.ts`). */
export const CHUNK = Math.floor(MAILS_UNDER_WAY / 3);
/** Text that identifies the statements before which workers are killed. */
export const BEFORE = {
  /** The commit of the chunk's checks. */
  checked: 'commit',
  /** The statement that records that the server accepted the email. The same transaction marks the next emails. */
  taken: 'set sent_at',
  /** A statement in the middle of recording the accepted emails. */
  note: 'set last_message_at',
};
/** The number of emails that the mail server has received but not accepted when the last worker is killed. */
export const HELD = 5;
/** The victim comes after the first emails that are sent, so that the server never holds it. */
const VICTIM = Math.floor(CHUNK * 0.6);
const WITH_SECOND_STEP = 3;

export interface ChunkResult {
  toll: Toll;
  deaths: Autopsy[];
  disordered: number;
  failedJobs: number;
  /** The outcome of the email whose delivery was interrupted. */
  victim: { status: string | undefined; received: number };
  /** How many of the unconfirmed emails arrived, and how many didn't. */
  unknown: { arrived: number; missing: number };
}

/**
 * Makes a chunk of one company's emails due at once, together with second steps for its first people. The worker that
 * sends the chunk is killed at the first of these points. The worker that takes over is killed at the next one. The
 * mail server holds some of the emails. Returns the outcome of all emails.
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

/** Creates emails that are due within the next hour, in this order. */
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
