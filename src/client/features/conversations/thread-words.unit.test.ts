import { expect, test } from 'vitest';
import type { ThreadItem } from '#shared/features/conversations/conversations.schema.ts';
import { attachmentText, emptyText, isLong, metaText, splitFooter } from './thread-words.ts';

const item: ThreadItem = {
  id: '1',
  from: 'company',
  channel: 'sms',
  label: 'Follow-up 2',
  at: '2026-11-16T19:00:00.000Z',
  state: 'delivered',
  reason: null,
  subject: null,
  text: 'Hello',
  hasWhole: false,
  attachments: [],
  sender: null,
  automatic: false,
  unsure: false,
  unreadable: false,
  rowId: null,
  again: null,
};
const when = { now: new Date('2026-11-16T20:00:00.000Z'), zone: 'America/Boise' };

test.each<[Partial<ThreadItem>, string]>([
  [{}, 'Follow-up 2 · Text · Delivered · Today, 12:00 PM'],
  [{ label: null, state: 'unknown', channel: 'email' }, 'Email · Unconfirmed · Today, 12:00 PM'],
  [{ from: 'homeowner', label: null, state: 'received' }, 'Text · Today, 12:00 PM'],
  [
    { from: 'homeowner', channel: 'page', label: 'Asked on the estimate page', state: 'received' },
    'Asked on the estimate page · Today, 12:00 PM',
  ],
  [
    { from: 'homeowner', channel: 'email', label: null, state: 'received', automatic: true },
    'Automatic reply · Email · Today, 12:00 PM',
  ],
  [
    { label: null, state: 'scheduled', at: '2026-11-17T16:00:00.000Z' },
    'Text · Waiting · will be sent Nov 17, 2026 Tue 9:00 AM, Mountain time',
  ],
])('describes %j as ‘%s’', (given, words) => {
  expect(metaText({ ...item, ...given }, when).replaceAll('\u00a0', ' ')).toBe(words);
});

test('names email attachments and says that they aren’t saved', () => {
  expect(attachmentText(['fence.jpg'])).toBe('Attachments not saved: fence.jpg. Ask for it by email.');
  expect(attachmentText(['a', 'b', 'c'])).toMatch(/^Attachments not saved: a, b and c\. Ask for them /);
});

test('doesn’t call an unreadable email empty', () => {
  const words = [{ unreadable: true }, {}].map((given) => emptyText({ ...item, from: 'homeowner', ...given }));
  expect(words).toEqual(['Not shown.', 'This message is empty.']);
});

test('splits off the footer of our emails only', () => {
  const text = 'Hi Tom,\n\n--\nA line\n\n--\nAcme Fence\n2 Oak Ave\n';
  const ours = { ...item, channel: 'email', text } as const;
  expect(splitFooter(ours)).toEqual({ text: 'Hi Tom,\n\n--\nA line', footer: 'Acme Fence\n2 Oak Ave' });
  expect(splitFooter({ ...ours, from: 'homeowner' })).toEqual({ text, footer: '' });
  expect(splitFooter({ ...ours, text: 'Hi' })).toEqual({ text: 'Hi', footer: '' });
});

test('long messages are shortened at first', () => {
  expect([isLong('Saturday'), isLong('x'.repeat(701)), isLong('\n'.repeat(12))]).toEqual([false, true, true]);
});
