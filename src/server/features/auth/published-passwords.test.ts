import { endDemoSessions } from '#core/features/auth/demo-accounts.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ADMIN, DEMO, seedDemo } from '../../../../scripts/seed-demo.ts';
import { startTestApp, type TestApp } from '../../../../test/caller.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { refusal } from '../../../../test/refusal.ts';

let database: TestDatabase;
let apps: TestApp[];
beforeEach(async () => {
  apps = [];
  database = await createTestDatabase();
  await seedDemo({ connectionString: database.url, now: new Date() });
});
afterEach(async () => {
  await Promise.all(apps.map((app) => app.close()));
  await database.drop();
});

const start = async (env: Record<string, string>) => {
  const app = await startTestApp({ database, env });
  apps.push(app);
  return app;
};

const STAND_INS = { STRIPE_API_BASE: 'http://127.0.0.1:9001', TWILIO_API_BASE: 'http://localhost:9001' };

test('the demo passwords work while every provider is a stand-in', async () => {
  const app = await start(STAND_INS);
  for (const { email, password } of [DEMO, ADMIN])
    expect(await (await app.signIn(email, password)).trpc.auth.session.query()).toMatchObject({ user: { email } });
});

test.each([
  ['Stripe is real', { ...STAND_INS, STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_API_BASE: '' }],
  ['Twilio is real', { ...STAND_INS, TWILIO_API_BASE: '' }],
  ['the mail server is real', { ...STAND_INS, SMTP_URL: 'smtps://user:password@mail.example.com' }],
  [
    'the environment is production',
    {
      ...STAND_INS,
      NODE_ENV: 'production',
      MAIL_FROM: 'a@example.com',
      SUPPORT_EMAIL: 'a@example.com',
      // a rehearsal: elsewhere, production refuses the stand-ins themselves
      PUBLIC_URL: 'http://localhost:3000',
    },
  ],
])('if %s, no one can sign in with the passwords in the README', async (_what, env) => {
  const app = await start(env);
  for (const { email, password } of [DEMO, ADMIN]) {
    const { data, message } = await refusal(app.signIn(email, password));
    expect([data?.code, message]).toEqual(['UNAUTHENTICATED', expect.stringContaining('email or password')]);
  }
});

test('a trial’s demo session ends when the instance becomes real, and no other session does', async () => {
  const trial = await start(STAND_INS);
  const admin = await trial.signIn(ADMIN.email, ADMIN.password);
  const owner = await trial.a.user();
  const theirs = await trial.signIn(owner.email);
  expect(await endDemoSessions(trial.deps.system, trial.config)).toEqual([]);
  expect(await admin.trpc.auth.session.query()).not.toBeNull();
  const real = await start({ ...STAND_INS, SMTP_URL: 'smtps://user:password@mail.example.com' });
  expect(await endDemoSessions(real.deps.system, real.config)).toEqual([DEMO.email, ADMIN.email]);
  expect(await admin.trpc.auth.session.query()).toBeNull();
  expect(await theirs.trpc.auth.session.query()).not.toBeNull();
});
