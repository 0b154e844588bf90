import { expect, test } from 'vitest';
import { DEFAULT_REMINDERS, reminderFaults } from '#shared/features/reminders/reminder.rules.ts';
import { remindersFormOf, remindersOf, daysWords } from './reminders-form.rules.ts';

test('the form loads saved values, and a non-numeric day is an error in its own field', () => {
  const settings = { ...DEFAULT_REMINDERS, reviewUrl: 'https://g.page/r/acme/review' };
  const form = remindersFormOf(settings);
  expect(remindersOf(form)).toEqual(settings);
  expect(reminderFaults(remindersOf(form))).toEqual({});
  expect(Object.keys(reminderFaults(remindersOf({ ...form, 'rules.expiring.days': '3 days' })))).toEqual([
    'rules.expiring.days',
  ]);
});

test('default messages are valid, but not another reminder’s tag, an offer after acceptance, or a missing link', () => {
  const faultOf = (rule: 'balance' | 'review', message: string) =>
    reminderFaults({
      ...DEFAULT_REMINDERS,
      rules: { ...DEFAULT_REMINDERS.rules, [rule]: { ...DEFAULT_REMINDERS.rules[rule], message } },
    })[`rules.${rule}.message`];
  expect(reminderFaults(DEFAULT_REMINDERS)).toEqual({});
  expect(faultOf('balance', 'Pay {{balance}} at {{review_link}}')).toBe(
    'Unknown tag: {{review_link}}. Use {{name}}, {{address}}, {{total_feet}}, {{estimate_amount}}, {{balance}} or {{estimate_link}}',
  );
  expect(faultOf('balance', 'Pay today and take 5% off')).toContain('already agreed');
  expect(faultOf('review', 'How was it?')).toBe('Add {{review_link}} to the message');
});

test.each([
  ['', false, ''],
  ['', true, 'Enter the web page'],
  ['http://reviews.example/acme', true, 'starts with https://'],
  ['https://localhost', true, 'starts with https://'],
  ['javascript:alert(1)', false, 'starts with https://'],
  ['https://user@reviews.example', true, 'starts with https://'],
  ['https://reviews.example/acme', true, ''],
])('%j as review page, required: %s', (reviewUrl, enabled, fault) => {
  const { rules } = DEFAULT_REMINDERS;
  const found = reminderFaults({ rules: { ...rules, review: { ...rules.review, enabled } }, reviewUrl })['reviewUrl'];
  expect(found ?? '').toMatch(fault === '' ? /^$/ : fault);
});

test.each([
  [1, '1 day'],
  [2, '2 days'],
  [Number.NaN, 'Some days'],
])('%d days are counted as ‘%s’', (days, words) => expect(daysWords(days)).toBe(words));
