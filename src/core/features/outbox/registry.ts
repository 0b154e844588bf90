import type { MessageKind } from './define-message.ts';

let registered: ReadonlyMap<string, MessageKind> | undefined;

/**
 * Hands over every kind of message, once as a process starts (`message-kinds.ts`): what follows is below the features
 * that define them, and must know how to call a message that was sent. Throws where two have one name.
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

/** The words for a kind by name; a name that this version does not know stands for itself. */
export const labelOf = (name: string): { label: string; onTimeline: boolean } => {
  const kind = known().get(name);
  return kind ? { label: kind.label, onTimeline: kind.audience === 'homeowner' } : { label: name, onTimeline: false };
};

/** Kinds of messages that go to the contractor himself, and are no part of the conversation with a lead. */
export const contractorKinds = (): string[] => namesOf(({ audience }) => audience === 'contractor');

/** Whether it goes to the contractor himself, or from the platform to its users; false for a kind that is not known here. */
export const isForContractor = (name: string): boolean => known().get(name)?.audience === 'contractor';

/** Answers to a word that came from a number (HELP, STOP, START): they go to that number, whoever's it is by now. */
export const answerKinds = (): string[] => namesOf(({ answer }) => answer === true);

export const isAnswer = (name: string): boolean => known().get(name)?.answer === true;

/** Kinds of messages for the homeowner himself, which go to where the lead can be reached. */
export const leadKinds = (): string[] => namesOf(isForLead);

export const isLeadKind = (name: string): boolean => {
  const kind = known().get(name);
  return kind !== undefined && isForLead(kind);
};

/** Whether a message goes to the homeowner where the lead can be reached: a follow-up, or of a kind for leads. */
export const isToLead = ({ kind, onTimeline }: { kind: string; onTimeline: boolean }): boolean =>
  onTimeline && !isAnswer(kind);

/**
 * Whether a message of the kind makes a new lead 'contacted' (decisions.md, lead status): all that goes to the
 * homeowner but the automatic first answer, and answers to a word of his.
 */
export const isContact = (name: string): boolean => isLeadKind(name) && !known().get(name)?.leavesNew;

/** A mail that the contractor wrote in his own mail program, of which we had a copy; no row of ours sent it. */
export const OWN_MAIL = 'mail.own';
/** What the contractor typed himself. */
export const TYPED = 'message.typed';
