import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

/** Every setting that production requires. */
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

/** A valid value for every other secret. */
const REST = {
  METRICS_TOKEN: 'm'.repeat(16),
  INBOUND_MAIL_SECRET: 'i'.repeat(16),
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_2',
  STRIPE_PRICE_STARTER: 'price_1',
  STRIPE_PRICE_PRO: 'price_2',
  STRIPE_PRICE_PAY_AS_YOU_GO: 'price_3',
  TWILIO_MESSAGING_SERVICE_SID: 'MG1',
  GOOGLE_CLIENT_ID: 'google-id',
  GOOGLE_CLIENT_SECRET: 'google-secret',
  AI_API_KEY: 'ai-key',
  REDIS_URL: 'redis://redis:6379',
};

test('production rejects trial defaults, and names each missing setting with its purpose', () => {
  expect(readConfig(PRODUCTION)).toMatchObject({ PUBLIC_URL: 'https://picket.example.com' });
  const bare = { ...PRODUCTION, PUBLIC_URL: '', MAIL_FROM: '', SUPPORT_EMAIL: '' };
  expect(() => readConfig(bare)).toThrow(
    [
      'PUBLIC_URL is missing (production needs the public URL of the app, such as https://picket.example.com) (docs/self-hosting.md, step 3)',
      'SUPPORT_EMAIL is missing (production needs the support email address, which also gets alerts if ADMIN_EMAILS is empty) (docs/self-hosting.md, step 3)',
      'MAIL_FROM is missing (production needs the sender of every email, such as no-reply@example.com) (docs/self-hosting.md, step 5)',
    ].join('\n'),
  );
  expect(readConfig({ ...bare, NODE_ENV: 'development' })).toMatchObject({
    PUBLIC_URL: 'http://localhost:3000',
    MAIL_FROM: 'no-reply@picket.test',
    SUPPORT_EMAIL: 'support@picket.test',
  });
});

test('DKIM requires all three settings or none, and a valid key', () => {
  const named = { DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 'spring' };
  expect(() => readConfig({ ...PRODUCTION, ...named })).toThrow('DKIM_PRIVATE_KEY is missing (signing email needs');
  expect(() => readConfig({ ...PRODUCTION, ...named, DKIM_PRIVATE_KEY: 'spring' })).toThrow(
    'DKIM_PRIVATE_KEY must be a private key in PEM format',
  );
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const onOneLine = readConfig({ ...PRODUCTION, ...named, DKIM_PRIVATE_KEY: pem.replaceAll('\n', '\\n') });
  expect(onOneLine.DKIM_PRIVATE_KEY).toBe(pem);
});

test.each([
  'APP_SECRET',
  'METRICS_TOKEN',
  'INBOUND_MAIL_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_CONNECT_WEBHOOK_SECRET',
  'TWILIO_ACCOUNT_SID',
  'TWILIO_AUTH_TOKEN',
  'TWILIO_MESSAGING_SERVICE_SID',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'AI_API_KEY',
  'DATABASE_URL',
  'REDIS_URL',
  'SMTP_URL',
  'PUBLIC_URL',
])('%s with a trailing space or a control character is rejected by name, without showing its value', (name) => {
  const values = { ...PRODUCTION, ...REST };
  expect(() => readConfig(values)).not.toThrow();
  const value = values[name as keyof typeof values];
  for (const odd of [`${value} `, ` ${value}`, `${value}\n`, `${value}\u00a0`, `${value}\u0007x`, `${value}\u200b`]) {
    const refused = () => readConfig({ ...values, [name]: odd });
    expect(refused).toThrow(`${name} must not start or end with a space or contain an invisible character`);
    expect(refused).not.toThrow(value);
  }
});

test('the production URL is https, except on this machine', () => {
  for (const url of ['http://picket.example.com', 'HTTP://picket.example.com'])
    expect(() => readConfig({ ...PRODUCTION, PUBLIC_URL: url })).toThrow(
      'PUBLIC_URL must start with https:// in production',
    );
  expect(readConfig({ ...PRODUCTION, PUBLIC_URL: 'HTTPS://picket.example.com/' }).PUBLIC_URL).toBe(
    'https://picket.example.com',
  );
  for (const url of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
    expect(readConfig({ ...PRODUCTION, PUBLIC_URL: url }).PUBLIC_URL).toBe(url);
  expect(readConfig({ ...PRODUCTION, NODE_ENV: 'development', PUBLIC_URL: 'http://picket.lan' }).PUBLIC_URL).toBe(
    'http://picket.lan',
  );
});

test('all faults are named at once, each with its line in .env and the step of the guide', () => {
  const dotenv = ['# mail', 'SMTP_URL=mail.example.com', '', 'PORT=x', 'TWILIO_FROM=208', 'GOOGLE_CLIENT_ID=1'].join(
    '\n',
  );
  const { SMTP_URL: _, TWILIO_FROM: __, APP_SECRET: ___, ...rest } = PRODUCTION;
  const given = { ...rest, SMTP_URL: 'mail.example.com', PORT: 'x', TWILIO_FROM: '208', GOOGLE_CLIENT_ID: '1' };
  const lines = (env: Record<string, string>) => {
    try {
      readConfig(env, dotenv);
      return [];
    } catch (error) {
      return error instanceof ConfigError ? error.message.split('\n') : [String(error)];
    }
  };
  expect(lines(given)).toEqual([
    'PORT must be a whole number (.env, line 4; docs/self-hosting.md, step 8)',
    'APP_SECRET is missing (production needs one of at least 32 characters) (docs/self-hosting.md, step 3)',
    'SMTP_URL must be a URL that starts with smtp:// or smtps:// (.env, line 2; docs/self-hosting.md, step 5)',
    'TWILIO_FROM must be a US phone number, such as +12085550100 (.env, line 5; docs/self-hosting.md, step 6)',
    'GOOGLE_CLIENT_SECRET is missing (sign-in with Google needs it beside GOOGLE_CLIENT_ID) (docs/self-hosting.md, step 10)',
  ]);
  // The environment took precedence over the file.
  expect(lines({ ...given, PORT: 'y' })[0]).toBe('PORT must be a whole number (docs/self-hosting.md, step 8)');
});

test('production names what a half-configured Stripe lacks', () => {
  const half = { ...PRODUCTION, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PRICE_PRO: 'price_2' };
  expect(() => readConfig(half)).toThrow(
    /^STRIPE_WEBHOOK_SECRET is missing .*\nSTRIPE_CONNECT_WEBHOOK_SECRET .*\nSTRIPE_PRICE_STARTER .*\nSTRIPE_PRICE_PAY_AS_YOU_GO .*$/,
  );
  expect(() => readConfig({ ...half, NODE_ENV: 'development' })).not.toThrow();
});

test('production refuses stand-ins, except in a rehearsal that no customer can reach', () => {
  const standIns = { STRIPE_API_BASE: 'http://127.0.0.1:9001', TWILIO_API_BASE: 'http://localhost:9001' };
  expect(() => readConfig({ ...PRODUCTION, ...standIns })).toThrow(
    /^STRIPE_API_BASE points to this machine.*\nTWILIO_API_BASE points to this machine/,
  );
  expect(() => readConfig({ ...PRODUCTION, ...standIns, PUBLIC_URL: 'http://127.0.0.1:3000' })).not.toThrow();
  expect(() => readConfig({ ...PRODUCTION, TWILIO_API_BASE: 'https://relay.example.com' })).not.toThrow();
});
