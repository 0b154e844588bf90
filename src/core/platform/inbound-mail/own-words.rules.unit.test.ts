import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newlyWritten } from './own-words.rules.ts';

const QUOTE = '> Hi Tom,\n> does Saturday work?\n';

test.each([
  [
    'Gmail',
    `Friday works.\n\nTom\n\nOn Fri, Nov 6, 2026 at 10:00 AM Acme Fence <reply+abc@in.test> wrote:\n\n${QUOTE}`,
  ],
  [
    'Gmail, folded',
    `Friday works.\n\nTom\n\nOn Fri, Nov 6, 2026 at 10:00 AM Acme Fence\n<reply+abc@in.test> wrote:\n${QUOTE}`,
  ],
  [
    'Apple Mail',
    `Friday works.\n\nTom\n\nOn Nov 6, 2026, at 10:00 AM, Acme Fence <reply+abc@in.test> wrote:\n\n${QUOTE}`,
  ],
  [
    'an iPhone',
    `Friday works.\n\nTom\n\nSent from my iPhone\n\nOn Nov 6, 2026, at 10:00, Acme <a@b.test> wrote:\n${QUOTE}`,
  ],
  [
    'Outlook',
    'Friday works.\r\n\r\nTom\r\n\r\n________________________________\r\nFrom: Acme Fence <reply+abc@in.test>\r\nSent: Friday, November 6, 2026 10:00 AM\r\nTo: Tom\r\nSubject: Your fence\r\n\r\nHi Tom',
  ],
  ['Outlook for desktops', 'Friday works.\n\nTom\n\nFrom: Acme Fence\nSent: Friday\nTo: Tom\nSubject: x\n\nHi'],
  ['old Outlook', 'Friday works.\n\nTom\n\n-----Original Message-----\nFrom: Acme\nHi'],
  [
    'Spanish Gmail',
    `Friday works.\n\nTom\n\nEl vie, 6 nov 2026 a las 10:00, Acme Fence (<a@b.test>) escribió:\n${QUOTE}`,
  ],
  ['a signature', 'Friday works.\n\nTom\n\n-- \nTom Brook\n12 Main St'],
  ['quotes alone', `Friday works.\n\nTom\n\n${QUOTE}`],
])('a reply from %s keeps only the new text', (_name, text) => {
  expect(newlyWritten(text)).toBe('Friday works.\n\nTom');
});

test.each([
  'On Saturday I asked what my neighbour wrote: he is fine',
  'From: the house to the gate it is 40 ft.',
  'De: la puerta hasta la esquina',
])('‘%s’ isn’t a quote', (text) => {
  expect(newlyWritten(text)).toBe(text);
});

test('quotes without the line before them are left out too', () => {
  expect(newlyWritten('Two things:\n\n> you asked about the gate\nLeft is fine\n\nThe rest too')).toBe(
    'Two things:\n\nLeft is fine\n\nThe rest too',
  );
});

test('an email with only a quote is kept unchanged', () => {
  expect(newlyWritten(QUOTE)).toBe(QUOTE.trim());
});

test('any text is accepted, and hostile text takes no longer', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(newlyWritten(text).length).toBeLessThanOrEqual(text.length);
    }),
    { numRuns: 200 },
  );
  const began = process.cpuUsage();
  for (const part of ['\n', 'On ', 'On a b\n', '_', '> ', 'From: ', 'Am x schrieb ', 'On x wrote \n'])
    newlyWritten(part.repeat(Math.ceil(200_000 / part.length)));
  // CPU time, because a busy machine makes any text slow.
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(4_000);
});
