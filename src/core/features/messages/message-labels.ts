import type { OutboxKindName } from './outbox.repository.ts';

/**
 * What a status callback must know of each kind that goes out as a text: its words for the timeline, and whether it
 * is shown there. The server reads this instead of the kinds themselves, which bring the templates of the mails
 * with them; a test keeps both the same.
 */
const MESSAGE_LABELS: Partial<Record<OutboxKindName, { label: string; onTimeline: boolean }>> = {
  'lead.received': { label: 'First answer', onTimeline: true },
  'estimate.sent': { label: 'Estimate', onTimeline: true },
  'opt-out.confirmation': { label: 'Opt-out confirmation', onTimeline: true },
  'opt-in.confirmation': { label: 'Opt-in confirmation', onTimeline: true },
  'help.answer': { label: 'Answer to HELP', onTimeline: true },
  'auth.code': { label: 'Code to sign in', onTimeline: false },
  'auth.verify': { label: 'Confirmation of an address', onTimeline: false },
  'auth.reset': { label: 'Link to a new password', onTimeline: false },
  'auth.known': { label: 'Notice of an account', onTimeline: false },
  'auth.changed': { label: 'Change of the account', onTimeline: false },
};

/** The label of a kind by name; one that is not listed stands for itself and is not shown. */
export const labelOf = (kind: string): { label: string; onTimeline: boolean } =>
  (Object.hasOwn(MESSAGE_LABELS, kind) ? MESSAGE_LABELS[kind as OutboxKindName] : undefined) ?? {
    label: kind,
    onTimeline: false,
  };
