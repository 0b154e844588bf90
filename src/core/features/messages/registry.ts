import type { Asked } from '#shared/features/permission/daily-texts.rules.ts';
import type { MessageKind } from './define-message.ts';
import { type MessageFacts, type RowOf, whoseOf } from './message-facts.ts';

let registered: ReadonlyMap<string, MessageKind> | undefined;

/**
 * Registers every message kind at startup (`message-kinds.ts`). Lower layers need the labels of the kinds, but can't
 * import the features that declare them. Throws if two kinds have the same name.
 */
export function registerKinds(kinds: readonly MessageKind[]): void {
  const byName = new Map(kinds.map((each) => [each.kind, each]));
  if (byName.size < kinds.length) throw new Error('two message kinds have the same name');
  registered = byName;
}

function known(): ReadonlyMap<string, MessageKind> {
  if (!registered) throw new Error('no message kinds are registered: this process must import message-kinds.ts');
  return registered;
}

const namesOf = (which: (kind: MessageKind) => boolean): string[] =>
  [...known().values()].filter(which).map(({ kind }) => kind);

const isForLead = ({ audience, answer }: MessageKind): boolean => audience === 'homeowner' && !answer;

/** Returns a kind's label. An unknown kind's label is its name. */
export const labelOf = (name: string): { label: string; onTimeline: boolean } => {
  const kind = known().get(name);
  return kind ? { label: kind.label, onTimeline: kind.audience === 'homeowner' } : { label: name, onTimeline: false };
};

/** Returns a message's facts by the registered kinds, for processes that haven't loaded the renderers. */
export const factsOfRow = (
  { id, channel, companyId, leadId }: RowOf,
  { kind, step }: { kind: string; step: number | null },
): MessageFacts => ({
  rowId: id,
  ...whoseOf(companyId, leadId),
  channel,
  kind,
  ...labelOf(kind),
  step,
  isContact: isContact(kind),
});

/** Returns the kinds sent to the contractor, which aren't part of a lead's conversation. */
export const contractorKinds = (): string[] => namesOf(({ audience }) => audience === 'contractor');

/** Whether the kind is sent to the contractor or another user of the platform. False for an unknown kind. */
export const isForContractor = (name: string): boolean => known().get(name)?.audience === 'contractor';

/**
 * Returns why a person may have asked for a text of this kind, or null if nobody asks for such texts (C18). Null for
 * follow-ups and unknown kinds.
 */
export const askedOf = (name: string): Asked | null => known().get(name)?.check.asked ?? null;

/** Returns the kinds of notices to the contractor's phone that are limited to 20 a day (C18). */
export const limitedNotices = (): string[] =>
  namesOf(({ audience, check }) => audience === 'contractor' && !check.platform && !check.alwaysTexted);

/**
 * Returns the names of the kinds that answer keywords (HELP, STOP, START). These answers are sent to the number that
 * sent the keyword, even if that number is no longer the lead's.
 */
export const answerKinds = (): string[] => namesOf(({ answer }) => answer === true);

export const isAnswer = (name: string): boolean => known().get(name)?.answer === true;

/**
 * Returns the kinds that are queued with the lead's email address or phone number. Follow-ups get an address only when
 * they're sent.
 */
export const leadKinds = (): string[] => namesOf((kind) => isForLead(kind) && kind.kind !== FOLLOW_UP);

export const isLeadKind = (name: string): boolean => {
  const kind = known().get(name);
  return kind !== undefined && isForLead(kind);
};

/**
 * Whether a message is sent to the homeowner at the lead's contact details. True for follow-ups and the kinds in
 * `leadKinds`.
 */
export const isToLead = ({ kind, onTimeline }: { kind: string; onTimeline: boolean }): boolean =>
  onTimeline && !isAnswer(kind);

/**
 * Whether a message of this kind changes a new lead's status to 'contacted'. True for everything sent to the homeowner
 * except the instant reply and keyword answers.
 */
export const isContact = (name: string): boolean => isLeadKind(name) && !known().get(name)?.leavesNew;

/**
 * The message kind for emails that the contractor wrote in their own email client and copied to us.
 */
export const OWN_MAIL = 'mail.own';
/** The kind of a step of a lead's follow-ups. Its rows have a `schedule_id`. The view `follow_up_messages` lists them. */
export const FOLLOW_UP = 'follow-up';
/** The kind of a message that the contractor typed. */
export const TYPED = 'message.typed';
