import type { FollowUpChannel, FollowUpView } from '#shared/features/follow-ups/follow-ups.schema.ts';

/** A step of the schedule that is scheduled (hollow mark) or canceled (struck through). */
export interface PlannedStep {
  kind: 'due' | 'off';
  title: string;
  /** An ISO 8601 instant. Null if the step won't be sent. */
  dueAt: string | null;
  reason?: string | undefined;
}

const MEDIUM: Record<FollowUpChannel, [one: string, many: string]> = {
  sms: ['Text', 'Texts'],
  email: ['Email', 'Emails'],
  both: ['Text and email', 'Texts and emails'],
};

const listed = (numbers: readonly number[]): string =>
  numbers.length < 2 ? String(numbers[0] ?? '') : `${numbers.slice(0, -1).join(', ')} and ${String(numbers.at(-1))}`;

const isOff = (status: string) => status === 'cancelled' || status === 'skipped';

/**
 * Returns an entry for each follow-up step that still has messages to send, latest first. The timeline shows these
 * entries above the past events. All canceled steps share one more entry, which states the reason. A skipped step has
 * no entry, because the timeline already has an event for it. There are no entries for a draft schedule.
 */
export const plannedSteps = ({ status, channel, steps, stopReason }: FollowUpView): PlannedStep[] => {
  if (status === 'none' || status === 'draft') return [];
  const [one, many] = MEDIUM[channel];
  const numbered = steps.map((step, index) => ({ ...step, number: index + 1 }));
  const due = numbered
    .filter((step) => step.messages.some((message) => message.status === 'scheduled' || message.status === 'sending'))
    .map((step): PlannedStep => ({
      kind: 'due',
      title: `${one} ${step.number} of ${steps.length}`,
      dueAt: step.dueAt,
      reason:
        [
          ...new Set(step.messages.flatMap(({ status, reason: why }) => (status === 'scheduled' ? (why ?? []) : []))),
        ].join('. ') || undefined,
    }));
  const off = numbered.filter(
    (step) => step.messages.length > 0 && step.messages.every((message) => isOff(message.status)),
  );
  const cancelled = off.filter((step) => step.messages.some((message) => message.status === 'cancelled'));
  const reason = stopReason ?? cancelled.flatMap((step) => step.messages).find((message) => message.reason)?.reason;
  const struck: PlannedStep[] =
    cancelled.length === 0
      ? []
      : [
          {
            kind: 'off',
            title: `${cancelled.length === 1 ? one : many} ${listed(cancelled.map((step) => step.number))} won’t be sent`,
            dueAt: null,
            reason: reason ?? undefined,
          },
        ];
  return [...due.toReversed(), ...struck];
};
