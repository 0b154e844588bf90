/**
 * Answers that phones send by themselves, in their makers' words: iOS while driving or in a Focus, Android Auto, and
 * programs that name themselves. The short replies that a driver taps ('I’m driving right now') are a person's.
 */
const AUTOMATIC = [
  /\bdriving with .{1,60} turned on\b/,
  /^\W*i['’]?m not receiving notifications\b/,
  /^\W*auto(?:mat(?:ic|ed))?[- ]?(?:repl(?:y|ied)|response|respuesta)\b/,
  /\bthis is an auto(?:mat(?:ic|ed))?[- ]?(?:reply|response|message|text)\b/,
  /^\W*respuesta autom[aá]tica\b/,
  /\beste es un mensaje autom[aá]tico\b/,
];

/** Whether a phone wrote this text, and not the person. Asked of what is no STOP and no word that may be one. */
export const isAutomaticText = (body: string): boolean => {
  const text = body.normalize('NFC').toLowerCase();
  return AUTOMATIC.some((words) => words.test(text));
};
