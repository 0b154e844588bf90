import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createPrivateKey, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { GUIDE_STEP } from './guide-step.ts';
import { isThisMachine } from './public-host.ts';

const url = (protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    message: `must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
  });
const http = url(['http:', 'https:']);
/** A map tile URL with placeholders for zoom, column and row. */
const tiles = http.refine((value) => ['{z}', '{x}', '{y}'].every((part) => value.includes(part)), {
  message: 'must contain {z}, {x} and {y}',
});
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((n) => n >= min && n <= max, { message: `must be from ${min} to ${max}` });
const dollars = z
  .string()
  .regex(/^\d{1,4}(\.\d{1,6})?$/, 'must be a dollar amount, such as 0.25')
  .transform(Number);

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).type === 'private';
  } catch {
    return false;
  }
}

/** Validates every variable that the product reads from the environment. `.env.example` lists the same names. */
export const environmentSchema = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'], 'must be development, test or production')
    .default('development'),
  PORT: wholeNumber(0, 65_534).default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be an IP address or host name of this machine, such as 0.0.0.0')
    .optional(),
  PUBLIC_URL: http.optional(),
  PRODUCT_NAME: z.string().min(1).max(40, 'must have at most 40 characters').default('Picket'),
  DATA_DIR: z.string().default('.data'),
  APP_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  DATABASE_URL: url(['postgres:', 'postgresql:']),
  REDIS_URL: url(['redis:', 'rediss:']).optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  TRUST_PROXY: z.string().optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  ADMIN_EMAILS: z.string().default(''),
  SUPPORT_EMAIL: z.email('must be an email address').optional(),
  SMTP_URL: url(['smtp:', 'smtps:']),
  MAIL_FROM: z.string().min(3, 'must be a sender, such as no-reply@example.com').optional(),
  INBOUND_MAIL_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a domain, such as reply.example.com')
    .optional(),
  INBOUND_MAIL_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  INBOUND_MAIL_AUTHSERV_ID: z
    .string()
    .toLowerCase()
    .regex(/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/, 'must be a server name, such as mx.example.com')
    .optional(),
  DKIM_DOMAIN: z.string().optional(),
  DKIM_SELECTOR: z.string().optional(),
  // Environment files contain the key on one line, with '\n' for its line breaks.
  DKIM_PRIVATE_KEY: z
    .string()
    .transform((key) => key.replaceAll('\\n', '\n'))
    .refine(isPrivateKey, 'must be a private key in PEM format')
    .optional(),
  STRIPE_SECRET_KEY: z.string().startsWith('sk_', 'must start with sk_').optional(),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_', 'must start with whsec_').optional(),
  STRIPE_CONNECT_WEBHOOK_SECRET: z.string().startsWith('whsec_', 'must start with whsec_').optional(),
  STRIPE_API_BASE: http.optional(),
  STRIPE_PRICE_STARTER: z.string().optional(),
  STRIPE_PRICE_PRO: z.string().optional(),
  STRIPE_PRICE_PAY_AS_YOU_GO: z.string().optional(),
  PLATFORM_FEE_BPS: wholeNumber(0, 10_000).default(100),
  TWILIO_ACCOUNT_SID: z.string().startsWith('AC', 'must start with AC'),
  TWILIO_AUTH_TOKEN: z.string().min(1),
  TWILIO_FROM: z
    .string()
    .regex(/^\+1\d{10}$/, 'must be a US phone number, such as +12085550100')
    .optional(),
  TWILIO_MESSAGING_SERVICE_SID: z.string().startsWith('MG', 'must start with MG').optional(),
  TWILIO_API_BASE: http.optional(),
  PUSH_API_BASE: http.optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_API_BASE: http.optional(),
  // The US Census geocoder doesn't require a key.
  GEOCODER_URL: http.default('https://geocoding.geo.census.gov/geocoder'),
  GEOCODER_KIND: z.enum(['photon', 'nominatim', 'census'], 'must be photon, nominatim or census').default('census'),
  MAP_TILES_URL: tiles.default(
    'https://basemap.nationalmap.gov/arcgis/rest/services/USGSImageryOnly/MapServer/tile/{z}/{y}/{x}',
  ),
  MAP_TILES_ATTRIBUTION: z.string().max(200, 'must have at most 200 characters').default('USGS The National Map'),
  // Hosts with ports that users' addresses may name although they're private, such as 127.0.0.1:4101.
  PRIVATE_HOSTS: z
    .string()
    .transform((hosts) =>
      hosts
        .split(',')
        .map((host) => host.trim())
        .filter((host) => host !== ''),
    )
    .optional(),
  AI_BASE_URL: http.optional(),
  AI_API_KEY: z.string().optional(),
  // Servers that host a single model ignore the name.
  AI_MODEL: z.string().max(200, 'must have at most 200 characters').default('default'),
  AI_INPUT_PRICE: dollars.default(3),
  AI_OUTPUT_PRICE: dollars.default(15),
  AI_FIRST_WORD_MS: wholeNumber(100, 60_000).default(5_000),
  AI_ANSWER_MS: wholeNumber(100, 120_000).default(15_000),
});

export type Environment = z.infer<typeof environmentSchema>;

/** Environment variables as a process gets them. */
export type RawEnvironment = Record<string, string | undefined>;

/** Settings that have defaults in development and are required in production. */
type Derived = Record<'APP_SECRET' | 'PUBLIC_URL' | 'MAIL_FROM' | 'SUPPORT_EMAIL', string>;

/** The validated, frozen configuration. The settings in `Derived` are always set. */
export type Config = Readonly<Omit<Environment, keyof Derived> & Derived>;

/** A setting that's missing or wrong. `text` continues a sentence that begins with the name. */
export interface SettingFault {
  name: keyof Environment;
  text: string;
}

/** Thrown if the environment is invalid. The message has one line per fault. */
export class ConfigError extends Error {
  readonly faults: readonly SettingFault[];

  /** `given` is the environment, and `dotenv` the text of the `.env` file that it was filled from. */
  constructor(faults: readonly SettingFault[], given: RawEnvironment, dotenv: string) {
    super(faults.map(({ name, text }) => `${name} ${text} (${whereToRead(name, given, dotenv)})`).join('\n'));
    this.faults = faults;
  }
}

/** Names the line of `.env` that sets a setting, if one does, and the step of the guide that explains it. */
function whereToRead(name: keyof Environment, given: RawEnvironment, dotenv: string): string {
  const step = `docs/self-hosting.md, step ${GUIDE_STEP[name]}`;
  if ((parseEnv(dotenv)[name] ?? '') !== (given[name] ?? '')) return step;
  const line = dotenv.split('\n').findLastIndex((text) => new RegExp(`^\\s*(export\\s+)?${name}\\s*=`).test(text));
  return line < 0 ? step : `.env, line ${line + 1}; ${step}`;
}

/**
 * Reads and validates the environment. Empty values count as missing. Throws a ConfigError with every invalid or
 * missing variable. Outside production, generates a missing APP_SECRET once in DATA_DIR, and fills in local defaults
 * for missing URLs and email addresses. `dotenv` is the text of the `.env` file that the environment was filled from.
 */
export function readConfig(env: RawEnvironment, dotenv = ''): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environmentSchema.safeParse(given);
  const own = [...oddlySpelled(given), ...invalid(parsed.error)];
  const faults = [...own, ...together(given, own)];
  if (!parsed.success || faults.length > 0) throw new ConfigError(inOrder(faults), given, dotenv);
  const values = parsed.data;
  return Object.freeze({
    ...values,
    APP_SECRET: values.APP_SECRET ?? localSecret(values.DATA_DIR),
    PUBLIC_URL: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`)
      .replace(/^https?:/i, (scheme) => scheme.toLowerCase())
      .replace(/\/+$/, ''),
    MAIL_FROM: values.MAIL_FROM ?? 'no-reply@picket.test',
    SUPPORT_EMAIL: values.SUPPORT_EMAIL ?? 'support@picket.test',
  });
}

/** Returns the faults in the order of `.env.example`, at most one for each setting. */
function inOrder(faults: SettingFault[]): SettingFault[] {
  const names = Object.keys(environmentSchema.shape);
  return names.flatMap((name) => faults.filter((fault) => fault.name === name).slice(0, 1));
}

const invalid = (error: z.ZodError<Environment> | undefined): SettingFault[] =>
  (error?.issues ?? []).map((issue) => ({
    name: issue.path[0] as keyof Environment,
    text: issue.code === 'invalid_type' ? 'is missing' : issue.message,
  }));

/** Returns the faults that depend on several settings. A setting with a fault of its own counts as given. */
function together(given: RawEnvironment, own: SettingFault[]): SettingFault[] {
  const broken = new Set<string>(own.map(({ name }) => name));
  const sound = Object.fromEntries(Object.entries(given).filter(([name]) => !broken.has(name)));
  const values = environmentSchema.partial().parse(sound);
  const lacks = (name: keyof Environment): boolean => given[name] === undefined;
  return [
    ...(values.NODE_ENV === 'production'
      ? [...missingInProduction(lacks), ...unprotected(values), ...standIns(values), ...halfOf(STRIPE, lacks)]
      : []),
    ...withoutSender(lacks),
    ...halfOf(GOOGLE, lacks),
    ...halfOf(DKIM, lacks),
    ...(lacks('INBOUND_MAIL_DOMAIN') || !lacks('INBOUND_MAIL_SECRET')
      ? []
      : [{ name: 'INBOUND_MAIL_SECRET' as const, text: 'is missing (required because INBOUND_MAIL_DOMAIN is set)' }]),
  ];
}

/** The settings that production requires, described for the error message. */
const WANTED_IN_PRODUCTION: Record<keyof Derived, string> = {
  APP_SECRET: 'one of at least 32 characters',
  PUBLIC_URL: 'the public URL of the app, such as https://picket.example.com',
  MAIL_FROM: 'the sender of every email, such as no-reply@example.com',
  SUPPORT_EMAIL: 'the support email address, which also gets alerts if ADMIN_EMAILS is empty',
};

type Lacks = (name: keyof Environment) => boolean;

function missingInProduction(lacks: Lacks): SettingFault[] {
  const names = Object.keys(WANTED_IN_PRODUCTION) as (keyof Derived)[];
  return names
    .filter(lacks)
    .map((name) => ({ name, text: `is missing (production needs ${WANTED_IN_PRODUCTION[name]})` }));
}

/**
 * Matches the names of settings for secrets, ids and URLs. Their values are used exactly as given, so spaces at either
 * end and invisible characters aren't allowed. DKIM_PRIVATE_KEY is exempt, because a PEM key contains line breaks.
 */
const EXACT = /(SECRET|TOKEN|KEY|SID|CLIENT_ID|_URL|_BASE)$/;
/** Matches leading and trailing spaces, and invisible characters. They're often pasted by accident. */
const UNSEEN = /^\s|\s$|[\p{Cc}\p{Cf}]/u;

const SETTINGS = Object.keys(environmentSchema.shape) as (keyof Environment)[];

function oddlySpelled(given: RawEnvironment): SettingFault[] {
  return SETTINGS.filter(
    (name) => EXACT.test(name) && name !== 'DKIM_PRIVATE_KEY' && UNSEEN.test(given[name] ?? ''),
  ).map((name) => ({ name, text: 'must not start or end with a space or contain an invisible character' }));
}

/** Requires HTTPS in production, because links, cookies and webhooks contain secrets. */
function unprotected({ PUBLIC_URL }: Partial<Environment>): SettingFault[] {
  const plain = PUBLIC_URL !== undefined && new URL(PUBLIC_URL).protocol === 'http:' && !isThisMachine(PUBLIC_URL);
  return plain ? [{ name: 'PUBLIC_URL', text: 'must start with https:// in production' }] : [];
}

const PROVIDER_HOSTS = ['STRIPE_API_BASE', 'TWILIO_API_BASE', 'PUSH_API_BASE', 'GOOGLE_API_BASE'] as const;

/**
 * Refuses stand-ins in production: customers would sign and pay, and nobody would get a message or money. A PUBLIC_URL
 * on this machine, which no customer can reach, is a rehearsal.
 */
function standIns(values: Partial<Environment>): SettingFault[] {
  if (isThisMachine(values.PUBLIC_URL)) return [];
  return PROVIDER_HOSTS.filter((name) => isThisMachine(values[name])).map((name) => ({
    name,
    text: 'points to this machine, as the stand-ins do (in production, leave it empty)',
  }));
}

interface Group {
  names: readonly (keyof Environment)[];
  /** What the settings are for. */
  purpose: string;
}
const DKIM: Group = {
  names: ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY'],
  purpose: 'signing email',
};
const GOOGLE: Group = { names: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'], purpose: 'sign-in with Google' };
const STRIPE: Group = {
  names: [
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_CONNECT_WEBHOOK_SECRET',
    'STRIPE_PRICE_STARTER',
    'STRIPE_PRICE_PRO',
    'STRIPE_PRICE_PAY_AS_YOU_GO',
  ],
  purpose: 'Stripe',
};

/** Names what is missing where only some of the settings are given. */
function halfOf({ names, purpose }: Group, lacks: Lacks): SettingFault[] {
  const missing = names.filter(lacks);
  if (missing.length === names.length) return [];
  const given = names.find((name) => !missing.includes(name)) ?? '';
  return missing.map((name) => ({ name, text: `is missing (${purpose} needs it beside ${given})` }));
}

const withoutSender = (lacks: Lacks): SettingFault[] =>
  lacks('TWILIO_FROM') && lacks('TWILIO_MESSAGING_SERVICE_SID')
    ? [{ name: 'TWILIO_FROM', text: 'or TWILIO_MESSAGING_SERVICE_SID is missing (texts need a sender)' }]
    : [];

/**
 * If the server can't listen on the configured host and port, returns a one-line error that names the setting.
 * Otherwise returns undefined.
 */
export function listenFault(error: unknown, { PORT, HOST }: Pick<Config, 'PORT' | 'HOST'>): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `PORT ${PORT} is used by another program`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `HOST ${HOST ?? ''} isn't an IP address or host name of this machine`;
  return undefined;
}

/**
 * Returns the secret stored in DATA_DIR, and generates it on first use. Used outside production if APP_SECRET isn't
 * set.
 */
export function localSecret(dataDir: string): string {
  const file = join(dataDir, 'app-secret');
  mkdirSync(dataDir, { recursive: true });
  try {
    // With 'wx', only one of two concurrent processes can create the file.
    writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
