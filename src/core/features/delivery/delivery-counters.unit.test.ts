import { expect, test } from 'vitest';
import { countVerdict } from './delivery-counters.ts';
import { reschedule, skip, wait } from '../messages/verdict.ts';

test('counts messages that a rule skips or delays, but not messages waiting for the previous step', () => {
  const counted: string[] = [];
  const now = new Date(0);
  for (const verdict of [skip('no'), reschedule(now, 'later'), wait(now, 'not yet')])
    countVerdict({ add: (name) => counted.push(name) }, 'email', verdict);
  expect(counted).toEqual(['picket_messages_skipped_total', 'picket_messages_moved_total']);
});
