import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadSmsKeywords } from '#core/platform/us-data/sms-keywords.ts';
import { classifyReply } from './reply.rules.ts';

const keywords = loadSmsKeywords();
const kindOf = (body: string) => classifyReply(body, keywords).kind;

/** The file's labels don't distinguish 'help', 'opt-in' and 'reply'. */
const labelOf = (body: string): string => {
  const kind = kindOf(body);
  return kind === 'opt-out' || kind === 'unsure' ? kind : 'not opt-out';
};

describe('C7 C8 the labeled replies of sms-keywords.json', () => {
  it('are 64', () => expect(keywords.examples).toHaveLength(64));

  it.each(keywords.examples.map(({ text, label, why }) => [text, label, why]))('%j is %s (%s)', (text, label) => {
    expect(labelOf(text)).toBe(label);
  });
});

/** Examples that aren't in the file, written from its rules. */
const FRESH: readonly [string, ReturnType<typeof kindOf>][] = [
  ['Stop!!!', 'opt-out'],
  ['STOP 😡', 'opt-out'],
  ['✋🏽', 'opt-out'],
  ['🛑🛑', 'opt-out'],
  ['"stop"', 'opt-out'],
  ['stop all', 'opt-out'],
  ['Unsubscribe me from this', 'opt-out'],
  ['unsubcribe', 'opt-out'],
  ['Please stop. By the way, who gave you my number?', 'opt-out'],
  ['ok, stop', 'opt-out'],
  ['Thanks but no more messages', 'opt-out'],
  ['DON’T TEXT ME', 'opt-out'],
  ['Don‘t contact me again', 'opt-out'],
  ['You need to stop calling and texting.', 'opt-out'],
  ['opt me out', 'opt-out'],
  ['We went with another company.\nSTOP', 'opt-out'],
  ['NO MÁS', 'opt-out'],
  ['Pare', 'opt-out'],
  ['por favor no me manden mensajes', 'opt-out'],
  ['Déjenme en paz', 'opt-out'],
  ['ｓｔｏｐ', 'opt-out'],
  ['Quit', 'opt-out'],
  ['No gracias, no me mande más mensajes', 'opt-out'],
  ['no me envíe más mensajes', 'opt-out'],
  ['No quiero recibir mensajes', 'opt-out'],
  ['Déjeme en paz', 'opt-out'],
  ['quítame de la lista', 'opt-out'],
  ['alto por favor', 'opt-out'],
  ['Para ya', 'opt-out'],
  ['Pls stop', 'opt-out'],
  ['STOP STOP', 'opt-out'],
  ['Unsubscribe please', 'opt-out'],
  ['dont txt me', 'opt-out'],
  ['never text this number again', 'opt-out'],
  ['No more', 'unsure'],
  ['I will report you', 'unsure'],
  ['no more than 10 feet please', 'reply'],
  ['Can you remove the old fence now please', 'reply'],
  ['La cerca para el jardín, por favor', 'reply'],
  ['Not interested, thank you', 'unsure'],
  ['No thanks', 'unsure'],
  ['Quit, I found someone cheaper', 'unsure'],
  ['número equivocado', 'unsure'],
  ['¿Quién es?', 'unsure'],
  ['Help', 'help'],
  ['info?', 'help'],
  ['ayuda', 'help'],
  ['START', 'opt-in'],
  ['Unstop', 'opt-in'],
  ['Sí', 'opt-in'],
  ['Yes!', 'opt-in'],
  ['Yes, Tuesday works', 'reply'],
  ['Can someone help me pick a color?', 'reply'],
  ['Can you stop by Friday around 4?', 'reply'],
  ['Where would the fence stop on the east side', 'reply'],
  ['nonstop barking next door, so 6ft please', 'reply'],
  ['Shop is closed, step gate needed, stoop too', 'reply'],
  ['We would remove the old posts ourselves', 'reply'],
  ['stop items at the curb', 'reply'],
  ['cargo away from the fence', 'reply'],
  ['La parada del bus está enfrente', 'reply'],
  ['ok', 'reply'],
  ['', 'reply'],
  ['👍', 'reply'],
];

describe('C7 C8 fresh replies', () => {
  it.each(FRESH)('%j is %s', (body, kind) => expect(kindOf(body)).toBe(kind));
});

const REVOKES = [
  'S.T.O.P.',
  'S T O P',
  's-t-o-p',
  'S. T. O. P. texting me',
  'Q U I T',
  'ok stop',
  'Stop right now',
  'STOP damn',
  'I’d like to opt out please',
  'i opt out',
  'opt out of texts',
  'opt out of the texts',
  'How do I opt out?',
  'I already opted out',
  'stop all texts',
  'stop text',
  'stop sms',
  'end texts',
  'no texts',
  'No texts please',
  'no more text',
  'text me no more',
  'revoke consent',
  'I am withdrawing my consent',
  'I never gave you permission to text me',
  'I told you to stop',
  'i have asked you to stop 3 times',
  'If you don’t stop I will call the police',
  'quit bothering me',
  'cancel the texts',
  'Please cancel these texts',
  'please delete my info',
  'take my number off please',
  'I don’t want to receive these',
  'do not want any more texts',
  'No thanks, no more',
  'can you please stop',
  'dar de baja',
  'darme de baja',
  'Quiero darme de baja, por favor',
  'denme de baja',
  'borre mi número',
  'Elimine mi número por favor',
  'paren de mandar mensajes',
  'Deja de escribirme',
  'no gracias, no más',
  'ya no más por favor',
  'No deseo recibir mensajes',
  'no me vuelvan a escribir',
  'Revoco mi consentimiento',
  'STOP I bought one already',
  'Stop we went with someone else',
  'Hi. Stop you already called twice',
  'Not interested stop',
  'wrong number stop',
  'dont you ever text me again',
  'I wish to stop receiving texts',
  'stop with all these messages',
  'i asked to be removed',
  'Stop bro',
  'NO STOP',
  'Stoppp',
  'Cease.',
  'do not text my number',
  'please stop and desist',
  'no envíe más mensajes',
  'no manden mensajes',
  'pare los textos',
  'quíteme el número de su lista',
];

const MAY_REVOKE = [
  'You have the wrong person',
  'wrong guy, sorry',
  'Persona equivocada',
  'Se equivocó de número',
  'Enough!',
  'Ok. That’s enough.',
  'Not interested in this, thanks',
  'we are not interested in a fence anymore',
  'How did you get my number?',
  'I never signed up for this',
  'is this spam?',
  'Please don’t text after 8pm, call me',
  'Dos puertas, no más',
  'No more please',
  'Don’t text my husband, text me',
  'please stop after 8pm',
  'Don’t text me before 8 please',
  'Put me on do not disturb',
  'don’t call me',
  'The posts I want to be removed are rotten',
  'I got this: Reply STOP to opt out. Is that you?',
  'ya no quiero nada',
];

const PLAIN = [
  'not interested in vinyl',
  'We are not interested in the second gate',
  'Is 4 ft enough',
  'Is 4 ft enough?',
  'enough room for a gate?',
  'That is enough for the front yard',
  'Can we opt out of the gate?',
  'I got no texts from you yesterday',
  'We want it to stop before the driveway',
  'Will a 6ft fence stop it from digging?',
  'I need it to stop at the oak',
  'please stop by, we are home',
  'Take vinyl off the list',
  'I’m a homeowner in Meridian',
  'option A B C or D?',
  'Don’t call, text me',
  'Don’t contact the HOA yet',
  'Did my answer go to spam?',
  'una cerca de baja altura',
  'Las cercas de madera, ¿cuánto?',
  'stop by tomorrow',
  'can you cancel Tuesday and come Wednesday',
  'no more wood, we want vinyl',
  'Please stop and take a look',
  'please stop tomorrow around 4',
  'Can you stop this afternoon?',
  'Could you stop it at the oak?',
  'please stop the dog from getting out',
  'We go away on Friday',
  'Call me if you get lost',
  'I’m driving with “Do Not Disturb While Driving” turned on',
  'Please do not disturb the flower beds',
  'Where does it stop? I have a shed there. Does it stop, we wonder, at the oak?',
  'no texts yet, did you send it?',
  'wife said no more than 6 ft',
  'wrong number of gates on the quote, should be 2',
  'take me off the schedule for Monday',
  'No me envíe el contrato todavía',
  'no dejen de avisarme',
  'quíteme la cerca vieja por favor',
];

const MANY_WORDINGS: readonly [string, ReturnType<typeof kindOf>][] = [
  ['dont need more messages like this', 'opt-out'],
  ['I don’t need these messages', 'opt-out'],
  ['we dont need any more texts', 'opt-out'],
  ['dont want anymore msgs', 'opt-out'],
  ['Not interested in more messages', 'opt-out'],
  ['I no longer need your reminders', 'opt-out'],
  ['We do not wish to get any further follow-ups.', 'opt-out'],
  ['no need to send any more texts', 'opt-out'],
  ['No necesito más mensajes', 'opt-out'],
  ['no queremos recibir estos mensajes', 'opt-out'],
  ['You don’t have to send me any more messages', 'opt-out'],
  ['Not sure I want these texts any more', 'unsure'],
  ['I am not sure if we need more messages', 'unsure'],
  ['I don’t need more fence', 'reply'],
  ['we need no more pickets', 'reply'],
  ['Do you need more messages from me?', 'reply'],
  ['I want these texts, keep them coming', 'reply'],
  ['We don’t want the text on the sign', 'reply'],
  ['no necesito más cerca', 'reply'],
  ['I didn’t get your messages', 'reply'],
  ['If you don’t like texts, call me', 'reply'],
  ['If you don’t want to send messages, email is fine', 'reply'],
  ['You don’t have any messages from me?', 'reply'],
  ['don’t want to miss your messages', 'reply'],
];

describe('C8 free-form replies', () => {
  it.each(MANY_WORDINGS)('%j is %s', (body, kind) => expect(kindOf(body)).toBe(kind));
  it.each(REVOKES)('%j revokes', (body) => expect(kindOf(body)).toBe('opt-out'));
  it.each(MAY_REVOKE)('%j may revoke', (body) => expect(kindOf(body)).toBe('unsure'));
  it.each(PLAIN)('%j is a plain reply', (body) => expect(kindOf(body)).toBe('reply'));
});

/** A phone that sends a reaction to our text also quotes it. */
const OURS = 'Acme Fence: Hi Ann, still thinking? Reply STOP to opt out.';
const REACTIONS = [
  `Liked \u201c${OURS}\u201d`,
  `Loved "${OURS}"`,
  `Laughed at \u201c${OURS}\u201d`,
  `Disliked \u201cAcme Fence: Hi Ann. Reply STOP to opt\u2026`,
  `\u200a\u200b\u{1F44D}\u200b to \u201c\u200a${OURS}\u200a\u201d`,
  `Reacted \u2764\uFE0F to \u201c${OURS}\u201d`,
  `Removed a like from \u201c${OURS}\u201d`,
  `Le gust\u00f3 \u201c${OURS}\u201d`,
  `Reaccion\u00f3 con \u{1F44D} a \u00ab${OURS}\u00bb`,
  'Liked an image',
];

describe('C8 a reaction', () => {
  it.each(REACTIONS)('%j isn’t an opt-out, because only the quoted text is', (body) =>
    expect(kindOf(body)).toBe('reply'),
  );

  it('can be followed by words that count', () => {
    expect(kindOf(`Disliked \u201c${OURS}\u201d Stop texting me`)).toBe('opt-out');
    expect(kindOf(`Liked \u201c${OURS}\u201d\nSTOP`)).toBe('opt-out');
  });

  it('isn’t assumed for a person’s own quote', () =>
    expect(kindOf('"stop texting me" is what I wrote')).toBe('opt-out'));
});

describe('C12 polite words don’t change HELP and START, and YES must be alone', () => {
  it.each([
    ['help please', 'help'],
    ['Help Help', 'help'],
    ['Info please', 'help'],
    ['Ayuda por favor', 'help'],
    ['Help, please call me', 'reply'],
    ['Start please', 'opt-in'],
    ['ok, START', 'opt-in'],
    ['Yes please', 'reply'],
    ['sí gracias', 'reply'],
    ['please', 'reply'],
  ])('%j is %s', (body, kind) => expect(kindOf(body)).toBe(kind));
});

describe('C7 keywords', () => {
  const optOut = [...keywords.keywords.optOut.en, ...keywords.keywords.optOut.es];

  it('opt out in upper or lower case, with any spaces and punctuation', () => {
    const noise = fc.string({
      unit: fc.constantFrom(' ', '.', '!', '?', '"', '\n', '\t', ',', '-', '*'),
      maxLength: 6,
    });
    const cased = fc
      .constantFrom(...optOut)
      .chain((word) =>
        fc
          .array(fc.boolean(), { minLength: word.length, maxLength: word.length })
          .map((upper) =>
            Array.from(word, (letter, at) => (upper[at] ? letter.toUpperCase() : letter.toLowerCase())).join(''),
          ),
      );
    fc.assert(
      fc.property(noise, cased, noise, (before, word, after) => {
        expect(kindOf(before + word + after)).toBe('opt-out');
      }),
    );
  });

  it('opt out when spelled letter by letter too', () => {
    const spelt = optOut.filter((word) => /^[A-Z]{3,}$/.test(word));
    const gap = fc.string({ unit: fc.constantFrom(' ', '.', '-', '*', '_', '\n'), minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.constantFrom(...spelt), gap, fc.constantFrom('', '.', '!', ' please'), (word, between, after) => {
        expect(kindOf(Array.from(word).join(between) + after)).toBe('opt-out');
      }),
    );
  });

  it('handles any text without failing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 1_600 }), (body) => {
        expect(['opt-out', 'help', 'opt-in', 'unsure', 'reply']).toContain(kindOf(body));
      }),
    );
  });
});
