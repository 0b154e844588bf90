import type { MessageKind } from './define-message.ts';

let registered: ReadonlyMap<string, MessageKind> | undefined;

/**
 * Registers every message kind once at startup (`message-kinds.ts`), because lower layers must be able to name sent
 * messages without importing the features. Throws if two have the same name.
 */
export function registerKinds(kinds: readonly MessageKind[]): void {
  const byName = new Map(kinds.map((each) => [each.kind, each]));
  if (byName.size < kinds.length) throw new Error('two kinds of messages have the same name');
  registered = byName;
}

function known(): ReadonlyMap<string, MessageKind> {
  if (!registered) throw new Error('no kinds of messages are known: this process must import message-kinds.ts');
  return registered;
}

const namesOf = (which: (kind: MessageKind) => boolean): string[] =>
  [...known().values()].filter(which).map(({ kind }) => kind);

const isForLead = ({ audience, answer }: MessageKind): boolean => audience === 'homeowner' && !answer;

/** A kind's label; an unknown name is its own label. */
export const labelOf = (name: string): { label: string; onTimeline: boolean } => {
  const kind = known().get(name);
  return kind ? { label: kind.label, onTimeline: kind.audience === 'homeowner' } : { label: name, onTimeline: false };
};

/** Kinds sent to the contractor, which aren't part of the conversation with a lead. */
export const contractorKinds = (): string[] => namesOf(({ audience }) => audience === 'contractor');

/** Whether it is sent to the contractor, or by the platform to its users. False for an unknown kind. */
export const isForContractor = (name: string): boolean => known().get(name)?.audience === 'contractor';

/**
 * Kinds that answer keywords (HELP, STOP, START). They are sent to the number that sent the keyword, whoever has that
 * number now.
 */
export const answerKinds = (): string[] => namesOf(({ answer }) => answer === true);

export const isAnswer = (name: string): boolean => known().get(name)?.answer === true;

/** Kinds sent to the homeowner at the lead's current contact details. */
export const leadKinds = (): string[] => namesOf(isForLead);

export const isLeadKind = (name: string): boolean => {
  const kind = known().get(name);
  return kind !== undefined && isForLead(kind);
};

/** Whether a message goes to the homeowner at the lead's contact details: a follow-up, or a lead kind. */
export const isToLead = ({ kind, onTimeline }: { kind: string; onTimeline: boolean }): boolean =>
  onTimeline && !isAnswer(kind);

/**
 * Whether a message of this kind makes a new lead 'contacted' (decisions.md, lead status): everything sent to the
 * homeowner except the instant reply and keyword answers.
 */
export const isContact = (name: string): boolean => isLeadKind(name) && !known().get(name)?.leavesNew;

/** An email that the contractor wrote in their own email client and copied to us; none of our rows sent it. */
export const OWN_MAIL = 'mail.own';
/** What the contractor typed. */
export const TYPED = 'message.typed';
