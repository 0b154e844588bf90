import { expect, it } from 'vitest';
import { sentences } from './sentence.ts';

it('messages joined as sentences have one period each', () => {
  expect(sentences('We couldn’t connect')).toBe('We couldn’t connect.');
  expect(sentences('We couldn’t connect', 'Your answers are saved.', 'Try again')).toBe(
    'We couldn’t connect. Your answers are saved. Try again.',
  );
  expect(sentences('Sent before?', '', ' Sending… ', 'Done!')).toBe('Sent before? Sending… Done!');
  expect(sentences()).toBe('');
});
