import { useSyncExternalStore } from 'react';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { MessageSendInput, TypedAgain, WaysView } from '#shared/features/conversations/conversations.schema.ts';
import { draft } from '../../lib/draft.ts';
import { newKey } from '../../lib/keyed.ts';

/** What is being typed to a lead. */
export interface Draft {
  /** Under which it was typed. */
  channel?: MessageChannel | undefined;
  text: string;
  /** Undefined as long as nobody changed it. */
  subject?: string | undefined;
  /** Names the message to the server: pressing again, or after an answer that was lost, sends it once. */
  key?: string | undefined;
  /** Another one where the words were put there otherwise than by typing. */
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

/** By lead, the same object until it changes; the answer to a send changes it wherever the person is by then. */
const drafts = new Map<string, Draft>();
const listeners = new Set<() => void>();

/** Leads that were merged into another while this tab was open. */
const merged = new Map<string, string>();
const leadNow = (leadId: string): string => {
  const into = merged.get(leadId);
  return into === undefined ? leadId : leadNow(into);
};

/** What was typed to a lead before, in this tab; nothing where there is nothing, or nothing that can be read. */
export const findDraft = (asked: string): Draft => {
  const leadId = leadNow(asked);
  const found = drafts.get(leadId) ?? readKept(leadId);
  drafts.set(leadId, found);
  return found;
};

/**
 * Changes what stands there at this moment, and keeps it in this tab; what is empty is forgotten. Of a lead that was
 * merged: what stands at the one that it was merged into.
 */
export const changeDraft = (asked: string, change: (was: Draft) => Draft): void => {
  const leadId = leadNow(asked);
  const next = change(findDraft(leadId));
  drafts.set(leadId, next);
  if (hasWords(next)) draft.keep(placeOf(leadId), next);
  else draft.forget(placeOf(leadId));
  for (const listener of listeners) listener();
};

/** Puts words into the composer as a new message, in place of what stands there. */
export const putDraft = (leadId: string, { channel, text, subject }: TypedAgain): void =>
  changeDraft(leadId, () => ({ channel, text, subject: subject ?? undefined, put: newKey() }));

/**
 * What was being typed to a lead goes on at the one that it was merged into; below what stands there, where there is
 * something. A message that is being sent keeps its key, which means the same one there.
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

/** Whether there is anything to lose. */
export const hasWords = ({ text, subject }: Draft): boolean => text !== '' || subject !== undefined;

/**
 * What stands after `sent` has been taken: nothing of it, but what was typed meanwhile is a new message. Where another
 * message stands there by now, that one stays as it is.
 */
export const afterSent = (was: Draft, sent: Pick<MessageSendInput, 'text' | 'idempotencyKey'>): Draft => {
  if (was.key !== sent.idempotencyKey) return was;
  return was.text === sent.text ? EMPTY : withoutKey(was, sent.idempotencyKey);
};

/** What stands after the server knew `key` as another message: the same words under no name yet. */
export const withoutKey = (was: Draft, key: string): Draft => (was.key === key ? { ...was, key: undefined } : was);

/** What was pressed where it is open, else what the words that are kept were typed under. */
export const firstChannel = (
  kept: Draft,
  { asked, ways }: { asked: MessageChannel | undefined; ways: WaysView },
): MessageChannel | undefined => {
  if (asked && ways[asked].allowed) return asked;
  return hasWords(kept) ? kept.channel : undefined;
};

/**
 * How a message goes. What was chosen, or typed under, stays while there are words, also where that way was closed
 * meanwhile: nobody's text becomes an email under his fingers. Else the way that the homeowner used last, else a text,
 * else an email.
 */
export const channelOf = (
  chosen: MessageChannel | undefined,
  { preferred, ways, words }: { preferred: MessageChannel | undefined; ways: WaysView; words: boolean },
): MessageChannel => {
  if (chosen && (words || ways[chosen].allowed)) return chosen;
  if (preferred && ways[preferred].allowed) return preferred;
  return ways.sms.allowed ? 'sms' : 'email';
};
