import { describe, expect, it } from 'vitest';
import { isMarketing } from './offer.rules.ts';

describe('C5 a message that makes an offer', () => {
  it.each([
    'Hi {{name}}, 10% off until {{offer_ends}}',
    'Save $500 if you book by Friday',
    'You save up to 10% this week',
    'Save 10 percent when you sign',
    '10 percent off your fence',
    'Get 15 % off',
    '$200 off, this week only',
    'We take 1,000 dollars off',
    'We give 5% discount on vinyl',
    'Discounted posts in May',
    'half off the gate',
    'Gates at half price',
    'Free gate if you sign this week',
    'A free walk gate with every fence',
    'We include free installation',
    'Use promo code FENCE',
    'Our spring sale ends Friday',
    'Buy one, get one',
    'Two-for-one on gates',
    'A $50 gift card when you book',
    'Special offer for neighbors',
    '15% de descuento',
    'Ahorre $500 esta semana',
    'Una puerta gratis si firma hoy',
    'Cupón: promoción de otoño',
    '10％ off',
  ])('is one: %s', (text) => expect(isMarketing(text)).toBe(true));

  it.each([
    'Your free estimate is ready',
    'We come by for a free on-site estimate of fence and gate',
    'Here is your free gate estimate',
    'Feel free to call, or to send a picture of the gate',
    'Are you free on Tuesday? The gate came in',
    'A maintenance-free fence, and toll-free help',
    'A 10% deposit holds your week',
    'A 50% deposit of $2,500 is due when you sign',
    'Save the date: 50% deposit by Friday',
    'Please save this number',
    'Saved your note. $500 is what the posts cost',
    'We drop off the posts at 7',
    'The crew is off on Monday, 100% sure',
    'Turn off the sprinklers',
    'Half of the posts are in',
    'Su estimado gratis está listo',
    'The house sale closed? Congratulations!',
  ])('is none: %s', (text) => expect(isMarketing(text)).toBe(false));

  it('is told in no time, however long and odd the text is', () => {
    const start = performance.now();
    for (const part of ['save ', 'free a ', '$1,', '9% ', 'free ']) isMarketing(part.repeat(20_000 / part.length));
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});
