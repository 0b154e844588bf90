import { useSyncExternalStore } from 'react';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { MessageSendInput, TypedAgain, WaysView } from '#shared/features/conversations/conversations.schema.ts';
import { draft } from '../../lib/draft.ts';
import { newKey } from '../../lib/keyed.ts';

/** An unsent message to a lead. */
export interface Draft {
  /** The channel that was selected while the message was being typed. */
  channel?: MessageChannel | undefined;
  text: string;
  /** Undefined until the contractor edits the subject. */
  subject?: string | undefined;
  /**
   * The idempotency key. It prevents a second click, or a retry after a lost response, from sending the message again.
   */
  key?: string | undefined;
  /** Changes when the app inserts text. Typing doesn't change it. */
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
 * Unsent messages by lead. They're stored outside the components, so that the server's response updates an unsent
 * message even if the contractor has moved to another page. An object is replaced only when its values change.
 */
const drafts = new Map<string, Draft>();
const listeners = new Set<() => void>();

/**
 * Leads that were merged while this tab was open. Maps each merged lead's id to the id of the lead that replaced it.
 */
const merged = new Map<string, string>();
const leadNow = (leadId: string): string => {
  const into = merged.get(leadId);
  return into === undefined ? leadId : leadNow(into);
};

/** Returns this tab's unsent message to a lead. It's empty if there's no unsent message or storage can't be read. */
export const findDraft = (asked: string): Draft => {
  const leadId = leadNow(asked);
  const found = drafts.get(leadId) ?? readKept(leadId);
  drafts.set(leadId, found);
  return found;
};

/**
 * Changes the unsent message to a lead and stores it in this tab. If the message is empty, removes it from the tab's
 * storage. If the lead was merged, changes the message to the lead that replaced it.
 */
export const changeDraft = (asked: string, change: (was: Draft) => Draft): void => {
  const leadId = leadNow(asked);
  const next = change(findDraft(leadId));
  drafts.set(leadId, next);
  if (hasWords(next)) draft.keep(placeOf(leadId), next);
  else draft.forget(placeOf(leadId));
  for (const listener of listeners) listener();
};

/** Replaces the unsent message with the given message. */
export const putDraft = (leadId: string, { channel, text, subject }: TypedAgain): void =>
  changeDraft(leadId, () => ({ channel, text, subject: subject ?? undefined, put: newKey() }));

/**
 * Moves a merged lead's unsent message to the lead that replaced it. If that lead also has an unsent message, appends
 * the text of the moved message to it. The combined message loses both keys, because it's a new message. Otherwise, the
 * moved message keeps its key, so that a retry doesn't send it twice.
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

/** Whether the unsent message contains any text. */
export const hasWords = ({ text, subject }: Draft): boolean => text !== '' || subject !== undefined;

/**
 * Returns the unsent message after the server accepted `sent`. If `sent` is a different message, returns `was`
 * unchanged. If the contractor has changed the text in the meantime, returns the changed text as a new message.
 * Otherwise, returns an empty message.
 */
export const afterSent = (was: Draft, sent: Pick<MessageSendInput, 'text' | 'idempotencyKey'>): Draft => {
  if (was.key !== sent.idempotencyKey) return was;
  return was.text === sent.text ? EMPTY : withoutKey(was, sent.idempotencyKey);
};

/**
 * Returns the unsent message after the server reported that `key` belongs to another message. The text is kept, but
 * without the key.
 */
export const withoutKey = (was: Draft, key: string): Draft => (was.key === key ? { ...was, key: undefined } : was);

/** Returns the contractor's selected channel if it's available. Otherwise, returns the unsent message's channel. */
export const firstChannel = (
  kept: Draft,
  { asked, ways }: { asked: MessageChannel | undefined; ways: WaysView },
): MessageChannel | undefined => {
  if (asked && ways[asked].allowed) return asked;
  return hasWords(kept) ? kept.channel : undefined;
};

/**
 * Returns the channel for a message. Returns `chosen` if that channel is available. Also returns `chosen` if the
 * contractor has typed something, so that a text never turns into an email. Otherwise, returns `preferred` if that
 * channel is available. If it isn't, returns text if available, or else email.
 */
export const channelOf = (
  chosen: MessageChannel | undefined,
  { preferred, ways, words }: { preferred: MessageChannel | undefined; ways: WaysView; words: boolean },
): MessageChannel => {
  if (chosen && (words || ways[chosen].allowed)) return chosen;
  if (preferred && ways[preferred].allowed) return preferred;
  return ways.sms.allowed ? 'sms' : 'email';
};
