import { describe, expect, expectTypeOf, it } from 'vitest';
import { formats } from './formats.ts';
import { localDate } from './local-date.ts';
import { countedIn, phrase, type Phrase } from './phrase.ts';

describe('a catalog phrase', () => {
  const call = phrase('Call {company} at {phone}.');

  it('is filled by name, with texts and numbers', () => {
    expect(call({ company: 'Acme {phone}', phone: 208 })).toBe('Call Acme {phone} at 208.');
    expect(phrase('Nothing to fill')({})).toBe('Nothing to fill');
  });

  it('is split at its placeholders for values that are elements', () => {
    const link = { href: 'tel:208' };
    expect(call.parts<string | typeof link>({ company: 'Acme', phone: link })).toEqual([
      'Call ',
      'Acme',
      ' at ',
      link,
      '.',
    ]);
  });

  it('has its placeholder names in its type', () => {
    expectTypeOf(call).toEqualTypeOf<Phrase<'company' | 'phone'>>();
    expectTypeOf<Phrase<'company'>>().not.toExtend<typeof call>();
    expectTypeOf<Phrase<'company' | 'telefono'>>().not.toExtend<typeof call>();
  });

  it('uses the plural forms of its language', () => {
    const gates = countedIn('en')({ none: 'no gates', one: '{count} gate', other: '{count} gates' });
    expect([0, 1, 2, 1200].map((count) => gates({ count }))).toEqual(['no gates', '1 gate', '2 gates', '1,200 gates']);
    const puertas = countedIn('es')({ one: '{count} puerta en {street}', other: '{count} puertas en {street}' });
    expect([0, 1, 2].map((count) => puertas({ count, street: 'Oak' }))).toEqual([
      '0 puertas en Oak',
      '1 puerta en Oak',
      '2 puertas en Oak',
    ]);
  });
});

describe('the formats of a language', () => {
  const day = localDate('2026-11-06');
  const noon = new Date('2026-11-06T19:00:00Z');
  const written = (language: 'en' | 'es') => {
    const say = formats(language);
    return [
      say.money(354_208),
      say.feet(212.5),
      say.percent(33.33),
      say.day(day),
      say.dayOf(noon, 'America/Boise'),
      say.weekday(day),
      say.zone('America/Los_Angeles'),
    ];
  };

  it('are the US formats in English', () => {
    expect(written('en')).toEqual([
      '$3,542.08',
      '212.5 ft',
      '33.33%',
      'Nov 6, 2026',
      'Nov 6, 2026',
      'Friday, Nov 6, 2026',
      'Pacific time',
    ]);
    expect(formats('en').moment(noon, 'America/Boise')).toBe('Nov 6, 2026 Fri 12:00 PM');
  });

  it('are the US formats in Spanish', () => {
    expect(written('es')).toEqual([
      '$3,542.08',
      '212.5 pies',
      '33.33%',
      '6 de noviembre de 2026',
      '6 de noviembre de 2026',
      'viernes, 6 de noviembre de 2026',
      'hora del Pacífico',
    ]);
    expect(new Intl.NumberFormat('es-US', { style: 'currency', currency: 'USD' }).format(3542.08)).toBe('$3,542.08');
    expect(formats('es').moment(noon, 'America/Boise')).toMatch(/^6 de noviembre de 2026.*12:00 p\.m\.$/);
  });
});
