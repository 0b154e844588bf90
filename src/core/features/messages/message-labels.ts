import { REMINDER } from '#shared/features/reminders/reminder.rules.ts';
import type { OutboxKindName } from './outbox.repository.ts';

/**
 * What a status callback must know of each kind: its words for the timeline, and whether it is shown there. The
 * server reads this instead of the kinds themselves, which bring the templates of the mails with them; a test keeps
 * both the same.
 */
export const MESSAGE_LABELS: Record<OutboxKindName, { label: string; onTimeline: boolean }> = {
  'lead.received': { label: 'First answer', onTimeline: true },
  'lead.notice': { label: 'New lead', onTimeline: false },
  'estimate.sent': { label: 'Estimate', onTimeline: true },
  'estimate.signed': { label: 'Signed copy', onTimeline: true },
  'estimate.accepted': { label: 'Estimate accepted', onTimeline: false },
  'estimate.declined': { label: 'Estimate declined', onTimeline: false },
  'estimate.question': { label: 'Question', onTimeline: false },
  'schedule.stopped': { label: 'Follow-ups stopped', onTimeline: false },
  'opt-out.confirmation': { label: 'Opt-out confirmation', onTimeline: true },
  'opt-in.confirmation': { label: 'Opt-in confirmation', onTimeline: true },
  'help.answer': { label: 'Answer to HELP', onTimeline: true },
  'message.typed': { label: 'Personal', onTimeline: true },
  'reply.notice': { label: 'Notice of a reply', onTimeline: false },
  'auth.code': { label: 'Code to sign in', onTimeline: false },
  'auth.verify': { label: 'Confirmation of an address', onTimeline: false },
  'auth.reset': { label: 'Link to a new password', onTimeline: false },
  'auth.known': { label: 'Notice of an account', onTimeline: false },
  'auth.changed': { label: 'Change of the account', onTimeline: false },
  'company.code': { label: 'Confirmation code', onTimeline: false },
  'feedback.received': { label: 'Feedback', onTimeline: false },
  'payment.notice': { label: 'Payment notice', onTimeline: false },
  'payment.receipt': { label: 'Receipt', onTimeline: true },
  'payment.failed': { label: 'Failed payment', onTimeline: true },
  'reminder.not_viewed': { label: REMINDER.not_viewed.label, onTimeline: true },
  'reminder.not_answered': { label: REMINDER.not_answered.label, onTimeline: true },
  'reminder.expiring': { label: REMINDER.expiring.label, onTimeline: true },
  'reminder.balance': { label: REMINDER.balance.label, onTimeline: true },
  'reminder.review': { label: REMINDER.review.label, onTimeline: true },
  'texts.refused': { label: 'Texts refused', onTimeline: false },
  'admin.alert': { label: 'Alert', onTimeline: false },
};

/** The label of a kind by name; a name that this version does not know stands for itself. */
export const labelOf = (kind: string): { label: string; onTimeline: boolean } =>
  Object.hasOwn(MESSAGE_LABELS, kind) ? MESSAGE_LABELS[kind as OutboxKindName] : { label: kind, onTimeline: false };

/** Kinds of messages that go to the contractor himself, and are no part of the conversation with a lead. */
export const CONTRACTOR_KINDS: readonly string[] = Object.entries(MESSAGE_LABELS)
  .filter(([, { onTimeline }]) => !onTimeline)
  .map(([kind]) => kind);

/** Whether it goes to the contractor himself, or from the platform to its users; false for a kind that is not known here. */
export const isForContractor = (kind: string): boolean => CONTRACTOR_KINDS.includes(kind);

/** Answers to a word that came from a number (HELP, STOP, START): they go to that number, whoever's it is by now. */
export const ANSWER_KINDS: readonly OutboxKindName[] = ['help.answer', 'opt-out.confirmation', 'opt-in.confirmation'];

/** Kinds of messages for the homeowner himself, which go to where the lead can be reached. */
export const LEAD_KINDS: readonly OutboxKindName[] = (Object.keys(MESSAGE_LABELS) as OutboxKindName[]).filter(
  (kind) => MESSAGE_LABELS[kind].onTimeline && !ANSWER_KINDS.includes(kind),
);

/** Whether a message goes to the homeowner where the lead can be reached: a follow-up, or of a kind for leads. */
export const isToLead = ({ kind, onTimeline }: { kind: string; onTimeline: boolean }): boolean =>
  onTimeline && !ANSWER_KINDS.some((each) => each === kind);

/**
 * Whether a message of the kind makes a new lead 'contacted' (decisions.md, lead status): all that goes to the
 * homeowner but the automatic first answer, and answers to a word of his.
 */
export const isContact = (kind: string): boolean =>
  kind !== 'lead.received' && LEAD_KINDS.some((each) => each === kind);

/** A mail that the contractor wrote in his own mail program, of which we had a copy; no row of ours sent it. */
export const OWN_MAIL = 'mail.own';
