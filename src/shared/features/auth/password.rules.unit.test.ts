import { expect, test } from 'vitest';
import { newPassword, passwordProblem } from './password.rules.ts';

const EMAIL = 'robin.palmer@example.com';
const TOO_COMMON = 'This password is too common. Choose another one';

test.each([
  ['short', 'Use at least 10 characters'],
  ['123456789', 'Use at least 10 characters'],
  ['é'.repeat(9), 'Use at least 10 characters'],
  // 501 characters of two bytes each.
  ['éa'.repeat(334), 'Use at most 1,000 characters'],
  ['Password123', TOO_COMMON],
  ['qwertyuiop', TOO_COMMON],
  // The README contains this password.
  ['picket-demo', TOO_COMMON],
  ['Picket-Admin', TOO_COMMON],
  ['PicketFence-2026!', TOO_COMMON],
  ['fencingcompany1', TOO_COMMON],
  ['aaaaaaaaaaaa', TOO_COMMON],
  ['abababababab', TOO_COMMON],
  ['abcdefghijklmn', TOO_COMMON],
  ['7890123456', TOO_COMMON],
  ['zyxwvutsrqponm', TOO_COMMON],
  ['Robin.Palmer@Example.com', 'Don’t use your email address as your password'],
  ['ROBIN.PALMER', 'Don’t use your email address as your password'],
])('the new password %j is refused with an explanation', (password, problem) => {
  expect(passwordProblem(password, EMAIL)).toBe(problem);
});

test.each([
  'a good password',
  'x7#kQ2!m9z',
  '7391-5528-0416',
  'our picket fence',
  'four plain words here',
  'パスワードは長いほうがよい',
])('the new password %j is accepted', (password) => {
  expect(passwordProblem(password, EMAIL)).toBeNull();
  expect(newPassword.parse(password)).toBe(password);
});

test('a password is kept exactly as typed, including leading and trailing spaces', () => {
  expect(newPassword.parse('  ten spaces  ')).toBe('  ten spaces  ');
});
