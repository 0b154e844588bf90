import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatCents } from '#shared/primitives/cents.ts';
import { forbiddenTopics } from '../guided/forbidden-topics.ts';
import { faultIn, type Grounds } from './check-answer.ts';

const TOTAL = 532_500;
const grounds: Grounds = {
  language: 'en',
  company: 'Lopez Fence Co.',
  texts: [
    'We work Monday to Friday, 8 am to 5 pm.',
    'Yes, we guarantee our work for 5 years. A deposit of $500 is due at signing.',
    'I can’t promise dates. The team will set a date with you.',
  ],
  names: ['White Vinyl', 'Cedar', 'Dana Reyes'],
  measures: { totals: [TOTAL], feet: [150, 6], gates: [2] },
  isForbidden: forbiddenTopics('politics, our old location'),
};

describe('an answer that may be sent', () => {
  test.each([
    'Happy to help! About how many feet of fence do you need?',
    'That fence comes to $5,325.00.',
    'The price of 150 ft of White Vinyl with 2 gates is $5,325. Which email can the team use?',
    '150 feet of 6 ft Cedar with two gates is $5,325.00, Dana.',
    'Lopez Fence Co. can price that. Which material would you like: White Vinyl or Cedar?',
    'We work Monday to Friday, 8 am to 5 pm. Would you like a price?',
    'Yes, we guarantee our work for 5 years.',
    'I can’t promise dates. The team will set a date with you. How many gates do you need?',
    'I have one more question: is the ground flat?',
    'Feel free to send me the length.',
  ])('%s', (text) => {
    expect(faultIn(text, grounds)).toBeNull();
  });

  test('in Spanish', () => {
    const spanish = { ...grounds, language: 'es' as const };
    expect(faultIn('Su cerca de 150 pies con 2 puertas cuesta $5,325.00. ¿Cuál es su correo?', spanish)).toBeNull();
    expect(faultIn('¿Cuántos pies de cerca necesita usted?', spanish)).toBeNull();
  });
});

describe('an answer that is discarded', () => {
  test.each([
    ['another price', 'That fence comes to $5,300.00.'],
    ['a price in words', 'That comes to five thousand three hundred dollars.'],
    ['a price without its sign', 'It is 5300 for everything.'],
    ['a guess around the price', 'It is only about $5,325.00.'],
    ['a price per foot', 'It is $5,325.00 per foot.'],
    ['the length as a price', 'It comes to $150.'],
    ['the length without its unit', 'The whole thing is 150.'],
    ['another length', 'For 200 ft that is $5,325.00.'],
    ['thousands as k', 'That is roughly 5k.'],
    ['digits of another script', 'That is ٥٣٠٠ in all.'],
    ['other money', 'That is €5,325.00.'],
    ['a sum from a fact in other words', 'You pay $500 first.'],
    ['a discount', 'I can give you a discount.'],
    ['a discount in percent', 'That is 10% off.'],
    ['something free', 'The gates are free.'],
    ['a guarantee', 'We guarantee it for life.'],
    ['part of a fact with more added', 'Yes, we guarantee our work for 50 years.'],
    ['a visit', 'We will come and measure.'],
    ['a day', 'Someone comes on Tuesday.'],
    ['a time', 'Our crew is there at nine.'],
    ['soon', 'You get it very soon.'],
    ['law', 'You don’t need a permit for that.'],
    ['another company', 'Best Budget Fencing has that too.'],
    ['a shop', 'You find it at home depot.'],
    ['a name inside', 'Ask Pedro about it.'],
    ['a name with a capital inside', 'BestFence sells that.'],
    ['a link', 'See www.example.com for it.'],
    ['a placeholder', 'I have [phone] for you.'],
    ['a forbidden topic', 'Politics are interesting.'],
    ['another language', '¿Cuántos pies de cerca necesita usted para la casa?'],
    ['hidden characters', 'That is 5\u200b300 in all.'],
    ['nothing', '  '],
    ['too much', 'Yes. '.repeat(300)],
  ])('%s', (_, text) => {
    expect(faultIn(text, grounds)).not.toBeNull();
  });

  test('in Spanish', () => {
    const spanish = { ...grounds, language: 'es' as const };
    const discarded = [
      'Le hago un descuento.',
      'Llegaremos el martes.',
      'Cuesta cinco mil dólares.',
      'Es gratis.',
      'No necesita permiso.',
      'Se lo garantizamos.',
    ];
    expect(discarded.filter((text) => faultIn(text, spanish) === null)).toEqual([]);
  });
});

const neutral = fc.constantFrom('Thanks', 'Good question', 'Sounds good', 'Got it', 'Happy to help');
const frame = fc.constantFrom(
  (sum: string) => `That fence comes to ${sum}.`,
  (sum: string) => `The total is ${sum} for your fence.`,
  (sum: string) => `It would be ${sum}, if that works for you.`,
  (sum: string) => `${sum} is the price.`,
);
const asMoney = fc.constantFrom(
  (cents: number) => formatCents(cents),
  (cents: number) => `$${(cents / 100).toFixed(2)}`,
  (cents: number) => `${Math.round(cents / 100)} dollars`,
  (cents: number) => `${Math.round(cents / 100)}`,
  (cents: number) => `USD ${(cents / 100).toFixed(2)}`,
  (cents: number) => `$ ${Math.round(cents / 100)}`,
  (cents: number) => `$${(cents / 100_000).toFixed(1)}k`,
);

test('rejects every amount except the quoted one, in any wording', () => {
  fc.assert(
    fc.property(neutral, frame, asMoney, fc.integer({ min: 400, max: 9_000_000 }), (hello, say, write, cents) => {
      const shown = write(cents);
      fc.pre(!/5,?325(?:\.00)?(?!\d)/.test(shown));
      expect(faultIn(`${hello}. ${say(shown)}`, grounds)).not.toBeNull();
    }),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(neutral, frame, fc.integer({ min: 400, max: 9_000_000 }), (hello, say, cents) => {
      const quoted = { ...grounds, measures: { ...grounds.measures, totals: [cents] } };
      expect(faultIn(`${hello}. ${say(formatCents(cents))}`, quoted)).toBeNull();
    }),
    { numRuns: 200 },
  );
});

test('rejects an answer that contains an unknown number anywhere', () => {
  const filler = fc.lorem({ maxCount: 4 }).map((words) => words.toLowerCase().replaceAll(/[^a-z ]/g, ''));
  fc.assert(
    fc.property(filler, fc.integer({ min: 7, max: 1_000_000 }), filler, (before, number, after) => {
      fc.pre(number !== 150 && number !== 5_325);
      expect(faultIn(`${before} ${number} ${after}`, { ...grounds, texts: [] })).not.toBeNull();
    }),
    { numRuns: 500 },
  );
});

test('never throws, whatever the answer contains', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 1_000, unit: 'binary' }), (text) => {
      expect(() => faultIn(text, grounds)).not.toThrow();
    }),
    { numRuns: 200 },
  );
});
