import { expect, test } from 'vitest';
import { picketPath, scaleOf } from './chart-shapes.ts';
import { figureText, monthLines, monthsFrom, monthText } from './report-words.ts';

test('a scale includes 0 and ends at a round number, with ticks in between', () => {
  const scale = scaleOf([3, 14], [0, 300], 4);
  expect([scale.least, scale.most, scale.at(0), scale.at(15)]).toEqual([0, 15, 0, 300]);
  expect(scale.ticks(4)).toEqual([0, 5, 10, 15]);
});

test('a month with more refunds than payments is a picket below the baseline', () => {
  const scale = scaleOf([-500, 1_000], [150, 0], 4);
  expect([scale.at(0), scale.at(-500)].map(Math.round)).toEqual([100, 150]);
  expect(picketPath(10, 20, 100, 150)).toContain('L15,150');
});

test('counts have no ticks between whole numbers', () => {
  expect(scaleOf([1], [0, 100], 4).ticks(4)).toEqual([0, 1]);
});

test('a monthly chart includes every month from the first through the last', () => {
  expect(monthsFrom('2026-11', '2027-02')).toEqual(['2026-11', '2026-12', '2027-01', '2027-02']);
  expect(monthsFrom(undefined, undefined)).toEqual([]);
  expect(monthText('2026-10')).toBe('Oct 2026');
  expect([monthLines('2026-11', true), monthLines('2026-12', false), monthLines('2027-01', false)]).toEqual([
    ['Nov', '2026'],
    ['Dec'],
    ['Jan', '2027'],
  ]);
});

test.each([
  ['leads', 'All leads'],
  ['funnel.sent', 'Leads that reached “Estimate sent”'],
  ['outstanding:8', 'Still owed for 8 to 30 days'],
  ['deposited:2026-10', 'Money received in Oct 2026'],
  ['source:widget', 'Source: Widget'],
  ['profit', undefined],
])('describes the leads that %s counts', (figure, text) => expect(figureText(figure)).toBe(text));
