import { afterEach, beforeEach, expect, test } from 'vitest';
import { testConfig } from '../../test/caller.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import pg from 'pg';
import { DEMO } from '../seed-demo.ts';
import { prepareDemo } from './demo-data.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const TRIAL = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_API_BASE: 'http://127.0.0.1:9001',
  TWILIO_API_BASE: 'http://127.0.0.1:9001',
  SMTP_URL: 'smtp://127.0.0.1:23456',
};
const PRODUCTION = {
  NODE_ENV: 'production',
  // a rehearsal: elsewhere, production refuses the stand-ins themselves
  PUBLIC_URL: 'http://localhost:3000',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_2',
  STRIPE_PRICE_STARTER: 'price_1',
  STRIPE_PRICE_PRO: 'price_2',
  STRIPE_PRICE_PAY_AS_YOU_GO: 'price_3',
  MAIL_FROM: 'no-reply@example.com',
  SUPPORT_EMAIL: 'help@example.com',
};

const prepare = (env: Record<string, string>) =>
  prepareDemo(testConfig(database.url, env), { now: new Date(), stripeStandIn: true });

async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<Row>(text);
  await client.end();
  return rows;
}
const emails = async () =>
  (await query<{ email: string }>('select email from users order by email')).map(({ email }) => email);

test('seeds the demo company once into an empty database, if every provider is a stand-in', async () => {
  expect(await prepare(TRIAL)).toEqual({ there: true, signIns: true, admin: true });
  expect(await prepare(TRIAL)).toEqual({ there: true, signIns: true, admin: true });
  expect(await emails()).toEqual(['admin@picket.test', DEMO.email]);
});

test.each([
  ['production', { ...TRIAL, ...PRODUCTION }],
  ['a real Stripe', { ...TRIAL, STRIPE_API_BASE: '' }],
  ['a real Twilio', { ...TRIAL, TWILIO_API_BASE: '' }],
  ['a real mail server', { ...TRIAL, SMTP_URL: 'smtps://user:password@mail.example.com' }],
])('with %s, seeds nothing and creates no admin', async (_what, env) => {
  expect(await prepare(env)).toEqual({ there: false, signIns: false, admin: false });
  expect(await emails()).toEqual([]);
});

test('demo data from an earlier trial is kept, but its admin loses the admin role', async () => {
  await prepare(TRIAL);
  expect(await prepare({ ...TRIAL, ...PRODUCTION })).toEqual({ there: true, signIns: false, admin: false });
  await query(`with made as (insert into users (email, name, email_verified_at) values ('ann@example.com', 'Ann', now()) returning id)
    insert into user_roles (user_id, role) select id, 'admin' from made`);
  expect(await prepare({ ...TRIAL, ...PRODUCTION })).toMatchObject({ admin: true });
});
