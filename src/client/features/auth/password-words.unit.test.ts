import { expect, it } from 'vitest';
import { passwordWords } from './password-words.ts';

it.each([
  ['', ''],
  ['posts', '5 more characters'],
  ['nine char', 'One more character'],
  ['password123', 'Too many people use this password. Choose another one.'],
  ['dana@acme.test', 'Do not use your email address as the password.'],
  ['abcabcabcabc', 'Weak: the same characters again and again.'],
  ['rail and post', 'Good enough. A few more characters make it strong.'],
  ['Rail-and-post7', 'Strong.'],
  ['four words of cedar wood', 'Strong.'],
])('says of %j: %j', (password, words) => {
  expect(passwordWords(password, 'Dana@acme.test')).toBe(words);
});
