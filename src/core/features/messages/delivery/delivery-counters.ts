import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import type { Tally } from '../../../platform/counters.ts';
import type { ProviderAnswer } from '../../../platform/provider-answer.ts';
import type { Verdict } from './verdict.ts';

/** Totals in /metrics, each by channel, with what they count. */
export const MESSAGE_TOTALS = {
  picket_messages_sent_total: 'Messages that a provider took.',
  picket_messages_failed_total: 'Messages that a provider refused for good.',
  picket_messages_unknown_total: 'Messages of which nobody knew whether the provider had them.',
  picket_messages_retried_total: 'Tries that a provider did not take for now.',
  picket_messages_held_total: 'Tries that were put off because the provider as a whole was down.',
  picket_messages_skipped_total: 'Messages that a rule kept from going out.',
  picket_messages_moved_total: 'Messages that a rule moved to a later time.',
  picket_messages_delivered_total: 'Messages that the provider reported as delivered.',
  picket_messages_undelivered_total: 'Messages that were taken and then not delivered.',
} as const;
export type MessageTotal = keyof typeof MESSAGE_TOTALS;

const OF_ANSWER: Record<ProviderAnswer['kind'], MessageTotal> = {
  accepted: 'picket_messages_sent_total',
  refused: 'picket_messages_failed_total',
  unknown: 'picket_messages_unknown_total',
  passing: 'picket_messages_retried_total',
  held: 'picket_messages_held_total',
};

export const LATENESS = 'picket_message_lateness_seconds';
/** Upper bounds in seconds. */
export const LATENESS_BOUNDS = [1, 5, 15, 60, 300, 900, 3_600, 21_600, 86_400, 259_200];

export const countAnswer = (tally: Pick<Tally, 'add'>, channel: MessageChannel, { kind }: ProviderAnswer): void =>
  tally.add(OF_ANSWER[kind], { channel });

/** A message that waits for the step before it is asked about again and again, and none the later for it. */
const OF_VERDICT: Record<Verdict['kind'], MessageTotal | null> = {
  skip: 'picket_messages_skipped_total',
  move: 'picket_messages_moved_total',
  wait: null,
};

export function countVerdict(tally: Pick<Tally, 'add'>, channel: MessageChannel, { kind }: Verdict): void {
  const total = OF_VERDICT[kind];
  if (total !== null) tally.add(total, { channel });
}

/** How long after it should have gone out a message was begun, by the business clock. */
export const countLateness = (
  tally: Pick<Tally, 'observe'>,
  { channel, due }: { channel: MessageChannel; due: Date },
  now: Date,
): void => tally.observe(LATENESS, { channel }, Math.max(0, (now.getTime() - due.getTime()) / SECOND), LATENESS_BOUNDS);
