import { useSyncExternalStore } from 'react';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { MessageSendInput, TypedAgain, WaysView } from '#shared/features/conversations/conversations.schema.ts';
import { draft } from '../../lib/draft.ts';
import { newKey } from '../../lib/keyed.ts';

/** The unsent message to a lead. */
export interface Draft {
  /** The channel under which the text was typed. */
  channel?: MessageChannel | undefined;
  text: string;
  /** Undefined until the contractor changes it. */
  subject?: string | undefined;
  /** The idempotency key: pressing again, or retrying after a lost response, sends the message once. */
  key?: string | undefined;
  /** Changes when text is inserted other than by typing. */
  put?: string | undefined;
}

const EMPTY: Draft = { text: '' };
const placeOf = (leadId: string): string => `message:${leadId}`;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const readKept = (leadId: string): Draft => {
  const kept = draft.find(placeOf(leadId));
  if (!isRecord(kept)) return EMPTY;
  const channel = kept['channel'];
  return {
    channel: channel === 'sms' || channel === 'email' ? channel : undefined,
    text: textOf(kept['text']) ?? '',
    subject: textOf(kept['subject']),
    key: textOf(kept['key']),
  };
};

/**
 * Unsent messages by lead. An object stays the same until its values change. The response to a send updates it even if
 * the contractor has moved to another page.
 */
const drafts = new Map<string, Draft>();
const listeners = new Set<() => void>();

/** Leads that were merged into another one while this tab was open. */
const merged = new Map<string, string>();
const leadNow = (leadId: string): string => {
  const into = merged.get(leadId);
  return into === undefined ? leadId : leadNow(into);
};

/** Returns the unsent message to a lead in this tab; an empty one if none can be read. */
export const findDraft = (asked: string): Draft => {
  const leadId = leadNow(asked);
  const found = drafts.get(leadId) ?? readKept(leadId);
  drafts.set(leadId, found);
  return found;
};

/**
 * Changes the current unsent message and stores it in this tab; an empty one is removed. For a merged lead it changes
 * the message of the remaining lead.
 */
export const changeDraft = (asked: string, change: (was: Draft) => Draft): void => {
  const leadId = leadNow(asked);
  const next = change(findDraft(leadId));
  drafts.set(leadId, next);
  if (hasWords(next)) draft.keep(placeOf(leadId), next);
  else draft.forget(placeOf(leadId));
  for (const listener of listeners) listener();
};

/** Replaces the unsent message with a new one. */
export const putDraft = (leadId: string, { channel, text, subject }: TypedAgain): void =>
  changeDraft(leadId, () => ({ channel, text, subject: subject ?? undefined, put: newKey() }));

/**
 * Moves the unsent message of a merged lead to the remaining lead, below its own unsent text if there is any. A message
 * that is being sent keeps its key, which identifies the same message there.
 */
export const moveDraft = (from: string, to: string): void => {
  if (leadNow(from) === leadNow(to)) return;
  const moving = findDraft(from);
  draft.forget(placeOf(from));
  merged.set(from, to);
  if (!hasWords(moving)) return;
  changeDraft(to, (was) => ({
    ...(hasWords(was)
      ? {
          channel: was.channel,
          text: [was.text, moving.text].filter(Boolean).join('\n\n'),
          subject: was.subject ?? moving.subject,
        }
      : moving),
    put: newKey(),
  }));
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useDraft = (leadId: string): Draft => useSyncExternalStore(subscribe, () => findDraft(leadId));

/** Whether the unsent message has any text. */
export const hasWords = ({ text, subject }: Draft): boolean => text !== '' || subject !== undefined;

/**
 * Returns the unsent message after `sent` was accepted: empty, or, if the text was changed in the meantime, that text
 * as a new message. Another message stays as it is.
 */
export const afterSent = (was: Draft, sent: Pick<MessageSendInput, 'text' | 'idempotencyKey'>): Draft => {
  if (was.key !== sent.idempotencyKey) return was;
  return was.text === sent.text ? EMPTY : withoutKey(was, sent.idempotencyKey);
};

/**
 * Returns the unsent message after the server reported that `key` belongs to another message: the same text without a
 * key.
 */
export const withoutKey = (was: Draft, key: string): Draft => (was.key === key ? { ...was, key: undefined } : was);

/** Returns the channel that was pressed if it is available, otherwise the one that the stored text was typed under. */
export const firstChannel = (
  kept: Draft,
  { asked, ways }: { asked: MessageChannel | undefined; ways: WaysView },
): MessageChannel | undefined => {
  if (asked && ways[asked].allowed) return asked;
  return hasWords(kept) ? kept.channel : undefined;
};

/**
 * Returns the channel of a message. While there is text, the chosen channel or the one it was typed under stays, even
 * if it has become unavailable, so that a text never turns into an email during typing. Otherwise it is the homeowner's
 * last channel, then text, then email.
 */
export const channelOf = (
  chosen: MessageChannel | undefined,
  { preferred, ways, words }: { preferred: MessageChannel | undefined; ways: WaysView; words: boolean },
): MessageChannel => {
  if (chosen && (words || ways[chosen].allowed)) return chosen;
  if (preferred && ways[preferred].allowed) return preferred;
  return ways.sms.allowed ? 'sms' : 'email';
};
