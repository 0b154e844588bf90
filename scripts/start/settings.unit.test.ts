import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sandboxEnv, standIns } from './sandbox-env.ts';
import { readSettings } from './settings.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'picket-settings-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const settings = (env: Record<string, string>) => readSettings({ DATA_DIR: dataDir, ...env });

describe('the startup environment', () => {
  test('with nothing set, uses the embedded database and a stand-in for every service', async () => {
    expect(await settings({})).toMatchObject({
      port: 3000,
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      providers: ['stripe', 'twilio', 'smtp'],
    });
  });

  test.each([
    [{ PORT: 'abc' }, 'PORT must be a whole number'],
    [{ PORT: '4190' }, 'Port 4190 (PORT) is blocked by browsers. Choose another: PORT=4200 npm start'],
    [{ PORT: '5999' }, 'Port 6000 (PORT + 1, for the sandbox) is blocked by browsers'],
    [{ PORT: '6665' }, 'PORT=6675 npm start'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be a URL'],
    [{ TWILIO_ACCOUNT_SID: 'AC1', TWILIO_FROM: '+12085550100' }, 'TWILIO_AUTH_TOKEN is missing'],
    [{ STRIPE_API_BASE: 'http://127.0.0.1:1' }, 'STRIPE_SECRET_KEY is missing'],
    [{ NODE_ENV: 'production' }, 'APP_SECRET is missing'],
    [{ NODE_ENV: 'production', SMTP_URL: 'smtp://mail' }, 'MAIL_FROM is missing'],
  ])('rejects %j with a line that names the setting', async (env, line) => {
    await expect(settings(env)).rejects.toThrow(line);
  });

  test('with stand-ins, production only requires APP_SECRET', async () => {
    expect(await settings({ NODE_ENV: 'production', APP_SECRET: 'x'.repeat(32) })).toMatchObject({
      publicUrl: 'http://localhost:3000',
    });
  });

  test('rejects a DATA_DIR that can’t be created or is a file', async () => {
    await expect(settings({ DATA_DIR: '/proc/picket' })).rejects.toThrow('DATA_DIR: no permission to write in /proc');
    await expect(settings({ DATA_DIR: process.execPath })).rejects.toThrow(/^DATA_DIR: /);
    expect((await settings({ DATA_DIR: join(dataDir, 'new', 'deep') })).dataDir).toContain('deep');
  });

  test('names both invalid settings', async () => {
    await expect(settings({ PORT: 'x', LOG_LEVEL: 'loud' })).rejects.toThrow(/PORT[^]*LOG_LEVEL/);
  });

  test('each service without credentials gets a stand-in', () => {
    expect(standIns({ STRIPE_SECRET_KEY: 'sk_live_1' })).toEqual(['twilio', 'smtp']);
    expect(standIns({ TWILIO_ACCOUNT_SID: 'AC1', SMTP_URL: 'smtp://mail' })).toEqual(['stripe']);
  });
});

describe('the stand-ins’ credentials', () => {
  const ask = (providers: ReturnType<typeof standIns>) =>
    sandboxEnv({ dataDir, port: 3001, providers, avoidPorts: [3000, 3001] });

  test('are created once and reused by the next start', async () => {
    const first = await ask(['stripe', 'twilio', 'smtp']);
    expect(first['STRIPE_SECRET_KEY']).toMatch(/^sk_test_/);
    expect(await ask(['stripe', 'twilio', 'smtp'])).toEqual(first);
  });

  test('don’t replace a real service’s credentials', async () => {
    const env = await ask(['smtp']);
    expect(Object.keys(env).filter((name) => /^(STRIPE|TWILIO)_/.test(name))).toEqual([]);
    expect(env).toMatchObject({
      SANDBOX_PROVIDERS: 'smtp',
      SANDBOX_URL: 'http://127.0.0.1:3001',
      AI_BASE_URL: 'http://127.0.0.1:3001/v1',
    });
    expect(await ask([])).toEqual({});
  });
});
