import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

/** All that production wants; its mail server and its account are real ones. */
const PRODUCTION = {
  NODE_ENV: 'production',
  APP_SECRET: 'x'.repeat(32),
  PUBLIC_URL: 'https://picket.example.com/',
  DATABASE_URL: 'postgres://db/picket',
  SMTP_URL: 'smtps://mail.example.com',
  MAIL_FROM: 'no-reply@example.com',
  SUPPORT_EMAIL: 'help@example.com',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+12085550100',
};

test('production takes no address of a trial: each that is missing is named, with what it is for', () => {
  expect(readConfig(PRODUCTION)).toMatchObject({ PUBLIC_URL: 'https://picket.example.com' });
  const bare = { ...PRODUCTION, PUBLIC_URL: '', MAIL_FROM: '', SUPPORT_EMAIL: '' };
  expect(() => readConfig(bare)).toThrow(
    [
      'PUBLIC_URL is missing (production needs the address that people and Twilio reach the app by, such as https://picket.example.com)',
      'MAIL_FROM is missing (production needs the sender of every mail, such as no-reply@example.com)',
      'SUPPORT_EMAIL is missing (production needs where people write for help, and alerts go without ADMIN_EMAILS)',
    ].join('\n'),
  );
  expect(readConfig({ ...bare, NODE_ENV: 'development' })).toMatchObject({
    PUBLIC_URL: 'http://localhost:3000',
    MAIL_FROM: 'no-reply@picket.test',
    SUPPORT_EMAIL: 'support@picket.test',
  });
});

test('mails are signed by all three of DKIM’s settings or by none, and the key is one', () => {
  const named = { DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 'spring' };
  expect(() => readConfig({ ...PRODUCTION, ...named })).toThrow('DKIM_PRIVATE_KEY is missing (mails are signed by');
  expect(() => readConfig({ ...PRODUCTION, ...named, DKIM_PRIVATE_KEY: 'spring' })).toThrow(
    'DKIM_PRIVATE_KEY must be a private key in PEM',
  );
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const onOneLine = readConfig({ ...PRODUCTION, ...named, DKIM_PRIVATE_KEY: pem.replaceAll('\n', '\\n') });
  expect(onOneLine.DKIM_PRIVATE_KEY).toBe(pem);
});
