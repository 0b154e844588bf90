import { MAX_TYPED_TEXT } from '#shared/features/conversations/conversations.schema.ts';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { plainCharacters, textMessageBody } from '#shared/features/messages/sms-text.rules.ts';

/** The maximum email length, in characters. */
const LONGEST_MAIL = 8_000;

/** The parts of one message to a homeowner. */
export interface Parts {
  /** The sentence that says the message is automated. Empty if it isn't needed. */
  opening: string;
  /** Earlier answers that haven't been sent, oldest first. */
  earlier: readonly string[];
  said: string;
}

/**
 * Combines the parts into one message that's short enough to be sent. If the message is too long, earlier answers are
 * dropped first, starting with the oldest. If the message is still too long, the end of the new answer is cut
 * (`shorter`). The opening is always kept.
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

/** The number of characters removed from a very long word at a time. */
const STEP = 100;

/**
 * Returns shorter and shorter versions of a string. The last sentences are removed first, then the last words of the
 * first sentence, and then the last characters of the first word.
 */
function shorter(text: string): string[] {
  const sentences = text.split(/(?<=[.!?…])\s+|\n+/);
  const words = (sentences[0] ?? '').split(/\s+/);
  const [word = ''] = words;
  const steps = Array.from({ length: Math.ceil(word.length / STEP) }, (_each, at) => word.length - STEP * (at + 1));
  return [
    ...sentences.map((_each, at) => sentences.slice(0, -1 - at).join(' ')),
    ...words.map((_each, at) => `${words.slice(0, -1 - at).join(' ')}…`),
    ...steps.map((length) => `${word.slice(0, Math.max(0, length)).toWellFormed()}…`),
  ].filter((part) => part !== '' && part !== '…');
}

const fits = (body: string, { channel, company }: { channel: MessageChannel; company: string }): boolean =>
  channel === 'email'
    ? body.length <= LONGEST_MAIL
    : textMessageBody({ body: plainCharacters(body), companyName: company, first: true }).length <= MAX_TYPED_TEXT;
