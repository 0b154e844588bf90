import { setTimeout as wait } from 'node:timers/promises';
import { SECOND } from '#shared/primitives/durations.ts';
import { writePlan } from './kill-plan.ts';
import { settled, type Toll, tollOf } from './kills.ts';
import type { Due, MortalLab } from './lab.ts';
import { ledgerOf } from './ledger.ts';

const COMPANIES = 4;
/**
 * The number of people per round. This many have an email due at the start of the round, and the same number become due
 * one after another during it.
 */
const AT_ONCE = 120;
const IN_TURN = 180;
/** One in this many people gets a text instead of an email. */
const TEXTED = 6;
const ROUND = 8 * SECOND;
/** The maximum delay in real milliseconds between a sent message and the kill, while other messages are being sent. */
const LATEST = 400;

export interface FlowResult {
  tolls: Toll[];
  failedJobs: number;
  disordered: number;
}

/**
 * Kills one of two workers at random moments while messages of several companies are being sent, until this many
 * workers were killed. `random` returns integers from 0 to below its limit.
 */
export async function killAmidFlow(
  lab: MortalLab,
  kills: number,
  random: (limit: number) => number,
): Promise<FlowResult> {
  const result: FlowResult = { tolls: [], failedJobs: 0, disordered: 0 };
  // In this test, workers don't kill themselves.
  writePlan(lab.folder, []);
  for (let left = kills; left > 0;) {
    const before = lab.crew.deaths();
    const messages = await messagesOfARound(lab);
    await lab.crew.enlist(2);
    while (lab.crew.deaths() - before < left && (await nextIsOut(lab, messages))) {
      await wait(random(LATEST));
      await lab.crew.strike();
    }
    await settled(lab, messages);
    const toll = await tollOf(lab, messages, lab.crew.deaths() - before);
    result.tolls.push(toll);
    left -= toll.kills;
    const { failedJobs, disordered } = await ledgerOf(lab, messages);
    result.failedJobs += failedJobs;
    result.disordered += disordered;
  }
  return result;
}

/** The messages become due at a future instant, so that none is sent before all of them are inserted. */
async function messagesOfARound(lab: MortalLab): Promise<Due[]> {
  const companies = await Promise.all(Array.from({ length: COMPANIES }, () => lab.a.company()));
  const start = lab.now().getTime() + 2 * SECOND;
  const made: Due[] = [];
  for (let person = 0; person < AT_ONCE + IN_TURN; person += COMPANIES) {
    const due = new Date(start + (Math.max(0, person - AT_ONCE) * ROUND) / IN_TURN);
    const channel = person % (TEXTED * COMPANIES) === 0 ? 'sms' : 'email';
    const some = await Promise.all(companies.map((company) => lab.steps(company, channel, [due])));
    made.push(...some.flat());
  }
  return made;
}

/** Resolves to true when another message is sent, and to false if none of these messages is still scheduled. */
async function nextIsOut(lab: MortalLab, messages: readonly Due[]): Promise<boolean> {
  const out = () => lab.sandbox.messages.all().length;
  const before = out();
  while (out() === before) {
    if ((await lab.fates(messages)).every(({ status }) => status !== 'scheduled')) return false;
    await wait(20);
  }
  return true;
}
