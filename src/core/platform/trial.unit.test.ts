import { expect, test } from 'vitest';
import { isTrial } from './trial.ts';

const TRIAL = {
  NODE_ENV: 'development',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_API_BASE: 'http://127.0.0.1:3001',
  TWILIO_API_BASE: 'http://127.0.0.1:3001',
  SMTP_URL: 'smtp://127.0.0.1:23456',
} as const;

test('local stand-ins for Stripe, Twilio and email make a trial', () => {
  expect(isTrial(TRIAL)).toBe(true);
  expect(isTrial({ ...TRIAL, NODE_ENV: 'test', TWILIO_API_BASE: 'http://localhost:9001' })).toBe(true);
  expect(isTrial({ ...TRIAL, STRIPE_API_BASE: 'http://[::1]:9001', SMTP_URL: 'smtp://[::1]:1025' })).toBe(true);
  expect(isTrial({ ...TRIAL, STRIPE_SECRET_KEY: undefined, STRIPE_API_BASE: undefined })).toBe(true);
});

test.each([
  { NODE_ENV: 'production' },
  { STRIPE_API_BASE: undefined },
  { STRIPE_SECRET_KEY: 'sk_live_1' },
  { STRIPE_API_BASE: 'https://127.0.0.1.example.com' },
  { STRIPE_API_BASE: 'https://api.stripe.com' },
  { TWILIO_API_BASE: undefined },
  { TWILIO_API_BASE: 'http://192.168.1.5:9001' },
  { SMTP_URL: 'smtps://user:password@mail.example.com' },
  { SMTP_URL: 'smtp://localhost.example.com:2525' },
  { SMTP_URL: 'smtp://localhost' },
  { SMTP_URL: 'smtp://127.0.0.1:587' },
] as const)('isn’t a trial with %j', (change) => {
  expect(isTrial({ ...TRIAL, ...change })).toBe(false);
});
