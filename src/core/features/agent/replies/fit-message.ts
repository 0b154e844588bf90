import { MAX_TYPED_TEXT } from '#shared/features/conversations/conversations.schema.ts';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { plainCharacters, textMessageBody } from '#shared/features/outbox/sms-text.rules.ts';

/** The longest email, in characters. */
const LONGEST_MAIL = 8_000;

/** The parts of one message to a homeowner. */
export interface Parts {
  /** Says that it is automated; '' if it doesn't have to. */
  opening: string;
  /** Answers that weren't sent yet, oldest first. */
  earlier: readonly string[];
  said: string;
}

/**
 * Puts the parts together as one message that can be sent. If the message is too long, drops earlier answers, oldest
 * first, and then the last sentences of this one. The opening always stays.
 */
export function fitMessage(
  { opening, earlier, said }: Parts,
  to: { channel: MessageChannel; company: string },
): string {
  const joined = (...texts: readonly string[]): string => [opening, ...texts].filter((text) => text !== '').join(' ');
  const whole = earlier.map((_each, at) => joined(...earlier.slice(at), said));
  return (
    [...whole, joined(said), ...shorter(said).map((text) => joined(text))].find((text) => fits(text, to)) ?? opening
  );
}

/** The text with fewer and fewer sentences, then the first one with fewer and fewer words. */
function shorter(text: string): string[] {
  const sentences = text.split(/(?<=[.!?…])\s+|\n+/);
  const words = (sentences[0] ?? '').split(/\s+/);
  return [
    ...sentences.map((_each, at) => sentences.slice(0, -1 - at).join(' ')),
    ...words.map((_each, at) => `${words.slice(0, -1 - at).join(' ')}…`),
  ].filter((part) => part !== '' && part !== '…');
}

const fits = (body: string, { channel, company }: { channel: MessageChannel; company: string }): boolean =>
  channel === 'email'
    ? body.length <= LONGEST_MAIL
    : textMessageBody({ body: plainCharacters(body), companyName: company, first: true }).length <= MAX_TYPED_TEXT;
