import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Stripe from 'stripe';
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { CONNECT_EVENTS, PLATFORM_EVENTS } from '#core/features/stripe-events/events.ts';
import { environmentSchema } from '#core/platform/config.ts';
import packageJson from '../package.json' with { type: 'json' };
import { NODE_ENTRIES } from '../scripts/build/node-bundles.ts';
import { ROOT } from '../scripts/build/root.ts';

const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');
const guide = read('docs/self-hosting.md');
const blocks = [...guide.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, kind, text = '']) => ({ kind, text }));
const compose = z
  .object({
    services: z.record(
      z.string(),
      z.object({
        command: z.array(z.string()).optional(),
        ports: z.array(z.string()).optional(),
        logging: z.object({ options: z.record(z.string(), z.string()) }),
        mem_limit: z.string().optional(),
        environment: z.record(z.string(), z.string()).optional(),
        depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
      }),
    ),
    configs: z.object({ caddyfile: z.object({ content: z.string() }) }),
  })
  .parse(parse(read('compose.production.yml'), { merge: true }));

/** The image has the bundles of the commands that npm runs from their sources. */
const inImage = (script: string): string => script.replace(/scripts\/(\w+)\.ts/, 'dist/commands/$1.js');

/** What only the compose file reads. */
const OF_COMPOSE = ['POSTGRES_PASSWORD', 'PICKET_VERSION'];
const SETTINGS = [...Object.keys(environmentSchema.shape), ...OF_COMPOSE];

test('the guide has twelve numbered steps', () => {
  const steps = [...guide.matchAll(/^## (\d+)\. /gm)].map(([, number]) => Number(number));
  expect(steps).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
});

test('every setting, command and file that the guide names exists', () => {
  const shell = blocks.filter(({ kind }) => kind === 'sh').map(({ text }) => text);
  const assigned = [...guide.matchAll(/\b([A-Z][A-Z_]{3,})=/g)].map(([, name = '']) => name);
  const named = [...guide.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, name = '']) => name);
  expect(assigned.length + named.length).toBeGreaterThan(30);
  expect([...assigned, ...named].filter((name) => !SETTINGS.includes(name))).toEqual([]);
  const run = shell.flatMap((text) =>
    [...text.matchAll(/node dist\/(commands\/\w+)\.js/g)].map(([, entry = '']) => entry),
  );
  const files = shell.flatMap((text) => [...text.matchAll(/-f (\S+)/g)].map(([, file = '']) => file));
  expect(run.length).toBeGreaterThan(2);
  expect(run.filter((entry) => !(entry in NODE_ENTRIES))).toEqual([]);
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  const services = shell.flatMap((text) =>
    [...text.matchAll(/(?:exec|logs|--no-deps|up -d) ([a-z]+)\b/g)].map(([, service = '']) => service),
  );
  expect(services.filter((service) => !(service in compose.services))).toEqual([]);
  for (const [, link = ''] of guide.matchAll(/\]\(([^)#h][^)#]*)/g))
    expect(existsSync(join(ROOT, 'docs', link))).toBe(true);
  expect(guide).toContain(`PICKET_VERSION=${packageJson.version}`);
});

test('the guide’s links lead to headings of the other pages', () => {
  const headings = [...read('docs/operations.md').matchAll(/^## (.+)$/gm)].map(([, text = '']) =>
    text.toLowerCase().replaceAll(' ', '-'),
  );
  const links = [...guide.matchAll(/operations\.md#([\w-]+)/g)].map(([, anchor = '']) => anchor);
  expect(links.length).toBeGreaterThan(3);
  expect(links.filter((anchor) => !headings.includes(anchor))).toEqual([]);
});

test('the webhook addresses exist, with exactly the events that are processed', () => {
  const routes = [
    'billing/stripe.route.ts',
    'inbox/twilio.route.ts',
    'inbox/inbound-mail.route.ts',
    'auth/google.route.ts',
  ]
    .map((file) => read(`src/server/features/${file}`))
    .join('\n');
  const paths = [...guide.matchAll(/picket\.example\.com(\/webhooks\/[a-z/]+)/g)].map(([, path = '']) => path);
  expect(new Set(paths)).toEqual(
    new Set(['/webhooks/twilio/inbound', '/webhooks/stripe', '/webhooks/stripe/connect', '/webhooks/mail/inbound']),
  );
  for (const path of paths) expect(routes).toContain(`'${path}'`);
  const lists = blocks
    .filter(({ text }) => text.includes('checkout.session'))
    .map(({ text }) => text.trim().split('\n'));
  expect(lists).toEqual([PLATFORM_EVENTS, CONNECT_EVENTS].map((events) => Object.keys(events).toSorted()));
  expect(guide).toContain(`API version \`${Stripe.API_VERSION}\``);
});

test('only Caddy can be reached from outside, and there are no stand-ins', () => {
  const open = Object.entries(compose.services).filter(([, { ports }]) => ports !== undefined);
  expect(open.map(([name]) => name)).toEqual(['caddy']);
  expect(Object.keys(compose.services)).toEqual(
    expect.arrayContaining(['caddy', 'postgres', 'redis', 'migrate', 'server', 'worker', 'backup']),
  );
  expect(read('compose.production.yml')).not.toMatch(/mailpit|sandbox/i);
  expect(compose.configs.caddyfile.content).toContain('reverse_proxy server:3000 server-b:3000');
});

test('every service has a limit for its logs, and the long-running ones for their memory', () => {
  const services = Object.entries(compose.services);
  for (const [, { logging }] of services) expect(logging.options['max-size']).toBe('10m');
  const unlimited = services.filter(([, { mem_limit: limit }]) => limit === undefined).map(([name]) => name);
  expect(unlimited).toEqual(['migrate']);
});

test('the processes run the package’s commands after the migrations, behind one proxy', () => {
  const { server, worker, migrate, backup } = compose.services;
  expect([server, worker, migrate].map((one) => one?.command?.join(' '))).toEqual([
    /sh scripts\/server\.sh/.exec(packageJson.scripts.server)?.[0],
    /sh scripts\/worker\.sh/.exec(packageJson.scripts.worker)?.[0],
    inImage(packageJson.scripts.migrate),
  ]);
  expect(backup?.command?.join(' ')).toContain(inImage(packageJson.scripts.backup));
  for (const one of [server, worker, backup]) {
    expect(one?.depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } });
    expect(one?.environment).toMatchObject({ NODE_ENV: 'production', TRUST_PROXY: '1' });
  }
});

test('every variable in the compose file is a setting', () => {
  const names = [...read('compose.production.yml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
  const set = Object.values(compose.services).flatMap(({ environment = {} }) => Object.keys(environment));
  const ofPostgres = ['POSTGRES_USER', 'POSTGRES_DB'];
  expect([...names, ...set].filter((name) => ![...SETTINGS, ...ofPostgres].includes(name))).toEqual([]);
});
