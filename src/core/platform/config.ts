import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';

const url = (protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    message: `must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
  });
const http = url(['http:', 'https:']);
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((n) => n >= min && n <= max, { message: `must be from ${min} to ${max}` });

/** Every variable that the product reads, with its rule. `.env.example` lists the same names. */
export const environmentSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: wholeNumber(0, 65_534).default(3000),
  PUBLIC_URL: http.optional(),
  PRODUCT_NAME: z.string().min(1).max(40).default('Picket'),
  DATA_DIR: z.string().default('.data'),
  APP_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  DATABASE_URL: url(['postgres:', 'postgresql:']),
  REDIS_URL: url(['redis:', 'rediss:']).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: z.string().optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  ADMIN_EMAILS: z.string().default(''),
  SUPPORT_EMAIL: z.email('must be a mail address').default('support@picket.test'),
  SMTP_URL: url(['smtp:', 'smtps:']),
  MAIL_FROM: z.string().min(3).default('no-reply@picket.test'),
  INBOUND_MAIL_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a domain such as reply.example.com')
    .optional(),
  INBOUND_MAIL_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  DKIM_DOMAIN: z.string().optional(),
  DKIM_SELECTOR: z.string().optional(),
  DKIM_PRIVATE_KEY: z.string().optional(),
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
    .regex(/^\+1\d{10}$/, 'must be a US number such as +12085550100')
    .optional(),
  TWILIO_MESSAGING_SERVICE_SID: z.string().startsWith('MG', 'must start with MG').optional(),
  TWILIO_API_BASE: http.optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_API_BASE: http.optional(),
  AI_BASE_URL: http.optional(),
  AI_API_KEY: z.string().optional(),
  AI_MODEL: z.string().optional(),
});

export type Environment = z.infer<typeof environmentSchema>;

/** What the rest of the code gets: typed, frozen, with the secret and the public address settled. */
export type Config = Readonly<
  Omit<Environment, 'APP_SECRET' | 'PUBLIC_URL'> & { APP_SECRET: string; PUBLIC_URL: string }
>;

/** A fault in the environment: its message is one line per wrong variable, each named. */
export class ConfigError extends Error {}

/**
 * Reads and checks the environment once. Empty values count as missing. Throws ConfigError that names
 * every wrong or missing variable. Outside production a missing APP_SECRET is made once in DATA_DIR.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) throw new ConfigError(describe(parsed.error));
  const values = parsed.data;
  const together = missingTogether(values);
  if (together !== undefined) throw new ConfigError(together);
  return Object.freeze({
    ...values,
    APP_SECRET: values.APP_SECRET ?? localSecret(values.DATA_DIR),
    PUBLIC_URL: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
  });
}

function describe(error: z.ZodError): string {
  return error.issues
    .map((issue) => {
      const name = issue.path.join('.');
      return issue.code === 'invalid_type' ? `${name} is missing` : `${name} ${issue.message}`;
    })
    .join('\n');
}

function missingTogether(values: Environment): string | undefined {
  if (values.NODE_ENV === 'production' && values.APP_SECRET === undefined)
    return 'APP_SECRET is missing (production needs one of at least 32 characters)';
  if (values.TWILIO_FROM === undefined && values.TWILIO_MESSAGING_SERVICE_SID === undefined)
    return 'TWILIO_FROM or TWILIO_MESSAGING_SERVICE_SID is missing (texts need a sender)';
  if (values.INBOUND_MAIL_DOMAIN !== undefined && values.INBOUND_MAIL_SECRET === undefined)
    return 'INBOUND_MAIL_SECRET is missing (INBOUND_MAIL_DOMAIN is set: whoever hands us mail must show it)';
  return undefined;
}

/** The secret that is made once in DATA_DIR where APP_SECRET is not given outside production. */
export function localSecret(dataDir: string): string {
  const file = join(dataDir, 'app-secret');
  mkdirSync(dataDir, { recursive: true });
  try {
    // 'wx' lets exactly one of two processes that start at once make it
    writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
