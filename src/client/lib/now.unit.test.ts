import { afterEach, expect, test, vi } from 'vitest';
import { currentTime, hearTime } from './now.ts';

afterEach(() => vi.useRealTimers());

const answer = (time?: string) => new Response('', { headers: time === undefined ? {} : { 'x-picket-time': time } });
const isoNow = () => currentTime().toISOString();

test('the time is the server’s, though the browser’s clock is two days slow', () => {
  vi.useFakeTimers({ now: new Date('2027-03-12T17:00:00Z') });
  hearTime(answer(String(Date.parse('2027-03-14T17:00:00Z'))));
  expect(isoNow()).toBe('2027-03-14T17:00:00.000Z');
  vi.advanceTimersByTime(90_000);
  expect(isoNow()).toBe('2027-03-14T17:01:30.000Z');
});

test('an answer without the time, or with something else there, changes nothing', () => {
  vi.useFakeTimers({ now: new Date('2027-03-12T17:00:00Z') });
  hearTime(answer(String(Date.parse('2027-03-12T18:00:00Z'))));
  for (const odd of [undefined, '', 'soon', '-1']) hearTime(answer(odd));
  expect(isoNow()).toBe('2027-03-12T18:00:00.000Z');
});
