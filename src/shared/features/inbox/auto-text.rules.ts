import { normalise } from './reply.rules.ts';

/**
 * Patterns for texts that phones send automatically. They come from iPhones in a Focus such as Driving, from Android
 * Auto, and from apps that add their own name. A short reply that a driver taps ('I’m driving right now') counts as a
 * message from a person.
 */
const AUTOMATIC = [
  /\bdriving with (?:\w+ ){1,8}turned on\b/,
  /^im not receiving notifications\b/,
  /^auto(?:matic|mated)? ?(?:reply|replied|response)\b/,
  /\bthis is an auto(?:matic|mated)? ?(?:reply|response|message|text)\b/,
  /^respuesta automatica\b/,
  /\beste es un mensaje automatico\b/,
];

/** Whether a phone sent this text automatically. Callers must handle STOP and possible opt-outs first. */
export const isAutomaticText = (body: string): boolean => {
  const text = normalise(body);
  return AUTOMATIC.some((words) => words.test(text));
};
