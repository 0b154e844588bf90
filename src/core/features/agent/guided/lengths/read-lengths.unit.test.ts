import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainText } from '../plain-text.ts';
import { readLengths } from './read-lengths.ts';

const read = (message: string) => readLengths(plainText(message));

describe('reads one length as the whole fence', () => {
  test.each([
    ['100 ft of vinyl', 100],
    ['about a hundred feet of vinyl', 100],
    ['roughly 75 yards', 225],
    ['40 m', 131.23],
    ['40,5 metros', 132.87],
    ['1,250 feet', 1250],
    ['1.5k feet', 1500],
    ['a hundred and twenty ft', 120],
    ['ciento veinte pies', 120],
    ['una cerca de 150 pies', 150],
    ['60\' 6" of vinyl', 60.5],
    ['100ish feet', 100],
    ['length: 180', 180],
    ['the perimeter is 180', 180],
    ['3 sides, 150 ft total', 150],
    ['in total 150 ft', 150],
    ['actually make it 160 feet', 160],
    ['just the back, 60 ft', 60],
    ['100 ft along the back of my yard', 100],
    ['100 ft from the house to the garage', 100],
    ['120 ft, not 100 ft', 120],
    ['150 ft of fence. how much for 150 ft?', 150],
    ['100 ft fence 6 ft from the sidewalk', 100],
    ['100 ft, 20 ft from the house', 100],
    ['100 ft and a 12 ft wide driveway', 100],
    ['100 ft, the pool is 30 ft long', 100],
    ['100 ft with posts every 8 ft', 100],
    ['100 ft of 6x8 panels with 4x4 posts', 100],
    ['my budget is 5000 dollars, 100 ft vinyl', 100],
    ['they charge $25 a foot for 100 ft', 100],
    ['25 dollars per foot? I need 100 ft', 100],
    ['100 ft by june 15', 100],
    ['100 ft on 3/15 at 5pm', 100],
    ['100ft vinyl, built in 1998', 100],
    ['need 100 ft in 3 weeks', 100],
    ['i am 45 and need 100 ft', 100],
    ['i have 3 dogs, 100 ft', 100],
    ['100 feet, the dog is 30 lbs', 100],
    ['100 ft on a 5000 sq ft lot', 100],
    ['100 ft of fence, 555-0142', 100],
    ['need fence for 150 feet, house number 42', 150],
    ['100 ft, we are 20 miles away', 100],
    ['100 ft, unit 12', 100],
    ['my name is Studio 54, 100 ft', 100],
  ])('%s', (message, feet) => {
    expect(read(message)).toMatchObject({ feet, certainty: 'sure', impossible: false });
  });
});

describe('adds up lengths whose sum is beyond doubt', () => {
  test.each([
    ['back side is 60 feet and the two sides are 45 feet each', 150],
    ['60 and the two sides 45 each', 150],
    ['back 60, both sides 45', 150],
    ['both sides are 45 feet and the back is 60', 150],
    ['60 ft on the left and 40 ft on the right', 100],
    ['left 45, back 60, right 45', 150],
    ["left side 45', back 60', right side 45'", 150],
    ['45 on the left, 60 across the back and another 45 on the right', 150],
    ['one side is 60 ft and the other is 40 ft', 100],
    ['60 feet one way and then 35 the other way', 95],
    ['40 plus 60 ft', 100],
    ['60 + 45 + 45 = 150 ft', 150],
    ['60, 45 and 45 ft, so 150 ft', 150],
    ['100 ft total: 60 in back and 40 on the side', 100],
    ['3 sides of 50 ft', 150],
    ['3 sides, 40 ft each', 120],
    ['4 sides, 50 ft a side', 200],
    ['50 ft on each side, all 4 sides', 200],
    ['two 45 foot sides and a 60 foot back', 150],
    ['55 ft on both sides', 110],
    ['a 30 x 40 ft yard, all of it', 140],
    ['30 by 40 yard all the way around', 140],
    ['all around a lot of 100 by 50 ft', 300],
    ['60 pies atras y los dos lados de 45 pies cada uno', 150],
    ['40 pies por cada lado, 3 lados', 120],
    ['20 m en el frente y 10 m atras', 98.43],
  ])('%s', (message, feet) => {
    expect(read(message)).toMatchObject({ feet, certainty: 'reckoned' });
  });
});

describe('uses the last length after a correction', () => {
  test.each([
    ['100 ft, no sorry 120 ft of wood', 120],
    ['100 feet. oh wait, it is 110 feet', 110],
    ['it’s 100 ft, well actually closer to 110', 110],
    ['100 pies, no, 120 pies', 120],
    ['100 ft I mean 90 ft', 90],
  ])('%s', (message, feet) => {
    expect(read(message)).toMatchObject({ feet, certainty: 'reckoned', parts: [{ feet, times: 1 }] });
  });
});

describe('doesn’t take a length for the whole fence until it’s confirmed', () => {
  test.each([
    ['between 100 and 120 ft', 120],
    ['entre 100 y 120 pies', 120],
    ['100-120 ft', 120],
    ['100 to 120 ft', 120],
    ['100 or 120 ft', 120],
    ['70 ft maybe 75', 75],
    ['20 to 25 ft per side, 3 sides', 75],
    ['-20 feet of vinyl', 20],
    ['I need -20 feet of fence', 20],
    ['at least 100 ft', 100],
    ['up to 100 ft', 100],
    ['half of 200 ft', 200],
    ['100 ft minus 12 ft for the garage', 88],
    ['100 ft and 50 ft', 150],
    ['L shape, 40 ft and 30 ft', 70],
    ['3 sides, 150 ft', 150],
    ['the two sides are 45 feet', 90],
    ['the back is 60 ft', 60],
    ['a 30 x 40 yard', 140],
    ['my lot is 100 by 50', 300],
    ['the yard is 60 ft wide and 45 ft deep', 210],
    ['2 x 45 ft', 90],
    ['60 in back, 45 left, 45 right so 160 total', 160],
    ['60 on the left, 40 on the right, no, 45 ft', 105],
    ['my neighbor has 200 ft of vinyl, I need 90 ft', 290],
    ['100 ft vinyl 7', 100],
    ['each side is 45 ft', 90],
  ])('%s', (message, feet) => {
    expect(read(message)).toMatchObject({ feet, certainty: 'unsure' });
  });
});

test.each([
  'my lot is 0.25 acres',
  '5000 square feet',
  'call me at 5pm',
  'we moved in 1998',
  'my budget is 5000',
  'we are 20 miles away',
  'I have 2 dogs',
  'posts every 8 ft',
  '10 ft from the road',
  'a 12 ft driveway',
  'the hill drops 4 ft',
  'June 15',
  '#42',
  'order 12345',
])('finds no length: %s', (message) => {
  expect(read(message)).toMatchObject({ feet: null, impossible: false });
});

test.each(['0 ft', '200000 ft', '0 feet of vinyl'])('can’t be priced: %s', (message) => {
  expect(read(message)).toMatchObject({ feet: null, impossible: true });
});

describe('for any lengths', () => {
  const feet = fc.integer({ min: 13, max: 900 });
  const sides = ['in back', 'on the left', 'on the right', 'across the front'];
  const unit = fc.constantFrom('ft', 'feet', "'");

  test('adds up the sides that a message names', () => {
    fc.assert(
      fc.property(fc.array(feet, { minLength: 2, maxLength: 4 }), unit, (lengths, of) => {
        const message = lengths.map((length, at) => `${length} ${of} ${sides[at]}`).join(', ');
        const sum = lengths.reduce((total, length) => total + length, 0);
        expect(read(message)).toMatchObject({ feet: sum, certainty: 'reckoned' });
      }),
    );
  });

  test('counts each side once for “each” and “both”', () => {
    fc.assert(
      fc.property(feet, feet, fc.integer({ min: 2, max: 6 }), (back, side, count) => {
        expect(read(`the back is ${back} ft and both sides are ${side} ft`).feet).toBe(back + 2 * side);
        expect(read(`${count} sides, ${side} ft each`).feet).toBe(count * side);
        expect(read(`${count} sides of ${side} ft`).feet).toBe(count * side);
        expect(read(`back ${back} ft and the ${count} sides ${side} ft each`).feet).toBe(back + count * side);
      }),
    );
  });

  const noise = fc.constantFrom(
    'I’m 45 years old',
    'we have 2 dogs',
    'built in 1998',
    'by June 15',
    'my budget is $4,000',
    'at 5pm',
    'posts every 8 ft',
    '20 ft from the road',
    'a 12 ft wide driveway',
    'on a 5000 sq ft lot',
    'in 3 weeks',
    'house number 42',
    'about 30 miles away',
    'with 4x4 posts',
  );
  test('ignores numbers that don’t measure the fence', () => {
    fc.assert(
      fc.property(feet, noise, noise, (length, first, second) => {
        expect(read(`${length} ft of vinyl, ${first}, ${second}`)).toMatchObject({ feet: length, certainty: 'sure' });
        expect(read(`${first}. ${second}. I need ${length} ft`)).toMatchObject({ feet: length, certainty: 'sure' });
      }),
    );
  });

  test('is never sure about a range, a negative length or two lengths without places', () => {
    fc.assert(
      fc.property(feet, feet, (a, b) => {
        fc.pre(a !== b);
        for (const message of [
          `between ${a} and ${b} ft`,
          `${a} to ${b} feet`,
          `${a} ft or ${b} ft`,
          `-${a} ft of vinyl`,
          `${a} ft and ${b} ft`,
          `a ${a} x ${b} ft lot`,
          `${a} ft of vinyl ${b}`,
        ])
          expect([message, read(message).certainty]).toEqual([message, 'unsure']);
      }),
    );
  });

  test('never throws', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 120 }), (message) => {
        expect(read(message).parts).toBeInstanceOf(Array);
      }),
    );
  });
});
