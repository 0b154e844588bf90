import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { countOne, type Tally } from '../../platform/counters.ts';
import type { SystemDb } from '../../platform/db/system.ts';
import type { Verdict } from '../messages/verdict.ts';

/** The outcome counters in /metrics, per channel. Each outcome is counted after it's committed. */
export const MESSAGE_TOTALS = {
  picket_messages_sent_total: 'Messages that a provider accepted.',
  picket_messages_failed_total: 'Messages that failed: permanently refused, or out of retries.',
  picket_messages_unknown_total: 'Messages whose outcome is unknown.',
  picket_messages_retried_total: 'Failed attempts that will be retried.',
  picket_messages_held_total: 'Attempts postponed because the provider was down.',
  picket_messages_skipped_total: 'Messages skipped by a rule.',
  picket_messages_moved_total: 'Messages moved to a later time by a rule.',
  picket_messages_delivered_total: 'Messages that the provider reported as delivered.',
  picket_messages_undelivered_total: 'Messages that were accepted and then not delivered.',
} as const;
export type MessageTotal = keyof typeof MESSAGE_TOTALS;

export type Outcome = 'sent' | 'failed' | 'unknown' | 'retried' | 'held' | 'skipped';

const OF_OUTCOME: Record<Outcome, MessageTotal> = {
  sent: 'picket_messages_sent_total',
  failed: 'picket_messages_failed_total',
  unknown: 'picket_messages_unknown_total',
  retried: 'picket_messages_retried_total',
  held: 'picket_messages_held_total',
  skipped: 'picket_messages_skipped_total',
};

export const LATENESS = 'picket_message_lateness_seconds';
/** The histogram's upper bounds, in seconds. */
export const LATENESS_BOUNDS = [1, 5, 15, 60, 300, 900, 3_600, 21_600, 86_400, 259_200];

/** Counts an outcome unless it's null. Must be called after the outcome is committed. */
export function countOutcome(tally: Pick<Tally, 'add'>, channel: MessageChannel, outcome: Outcome | null): void {
  if (outcome !== null) tally.add(OF_OUTCOME[outcome], { channel });
}

/** Counts an outcome and writes it immediately, for callers without a tally. */
export const countOutcomeNow = (system: SystemDb, channel: MessageChannel, outcome: Outcome) =>
  countOne(system, OF_OUTCOME[outcome], { channel });

/**
 * The counter for each verdict. The verdict 'wait' isn't counted, because a message that waits for the previous step is
 * checked repeatedly.
 */
const OF_VERDICT: Record<Verdict['kind'], MessageTotal | null> = {
  skip: 'picket_messages_skipped_total',
  reschedule: 'picket_messages_moved_total',
  wait: null,
};

export function countVerdict(tally: Pick<Tally, 'add'>, channel: MessageChannel, { kind }: Verdict): void {
  const total = OF_VERDICT[kind];
  if (total !== null) tally.add(total, { channel });
}

/** Records how late delivery of a message started, according to the business clock. */
export const countLateness = (
  tally: Pick<Tally, 'observe'>,
  { channel, due }: { channel: MessageChannel; due: Date },
  now: Date,
): void => tally.observe(LATENESS, { channel }, Math.max(0, (now.getTime() - due.getTime()) / SECOND), LATENESS_BOUNDS);
