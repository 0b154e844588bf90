import { expect } from 'vitest';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { type Death, readDeaths, writePlan } from './kill-plan.ts';
import type { Due, MortalLab } from './lab.ts';

const ON_THE_WAY = ['draft', 'scheduled', 'sending'];
const WENT_OUT = ['sent', 'delivered'];
const TEXTS_PER_COMPANY = 4;

/** The outcome of messages whose workers were killed. Times are in milliseconds. */
export interface Toll {
  kills: number;
  messages: number;
  /** People who received a message more than once. */
  duplicates: number;
  unknown: { texts: number; mails: number };
  /** Messages that are neither sent nor unconfirmed, or that are marked as sent but weren't received. */
  lost: number;
  /** The longest time from the last kill that affected a message until the message was sent. */
  longestRecovery: number;
}

/** A kill, and the provider's state at that moment. */
export interface Autopsy extends Death {
  channel: MessageChannel;
  /** Whether this was the first kill of this message, so the delivery was a fresh one. */
  first: boolean;
  /** Whether the provider had already accepted the message. */
  accepted: boolean;
}

/** The kill points for messages to create. `texts` and `mails` contain the points of each message, one per delivery. */
export interface Points {
  texts: readonly number[][];
  mails: readonly number[][];
}

/**
 * Creates the messages, all due at once. With `together`, each company has one email and four texts, so that one kill
 * interrupts several messages. Otherwise, each message has its own company, so that no statement affects two messages.
 */
export async function mortalMessages(lab: MortalLab, { texts, mails }: Points, together = true): Promise<Due[]> {
  const left = { sms: [...texts], email: [...mails] };
  const perCompany = together ? TEXTS_PER_COMPANY : 1;
  const companies: MessageChannel[][] = [];
  for (let text = 0; text < texts.length; text += perCompany)
    companies.push(texts.slice(text, text + perCompany).map(() => 'sms'));
  for (const index of mails.keys()) {
    const company = together ? companies[index] : undefined;
    if (company) company.push('email');
    else companies.push(['email']);
  }
  const made = (await Promise.all(companies.map((channels) => lab.due(...channels)))).flat();
  const victims = made.map(({ id, marks, channel }) => ({ id, marks, points: left[channel].shift() ?? [] }));
  writePlan(lab.folder, victims);
  return made;
}

/** Waits until none of these messages is being sent anymore. If some still are, the error shows their rows. */
export async function settled(lab: MortalLab, messages: readonly Due[], timeout = 240_000): Promise<void> {
  const left = async () => (await lab.fates(messages)).filter(({ status }) => ON_THE_WAY.includes(status));
  await expect.poll(left, { timeout, interval: 100 }).toEqual([]);
}

/** Counts the outcomes of these messages. */
export async function tollOf(lab: MortalLab, messages: readonly Due[], kills: number): Promise<Toll> {
  const fates = new Map((await lab.fates(messages)).map((fate) => [fate.id, fate]));
  const deaths = new Map(readDeaths(lab.folder).map((death) => [death.id, death]));
  const ahead = lab.now().getTime() - Date.now();
  const toll: Toll = {
    kills,
    messages: messages.length,
    duplicates: 0,
    unknown: { texts: 0, mails: 0 },
    lost: 0,
    longestRecovery: 0,
  };
  for (const message of messages) {
    const { id, channel } = message;
    const fate = fates.get(id);
    const death = deaths.get(id);
    const times = lab.arrived(message).length;
    if (times > 1) toll.duplicates += 1;
    if (fate?.status === 'unknown') toll.unknown[channel === 'sms' ? 'texts' : 'mails'] += 1;
    else if (!fate || !WENT_OUT.includes(fate.status) || times === 0) toll.lost += 1;
    if (death && fate?.sent_at)
      toll.longestRecovery = Math.max(toll.longestRecovery, fate.sent_at.getTime() - ahead - death.at);
  }
  return toll;
}

/** Returns the kills that affected these messages, oldest first. */
export function autopsies(lab: MortalLab, messages: readonly Due[]): Autopsy[] {
  const known = new Map(messages.map((message) => [message.id, message]));
  const ahead = lab.now().getTime() - Date.now();
  const seen = new Set<string>();
  return readDeaths(lab.folder).flatMap((death) => {
    const message = known.get(death.id);
    if (!message) return [];
    const first = !seen.has(death.id);
    seen.add(death.id);
    const accepted = lab.arrived(message).some(({ at }) => Date.parse(at) - ahead < death.at);
    return [{ ...death, channel: message.channel, first, accepted }];
  });
}

/** Returns the points of a fresh delivery at which no worker was killed, up to the last point that any kill reached. */
export function missedPoints(deaths: readonly Autopsy[], channel: MessageChannel): number[] {
  const died = new Set(deaths.filter((death) => death.first && death.channel === channel).map(({ point }) => point));
  return Array.from({ length: Math.max(0, ...died) }, (_, index) => index + 1).filter((point) => !died.has(point));
}

/**
 * Returns the messages that were sent on the first attempt. If such a message is alone in its company, it never reached
 * its kill point.
 */
export async function wentThrough(lab: MortalLab, messages: readonly Due[]): Promise<Due[]> {
  const fates = await lab.fates(messages);
  const first = new Set(
    fates.filter(({ attempts, status }) => attempts === 1 && status === 'sent').map(({ id }) => id),
  );
  return messages.filter(({ id }) => first.has(id));
}
