import { normalise } from './reply.rules.ts';

/** What a person asked to stop: 'own' is the channel that they wrote on, 'other' is the other one of texts and emails. */
export interface Stopped {
  own: boolean;
  other: boolean;
}

/** Words for each channel, as `normalise` returns them. */
const NAMES = {
  email: /(?:^| )(?:e ?mail(?:s|ing|ed)?|correos?(?: electronicos?)?|newsletters?)(?= |$)/,
  sms: /(?:^| )(?:text(?:s|ing|ed)?|txts?|txting|sms|mensajes? de texto|textos?|textear\w*)(?= |$)/,
} as const;

/**
 * Reads which messages a certain opt-out is about. Each clause counts for itself: 'stop emailing me, text me instead'
 * is about emails only. A clause that names neither texts nor emails is about the channel that the person wrote on.
 * `isStop` tells whether a clause is an opt-out. If only the whole message is one, it's about the person's own channel.
 */
export function stoppedChannels(text: string, own: 'sms' | 'email', isStop: (clause: string) => boolean): Stopped {
  const other = own === 'sms' ? 'email' : 'sms';
  const stops = text
    .split(/[.,;:!?\u00a1\u00bf\n]+|\s(?:but|pero)\s/i)
    .filter(isStop)
    .map(normalise);
  const named = {
    own: stops.some((clause) => NAMES[own].test(clause)),
    other: stops.some((clause) => NAMES[other].test(clause)),
  };
  const isGeneral = stops.some((clause) => !NAMES.sms.test(clause) && !NAMES.email.test(clause));
  return { own: stops.length === 0 || named.own || isGeneral, other: named.other };
}
