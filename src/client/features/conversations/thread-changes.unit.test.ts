import { expect, test } from 'vitest';
import { changeOf, type Shown } from './thread-changes.ts';

const was: Shown = { ids: ['a', 'b', 'waits'], heard: 'b', typed: 1 };

test.each<[string, Partial<Shown>, ReturnType<typeof changeOf>]>([
  ['nothing', {}, undefined],
  ['earlier words above', { ids: ['y', 'z', 'a', 'b', 'waits'], typed: 2 }, 'earlier'],
  ['a reply above what waits', { ids: ['a', 'b', 'c', 'waits'], heard: 'c' }, 'heard'],
  ['a reply that takes the oldest off the page', { ids: ['b', 'c', 'waits'], heard: 'c' }, 'heard'],
  ['what the contractor typed', { ids: ['a', 'b', 'mine', 'waits'], typed: 2 }, 'typed'],
  ['what waited has gone out', { ids: ['a', 'b', 'sent'] }, undefined],
])('describes %s', (_name, change, told) => {
  expect(changeOf(was, { ...was, ...change })).toBe(told);
});
