import { describe, expect, it } from 'vitest';
import { messageFault, NO_OFFER_SET, stepFaults } from './steps.rules.ts';
import { promiseHint } from './offer.rules.ts';

const OFFER = { percent: 10, days: 7 };

describe('words of a step without an offer', () => {
  it.each([
    ['vinyl needs 50% less upkeep than wood', false],
    ['sorry, we can’t do 20% off', true],
    ['$400 less than our competitor', true],
    ['30% less than the first guess', false],
    ['Save 10% today', true],
    ['we are 100% insured', false],
    ['half the fences we build are cedar', false],
    // Inputs of our own, of the same kinds.
    ['cedar takes 20% less time to stain', false],
    ['aluminum saves 40% of the upkeep', false],
    ['it came to 15% less than the last quote for the old fence', false],
    ['12% less than any other company', true],
    ['10% less this week', true],
    ['$250 less if you sign today', true],
    ['we never give 15% off', true],
    ['100% of the posts are set in concrete', false],
    ['a 30% deposit holds the week', false],
    ['el vinil necesita 50% menos mantenimiento', false],
    ['10% menos esta semana', true],
    ['no deposit this month', true],
    ['no deposit was taken for the old job', false],
    ['a deposit holds the week', false],
    ['le descontamos $100 si firma hoy', true],
    ['gratis la puerta si agenda hoy', true],
    ['lowest price guaranteed', true],
    ['we will match any quote', true],
    ['we can match any stain', false],
    ['save two hundred dollars', true],
    ['the permit costs two hundred dollars', false],
    ['10% cheaper this week', true],
    ['vinyl came out 10% cheaper than the first guess', false],
    ['the gate is on the house', true],
    ['we lean a ladder on the house', false],
    ['the gate is on the house side of the yard', false],
  ])('%s: hint %s', (words, hinted) => {
    expect(promiseHint(words, null) !== undefined).toBe(hinted);
    expect(promiseHint(words, OFFER)).toBeUndefined();
  });
});

describe('the offer’s tags', () => {
  it('need an offer', () => {
    for (const tag of ['{{offer}}', '{{ offer_ends }}']) {
      expect(messageFault(`Take ${tag}`, null)).toBe(NO_OFFER_SET);
      expect(messageFault(`Take ${tag}`, OFFER)).toBeUndefined();
    }
    expect(stepFaults([{ day: 1, message: '{{offer}}', offer: null }])).toEqual({ 'steps.0.message': NO_OFFER_SET });
  });
});
