import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadSmsKeywords } from '#core/platform/us-data/sms-keywords.ts';
import { classifyReply } from './reply.rules.ts';

const keywords = loadSmsKeywords();
const kindOf = (body: string) => classifyReply(body, keywords).kind;

/** The labels do not tell help, opt-in and reply apart. */
const labelOf = (body: string): string => {
  const kind = kindOf(body);
  return kind === 'opt-out' || kind === 'unsure' ? kind : 'not opt-out';
};

describe('C7 C8 the labelled replies of sms-keywords.json', () => {
  it('are 64', () => expect(keywords.examples).toHaveLength(64));

  it.each(keywords.examples.map(({ text, label, why }) => [text, label, why]))('%j is %s (%s)', (text, label) => {
    expect(labelOf(text)).toBe(label);
  });
});

/** Written apart from the file, after the rules. */
const FRESH: readonly [string, ReturnType<typeof kindOf>][] = [
  ['Stop!!!', 'opt-out'],
  ['s t o p', 'reply'],
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
  ['That is enough for the front yard', 'unsure'],
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

describe('C7 keywords', () => {
  const optOut = [...keywords.keywords.optOut.en, ...keywords.keywords.optOut.es];

  it('opt out in any case, padded, with any marks around', () => {
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

  it('reads any text at all without failing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 1_600 }), (body) => {
        expect(['opt-out', 'help', 'opt-in', 'unsure', 'reply']).toContain(kindOf(body));
      }),
    );
  });
});
