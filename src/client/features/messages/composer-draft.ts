import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { draft } from '../../lib/draft.ts';

/** What is being typed to a lead. */
export interface Draft {
  /** Undefined as long as nobody chose: the best way is taken. */
  channel?: MessageChannel | undefined;
  text: string;
  /** Undefined as long as nobody changed it. */
  subject?: string | undefined;
  /** Names the message to the server: pressing again, or after an answer that was lost, sends it once. */
  key?: string | undefined;
}

const EMPTY: Draft = { text: '' };
const placeOf = (leadId: string): string => `message:${leadId}`;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** What was typed before, in this tab; nothing where there is nothing, or nothing that can be read. */
export const findDraft = (leadId: string): Draft => {
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

export const keepDraft = (leadId: string, typed: Draft): void => draft.keep(placeOf(leadId), typed);
export const forgetDraft = (leadId: string): void => draft.forget(placeOf(leadId));
