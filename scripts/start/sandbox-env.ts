import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { keep, kept } from './kept.ts';
import { steadyPort } from './ports.ts';

/** The external services that the sandbox can replace. */
export const PROVIDERS = ['stripe', 'twilio', 'smtp'] as const;
export type Provider = (typeof PROVIDERS)[number];

type Env = Record<string, string | undefined>;

/** A service is real if this variable is set. */
const DECIDES: Record<Provider, string> = {
  stripe: 'STRIPE_SECRET_KEY',
  twilio: 'TWILIO_ACCOUNT_SID',
  smtp: 'SMTP_URL',
};

/** Returns the services without credentials in the environment. Each service is checked separately. */
export const standIns = (env: Env): Provider[] => PROVIDERS.filter((provider) => !env[DECIDES[provider]]);

const credentialsSchema = z.object({
  SANDBOX_SMTP_PORT: z.number().int(),
  stripe: z.record(z.string(), z.string()),
  twilio: z.record(z.string(), z.string()),
  // Missing from files created by earlier versions.
  INBOUND_MAIL_SECRET: z.string().optional(),
});
type Credentials = z.infer<typeof credentialsSchema>;

const secret = (bytes = 16) => randomBytes(bytes).toString('hex');

/** The sender of the emails that the sandbox shows. A real SMTP server requires real email addresses (config.ts). */
export const TRIAL_ADDRESSES = { MAIL_FROM: 'no-reply@picket.test', SUPPORT_EMAIL: 'support@picket.test' } as const;

/** The number that sends texts if Twilio is a stand-in. */
const SHARED_NUMBER = '+12085550100';

const make = (smtpPort: number): Credentials => ({
  SANDBOX_SMTP_PORT: smtpPort,
  INBOUND_MAIL_SECRET: secret(),
  stripe: {
    STRIPE_SECRET_KEY: `sk_test_${secret()}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${secret()}`,
    STRIPE_CONNECT_WEBHOOK_SECRET: `whsec_${secret()}`,
    STRIPE_PRICE_STARTER: 'price_sandbox_starter',
    STRIPE_PRICE_PRO: 'price_sandbox_pro',
    STRIPE_PRICE_PAY_AS_YOU_GO: 'price_sandbox_pay_as_you_go',
  },
  twilio: { TWILIO_ACCOUNT_SID: `AC${secret()}`, TWILIO_AUTH_TOKEN: secret(), TWILIO_FROM: SHARED_NUMBER },
});

/**
 * Returns the environment variables that connect the official clients to the sandbox. They cover only the services that
 * the sandbox replaces. They contain the sandbox's URL and generated credentials, which are stored in
 * `DATA_DIR/sandbox.env.json`. Returns an empty object if every service is real.
 */
export async function sandboxEnv(options: {
  dataDir: string;
  port: number;
  providers: Provider[];
  avoidPorts: readonly number[];
}): Promise<Record<string, string>> {
  const { port, providers } = options;
  if (providers.length === 0) return {};
  const file = join(options.dataDir, 'sandbox.env.json');
  const smtpPort = await steadyPort(`${options.dataDir} smtp`, options.avoidPorts);
  const before = await kept(file, credentialsSchema, () => make(smtpPort));
  const inboundSecret = before.INBOUND_MAIL_SECRET ?? secret();
  const credentials = { ...before, SANDBOX_SMTP_PORT: smtpPort, INBOUND_MAIL_SECRET: inboundSecret };
  keep(file, credentials);
  const url = `http://127.0.0.1:${port}`;
  const parts: Record<Provider, Record<string, string>> = {
    stripe: { ...credentials.stripe, STRIPE_API_BASE: url },
    twilio: { ...credentials.twilio, TWILIO_API_BASE: url },
    smtp: {
      SMTP_URL: `smtp://127.0.0.1:${credentials.SANDBOX_SMTP_PORT}`,
      INBOUND_MAIL_DOMAIN: 'inbound.picket.test',
      INBOUND_MAIL_SECRET: inboundSecret,
      ...TRIAL_ADDRESSES,
    },
  };
  return {
    ...Object.fromEntries(providers.flatMap((provider) => Object.entries(parts[provider]))),
    // Supplements the browsers' own push services.
    PUSH_API_BASE: url,
    // so that a member's calendar can be the stand-in's
    PRIVATE_HOSTS: process.env['PRIVATE_HOSTS'] || `127.0.0.1:${port},localhost:${port}`,
    GEOCODER_URL: process.env['GEOCODER_URL'] || `${url}/geocoder`,
    GEOCODER_KIND: process.env['GEOCODER_KIND'] || 'photon',
    MAP_TILES_URL: process.env['MAP_TILES_URL'] || `${url}/tiles/{z}/{x}/{y}`,
    MAP_TILES_ATTRIBUTION: process.env['MAP_TILES_ATTRIBUTION'] || 'Drawn by the sandbox',
    ...modelEnv(url),
    SANDBOX_URL: url,
    SANDBOX_PORT: String(port),
    SANDBOX_SMTP_PORT: String(credentials.SANDBOX_SMTP_PORT),
    SANDBOX_PROVIDERS: providers.join(','),
  };
}

/** Uses the stand-in's model unless the environment names another model. */
const modelEnv = (url: string): Record<string, string> =>
  process.env['AI_BASE_URL'] ? {} : { AI_BASE_URL: `${url}/v1`, AI_API_KEY: 'sandbox', AI_MODEL: 'sandbox' };
