import { expect, test } from 'vitest';
import { readSmtpError } from './mail.ts';
import { readTwilioError } from './twilio.ts';

const error = (fields: object): Error => Object.assign(new Error('words'), fields);

test.each([
  ['a number that is none (T9)', { status: 400, code: 21211 }, { kind: 'refused', code: '21211' }],
  ['an opt-out (T7)', { status: 400, code: 21610 }, { kind: 'refused', code: '21610' }],
  ['too many requests (T8)', { status: 429, code: 20429 }, { kind: 'passing', code: '20429' }],
  ['a server error (T8)', { status: 503 }, { kind: 'passing', code: 'HTTP 503' }],
  ['a full queue (T11)', { status: 400, code: 21611 }, { kind: 'passing', code: '21611' }],
  [
    'a wrong sign-in, which is mended by the operator (T9)',
    { status: 401, code: 20003 },
    { kind: 'passing', code: '20003' },
  ],
  ['no connection at all', { code: 'ECONNREFUSED' }, { kind: 'passing', code: 'ECONNREFUSED' }],
  ['a cut connection (T10)', { code: 'ECONNRESET' }, { kind: 'unknown' }],
  ['a timeout (T10)', { code: 'ECONNABORTED' }, { kind: 'unknown' }],
])('Twilio: %s', (_name, fields, expected) => {
  expect(readTwilioError(error(fields))).toMatchObject(expected);
});

test.each([
  ['a full mailbox', { responseCode: 452, code: 'EENVELOPE' }, false, { kind: 'passing', code: '452' }],
  ['no such mailbox (C26)', { responseCode: 550, code: 'EENVELOPE' }, false, { kind: 'refused', code: '550' }],
  ['a refused body', { responseCode: 554, code: 'EMESSAGE' }, true, { kind: 'refused', code: '554' }],
  ['a wrong password', { responseCode: 535, code: 'EAUTH' }, false, { kind: 'passing' }],
  ['a server that is down', { code: 'ESOCKET' }, false, { kind: 'passing' }],
  ['a connection cut before the body', { code: 'ECONNECTION' }, false, { kind: 'passing' }],
  ['a connection cut after the body (T10)', { code: 'ECONNECTION' }, true, { kind: 'unknown' }],
  ['an address that can’t be written', { code: 'EENVELOPE' }, false, { kind: 'refused' }],
])('mail: %s', (_name, fields, begun, expected) => {
  expect(readSmtpError(error(fields), begun)).toMatchObject(expected);
});
