import { normalise } from './reply.rules.ts';

/**
 * Replies that phones send automatically, in their makers' wording: iOS while driving or in a Focus, Android Auto, and
 * programs that name themselves. A short reply that a driver taps ('I’m driving right now') counts as a person's.
 */
const AUTOMATIC = [
  /\bdriving with (?:\w+ ){1,8}turned on\b/,
  /^im not receiving notifications\b/,
  /^auto(?:matic|mated)? ?(?:reply|replied|response)\b/,
  /\bthis is an auto(?:matic|mated)? ?(?:reply|response|message|text)\b/,
  /^respuesta automatica\b/,
  /\beste es un mensaje automatico\b/,
];

/** Whether a phone wrote this text automatically. Callers first exclude STOP and possible opt-outs. */
export const isAutomaticText = (body: string): boolean => {
  const text = normalise(body);
  return AUTOMATIC.some((words) => words.test(text));
};
