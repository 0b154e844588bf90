import { expect } from 'vitest';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { type Death, readDeaths, writePlan } from './kill-plan.ts';
import type { Due, MortalLab } from './lab.ts';

const ON_THE_WAY = ['draft', 'scheduled', 'sending'];
const WENT_OUT = ['sent', 'delivered'];
const TEXTS_PER_COMPANY = 4;

/** What came of messages whose workers were killed. Times in milliseconds. */
export interface Toll {
  kills: number;
  messages: number;
  /** People who got a message more than once. */
  duplicates: number;
  unknown: { texts: number; mails: number };
  /** Neither sent nor unknown, or sent and nobody got it. */
  lost: number;
  /** The longest from a message's last death to its sending. */
  longestRecovery: number;
}

/** A death, with what the provider knew. */
export interface Autopsy extends Death {
  channel: MessageChannel;
  /** Whether it was the first of this message: its delivery was a fresh one. */
  first: boolean;
  /** Whether the provider had taken the message before. */
  accepted: boolean;
}

/** Messages at whose deliveries workers die: `texts` and `mails` hold the points of each, one death after the other. */
export interface Points {
  texts: readonly number[][];
  mails: readonly number[][];
}

/**
 * Makes them, all due at once. Together, a company has one email and four texts, so that one kill finds many of them on
 * their way; else each has a company of its own, and no statement is about two of them.
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

/** Waits until none of these messages is on its way any more; says of those that are what their rows say. */
export async function settled(lab: MortalLab, messages: readonly Due[], timeout = 240_000): Promise<void> {
  const left = async () => (await lab.fates(messages)).filter(({ status }) => ON_THE_WAY.includes(status));
  await expect.poll(left, { timeout, interval: 100 }).toEqual([]);
}

/** Counts what these messages came to. */
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

/** The deaths of these messages, oldest first. */
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

/** Points of a fresh delivery that nobody has died at, up to the furthest that somebody has. */
export function missedPoints(deaths: readonly Autopsy[], channel: MessageChannel): number[] {
  const died = new Set(deaths.filter((death) => death.first && death.channel === channel).map(({ point }) => point));
  return Array.from({ length: Math.max(0, ...died) }, (_, index) => index + 1).filter((point) => !died.has(point));
}

/** Those of these messages that was sent at one try: alone in their company, they had no such point. */
export async function wentThrough(lab: MortalLab, messages: readonly Due[]): Promise<Due[]> {
  const fates = await lab.fates(messages);
  const first = new Set(
    fates.filter(({ attempts, status }) => attempts === 1 && status === 'sent').map(({ id }) => id),
  );
  return messages.filter(({ id }) => first.has(id));
}
