import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type Stripe from 'stripe';
import twilio from 'twilio';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Config } from '#core/platform/config.ts';
import { createStripe } from '#core/platform/stripe-client.ts';
import { twilioHttp } from '#core/platform/twilio-client.ts';
import { PLATFORM_EVENTS } from '#core/features/stripe-events/events.ts';
import { DAY, HOUR } from '#shared/primitives/durations.ts';
import { ask, sandboxUnderTest } from '../../sandbox/testing/sandbox-under-test.ts';
import type { Sandbox } from '../../sandbox/start.ts';
import { startTestApp, type TestApp } from '../../test/caller.ts';
import { createTestDatabase } from '../../test/database.ts';
import { rolesDropped } from '../../test/roles-dropped.ts';
import { ROOT } from '../build/root.ts';
import { steadyPort } from '../start/ports.ts';
import { examine } from './examine.ts';
import type { Finding, Patient } from './finding.ts';
import { judge } from './public-address.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const PRIVATE_KEY = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const PUBLIC_KEY = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

/** A domain's records as an operator publishes them by the guide. */
const RECORDS: Record<string, string[]> = {
  'A picket.example.com': ['198.51.100.4'],
  'TXT example.com': ['v=spf1 include:spf.mail.example -all', 'google-site-verification=1'],
  'TXT _dmarc.example.com': ['v=DMARC1; p=quarantine'],
  'TXT spring._domainkey.example.com': [`v=DKIM1; k=rsa; p=${PUBLIC_KEY}`],
  'MX reply.example.com': ['mx.mail.example'],
};

const folder = mkdtempSync(join(tmpdir(), 'picket-doctor-'));
let app: TestApp;
let port: number;
beforeAll(async () => {
  port = await steadyPort(folder);
  app = await startTestApp({ port, env: { PUBLIC_URL: `http://127.0.0.1:${port}` } });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

function backUp(takenAt: Date): string {
  const parent = mkdtempSync(join(folder, 'backups-'));
  const one = join(parent, 'picket-20261122T020000Z');
  mkdirSync(one);
  const manifest = { format: 1, takenAt, migrations: [], tables: [], sequences: [], secretCheck: '' };
  writeFileSync(join(one, 'manifest.json'), JSON.stringify(manifest));
  return parent;
}

function resolver(records: Record<string, string[]>): Patient['dns'] {
  const look = (type: string, name: string): Promise<string[]> => {
    const found = records[`${type} ${name}`];
    return found
      ? Promise.resolve(found)
      : Promise.reject(Object.assign(new Error(`query${type} ENOTFOUND ${name}`), { code: 'ENOTFOUND' }));
  };
  return {
    // `resolve4` can also answer with the records' time to live, which nobody asks for here
    resolve4: ((name: string) => look('A', name)) as Patient['dns']['resolve4'],
    resolve6: ((name: string) => look('AAAA', name)) as Patient['dns']['resolve6'],
    resolveTxt: async (name) => (await look('TXT', name)).map((text) => [text]),
    resolveMx: async (name) => (await look('MX', name)).map((exchange) => ({ exchange, priority: 10 })),
  };
}

/** A set-up in which everything works, except that its address is on this machine. */
async function healthy(): Promise<{ patient: Patient; sandbox: Sandbox }> {
  const { config } = app.deps;
  const sandbox = await sandboxUnderTest({ appUrl: config.PUBLIC_URL });
  const now = new Date();
  return {
    sandbox,
    patient: {
      config: {
        ...config,
        NODE_ENV: 'production',
        MAIL_FROM: 'Picket <no-reply@example.com>',
        INBOUND_MAIL_DOMAIN: 'reply.example.com',
        DKIM_DOMAIN: 'example.com',
        DKIM_SELECTOR: 'spring',
        DKIM_PRIVATE_KEY: PRIVATE_KEY,
        SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
        STRIPE_SECRET_KEY: 'sk_test_local',
        STRIPE_API_BASE: sandbox.url,
        STRIPE_PRICE_STARTER: 'price_starter',
        STRIPE_PRICE_PRO: 'price_pro',
        STRIPE_PRICE_PAY_AS_YOU_GO: 'price_payg',
        TWILIO_ACCOUNT_SID: 'AC0123456789abcdef0123456789abcdef',
        TWILIO_AUTH_TOKEN: 'a-local-auth-token',
        TWILIO_FROM: '+12085550100',
        TWILIO_API_BASE: sandbox.url,
      },
      dns: resolver(RECORDS),
      now,
      backups: backUp(new Date(now.getTime() - 3 * HOUR)),
      migrations: join(ROOT, 'migrations'),
    },
  };
}

async function findings(patient: Patient): Promise<(Finding & { about: string })[]> {
  const all: (Finding & { about: string })[] = [];
  for await (const { about, findings: found } of examine(patient)) all.push(...found.map((one) => ({ ...one, about })));
  return all;
}

const complaints = async (patient: Patient): Promise<string[]> =>
  (await findings(patient))
    .filter(({ level }) => level !== 'ok')
    .map(({ about, level, text }) => `${level} ${about}: ${text}`);

const TEST_KEY = 'warning Stripe: the key is a test key: nobody pays real money';

test('a set-up in which everything works has no complaint but Stripe’s test key', async () => {
  const { patient } = await healthy();
  expect(await complaints(patient)).toEqual([TEST_KEY]);
  const about = new Set((await findings(patient)).map((one) => one.about));
  expect([...about]).toEqual([
    'Database',
    'Queue',
    'Mail server',
    'Twilio',
    'Stripe',
    'DNS',
    'Public address',
    'Clock',
    'Disk',
    'Backups',
  ]);
});

type Plant = (given: {
  patient: Patient;
  sandbox: Sandbox;
  stripe: Stripe;
  set: (config: Partial<Config>) => Patient;
}) => Promise<Patient> | Patient;
const withRecords =
  (change: Record<string, string[] | undefined>): Plant =>
  ({ patient }) => ({
    ...patient,
    dns: resolver(
      Object.fromEntries(
        Object.entries({ ...RECORDS, ...change }).filter(
          (entry): entry is [string, string[]] => entry[1] !== undefined,
        ),
      ),
    ),
  });
const withSql =
  (breaking: string): Plant =>
  async ({ set }) => {
    const copy = await createTestDatabase();
    onTestFinished(() => copy.drop());
    const { url } = copy;
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(breaking);
    await client.end();
    return set({ DATABASE_URL: url });
  };
const endpoint = async (stripe: Stripe, path: string): Promise<string> =>
  (await stripe.webhookEndpoints.list()).data.find(({ url }) => url.endsWith(path))?.id ?? '';
const twilioNumber = async ({ patient }: { patient: Patient }, change: { smsUrl?: string; smsMethod?: string }) => {
  const { config } = patient;
  const client = twilio(config.TWILIO_ACCOUNT_SID, config.TWILIO_AUTH_TOKEN, { httpClient: twilioHttp(config, 5_000) });
  const [number] = await client.incomingPhoneNumbers.list();
  await client.incomingPhoneNumbers(number?.sid ?? '').update(change);
  return patient;
};

const FAULTS: [what: string, plant: Plant, complaint: RegExp][] = [
  [
    'a database that doesn’t answer',
    ({ set }) => set({ DATABASE_URL: 'postgres://127.0.0.1:1/x' }),
    /^fault Database: connect ECONNREFUSED/,
  ],
  [
    'a schema of an older version',
    withSql('delete from kysely_migration where name = (select max(name) from kysely_migration)'),
    /^fault Database: 1 migration didn’t run yet. Run `npm run migrate`$/,
  ],
  [
    'a schema of another version',
    withSql(`insert into kysely_migration values ('2027-01-01-x', '')`),
    /^fault Database: another version of Picket ran 1 migration\./,
  ],
  [
    'a table without protection',
    withSql('alter table leads no force row level security'),
    /^fault Database: row-level security is off for leads/,
  ],
  [
    'a pooler that drops roles',
    withSql(rolesDropped),
    /^fault Database: connections don’t get their role, because of a pooler/,
  ],
  ['no queue', withSql('drop schema bullmq cascade'), /^fault Queue: its tables are missing/],
  [
    'no Redis',
    ({ set }) => set({ REDIS_URL: 'redis://127.0.0.1:1' }),
    /^fault Queue: Redis doesn’t answer: connect ECONNREFUSED/,
  ],
  [
    'no mail server',
    ({ set }) => set({ SMTP_URL: 'smtp://127.0.0.1:1' }),
    /^fault Mail server: 127\.0\.0\.1 doesn’t: .*ECONNREFUSED.*Check the user, password and port in SMTP_URL$/,
  ],
  [
    'a wrong Twilio token',
    ({ set }) => set({ TWILIO_AUTH_TOKEN: 'wrong' }),
    /^fault Twilio: it refuses the credentials/,
  ],
  [
    'somebody else’s number',
    ({ set }) => set({ TWILIO_FROM: '+12085550111' }),
    /^fault Twilio: \+12085550111 isn’t a number of this account/,
  ],
  [
    'texts that go elsewhere',
    (given) => twilioNumber(given, { smsUrl: 'https://demo.twilio.com/welcome' }),
    /^fault Twilio: incoming texts don’t arrive. Set ‘A message comes in’ to http:.*\/webhooks\/twilio\/inbound#rc=5&rp=all, POST/,
  ],
  ['texts by GET', (given) => twilioNumber(given, { smsMethod: 'GET' }), /^fault Twilio: incoming texts don’t arrive/],
  [
    'texts without retries',
    (given) => twilioNumber(given, { smsUrl: `${app.deps.config.PUBLIC_URL}/webhooks/twilio/inbound` }),
    /^warning Twilio: Twilio tries incoming texts only twice/,
  ],
  [
    'an unknown messaging service',
    ({ set }) => set({ TWILIO_MESSAGING_SERVICE_SID: 'MG1' }),
    /^fault Twilio: .*not found/,
  ],
  ['no Stripe', ({ set }) => set({ STRIPE_SECRET_KEY: undefined }), /^warning Stripe: STRIPE_SECRET_KEY isn’t set/],
  ['a wrong Stripe key', ({ set }) => set({ STRIPE_SECRET_KEY: 'sk_test_wrong' }), /^fault Stripe: it refuses the key/],
  [
    'a price of another account',
    ({ set }) => set({ STRIPE_PRICE_PRO: 'price_other' }),
    /^fault Stripe: STRIPE_PRICE_PRO isn’t a price of this account/,
  ],
  [
    'a price of another plan',
    ({ set }) => set({ STRIPE_PRICE_PRO: 'price_starter' }),
    /^fault Stripe: STRIPE_PRICE_PRO isn’t \$249\.00/,
  ],
  [
    'a credit that’s a subscription',
    ({ set }) => set({ STRIPE_PRICE_PAY_AS_YOU_GO: 'price_pro' }),
    /^fault Stripe: STRIPE_PRICE_PAY_AS_YOU_GO must be a one-time price/,
  ],
  [
    'an archived price',
    async ({ patient, stripe }) => (await stripe.prices.update('price_pro', { active: false }), patient),
    /^fault Stripe: STRIPE_PRICE_PRO is archived/,
  ],
  [
    'no endpoint for connected accounts',
    async ({ patient, stripe }) => (await stripe.webhookEndpoints.del(await endpoint(stripe, '/connect')), patient),
    /^fault Stripe: no webhook endpoint posts to .*\/webhooks\/stripe\/connect/,
  ],
  [
    'a disabled endpoint',
    async ({ patient, stripe }) => (
      await stripe.webhookEndpoints.update(await endpoint(stripe, '/stripe'), { disabled: true }),
      patient
    ),
    /^fault Stripe: the webhook endpoint .* is disabled/,
  ],
  [
    'an endpoint without all events',
    async ({ patient, stripe }) => {
      const events = Object.keys(PLATFORM_EVENTS).filter(
        (type) => type !== 'invoice.paid',
      ) as Stripe.WebhookEndpointUpdateParams.EnabledEvent[];
      await stripe.webhookEndpoints.update(await endpoint(stripe, '/stripe'), { enabled_events: events });
      return patient;
    },
    /^fault Stripe: the webhook endpoint .* lacks the events invoice\.paid\. Add them$/,
  ],
  [
    'Stripe out of order',
    async ({ patient, sandbox }) => (
      await ask(sandbox, '/api/faults', 'POST', { provider: 'stripe', mode: 'http500', count: 50 }),
      patient
    ),
    /^fault Stripe: An unknown error occurred/,
  ],
  ['no SPF', withRecords({ 'TXT example.com': ['something else'] }), /^fault DNS: example\.com has no SPF record/],
  [
    'two SPF records',
    withRecords({ 'TXT example.com': ['v=spf1 -all', 'v=spf1 a -all'] }),
    /^fault DNS: example\.com has 2 SPF records/,
  ],
  ['no DMARC', withRecords({ 'TXT _dmarc.example.com': undefined }), /^fault DNS: example\.com has no DMARC record/],
  [
    'no DKIM',
    withRecords({ 'TXT spring._domainkey.example.com': undefined }),
    /^fault DNS: spring\._domainkey\.example\.com has no DKIM record/,
  ],
  [
    'another DKIM key',
    withRecords({ 'TXT spring._domainkey.example.com': ['v=DKIM1; p=AAAA'] }),
    /^fault DNS: .* has another key than DKIM_PRIVATE_KEY/,
  ],
  ['no MX', withRecords({ 'MX reply.example.com': undefined }), /^warning DNS: reply\.example\.com has no MX record/],
  [
    'no address',
    ({ patient, set }) => ({ ...set({ PUBLIC_URL: 'https://elsewhere.example.com' }), dns: patient.dns }),
    /^fault DNS: elsewhere\.example\.com has no address/,
  ],
  [
    'a server that isn’t running',
    ({ set }) => set({ PUBLIC_URL: 'http://127.0.0.1:1' }),
    /^fault Public address: .*\/readyz doesn’t answer/,
  ],
  [
    'a wrong clock',
    ({ patient }) => ({ ...patient, now: new Date(patient.now.getTime() + HOUR) }),
    /^fault Clock: differs from Stripe’s by 3[56]\d\d s/,
  ],
  [
    'no backup',
    ({ patient }) => ({ ...patient, backups: join(folder, 'nowhere') }),
    /^fault Backups: none in .*nowhere/,
  ],
  [
    'an old backup',
    ({ patient }) => ({ ...patient, backups: backUp(new Date(patient.now.getTime() - 2 * DAY)) }),
    /^fault Backups: the newest is 48 hours old/,
  ],
];

test.each(FAULTS)('the doctor finds %s', async (_what, plant, complaint) => {
  const given = await healthy();
  const stripe = createStripe(given.patient.config) as unknown as Stripe;
  const set = (config: Partial<Config>): Patient => ({
    ...given.patient,
    config: { ...given.patient.config, ...config },
  });
  const said = await complaints(await plant({ ...given, stripe, set }));
  expect(said.filter((line) => complaint.test(line))).toHaveLength(1);
});

test('the command names all faults of the settings first, and ends with code 1', async () => {
  const run = promisify(execFile)(process.execPath, [join(ROOT, 'scripts/doctor.ts')], {
    env: { PATH: process.env['PATH'], PORT: 'x', SMTP_URL: 'mail' },
  });
  const failed = (await run.then(
    () => undefined,
    (error: unknown) => error,
  )) as { code: number; stderr: string };
  expect(failed.code).toBe(1);
  expect(failed.stderr).toMatch(/^FAULT {4}Settings: PORT must be a whole number/);
  expect(failed.stderr).toContain('\nFAULT    Settings: SMTP_URL must be a URL that starts with smtp://');
});

test('the doctor finds a TRUST_PROXY that lets visitors choose their address', async () => {
  const at = await steadyPort(`${folder}-trusting`);
  const url = `http://127.0.0.1:${at}`;
  const server = await startTestApp({ port: at, env: { PUBLIC_URL: url, TRUST_PROXY: '1' } });
  try {
    const { patient } = await healthy();
    const said = await complaints({ ...patient, config: { ...patient.config, PUBLIC_URL: url } });
    expect(said).toContainEqual(expect.stringMatching(/^fault Public address: TRUST_PROXY trusts too much/));
  } finally {
    await server.close();
  }
});

test('a server behind TLS that sees plain HTTP takes the proxy for the visitor', () => {
  const text = 'the server takes the proxy for the visitor. Set TRUST_PROXY to the number of your proxies (step 8)';
  expect(judge('http 172.18.0.2', 'https://picket.example.com')).toEqual({ level: 'fault', text });
  expect(judge('https 198.51.100.7', 'https://picket.example.com').level).toBe('ok');
});
