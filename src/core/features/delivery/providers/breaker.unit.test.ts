import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MINUTE, SECOND } from '#shared/primitives/durations.ts';
import type { ProviderAnswer } from '../../../platform/provider-answer.ts';
import { afterAnswer, type BreakerState, type ProviderSign, signOf } from './breaker.rules.ts';
import type { MessageProvider } from '../../permission/message-provider.ts';

const WELL: BreakerState = {
  failures: 0,
  openedAt: null,
  openUntil: null,
  pauses: 0,
  cause: null,
  code: null,
  probeUntil: null,
  failedFor: null,
  alertedAt: null,
  openings: 0,
};
const at = (seconds: number) => new Date(seconds * SECOND);
const fail = (state: BreakerState, seconds: number, probe = false) =>
  afterAnswer(state, { sign: 'failing', code: '20500', probe, message: `row ${seconds}` }, at(seconds));

test('five consecutive failures open the breaker for 15 seconds, and a success resets the count', () => {
  const four = [1, 2, 3, 4].reduce((state, second) => fail(state, second), WELL);
  expect(four).toMatchObject({ failures: 4, openedAt: null });
  expect(fail(afterAnswer(four, { sign: 'well' }, at(5)), 6)).toMatchObject({ failures: 1, openedAt: null });
  expect(fail(four, 5)).toMatchObject({ openedAt: at(5), openUntil: at(20), cause: 'failing', openings: 1 });
});

test('repeated failures of one message don’t open the breaker, because the message may be at fault', () => {
  const failure = { sign: 'failing', code: '20500', probe: false, message: 'row' } as const;
  let state = WELL;
  for (let tries = 0; tries < 8; tries += 1) state = afterAnswer(state, failure, at(tries));
  expect(state).toMatchObject({ failures: 1, openedAt: null });
  expect([1, 2, 3, 4].reduce((before, second) => fail(before, second), state).openedAt).toEqual(at(4));
});

test('each failed probe doubles the pause, up to 5 minutes, and a success closes the breaker', () => {
  let state = [1, 2, 3, 4, 5].reduce((before, second) => fail(before, second), WELL);
  const pauses: number[] = [];
  for (let tries = 0; tries < 7; tries += 1) {
    state = fail(state, 100, true);
    pauses.push(((state.openUntil?.getTime() ?? 0) - at(100).getTime()) / SECOND);
  }
  expect(pauses).toEqual([30, 60, 120, 240, 300, 300, 300]);
  // The start and the number of failures are kept.
  expect(state).toMatchObject({ openedAt: at(5), openings: 1 });
  expect(afterAnswer(state, { sign: 'well' }, at(400))).toEqual({ ...WELL, openings: 1 });
});

test('refused credentials open the breaker at once, with one probe every 5 minutes (T9)', () => {
  const open = afterAnswer(WELL, { sign: 'account', code: '20003', probe: false, message: 'row' }, at(0));
  expect(open).toMatchObject({ cause: 'account', code: '20003', openUntil: new Date(5 * MINUTE) });
  expect(afterAnswer(open, { sign: 'account', code: '20003', probe: true, message: 'row' }, at(300)).openUntil).toEqual(
    at(600),
  );
});

test('after any sequence of answers, an open breaker has every column set, and a closed breaker has none', () => {
  const event = fc.record({ sign: fc.constantFrom('well', 'failing', 'account'), probe: fc.boolean() });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      const end = events.reduce(
        (state, { sign, probe }, second) =>
          afterAnswer(
            state,
            sign === 'well' ? { sign } : { sign, code: '1', probe, message: `row ${second}` },
            at(second),
          ),
        WELL,
      );
      const open = end.openedAt !== null;
      expect([end.openUntil !== null, end.cause !== null]).toEqual([open, open]);
      const pause = (end.openUntil?.getTime() ?? 0) - (end.openedAt?.getTime() ?? 0);
      expect(open ? pause > 0 : end.failures < 5).toBe(true);
    }),
  );
});

const passing = (code: string | null, detail = '') => ({ kind: 'passing', code, detail }) as const;
test.each<[MessageProvider, ProviderAnswer, ProviderSign]>([
  ['twilio', { kind: 'accepted', providerId: 'SM1' }, 'well'],
  ['twilio', { kind: 'refused', code: '21211', detail: '' }, 'well'],
  ['twilio', { kind: 'unknown', detail: 'timeout' }, 'failing'],
  ['twilio', passing('HTTP 503'), 'failing'],
  ['twilio', passing('20429'), 'failing'],
  ['twilio', passing('ECONNREFUSED'), 'failing'],
  ['twilio', passing('21611'), 'well'],
  ['twilio', passing('20003'), 'account'],
  ['twilio', passing('HTTP 401'), 'account'],
  ['smtp', { ...passing('535', '535 5.7.8 bad credentials'), about: 'account' }, 'account'],
  ['smtp', { ...passing('550', '550 5.1.0 sender rejected'), about: 'account' }, 'account'],
  ['smtp', { ...passing('451', '451 greylisted'), about: 'recipient' }, 'well'],
  ['smtp', passing('ETIMEDOUT'), 'failing'],
  ['smtp', passing('421', '421 4.7.0 too many'), 'failing'],
  ['smtp', passing('451', '451 4.3.0 later'), 'failing'],
  ['smtp', passing('452', '452 4.3.1 disk full'), 'failing'],
  ['smtp', passing('452', '452 4.2.2 mailbox full'), 'well'],
  ['smtp', passing('450', 'mailbox busy'), 'well'],
  ['smtp', passing(null), 'failing'],
])('%s answering %o is %s', (provider, answer, sign) => {
  expect(signOf(provider, answer)).toBe(sign);
});
