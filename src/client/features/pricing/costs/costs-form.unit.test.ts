import { expect, test } from 'vitest';
import { type CostsForm, readKeptCosts } from './costs-form.rules.ts';

const stored: CostsForm = {
  hourlyCents: '40.00',
  targetMarginBps: '35',
  items: [
    { key: 'post.4x4', cents: '12.00' },
    { key: 'screw', cents: '' },
  ],
  labor: [{ activity: 'Set posts', per: 'post', minutes: '20' }],
};

test('typed costs are kept over a reload, for the items that are stored then', () => {
  const typed = {
    ...stored,
    hourlyCents: '45',
    items: [
      { key: 'screw', cents: '0.08' },
      { key: 'gone', cents: '1' },
    ],
  };
  expect(readKeptCosts(typed, stored)).toEqual({
    ...typed,
    items: [
      { key: 'post.4x4', cents: '12.00' },
      { key: 'screw', cents: '0.08' },
    ],
  });
});

test.each([
  undefined,
  null,
  'text',
  { ...stored, items: 'none' },
  { ...stored, labor: [{ activity: 'Dig', per: 'mile', minutes: '1' }] },
  { ...stored, hourlyCents: 40 },
])('what isn’t such a form isn’t read: %j', (kept) => {
  expect(readKeptCosts(kept, stored)).toBeNull();
});
