import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadTextHours } from '#core/platform/us-data/index.ts';
import { DAY, HOUR } from '../../primitives/durations.ts';
import {
  type Asked,
  dayFull,
  dayFullWords,
  type DayPerson,
  type DayText,
  isUnasked,
  MOST_AUTOMATED_A_DAY,
  stateLimitOf,
} from './daily-texts.rules.ts';

const hours = loadTextHours();
const NOW = new Date('2026-11-16T19:00:00Z');
const ago = (hoursAgo: number): Date => new Date(NOW.getTime() - hoursAgo * HOUR);
const nobody: DayPerson = { wroteAt: [], cameThemselves: false };

describe('stateLimitOf', () => {
  test.each(Object.entries(hours.states).map(([code, { capPer24h }]) => [code, capPer24h] as const))(
    'returns the limit of %s: %s',
    (code, cap) => {
      const limit = stateLimitOf({ zones: ['America/Chicago'], states: [code] }, hours);
      expect(limit?.most ?? null).toBe(cap);
    },
  );

  test('finds a limit in exactly the states with such a law', () => {
    const limited = Object.entries(hours.states).filter(([, { capPer24h }]) => capPer24h !== null);
    expect(limited.map(([code]) => code).toSorted()).toEqual(['FL', 'MD', 'OK', 'OR']);
  });

  test('applies the limit of any state where the person may be, and of all states if that’s unknown', () => {
    expect(stateLimitOf({ zones: ['America/Boise'], states: ['ID', 'OR'] }, hours)).toEqual({
      most: 3,
      state: 'Oregon',
    });
    expect(stateLimitOf({ zones: [], states: ['ID'] }, hours)).toEqual({ most: 3, state: null });
  });
});

describe('isUnasked', () => {
  test.each<[Asked | null, number[], boolean, boolean]>([
    [null, [1], true, true],
    ['always', [], false, false],
    ['request', [], true, false],
    ['request', [], false, true],
    ['request', [2], false, false],
    ['answer', [], true, true],
    ['answer', [23], false, false],
    ['answer', [25], false, true],
    ['answer', [-1], false, true],
  ])(
    'a text asked for as %s, written to %j hours ago, by a person who came themselves: %s → %s',
    (asked, wrote, came, is) => {
      const person = { wroteAt: wrote.map(ago), cameThemselves: came };
      expect(isUnasked({ at: NOW, asked }, person)).toBe(is);
    },
  );
});

const aText = fc.record({
  at: fc.integer({ min: 0, max: 48 * 60 }).map((minutes) => new Date(NOW.getTime() - minutes * 60_000)),
  automated: fc.boolean(),
  asked: fc.constantFrom<(Asked | null)[]>(null, 'always', 'request', 'answer'),
});
const aDay = fc.record({
  text: aText.map((text) => ({ ...text, at: NOW })),
  before: fc.array(aText, { maxLength: 12 }),
  person: fc.record({
    wroteAt: fc.array(fc.integer({ min: 0, max: 72 }).map(ago), { maxLength: 3 }),
    cameThemselves: fc.boolean(),
  }),
  limit: fc.option(fc.record({ most: fc.integer({ min: 1, max: 5 }), state: fc.constant('Florida') })),
});

/** Sends texts in order of time, each as soon as the limits allow. Returns them with the times when they were sent. */
const sendAll = (wanted: readonly DayText[], person: DayPerson, most: number | null): DayText[] => {
  const sent: DayText[] = [];
  const limit = most === null ? null : { most, state: 'Florida' };
  for (const text of wanted.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    let [at, tries] = [text.at, 0];
    for (;;) {
      const full = dayFull({ text: { ...text, at }, before: sent, person, limit });
      if (!full) break;
      expect(full.until.getTime()).toBeGreaterThan(at.getTime());
      at = full.until;
      expect((tries += 1)).toBeLessThan(50);
    }
    sent.push({ ...text, at });
  }
  return sent;
};

const mostInADay = (texts: readonly DayText[]): number =>
  Math.max(
    0,
    ...texts.map(({ at }) => texts.filter((other) => other.at <= at && at.getTime() - other.at.getTime() < DAY).length),
  );

describe('dayFull', () => {
  test('never delays a text that the person asked for', () => {
    fc.assert(
      fc.property(aDay, (day) => {
        fc.pre(!isUnasked(day.text, day.person));
        expect(dayFull(day)).toBeNull();
      }),
    );
  });

  test('never delays a typed text where no state limits texts', () => {
    fc.assert(
      fc.property(aDay, ({ text, ...day }) => {
        expect(dayFull({ ...day, text: { ...text, automated: false }, limit: null })).toBeNull();
      }),
    );
  });

  test('gives the same result with or without the texts that the person asked for', () => {
    fc.assert(
      fc.property(aDay, (day) => {
        const unasked = day.before.filter((text) => isUnasked(text, day.person));
        expect(dayFull({ ...day, before: unasked })).toEqual(dayFull(day));
      }),
    );
  });

  test('keeps every 24 hours within both limits, whatever is sent in whatever order', () => {
    fc.assert(
      fc.property(
        fc.array(aText, { maxLength: 14 }),
        aDay,
        fc.option(fc.integer({ min: 1, max: 5 })),
        (texts, day, most) => {
          const unasked = sendAll(texts, day.person, most).filter((text) => isUnasked(text, day.person));
          expect(mostInADay(unasked.filter(({ automated }) => automated))).toBeLessThanOrEqual(MOST_AUTOMATED_A_DAY);
          expect(mostInADay(unasked)).toBeLessThanOrEqual(most ?? Infinity);
        },
      ),
    );
  });

  test('doesn’t wait longer than necessary', () => {
    fc.assert(
      fc.property(aDay, (day) => {
        const full = dayFull(day);
        fc.pre(full !== null);
        const before = { ...day, text: { ...day.text, at: new Date((full?.until.getTime() ?? 0) - 1) } };
        fc.pre(isUnasked(before.text, day.person));
        expect(dayFull(before)).not.toBeNull();
      }),
    );
  });

  test('names the law that limits the texts, or says that it’s our own limit', () => {
    const texts = [1, 2, 3].map((hoursAgo): DayText => ({ at: ago(hoursAgo), automated: true, asked: null }));
    const said = (limit: Parameters<typeof dayFull>[0]['limit']) => {
      const full = dayFull({ text: { at: NOW, automated: true, asked: null }, before: texts, person: nobody, limit });
      return full && dayFullWords(full);
    };
    expect(said(null)).toBe('at most 3 automated texts to one person in 24 hours');
    expect(said({ most: 3, state: 'Florida' })).toBe('Florida allows at most 3 texts to one person in 24 hours');
    expect(said({ most: 2, state: null })).toMatch(/^some states allow at most 2 texts/);
  });
});
