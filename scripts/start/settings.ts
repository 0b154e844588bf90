import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Config, ConfigError, type RawEnvironment, readConfig } from '#core/platform/config.ts';
import { ROOT } from '../build/root.ts';
import { readDotenv } from './command.ts';
import { steadyPort } from './ports.ts';
import { type Provider, standIns, TRIAL_ADDRESSES } from './sandbox-env.ts';
import { refuseBadPorts } from './bad-ports.ts';
import { StartError } from './start-error.ts';

/** The settings from the environment. They're checked before anything starts. */
export type Settings = {
  /** The port of the app's public URL. The sandbox uses the next port. */
  port: number;
  /**
   * HOST as given. If undefined, the app listens only on this machine while the demo accounts exist, otherwise on all
   * interfaces.
   */
  host: string | undefined;
  publicUrl: string;
  dataDir: string;
  /** The value of DATABASE_URL. Undefined means the embedded Postgres. */
  databaseUrl: string | undefined;
  providers: Provider[];
  env: Record<string, string | undefined>;
};

/**
 * Placeholders for settings whose values a stand-in or our own database provides later. They're used only while the
 * settings are checked, so that these settings don't count as missing.
 */
const FILL_IN: Record<Provider | 'database', Record<string, string>> = {
  stripe: {
    STRIPE_SECRET_KEY: 'sk_test_',
    STRIPE_WEBHOOK_SECRET: 'whsec_',
    STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_',
    STRIPE_PRICE_STARTER: 'price_',
    STRIPE_PRICE_PRO: 'price_',
    STRIPE_PRICE_PAY_AS_YOU_GO: 'price_',
  },
  twilio: { TWILIO_ACCOUNT_SID: 'AC', TWILIO_AUTH_TOKEN: '-', TWILIO_FROM: '+12085550100' },
  smtp: { SMTP_URL: 'smtp://127.0.0.1:25', ...TRIAL_ADDRESSES },
  database: { DATABASE_URL: 'postgres://127.0.0.1/picket' },
};

/**
 * Reads and checks the settings from the environment and from `.env`. If a variable is in both, the environment's value
 * is used. Throws StartError with one line for each invalid variable. Creates DATA_DIR.
 */
export async function readSettings(env: Record<string, string | undefined>): Promise<Settings> {
  const dotenv = readDotenv();
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const providers = standIns(given);
  refuseHalves(given, providers);
  const config = checkedConfig(
    {
      ...Object.fromEntries(providers.flatMap((provider) => Object.entries(FILL_IN[provider]))),
      ...FILL_IN.database,
      // A placeholder. The processes get the real URL later.
      PUBLIC_URL: 'http://localhost',
      // Checked here but created later, so that nothing is written until all values are validated.
      ...(given['NODE_ENV'] === 'production' ? {} : { APP_SECRET: 'x'.repeat(32) }),
      ...given,
    },
    dotenv,
  );
  const port = config.PORT === 0 ? await steadyPort(String(process.pid)) : config.PORT;
  refuseBadPorts(port, providers.length > 0);
  const dataDir = resolve(ROOT, config.DATA_DIR);
  makeDataDir(dataDir);
  const host = config.HOST;
  const publicUrl = given['PUBLIC_URL'] ?? `http://${nameOf(host)}:${port}`;
  return { port, host, publicUrl, dataDir, databaseUrl: given['DATABASE_URL'], providers, env: given };
}

/**
 * Returns the host for connecting from this machine to a listener on HOST. Returns loopback if the listener accepts it.
 */
export const nameOf = (host: string | undefined): string => {
  if (host === undefined || host === '0.0.0.0' || host === '::' || host === '127.0.0.1') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
};

/** Returns the configuration from an environment. Throws StartError with one line for each invalid value. */
export function checkedConfig(env: RawEnvironment, dotenv = ''): Config {
  try {
    return readConfig(env, dotenv);
  } catch (error) {
    if (error instanceof ConfigError) throw new StartError(error.message, { cause: error });
    throw error;
  }
}

/**
 * Throws if a provider's host or token is set without its account, because the stand-in's values would overwrite that
 * setting.
 */
function refuseHalves(env: Record<string, string | undefined>, providers: Provider[]): void {
  const halves: [Provider, string, string][] = [
    ['stripe', 'STRIPE_API_BASE', 'STRIPE_SECRET_KEY'],
    ['twilio', 'TWILIO_API_BASE', 'TWILIO_ACCOUNT_SID'],
    ['twilio', 'TWILIO_AUTH_TOKEN', 'TWILIO_ACCOUNT_SID'],
    ['smtp', 'INBOUND_MAIL_DOMAIN', 'SMTP_URL'],
  ];
  for (const [provider, name, missing] of halves)
    if (providers.includes(provider) && env[name] !== undefined)
      throw new StartError(`${missing} is missing, although ${name} is set. Set both, or neither to use the sandbox`);
}

function makeDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new StartError(`DATA_DIR: no permission to write in ${dataDir}`, { cause });
  }
  if (!statSync(dataDir).isDirectory()) throw new StartError(`DATA_DIR: ${dataDir} is a file, not a folder`);
}

/**
 * Creates a folder and its parents. Doesn't use Node's `recursive` option, because the call would never return if a
 * parent can't contain folders, as in /proc.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}
