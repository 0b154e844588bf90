import { expect, test } from 'vitest';
import { type InstantFacts, missingForInstant, whyNotInstant } from './instant.rules.ts';
import { DEFAULT_INSTANT_SETTINGS, INSTANT_CONDITIONS, INSTANT_REASONS, type InstantReason } from './instant.schema.ts';
import { termsOnYourMeasures } from './measures.words.ts';

const within: InstantFacts = {
  settings: { ...DEFAULT_INSTANT_SETTINGS, enabled: true, maxFeet: 200, maxTotalCents: 500_000 },
  missing: [],
  held: false,
  quoteLeft: true,
  limitReached: false,
  zip: '83702',
  zipServed: true,
  serviceZips: [],
  materialIds: ['cedar'],
  feet: 200,
  totalCents: 500_000,
  drawn: false,
  visited: false,
};
const set = (settings: Partial<InstantFacts['settings']>) => ({ settings: { ...within.settings, ...settings } });

/** The change to a request within bounds that makes each reason apply. */
const BREAKS: Record<InstantReason, Partial<InstantFacts>[]> = {
  off: [set({ enabled: false }), { missing: ['payments'] }],
  held: [{ held: true }],
  quota: [{ quoteLeft: false }],
  recent: [{ limitReached: true }],
  zip: [{ zip: null }, { zipServed: false }, set({ zips: ['83703'] }), { serviceZips: ['83703'] }],
  material: [
    { materialIds: [] },
    { ...set({ materialIds: ['vinyl'] }) },
    { materialIds: ['cedar', 'x'], ...set({ materialIds: ['cedar'] }) },
  ],
  price: [{ totalCents: null }, { totalCents: 0 }],
  drawing: [set({ requireDrawing: true })],
  feet: [{ feet: 200.01 }, { feet: null }],
  total: [{ totalCents: 500_001 }],
  visit: [set({ visitFirst: true })],
};

test('a request within all bounds goes out, also at the bounds themselves', () => {
  expect(whyNotInstant(within)).toBeNull();
  expect(whyNotInstant({ ...within, ...set({ zips: ['83702'] }), serviceZips: ['83703'] })).toBeNull();
  expect(
    whyNotInstant({ ...within, ...set({ requireDrawing: true, visitFirst: true }), drawn: true, visited: true }),
  ).toBeNull();
});

test.each(INSTANT_REASONS)('%s is a reason of its own', (reason) => {
  for (const change of BREAKS[reason]) expect(whyNotInstant({ ...within, ...change })).toBe(reason);
});

test('of two reasons, the earlier one counts', () => {
  const merged = (one: Partial<InstantFacts>, two: Partial<InstantFacts>): InstantFacts => ({
    ...within,
    ...one,
    ...two,
    settings: { ...within.settings, ...changedIn(one), ...changedIn(two) },
    ...('totalCents' in one && { totalCents: one.totalCents ?? null }),
    ...('feet' in one && { feet: one.feet ?? null }),
    ...('zip' in one && { zip: one.zip ?? null }),
  });
  const changedIn = ({ settings }: Partial<InstantFacts>) =>
    Object.fromEntries(
      Object.entries(settings ?? {}).filter(
        ([key, value]) => value !== within.settings[key as keyof typeof within.settings],
      ),
    );
  for (const [index, earlier] of INSTANT_REASONS.entries())
    for (const later of INSTANT_REASONS.slice(index + 1))
      expect(
        whyNotInstant(merged(BREAKS[earlier][0] ?? {}, BREAKS[later][0] ?? {})),
        `${earlier} before ${later}`,
      ).toBe(earlier);
});

test('what is missing is listed in order, each on its own and together', () => {
  const ready = { emailConfirmed: true, paymentsConnected: true, terms: 'Terms', postalAddress: '1 Main St' };
  expect(missingForInstant(ready)).toEqual([]);
  expect(missingForInstant({ ...ready, terms: ' \n' })).toEqual(['terms']);
  expect(
    missingForInstant({ emailConfirmed: false, paymentsConnected: false, terms: '', postalAddress: null }),
  ).toEqual([...INSTANT_CONDITIONS]);
});

test('the terms begin with what the price rests on, in both languages', () => {
  const both = termsOnYourMeasures({ terms: 'My terms', otherTerms: 'Mis condiciones' }, 'en');
  expect(both.terms).toMatch(/^This price assumes the measurements you gave\. .*deposit back\.\n\nMy terms$/);
  expect(both.otherTerms).toMatch(
    /^Este precio supone las medidas que usted dio\. .*su depósito\.\n\nMis condiciones$/,
  );
  const same = termsOnYourMeasures({ terms: 'My terms', otherTerms: null }, 'es');
  expect(same.terms).toMatch(/^Este precio .*\n\nMy terms$/s);
  expect(same.otherTerms).toMatch(/^This price .*\n\nMy terms$/s);
});
