import { expect, test } from 'vitest';
import { readSmtpError } from './mail.ts';
import { readTwilioError, statusCallback } from './twilio.ts';

const error = (fields: object): Error => Object.assign(new Error('words'), fields);

test.each([
  ['an invalid number (T9)', { status: 400, code: 21211 }, { kind: 'refused', code: '21211' }],
  ['an opt-out (T7)', { status: 400, code: 21610 }, { kind: 'refused', code: '21610' }],
  ['too many requests (T8)', { status: 429, code: 20429 }, { kind: 'passing', code: '20429' }],
  ['a server error (T8)', { status: 503 }, { kind: 'passing', code: 'HTTP 503' }],
  ['a full queue (T11)', { status: 400, code: 21611 }, { kind: 'passing', code: '21611' }],
  [
    'wrong credentials, which the operator can fix (T9)',
    { status: 401, code: 20003 },
    { kind: 'passing', code: '20003' },
  ],
  [
    'an unreachable callback URL, which concerns every text (T9)',
    { status: 400, code: 21609 },
    { kind: 'passing', code: '21609' },
  ],
  ['a refused connection', { code: 'ECONNREFUSED' }, { kind: 'passing', code: 'ECONNREFUSED' }],
  ['a cut connection (T10)', { code: 'ECONNRESET' }, { kind: 'unknown' }],
  ['a timeout (T10)', { code: 'ECONNABORTED' }, { kind: 'unknown' }],
])('Twilio: %s', (_name, fields, expected) => {
  expect(readTwilioError(error(fields))).toMatchObject(expected);
});

test('omits a callback URL that Twilio can’t reach, because Twilio would reject the text', () => {
  const named = (PUBLIC_URL: string, TWILIO_API_BASE?: string) =>
    statusCallback({ PUBLIC_URL, TWILIO_API_BASE }, 'row').statusCallback;
  expect(named('http://localhost:3000')).toBeUndefined();
  expect(named('https://picket.example.com')).toBe('https://picket.example.com/webhooks/twilio/status?m=row');
  // A stand-in on the same machine can call back a local URL.
  expect(named('http://localhost:3000', 'http://127.0.0.1:3001')).toBe(
    'http://localhost:3000/webhooks/twilio/status?m=row',
  );
});

test.each([
  ['a full mailbox', { responseCode: 452, code: 'EENVELOPE' }, false, { kind: 'passing', code: '452' }],
  ['no such mailbox (C26)', { responseCode: 550, code: 'EENVELOPE' }, false, { kind: 'refused', code: '550' }],
  ['a rejected body', { responseCode: 554, code: 'EMESSAGE' }, true, { kind: 'refused', code: '554' }],
  ['a wrong password', { responseCode: 535, code: 'EAUTH' }, false, { kind: 'passing', about: 'account' }],
  ['a server that is down', { code: 'ESOCKET' }, false, { kind: 'passing' }],
  ['a connection cut before the body', { code: 'ECONNECTION' }, false, { kind: 'passing' }],
  ['a connection cut after the body (T10)', { code: 'ECONNECTION' }, true, { kind: 'unknown' }],
  ['an invalid address', { code: 'EENVELOPE' }, false, { kind: 'refused' }],
])('email: %s', (_name, fields, begun, expected) => {
  expect(readSmtpError(error(fields), begun)).toMatchObject(expected);
});

test.each([530, 550, 552, 553])('email: a sender rejected with %i is a problem with our account', (responseCode) => {
  const refused = error({ responseCode, code: 'EENVELOPE', command: 'MAIL FROM' });
  expect(readSmtpError(refused, false)).toMatchObject({
    kind: 'passing',
    code: String(responseCode),
    about: 'account',
  });
});

test.each([
  ['authentication required at RCPT TO', 'RCPT TO', '530 5.7.0 authenticate', { kind: 'passing', about: 'account' }],
  ['greylisting', 'RCPT TO', '451 please come again', { kind: 'passing', about: 'recipient' }],
  ['greylisting with another status', 'RCPT TO', '450 4.7.1 try later', { kind: 'passing', about: 'recipient' }],
  ['no such mailbox', 'RCPT TO', '550 5.1.1 no such user', { kind: 'refused' }],
  ['an email that is too large', 'MAIL FROM', '552 5.3.4 too big', { kind: 'refused' }],
  ['a full disk', 'RCPT TO', '452 4.3.1 no space', { kind: 'passing', about: undefined }],
  ['a throttled sender', 'MAIL FROM', '451 4.7.1 later', { kind: 'passing', about: undefined }],
])('email: classifies %s', (_name, command, words, expected) => {
  const reply = Object.assign(new Error(words), {
    responseCode: Number(words.slice(0, 3)),
    code: 'EENVELOPE',
    command,
  });
  const answer = readSmtpError(reply, false);
  expect({ about: undefined, ...answer }).toMatchObject(expected);
});
