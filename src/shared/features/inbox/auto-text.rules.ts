import { normalise } from './reply.rules.ts';

/**
 * Answers that phones send by themselves, in their makers' words: iOS while driving or in a Focus, Android Auto, and
 * programs that name themselves. The short replies that a driver taps ('I’m driving right now') are a person's.
 */
const AUTOMATIC = [
  /\bdriving with (?:\w+ ){1,8}turned on\b/,
  /^im not receiving notifications\b/,
  /^auto(?:matic|mated)? ?(?:reply|replied|response)\b/,
  /\bthis is an auto(?:matic|mated)? ?(?:reply|response|message|text)\b/,
  /^respuesta automatica\b/,
  /\beste es un mensaje automatico\b/,
];

/** Whether a phone wrote this text, and not the person. Asked of what is no STOP and no word that may be one. */
export const isAutomaticText = (body: string): boolean => {
  const text = normalise(body);
  return AUTOMATIC.some((words) => words.test(text));
};
