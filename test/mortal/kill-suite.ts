import { afterAll, beforeAll, expect, test } from 'vitest';
import { failedJobs, type QueueStore } from '../queue-stores.ts';
import { noteForSoak, type SoakLine } from '../soak-report.ts';
import {
  type Autopsy,
  autopsies,
  missedPoints,
  mortalMessages,
  type Points,
  settled,
  type Toll,
  tollOf,
  wentThrough,
} from './kills.ts';
import { MAIL_CONNECTIONS } from '#core/platform/mail.ts';
import { seeded } from '../seeded.ts';
import { BEFORE, HELD, killInChunk } from './chunk-kill.ts';
import { killAmidFlow } from './flow-kill.ts';
import { providersBreak } from './fault-scene.ts';
import { type Due, type MortalLab, startMortalLab } from './lab.ts';
import { CLEAN } from './ledger.ts';

/** More statements than a delivery has, so the last points are never reached and kill nothing. */
const POINTS = { texts: 40, mails: 28 };
/**
 * Points at which several workers in a row are killed on the same message: before it's marked 'sending', at that
 * statement, and after it.
 */
const IN_A_ROW = [
  [2, 8, 21],
  [19, 19, 23],
  [5, 20, 24],
];
/** A worker sends for eight companies at a time. Each has at most one email in progress. */
const MAILS_AT_ONCE = 8;
const fourTexts = ['sms', 'sms', 'sms', 'sms'] as const;
const TWO_MINUTES = 120_000;

const oneEach = (points: readonly number[]): number[][] => points.map((point) => [point]);
const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

/** How many workers are killed while many messages are being sent, in `npm test` and in the soak test. */
const FLOW_KILLS = { few: 3, many: 20 };

/**
 * Tests the rules that must hold when two workers are killed, with the queue in this store: at every point of a
 * delivery, `kills` times in total (0 means as often as needed), and while many messages are being sent. Unless
 * `thorough`, it doesn't retry points that the first round missed, kills only once per chunk, and skips the test with
 * many messages. Returns the lab for other tests in the file.
 */
export function killSuite(openStore: () => Promise<QueueStore>, kills: number, thorough = true): () => MortalLab {
  let lab: MortalLab;
  beforeAll(async () => {
    lab = await startMortalLab(await openStore());
  });
  afterAll(() => lab.close());

  test('kill -9 at every point of delivery: no text is sent twice, nothing is lost, and on average at most one email per kill is unknown', async () => {
    const { tolls, deaths, missed } = await killEverywhere(lab, thorough ? 4 : 0);
    expect(thorough ? missed : NONE).toEqual(NONE);
    expect(deaths.length).toBeGreaterThan(30);
    for (const channel of ['sms', 'email'])
      for (const accepted of [true, false])
        expect(deaths.filter((death) => death.channel === channel && death.accepted === accepted)).not.toEqual([]);
    expect(deaths.filter(({ first }) => !first)).not.toEqual([]);
    const random = seededPoints(20_261_121);
    while (sum(tolls, (toll) => toll.kills) < kills)
      tolls.push((await killAt(lab, { texts: random(40, POINTS.texts), mails: random(10, POINTS.mails) })).toll);
    expect(sum(tolls, (toll) => toll.unknown.mails)).toBeLessThanOrEqual(sum(tolls, (toll) => toll.kills));
    noteForSoak(soakLine(`kills at every point, queue on ${lab.store.name}`, tolls));
  }, 1_800_000);

  test('kill -9 while Twilio holds the workers’ requests: texts that never arrived are sent once', async () => {
    lab.sandbox.faults.set('twilio', 'timeout', null);
    const messages = (await Promise.all([lab.due(...fourTexts), lab.due(...fourTexts)])).flat();
    await lab.crew.enlist(2);
    const held = async () => (await lab.fates(messages)).filter(({ status }) => status === 'sending').length;
    await expect.poll(held, { timeout: 60_000 }).toBe(messages.length);
    await lab.crew.kill();
    lab.sandbox.faults.set('twilio', 'none', null);
    await lab.crew.enlist(2);
    expect(await whenAllOut(lab, messages)).toEqual(EACH_ONCE);
  }, 300_000);

  test('kill -9 in a chunk of emails, before the server’s acceptance is recorded: each email is sent once, and at most one per connection is unknown', async () => {
    const points = thorough ? [BEFORE.checked, BEFORE.taken] : [BEFORE.taken];
    const { toll, ...result } = await killInChunk(lab, points);
    expect(toll).toMatchObject({ kills: points.length, duplicates: 0, lost: 0 });
    expect(result).toMatchObject({
      // No email of the first chunk was sent yet, so the next worker sent all of them.
      deaths: [{ accepted: false }, { accepted: true }].slice(-points.length),
      disordered: 0,
      failedJobs: 0,
      victim: { status: 'unknown', received: 1 },
    });
    expect(toll.unknown.mails).toBeLessThanOrEqual(MAIL_CONNECTIONS);
    noteForSoak(soakLine(`kills in a chunk of mails, queue on ${lab.store.name}`, [toll]));
  }, 300_000);

  test('kill -9 while a chunk’s accepted emails are recorded: emails that the server accepted are marked as sent', async () => {
    const { toll, ...result } = await killInChunk(lab, [BEFORE.note]);
    expect(toll).toMatchObject({ kills: 1, duplicates: 0, lost: 0 });
    expect(result).toMatchObject({ disordered: 0, failedJobs: 0, victim: { status: 'sent', received: 1 } });
    expect(result.unknown.missing).toBeLessThanOrEqual(HELD);
    expect(toll.unknown.mails).toBeLessThanOrEqual(MAIL_CONNECTIONS);
    noteForSoak(soakLine(`kills in the note of mails, queue on ${lab.store.name}`, [toll]));
  }, 300_000);

  test.runIf(thorough)(
    'kill -9 at any moment while many messages are sent: none is sent twice or lost, and at most one email per kill and connection is unknown',
    async () => {
      const wanted = kills > 0 ? FLOW_KILLS.many : FLOW_KILLS.few;
      const { tolls, failedJobs, disordered } = await killAmidFlow(lab, wanted, seeded(20_261_122));
      for (const toll of tolls) {
        expect(toll).toMatchObject({ duplicates: 0, lost: 0, unknown: { texts: 0 } });
        expect(toll.unknown.mails).toBeLessThanOrEqual(toll.kills * MAIL_CONNECTIONS);
      }
      expect({ failedJobs, disordered }).toEqual({ failedJobs: 0, disordered: 0 });
      noteForSoak(soakLine(`kills amid a flow, queue on ${lab.store.name}`, tolls));
    },
    900_000,
  );

  test('both providers answer 500, then 429, then accept a message and hang up: each message is sent once and in order', async () => {
    const modes = ['http500', 'http429', 'drop_after_accept'] as const;
    const result = await providersBreak(lab, { modes, seconds: 0, people: 12, hurried: true });
    expect(result).toMatchObject(CLEAN);
  }, 300_000);

  test('the queue loses everything while workers run and again before they restart: hundreds of due messages are sent once', async () => {
    await lab.crew.dismiss();
    const people = Array.from({ length: 50 }, (_, person) => (person % 10 === 0 ? 'sms' : 'email'));
    const messages = (await Promise.all(Array.from({ length: 4 }, () => lab.due(...people)))).flat();
    const gone = async () => (await lab.fates(messages)).filter(({ status }) => status === 'sent').length;
    await lab.crew.enlist(2);
    await expect.poll(gone, { timeout: 60_000, interval: 20 }).toBeGreaterThan(10);
    await lab.store.wipe(lab.databaseUrl);
    await lab.crew.dismiss();
    expect(await gone()).toBeLessThan(messages.length);
    await lab.store.raze(lab.databaseUrl);
    const restart = Date.now();
    await lab.crew.enlist(2);
    expect(await whenAllOut(lab, messages)).toEqual(EACH_ONCE);
    expect(Date.now() - restart).toBeLessThan(TWO_MINUTES);
  }, 300_000);
  return () => lab;
}

const EACH_ONCE = { duplicates: 0, lost: 0, unknownTexts: 0, failedJobs: 0 };

async function whenAllOut(lab: MortalLab, messages: readonly Due[]): Promise<typeof EACH_ONCE> {
  await settled(lab, messages);
  const { duplicates, lost, unknown } = await tollOf(lab, messages, 0);
  // No worker was killed while it was sending an email, but on a busy machine these short leases can expire by
  // themselves.
  expect(unknown.mails).toBeLessThanOrEqual(MAILS_AT_ONCE);
  return { duplicates, lost, unknownTexts: unknown.texts, failedJobs: await failedJobs(lab.databaseUrl, lab.store) };
}

const NONE = { texts: [], mails: [] };

interface Killed {
  toll: Toll;
  deaths: Autopsy[];
  messages: Due[];
  points: Points;
  /** The messages that were sent on the first attempt. */
  through: Due[];
}

/** Creates one message per list of points. Asserts the rules that hold after any kill. */
async function killAt(lab: MortalLab, points: Points, together = true): Promise<Killed> {
  const before = lab.crew.deaths();
  const messages = await mortalMessages(lab, points, together);
  await lab.crew.enlist(2);
  await settled(lab, messages);
  const toll = await tollOf(lab, messages, lab.crew.deaths() - before);
  expect(toll).toMatchObject({ duplicates: 0, lost: 0, unknown: { texts: 0 } });
  expect(toll.unknown.mails).toBeLessThanOrEqual(toll.kills * MAILS_AT_ONCE);
  expect(toll.longestRecovery).toBeLessThan(TWO_MINUTES);
  return { toll, points, messages, deaths: autopsies(lab, messages), through: await wentThrough(lab, messages) };
}

/**
 * Returns the points at which no worker was killed, although the message had the point to itself and wasn't sent on the
 * first attempt.
 */
function leftOf({ points, messages, deaths, through }: Killed, channel: 'sms' | 'email'): number[] {
  const wanted = channel === 'sms' ? points.texts : points.mails;
  const of = messages.filter((message) => message.channel === channel);
  return of.flatMap(({ id }, index) => {
    const point = wanted[index]?.[0] ?? 0;
    const died = deaths.some((death) => death.id === id && death.first && death.point === point);
    return died || through.some((message) => message.id === id) ? [] : [point];
  });
}

/**
 * Kills a worker at each point from the first to the last, and at several points in a row. `missed` lists the points at
 * which no worker was killed.
 */
async function killEverywhere(lab: MortalLab, rounds: number) {
  const { toll, deaths } = await killAt(lab, {
    texts: [...oneEach(upTo(POINTS.texts)), ...IN_A_ROW],
    mails: oneEach(upTo(POINTS.mails)),
  });
  const tolls = [toll];
  let missed = { texts: missedPoints(deaths, 'sms'), mails: missedPoints(deaths, 'email') };
  // A point is retried if another message's kill interrupted this message, or if its statements were counted for
  // another message.
  for (let round = 0; round < rounds && missed.texts.length + missed.mails.length > 0; round += 1) {
    const again = await killAt(lab, { texts: oneEach(missed.texts), mails: oneEach(missed.mails) }, false);
    const [texts, mails] = (['sms', 'email'] as const).map((channel) => leftOf(again, channel));
    tolls.push(again.toll);
    deaths.push(...again.deaths);
    missed = { texts: texts ?? [], mails: mails ?? [] };
  }
  return { tolls, deaths, missed };
}

/**
 * Generates `many` messages, each with one to three kill points. The seed is fixed, so every run uses the same points.
 */
function seededPoints(seed: number): (many: number, last: number) => number[][] {
  let state = seed;
  const below = (limit: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state % limit;
  };
  return (many, last) =>
    Array.from({ length: many }, () => Array.from({ length: 1 + below(3) }, () => 1 + below(last)));
}

const soakLine = (what: string, tolls: readonly Toll[]): SoakLine => ({
  what,
  figures: {
    kills: sum(tolls, (toll) => toll.kills),
    messages: sum(tolls, (toll) => toll.messages),
    duplicates: sum(tolls, (toll) => toll.duplicates),
    'unknown mails': sum(tolls, (toll) => toll.unknown.mails),
    'unknown texts': sum(tolls, (toll) => toll.unknown.texts),
    lost: sum(tolls, (toll) => toll.lost),
    'longest recovery (s)': Math.round(Math.max(...tolls.map((toll) => toll.longestRecovery)) / 1_000),
  },
});

const sum = (tolls: readonly Toll[], of: (toll: Toll) => number): number =>
  tolls.reduce((total, toll) => total + of(toll), 0);
