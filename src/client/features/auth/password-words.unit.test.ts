import { expect, it } from 'vitest';
import { passwordWords } from './password-words.ts';

it.each([
  ['', ''],
  ['posts', '5 more characters'],
  ['nine char', 'One more character'],
  ['password123', 'This password is too common. Choose another one.'],
  ['dana@acme.test', 'Don’t use your email address as your password.'],
  ['abcabcabcabc', 'Weak: it repeats the same characters.'],
  ['rail and post', 'Good enough. A few more characters will make it strong.'],
  ['Rail-and-post7', 'Strong.'],
  ['four words of cedar wood', 'Strong.'],
])('describes %j as %j', (password, words) => {
  expect(passwordWords(password, 'Dana@acme.test')).toBe(words);
});
